// What the scripts of the web table share: a browser, people in it, and what was seen.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const [server, chromium, folder, modules] = process.argv.slice(2);
const require = createRequire(`${modules}/x.js`);
const puppeteer = require("puppeteer-core");
const axe = (() => { try { return readFileSync(require.resolve("axe-core"), "utf8"); } catch { return null; } })();
export const PATIENCE = 300000; // milliseconds: only what stands still takes so long

export { server };
export const browser = await puppeteer.launch({ executablePath: chromium, args: ["--no-sandbox", "--disable-dev-shm-usage"], protocolTimeout: 900000 });
export const seen = { errors: [], others: [], wide: [], axe: {} };

// a page in a browser context of its own, in which a function runs before each document
export async function person(width, height, scheme, before) {
  const page = await (await browser.createBrowserContext()).newPage();
  page.setDefaultTimeout(PATIENCE);
  page.on("pageerror", (error) => seen.errors.push(error.message));
  page.on("dialog", (dialog) => dialog.accept());
  page.on("request", (request) => { if (!request.url().startsWith(server) && !/^(data|blob|about):/.test(request.url())) seen.others.push(request.url()); });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.setViewport({ width, height });
  await page.evaluateOnNewDocument(before);
  return page;
}

export async function look(page, name) {
  await page.bringToFront();
  const { wide, width } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, width: innerWidth }));
  if (wide > width) seen.wide.push(`${name}: ${wide}`);
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  if (!axe) return;
  await page.evaluate(axe);
  const faults = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  seen.axe[name] = faults.violations.filter(({ impact }) => ["serious", "critical"].includes(impact)).map(({ id, nodes }) => `${id} ${nodes[0].html}`);
}

// a page that is behind another draws no frames, so it is asked now and then
export async function until(page, test, ...args) {
  for (const end = Date.now() + PATIENCE; !(await page.evaluate(test, ...args)); await new Promise((done) => setTimeout(done, 30)))
    if (Date.now() > end) throw new Error(`never true: ${test}`);
}

export const text = (page, part) => page.$eval(part, (node) => node.textContent);
export const sent = (page, button = "form button") => Promise.all([page.waitForNavigation(), page.click(button)]);
