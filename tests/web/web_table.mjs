// Two people at the web table, on a phone and at a desk, in a headless browser; prints what they saw as one JSON object.
//   node web_table.mjs SERVER_URL CHROMIUM FOLDER_FOR_PICTURES MODULES
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const [server, chromium, folder, modules] = process.argv.slice(2);
const require = createRequire(`${modules}/x.js`);
const puppeteer = require("puppeteer-core");
const axe = (() => { try { return readFileSync(require.resolve("axe-core"), "utf8"); } catch { return null; } })();
const browser = await puppeteer.launch({ executablePath: chromium, args: ["--no-sandbox", "--disable-dev-shm-usage"], protocolTimeout: 300000 });
const seen = { errors: [], others: [], wide: [], axe: {} };

async function person(width, height, scheme) {
  const page = await (await browser.createBrowserContext()).newPage();
  page.setDefaultTimeout(240000); // a loaded machine
  page.on("pageerror", (error) => seen.errors.push(error.message));
  page.on("dialog", (dialog) => dialog.accept());
  page.on("request", (request) => { if (!request.url().startsWith(server) && !/^(data|blob):/.test(request.url())) seen.others.push(request.url()); });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.setViewport({ width, height });
  return page;
}

async function look(page, name) {
  const { wide, width } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, width: innerWidth }));
  if (wide > width) seen.wide.push(`${name}: ${wide}`);
  await page.screenshot({ path: `${folder}/web-table-${name}.png`, fullPage: true });
  if (!axe) return;
  await page.evaluate(axe);
  const faults = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  seen.axe[name] = faults.violations.filter(({ impact }) => ["serious", "critical"].includes(impact)).map(({ id, nodes }) => `${id} ${nodes[0].html}`);
}

const text = (page, part) => page.$eval(part, (node) => node.textContent);
const sent = (page, button = "form button") => Promise.all([page.waitForNavigation(), page.click(button)]);
const ann = await person(390, 844, "dark"), bo = await person(1280, 900, "light");

await ann.goto(server);
await ann.type("[name=name]", "Ann");
await ann.$eval("[name=rules]", (node) => { node.value = "oklahma"; });
await sent(ann);
seen.refused = [await text(ann, ".error"), await ann.$eval("[name=name]", (node) => node.value), await ann.$eval("[name=rules]", (node) => node.value)];
await look(ann, "home");
await ann.$eval("[name=rules]", (node) => { node.value = "oklahoma"; });
await sent(ann);
await ann.waitForFunction(() => document.querySelector("#link").value);
await look(ann, "waiting");
await bo.goto(await ann.$eval("#link", (node) => node.value));
await look(bo, "invitation");
await bo.type("[name=name]", "Bo");
await sent(bo);

// the words of the table, in its shadow tree, without what only a screen reader hears
const words = (page) => page.$eval("gin-table", (node) => node.shadowRoot.querySelector(".table").textContent);
const buttons = "gin-table >>> .actions button", cards = "gin-table >>> .own .card[role=button]";
await ann.waitForSelector("gin-table >>> .card");
await bo.waitForSelector("gin-table >>> .card");
seen.moves = 0;
while (seen.moves < 14) {
  let acted = false;
  for (const page of [ann, bo]) {
    const own = await page.$$(cards), all = await page.$$(buttons);
    const choice = own.length ? own[own.length - 1] : all[all.length - 1];
    if (!choice) continue;
    const before = await words(page);
    await choice.click();
    await page.waitForFunction((old) => document.querySelector("gin-table").shadowRoot.querySelector(".table").textContent !== old, {}, before);
    acted = true;
    seen.moves++;
  }
  if (!acted) await new Promise((done) => setTimeout(done, 50));
}
seen.told = [await words(ann), await words(bo)];
await look(ann, "phone");
await look(bo, "desk");
await ann.reload();
await ann.waitForSelector("gin-table >>> .card");
await bo.goto("about:blank");
await ann.waitForFunction(() => /Bo, away/.test(document.querySelector("#who").textContent));
await bo.goBack();
await bo.waitForSelector("gin-table >>> .card");
await ann.waitForFunction(() => !/away/.test(document.querySelector("#who").textContent));
await ann.click("details:last-of-type summary");
await ann.click("#concede");
await bo.waitForFunction(() => /Ann concedes/.test(document.querySelector("#sheet pre").textContent));
await bo.waitForSelector("#between a");
seen.after = await text(bo, "#between");
await look(bo, "over");
await browser.close();
console.log(JSON.stringify(seen));
