// The tables of a built site: the first page, a preset and the playground, at both widths; prints what it saw as JSON.
//   node site_games.mjs '{"site": …, "chromium": …, "modules": …, "presets": […]}'
import { createRequire } from "node:module";

const { site, chromium, modules, presets } = JSON.parse(process.argv[2]);
const puppeteer = createRequire(`${modules}/x.js`)("puppeteer-core");
const browser = await puppeteer.launch({ executablePath: chromium, args: ["--no-sandbox", "--disable-dev-shm-usage"], protocolTimeout: 600000 });
const seen = { errors: [], others: [], first: [], presets: {}, playground: [] };

async function opened(width, context = browser) {
  const page = await context.newPage();
  page.setDefaultTimeout(120000);
  page.on("pageerror", (error) => seen.errors.push(error.message));
  page.on("request", (request) => { if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(new URL(site).origin)) seen.others.push(request.url()); });
  await page.setViewport({ width, height: 844 });
  await page.evaluateOnNewDocument(() => {
    globalThis.shift = 0;
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value; }).observe({ type: "layout-shift", buffered: true });
  });
  return page;
}

const dealt = (page, where) => page.waitForFunction((where) => document.querySelector(where)?.shadowRoot?.querySelector("gin-table")?.view, {}, where);

for (const width of [390, 1280]) {
  const page = await opened(width);
  await page.goto(site, { waitUntil: "load" });
  await dealt(page, "gin-game");
  await new Promise((done) => setTimeout(done, 500));
  const shift = await page.evaluate(() => globalThis.shift);
  await page.$eval("gin-game", (game) => { game.setAttribute("pace", "0"); game.focus(); });
  await page.keyboard.press("p"); // a key of the theme too, which would leave the page
  await page.waitForFunction(() => { const { view } = document.querySelector("gin-game").shadowRoot.querySelector("gin-table"); return view.phase.kind !== "upcard-offer" && view.legal.length; });
  seen.first.push({ width, shift, wide: await page.evaluate(() => document.documentElement.scrollWidth) });
  await page.goto(`${site}playground/`, { waitUntil: "load" });
  await page.waitForFunction(() => document.querySelector("#gin-playground").dataset.ready);
  const themed = await page.$$eval("[data-md-component=palette] label:not([hidden])", (all) => all.length);
  await page.keyboard.press("/"); // the search, before its script is there
  await page.waitForFunction(() => document.activeElement.name === "query");
  await new Promise((done) => setTimeout(done, 2500));
  seen.playground.push(await page.evaluate((themed) => ({ themed, later: ["gin-game", "bundle"].map((part) => performance.getEntriesByType("resource").find(({ name }) => name.includes(`/${part}.`)).startTime), review: performance.getEntriesByType("resource").some(({ name }) => name.includes("gin-review")), by: document.querySelector("#gin-playground").dataset.ready, library: document.querySelector("#gin-playground").dataset.library ?? "", shift: globalThis.shift }), themed));
  await page.close();
}

// a first visit of somebody who likes it dark, before the script of the theme is there
const dark = await opened(390, await browser.createBrowserContext());
await dark.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
await dark.setRequestInterception(true);
dark.on("request", (request) => (/bundle/.test(request.url()) ? request.abort() : request.continue()));
await dark.goto(`${site}license/`, { waitUntil: "load" });
seen.dark = await dark.evaluate(() => getComputedStyle(document.body).backgroundColor);
await dark.close();

// a phone on its side: what can be pressed is seen, with the hand
seen.side = [];
for (const seats of ["2", "6"]) {
  const page = await opened(844);
  await page.setViewport({ width: 844, height: 390 });
  await page.goto(`${site}playground/#rules=knock-rummy&vs=expert&seats=${seats}&seed=3`, { waitUntil: "load" });
  await page.waitForFunction(() => document.querySelector("gin-game").shadowRoot.querySelector("gin-table").view?.legal.length);
  await new Promise((done) => setTimeout(done, 500));
  seen.side.push(await page.$eval("gin-game", (game) => {
    const table = game.shadowRoot.querySelector("gin-table"), low = (selector) => Math.max(...[...table.shadowRoot.querySelectorAll(selector)].map((node) => node.getBoundingClientRect().bottom));
    return { buttons: low(".actions button"), hand: Math.min(...[...table.shadowRoot.querySelectorAll(".hand .card")].map((node) => node.getBoundingClientRect().top)), wide: document.documentElement.scrollWidth };
  }));
  await page.close();
}

const page = await opened(390);
for (const name of presets) {
  await page.goto(`${site}presets/${name}/`, { waitUntil: "load" });
  const link = await page.$("a[data-gin-play]");
  seen.presets[name] = null;
  if (!link) continue;
  await link.click();
  await dealt(page, "[data-gin-picture] gin-game");
  seen.presets[name] = await page.$eval("[data-gin-picture] gin-game", (game) => game.shadowRoot.querySelector("gin-table").shadowRoot.querySelector(".title").textContent);
}
await browser.close();
console.log(JSON.stringify(seen));
