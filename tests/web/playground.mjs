// Plays in the playground as a person would, in a headless browser; prints what it saw as one JSON object.
//   node playground.mjs SITE_URL CHROMIUM FOLDER_FOR_PICTURES MODULES
import { createRequire } from "node:module";

const [site, chromium, folder, modules] = process.argv.slice(2);
const puppeteer = createRequire(`${modules}/x.js`)("puppeteer-core");
const SHAPES = [
  { name: "phone", width: 390, height: 800, schemes: ["light", "dark"] },
  { name: "desk", width: 1280, height: 900, schemes: ["dark", "light"] },
];

const browser = await puppeteer.launch({ executablePath: chromium, args: ["--no-sandbox"], protocolTimeout: 300000 });
const seen = { errors: [], others: [], shapes: {} };
for (const shape of SHAPES) seen.shapes[shape.name] = await visit(shape);
await browser.close();
console.log(JSON.stringify(seen));

async function visit({ name, width, height, schemes }) {
  const context = await browser.createBrowserContext(); // nothing kept from the visit before
  const page = await context.newPage();
  page.setDefaultTimeout(300000); // a loaded machine
  page.on("pageerror", (error) => seen.errors.push(error.message));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(new URL(site).origin) && !url.startsWith("data:") && !url.startsWith("blob:")) seen.others.push(url);
  });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: schemes[0] }]);
  await page.setViewport({ width, height });
  await page.goto(`${site}playground/`);
  const text = (part) => page.$eval(part, (node) => node.textContent);
  const until = (test, ...args) => page.waitForFunction(test, { timeout: 240000 }, ...args);
  const began = Date.now();
  await page.click("[data-part=start]");
  await until(() => document.querySelector("#gin-playground").dataset.ready);
  const result = { seconds: (Date.now() - began) / 1000, state: await text("[data-part=state]") };

  await page.click("[data-part=deal] button");
  await until(() => document.querySelector(".gin-actions button"));
  result.clicks = 0;
  for (let step = 0; step < 400 && !(await text(".gin-result")); step++) {
    const before = await page.$eval(".gin-picture", (node) => node.innerHTML);
    // a card of the picture where one can be clicked, as a person would; a button for the rest
    const nodes = await page.$$(".gin-clickable");
    const words = await page.$$eval(".gin-actions button", (all) => all.map((node) => node.textContent));
    const ends = words.findIndex((word) => /^(knock|big gin|spread|done)/.test(word));
    const buttons = await page.$$(".gin-actions button");
    if (ends >= 0) await buttons[ends].click();
    else if (nodes.length && words.length > 1) {
      result.clicks++;
      await nodes[step % nodes.length].evaluate((node) => node.dispatchEvent(new MouseEvent("click", { bubbles: true })));
    } else if (buttons.length) await buttons[buttons.length - 1].click();
    await until(
      (old) => document.querySelector(".gin-picture").innerHTML !== old ||
        document.querySelector(".gin-result").textContent || document.querySelector(".gin-actions button")?.textContent === "back" ||
        [...document.querySelectorAll(".gin-actions button")].some((node) => node.textContent === "back"),
      before,
    );
  }
  result.round = await text(".gin-result");
  await page.screenshot({ path: `${folder}/round-${name}-${schemes[0]}.png` });
  await page.click("[data-part=review]");
  await until(() => document.querySelector("[data-part=reviewed]").contentDocument?.querySelector("h2"));
  result.review = await page.$eval("[data-part=reviewed]", (node) => node.contentDocument.body.textContent);
  await page.screenshot({ path: `${folder}/review-${name}-${schemes[0]}.png` });

  await page.click("[data-part=meld] button");
  await until(() => document.querySelector("[data-part=melds] svg"));
  result.melds = await text("[data-part=discards]");
  const write = (value) => page.$eval("[data-part=file]", (node, value) => {
    node.value = value;
    node.dispatchEvent(new Event("input"));
  }, value);
  await write('extends = "oklahoma"\n[knock]\nknock_limit = -7\nbig_jin = true\n');
  await until(() => /big_gin/.test(document.querySelector("[data-part=problems]").textContent));
  result.faults = await text("[data-part=problems]");
  await write('extends = "oklahoma"\ntitle = "<img src=x onerror=alert(1)>"\n[knock]\nknock_limit = 7\n');
  await until(() => /onerror/.test(document.querySelector("[data-part=card]").textContent));
  result.card = await text("[data-part=card]");

  await page.select("[data-part=rounds]", "200");
  await page.click("[data-part=compare]");
  await until(() => document.querySelector("[data-part=progress]").value >= 1);
  result.report = await text("[data-part=report]");
  result.width = await page.evaluate(() => document.documentElement.scrollWidth);
  await page.screenshot({ path: `${folder}/playground-${name}-${schemes[0]}.png`, fullPage: true });

  // the site is turned dark, or light: the pictures are drawn again
  const drawn = () => [".gin-picture", "[data-part=melds]"].map((part) => document.querySelector(part).innerHTML);
  const before = await page.evaluate(drawn);
  await page.evaluate(() => document.querySelector(".md-header__option label:not([hidden])").click());
  await until(
    ([picture, melds]) => document.querySelector(".gin-picture").innerHTML !== picture &&
      document.querySelector("[data-part=melds]").innerHTML !== melds,
    before,
  );
  result.background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.screenshot({ path: `${folder}/playground-${name}-${schemes[1]}.png`, fullPage: true });

  // loaded again in the middle of all that, nothing runs and nothing is kept
  await page.reload();
  result.again = [await text("[data-part=start]"), await page.$eval("[data-part=panels]", (node) => node.hidden)];
  await context.close();
  return result;
}
