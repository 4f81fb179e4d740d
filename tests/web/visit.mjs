// A cold visit of the playground with one press, and a second visit; prints the times in seconds as one JSON object.
//   node visit.mjs '{"site": …, "chromium": …, "folder": …, "modules": …}'
// by the button: from the first page, a press when the library is there; direct: a press as soon as the deal is drawn.
import { asked, end, inside, log, mine, opened, place, press, ready, seen, view } from "./table.mjs";

const seconds = (since) => Number(((Date.now() - since) / 1000).toFixed(2));
const drawn = (page) => page.waitForFunction(() => document.querySelector("gin-table")?.shadowRoot?.querySelectorAll(".hand .rank").length === 10);
const played = (page) => page.waitForFunction(() => document.querySelector("gin-table").version > 1);

for (const way of ["button", "direct"]) {
  const page = await opened({ width: 1280 }), shown = (seen[way] = {});
  await fetch(`${asked.site}begin`); // the server counts anew
  if (way === "button") {
    await page.goto(asked.site, { waitUntil: "load" });
    await page.$eval('a[href$="playground/"].md-button, .gin-hero a[href$="playground/"]', (link) => link.click());
  }
  const start = Date.now();
  if (way === "direct") await page.goto(place, { waitUntil: "commit" }).catch(() => page.goto(place, { waitUntil: "domcontentloaded" }));
  else await page.waitForFunction(() => location.pathname.endsWith("/playground/"));
  await drawn(page);
  shown.drawn = seconds(start);
  const cards = (await inside(page, ".hand .rank")).join(), action = `[data-action="${(await view(page)).legal.at(-1)}"]`;
  if (way === "direct") await press(page, action);
  await ready(page);
  shown.possible = seconds(start);
  if (cards !== (await inside(page, ".hand .rank")).join()) throw new Error("another deal than the drawn one");
  if (way === "button") await press(page, action);
  await played(page);
  shown.done = seconds(start);
  await mine(page);
  await new Promise((done) => { setTimeout(done, 1500); }); // what was loaded before the service worker is kept
  const { requests, bytes } = await (await fetch(`${asked.site}count`)).json();
  Object.assign(shown, { requests: requests.length, bytes });
  await fetch(`${asked.site}begin`);
  const again = Date.now();
  await page.goto(`${place}#`, { waitUntil: "load" });
  await page.reload();
  await ready(page);
  shown.again = seconds(again);
  shown.second = (await (await fetch(`${asked.site}count`)).json()).requests;
  await page.browserContext().close();
  log(`${way}: ${JSON.stringify(shown)}`);
}
await end();
