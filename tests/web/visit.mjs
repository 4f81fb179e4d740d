// Visits of the playground and of the first page: cold, again, and without a network; prints seconds, bytes and shifts as JSON.
//   node visit.mjs '{"site": …, "chromium": …, "folder": …, "modules": …}'
// done: from the opening of the page until the own move, pressed as soon as it is drawn, is shown; cpu: of the page's process
// until the table is ready, and of all of the browser's; shift: the layout shift until then.
import { asked, browser, end, log, opened, place, seen } from "./table.mjs";

const seconds = (since) => Number(((performance.now() - since) / 1000).toFixed(2));
const pause = (time) => new Promise((done) => { setTimeout(done, time); });
const deep = () => document.querySelector("gin-table") ?? document.querySelector("gin-game")?.shadowRoot?.querySelector("gin-table");
const WAYS = {
  "playground": [place, () => document.querySelector("#gin-playground")?.dataset.ready],
  "playground, rules of its own": [`${place}#rules=standard+gin_bonus=30&vs=expert&seed=21`, () => document.querySelector("#gin-playground")?.dataset.ready],
  "first page": [asked.site, () => document.querySelector("gin-game")?.shadowRoot?.querySelector("gin-table")?.view],
};

const session = await browser.target().createCDPSession();
async function cpu() {
  const { processInfo } = await session.send("SystemInfo.getProcessInfo"), sum = (type) => processInfo.reduce((all, one) => all + (type && one.type !== type ? 0 : one.cpuTime), 0);
  return [sum("renderer"), sum()];
}
const count = async (what) => (await fetch(`${asked.site}${what}`)).json();

/** Open a page, press the first legal action when it is drawn, and wait for its answer. */
async function visit(page, go, isReady) {
  const start = performance.now(), before = await cpu();
  await go();
  await page.waitForFunction(`(${deep})()?.view?.legal.length`, { polling: 20 });
  const shown = { drawn: seconds(start) };
  const button = (await page.waitForFunction(`(() => { const button = (${deep})().shadowRoot.querySelector("[data-action]"); return button?.checkVisibility() && button; })()`, { polling: 20 })).asElement();
  const version = await page.evaluate(`(${deep})().version`);
  await button.evaluate((node) => node.click());
  await page.waitForFunction(`(${deep})().version !== ${version}`, { polling: 20 });
  shown.done = seconds(start);
  await page.waitForFunction(isReady);
  shown.cpu = (await cpu()).map((now, at) => Number((now - before[at]).toFixed(2)));
  await pause(1500); // what comes late shifts too, and the service worker keeps its files
  shown.shift = Number((await page.evaluate(() => globalThis.shift)).toFixed(3));
  return shown;
}

for (const [name, [address, isReady]] of Object.entries(WAYS)) {
  for (const width of [390, 1280]) {
    const page = await opened({ width }), shown = {};
    await page.evaluateOnNewDocument(() => {
      globalThis.shift = 0;
      new PerformanceObserver((list) => { for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) shift += value; }).observe({ type: "layout-shift", buffered: true });
      try { sessionStorage.clear(); } catch { /* no page yet */ }
    });
    await count("begin"); // the server counts anew
    shown.cold = await visit(page, () => page.goto(address, { waitUntil: "commit" }).catch(() => page.goto(address, { waitUntil: "domcontentloaded" })), isReady);
    const { requests, bytes } = await count("count");
    Object.assign(shown.cold, { requests: requests.length, bytes });
    await pause(1000);
    for (const way of ["again", "offline"]) {
      if (way === "offline" && !name.startsWith("playground")) break; // only the playground and the pad are kept
      await page.goto("about:blank");
      await page.setOfflineMode(way === "offline");
      await count("begin");
      shown[way] = await visit(page, () => page.goto(address, { waitUntil: "domcontentloaded" }), isReady);
      shown[way].requests = (await count("count")).requests.length;
    }
    await page.browserContext().close();
    seen[`${name}, ${width}`] = shown;
    log(`${name}, ${width}: ${JSON.stringify(shown)}`);
  }
}
await end();
