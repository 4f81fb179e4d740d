// Opens the pages of a built site in a headless browser; prints what it saw as one JSON object.
//   node site.mjs JSON
// The JSON has: site, chromium, pictures (a folder), modules, pages, checked (pages for axe), shown ([name, address] to take pictures of), words (to search for), settled ([name, address] of two rule sets)
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const { site, chromium, pictures, modules, pages, checked, shown, words, settled } = JSON.parse(process.argv[2]);
const require = createRequire(`${modules}/x.js`);
const puppeteer = require("puppeteer-core");
const TABS = 2;
const WIDTHS = [390, 1280];
const axe = (() => { try { return readFileSync(require.resolve("axe-core"), "utf8"); } catch { return null; } })();

const browser = await puppeteer.launch({ executablePath: chromium, args: ["--no-sandbox", "--disable-dev-shm-usage"], protocolTimeout: 900000 });
const seen = { errors: [], others: new Set(), wide: [], axe: {}, found: {}, inside: [], seconds: {} };

async function tab(scheme = "light") {
  const context = await browser.createBrowserContext(); // the theme keeps what was chosen
  const page = await context.newPage();
  page.setDefaultTimeout(300000); // a loaded machine
  page.on("pageerror", (error) => seen.errors.push(`${page.url()}: ${error.message}`));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(new URL(site).origin) && !/^(data|blob|about):/.test(url)) seen.others.add(url);
  });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  return page;
}

async function timed(name, work) {
  const began = Date.now();
  console.error(name); // shown if it fails: where it was
  await work();
  seen.seconds[name] = (Date.now() - began) / 1000;
}

