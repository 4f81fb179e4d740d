// Makes links of each kind by the buttons of the pages, and opens each in a browser that has kept nothing; prints both.
//   node links.mjs '{"site": …, "chromium": …, "folder": …, "modules": …, "games": [{"rules", "vs", "seats"}], "presets": […]}'
import { asked, carried, copied, deal, end, log, mine, opened, place, press, pressPart, ready, seen, told } from "./table.mjs";

const page = await opened({ width: 1280 });
const settled = (tab) => tab.evaluate(() => ["first", "second"].map((name) => document.querySelector(`[data-part="${name}"]`).value));
const links = []; // the kind, the address, and what the page showed that made it

// the buttons of presets
for (const name of asked.presets) {
  await page.goto(`${asked.site}presets/${name}/`);
  const hrefs = await page.$$eval('a[href*="playground/#"], a[href*="settle/#"]', (all) => all.map(({ href }) => href));
  for (const href of hrefs) links.push(["preset", href, name]);
}

// the page for two rule sets
await page.goto(`${asked.site}settle/`);
await page.waitForFunction(() => document.querySelector("#gin-settle").dataset.ready);
await page.select('[data-part="first"]', "classic");
await page.select('[data-part="second"]', "hollywood");
await page.evaluate(() => { navigator.clipboard.writeText = async (text) => { window.copied = text; }; });
await page.click("#gin-settle button");
links.push(["settle", await page.evaluate(() => window.copied), await settled(page)]);

// the playground
await page.goto(place);
await ready(page);
for (const game of asked.games) {
  await deal(page, game);
  await mine(page);
  links.push(["round", new URL(await copied(page, "link"), place).href, await carried(page)]);
}
for (const [hand, rules] of [["A23.456.789.T", "standard"], ["2s 2c 2d 2h 8s 8c 8d 9s 7c Ac 4h", "oklahoma"]]) {
  await page.$eval('[data-part="meld"]', (form, hand, rules) => {
    form.querySelector('[data-part="hand"]').value = hand;
    form.querySelector('[data-part="hand-rules"]').value = rules;
    document.querySelector('[data-part="melds"]').replaceChildren();
  }, hand, rules);
  await press(page, '[data-part="meld"] button');
  await page.waitForFunction(() => document.querySelector('[data-part="melds"] .meld'));
  links.push(["hand", new URL(await copied(page, "hand-link"), place).href, await carried(page)]);
}
for (const [first, second] of [["standard", "oklahoma"], ["hollywood+gin_bonus=30", "standard+undercut_bonus=10"]]) {
  await page.$eval('[data-part="comparison"]', (form, first, second) => {
    form.querySelector('[data-part="first"]').value = first;
    form.querySelector('[data-part="second"]').value = second;
  }, first, second);
  links.push(["comparison", new URL(await copied(page, "compare-link"), place).href, await carried(page)]);
}

seen.links = [];
for (const [kind, href, made] of links) {
  const other = await opened({ width: 390 }); // a browser of its own
  const isSettle = href.includes("settle/");
  await other.goto(href);
  await told(other, href, async () => {
    if (isSettle) await other.waitForFunction(() => document.querySelector("#gin-settle").dataset.ready);
    else {
      await ready(other);
      if (kind === "hand") await other.waitForFunction(() => document.querySelector('[data-part="melds"] .meld'));
      else if (kind === "comparison" || href.includes("against=")) {
        await other.waitForFunction(() => document.querySelector('[data-part="progress"]').value > 0);
        await pressPart(other, "compare");
      } else await mine(other);
    }
  });
  seen.links.push([kind, href, made, isSettle ? await settled(other) : await carried(other)]);
  await other.browserContext().close();
  log(href);
}
await end();