// what axe finds on the page that is there
async function faults(page, name) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() =>
    globalThis.axe.run({ exclude: [["iframe"]] }, { resultTypes: ["violations"], iframes: false }));
  seen.axe[name] = violations
    .filter(({ impact }) => ["serious", "critical"].includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.length} × ${nodes[0].html.slice(0, 160)}`);
}

// every page at both widths, from the one that the page before had to the other, some tabs at a time
async function measure(queue) {
  const page = await tab(), widths = [...WIDTHS];
  await page.setViewport({ width: widths[0], height: 800 });
  for (let place; (place = queue.shift()) !== undefined; widths.reverse()) {
    await page.goto(site + place, { waitUntil: "load" });
    for (const width of widths) {
      if (width !== widths[0]) await page.setViewport({ width, height: 800 });
      const result = await page.evaluate(() => {
        document.getAnimations().forEach((one) => { try { one.finish(); } catch { /* it has no end */ } }); // the search moves to its place
        return {
          width: document.documentElement.scrollWidth,
        };
      });
      if (result.width > width) seen.wide.push(`${place} at ${width}: ${result.width}`);
      if (axe && width === WIDTHS[1] && checked.includes(place)) await faults(page, `${place || "first page"} light`);
    }
  }
}

// presets, the reference and examples are many and alike: the first of them is loaded, the others are put into it
async function measureAlike(places) {
  if (!places.length) return;
  const page = await tab();
  await page.setJavaScriptEnabled(false);
  await page.goto(site + places[0], { waitUntil: "load" });
  await page.evaluate(async (addresses) => {
    const texts = await Promise.all(addresses.map(async (address) => (await fetch(address)).text()));
    globalThis.bodies = texts.map((text) => document.adoptNode(new DOMParser().parseFromString(text, "text/html").body));
  }, places.map((place) => site + place));
  for (const width of WIDTHS) {
    await page.setViewport({ width, height: 800 });
    const widths = await page.evaluate(() => globalThis.bodies.map((body) => {
      document.body.replaceWith(body);
      return document.documentElement.scrollWidth;
    }));
    widths.forEach((found, number) => { if (found > width) seen.wide.push(`${places[number]} at ${width}: ${found}`); });
  }
}

await timed("pages", () => {
  const alike = (folder) => pages.filter((place) => place.startsWith(folder) && place !== folder && !checked.includes(place));
  const groups = ["presets/", "reference/", "examples/"].map(alike);
  const queue = pages.filter((place) => !groups.flat().includes(place));
  return Promise.all([...groups.map(measureAlike), ...Array.from({ length: TABS }, () => measure(queue))]);
});

// what the first page asks for, as sent, and how much it moves while it loads
await timed("first page", async () => {
  const page = await tab();
  const client = await page.createCDPSession();
  await client.send("Network.enable");
  await client.send("Network.setCacheDisabled", { cacheDisabled: true });
  seen.bytes = 0;
  await page.evaluateOnNewDocument(() => {
    globalThis.moved = 0;
    new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => { moved += value; })).observe({ type: "layout-shift", buffered: true });
  });
  client.on("Network.loadingFinished", ({ encodedDataLength }) => (seen.bytes += encodedDataLength));
  await page.setViewport({ width: 1280, height: 900 });
  await page.goto(site, { waitUntil: "networkidle0" });
  await client.detach(); // the files below are not part of the page
  seen.moved = [await page.evaluate(() => moved)];
  for (const place of ["presets/matrix/", "settle/"]) {
    await page.goto(site + place, { waitUntil: "networkidle0" });
    seen.moved.push(await page.evaluate(() => moved));
  }
});

// the places found, and marks of letters inside a word
await timed("search", async () => {
  const page = await tab();
  await page.setViewport({ width: 1280, height: 900 });
  await page.goto(site, { waitUntil: "load" });
  await page.click("[name=query]");
  for (const word of words) {
    // all but the last letter is there at once: what is typed then is searched for once
    await page.$eval("[name=query]", (node, text) => { node.value = text; }, word.slice(0, -1));
    await page.$$eval(".md-search-result__item", (all) => all.forEach((node) => (node.dataset.old = "yes")));
    await page.keyboard.press(word.at(-1));
    await page.waitForSelector(".md-search-result__item:not([data-old])");
    const first = () => page.$$eval(".md-search-result__link", (all) =>
      all.slice(0, 3).map((node) => decodeURI(new URL(node.href).pathname + new URL(node.href).hash)));
    for (let before = null; `${before}` !== `${seen.found[word]}`; await new Promise((go) => setTimeout(go, 100))) { // it is filled in parts
      before = seen.found[word] ?? [];
      seen.found[word] = await first();
    }
    seen.inside.push(...await page.$$eval(".md-search-result__link", (all) =>
      all.map((node) => node.innerHTML).join("\n").match(/\w<mark[^>]*>[^<]*<\/mark>|<mark[^>]*>[^<]*<\/mark>\w/g) ?? []));
  }
});

// the table of presets, by keyboard, and without scripts
await timed("matrix", async () => {
  const page = await tab();
  await page.setViewport({ width: WIDTHS[0], height: 800 });
  await page.goto(`${site}presets/matrix/`, { waitUntil: "load" });
  const shown = () => page.$$eval("tr[data-key]", (all) => all.filter((row) => row.checkVisibility()).length);
  const count = () => page.$eval("[data-part=count]", (node) => node.textContent);
  seen.matrix = { all: await shown() };
  await page.focus("[data-part=words]");
  await page.keyboard.type("hollywood");
  seen.matrix.words = await shown();
  await page.focus("[data-part=words]");
  await page.keyboard.press("Tab"); // the family
  await page.keyboard.type("oklahoma");
  seen.matrix.family = await shown();
  await page.keyboard.press("Tab"); // the rule
  await page.select("[data-part=rule]", "ace_upcard");
  await page.click(".gin-matrix [type=reset]");
  await page.waitForFunction((all) => [...document.querySelectorAll("tr[data-key]")].filter((row) => row.checkVisibility()).length === all, {}, seen.matrix.all);
  await page.select("[data-part=rule]", "knock_limit");
  await page.select("[data-part=value]", "0");
  seen.matrix.value = await shown();
  seen.matrix.count = await count();
  await page.setJavaScriptEnabled(false);
  await page.goto(`${site}presets/matrix/`, { waitUntil: "load" });
  seen.matrix.plain = await shown();
  seen.matrix.tools = await page.$eval(".gin-matrix-tools", (node) => node.checkVisibility());
});

// two rule sets side by side: by the address, by choosing, and by a spoiled address
await timed("settle", async () => {
  const page = await tab();
  await page.setViewport({ width: WIDTHS[0], height: 800 });
  const open = async (hash) => {
    await page.goto("about:blank");
    await page.goto(`${site}settle/${hash}`, { waitUntil: "load" });
    await page.waitForSelector("#gin-settle[data-ready]");
    return page.evaluate(() => ({
      chosen: ["first", "second"].map((name) => document.querySelector(`[data-part=${name}]`).value),
      sections: [...document.querySelectorAll("#gin-settle .gin-lines tbody th")].map((cell) => cell.textContent),
      problem: document.querySelector("[data-part=problem]").textContent,
      measured: [...document.querySelectorAll("#gin-settle h3")].map((node) => node.textContent),
      doors: [...document.querySelectorAll("#gin-settle a")].map((node) => node.href),
      foreign: document.querySelectorAll("#gin-settle :is(img, script[src^=x], iframe)").length,
      width: document.documentElement.scrollWidth,
    }));
  };
  seen.settle = {};
  for (const [name, hash] of settled) seen.settle[name] = await open(hash);
  await open("");
  await page.focus("[data-part=second]");
  await page.select("[data-part=second]", "hollywood");
  seen.settle.hash = await page.evaluate(() => location.hash);
  seen.settle.again = await open(seen.settle.hash);
});

// an address without a page, some folders deep
await timed("not found", async () => {
  const page = await tab();
  const answer = await page.goto(`${site}no/such/page/`, { waitUntil: "load" });
  seen.missing = { status: answer.status() };
});

if (axe) await timed("dark", async () => {
  const page = await tab("dark");
  await page.setViewport({ width: WIDTHS[0], height: 900 });
  for (const place of checked.slice(0, 5)) {
    await page.goto(site + place, { waitUntil: "load" });
    await faults(page, `${place || "first page"} dark`);
  }
});

if (pictures) await timed("pictures", async () => {
  for (const scheme of ["light", "dark"]) {
    const page = await tab(scheme);
    for (const [name, address] of shown) {
      for (const width of WIDTHS) {
        await page.setViewport({ width, height: width < 500 ? 844 : 900 });
        await page.goto(new URL(address, site).href, { waitUntil: "load" });
        await new Promise((resolve) => setTimeout(resolve, 400)); // the theme fades its tabs in
        await page.screenshot({ path: `${pictures}/${name}-${width}-${scheme}.png`, fullPage: true });
      }
    }
  }
});

await browser.close();
console.log(JSON.stringify({ ...seen, others: [...seen.others] }));
