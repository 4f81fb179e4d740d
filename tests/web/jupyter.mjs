// Opens a notebook in JupyterLab, runs its cells, and looks at their outputs; prints what it saw as one JSON object.
//   node jupyter.mjs JSON
// The JSON has: address (of JupyterLab, without a slash), token, name and saved (of the notebook, and of a copy that
// is not trusted), folder (where both are), chromium, modules, pictures (a folder, or nothing)
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const { address, token, name, saved, folder, chromium, modules, pictures } = JSON.parse(process.argv[2]);
const puppeteer = createRequire(`${modules}/x.js`)("puppeteer-core");
const SECONDS = 1000;
const WIDTHS = [1280, 390];
const HEIGHT = 2600;

const browser = await puppeteer.launch({ executablePath: chromium, args: ["--no-sandbox", "--disable-dev-shm-usage"], protocolTimeout: 900 * SECONDS });
const page = await browser.newPage();
page.setDefaultTimeout(300 * SECONDS);
process.on("uncaughtException", async (error) => { // a picture of where it stopped says more than the error
  if (pictures) await page.screenshot({ path: `${pictures}/jupyter-stopped.png` });
  console.error(error);
  process.exit(1);
});

async function open(notebook) {
  await page.goto(`${address}/doc/tree/${notebook}?token=${token}&reset`, { waitUntil: "domcontentloaded" });
  await page.waitForSelector(".jp-Notebook .jp-Cell .jp-InputPrompt");
  await page.waitForFunction(() => /[|] Idle/.test(document.querySelector("#jp-main-statusbar")?.textContent)); // the kernel
}

async function choose(menu, item) {
  const named = (selector, text) =>
    page.waitForFunction((selector, text) => [...document.querySelectorAll(selector)].find((node) => node.textContent.trim().startsWith(text)), {}, selector, text);
  await (await named(".lm-MenuBar-item", menu)).click();
  await (await named(".lm-Menu-item", item)).click();
}

const measured = () => page.evaluate(() => {
  const light = (color) => { const [r, g, b] = color.match(/[\d.]+/g).map(Number); return (0.299 * r + 0.587 * g + 0.114 * b) / 255; };
  const background = (node) => { for (; node; node = node.parentElement) { const color = getComputedStyle(node).backgroundColor; if (!/, 0\)$|transparent/.test(color)) return color; } return "rgb(255, 255, 255)"; };
  const outputs = [...document.querySelectorAll(".jp-OutputArea-output")];
  return {
    dark: document.body.dataset.jpThemeLight === "false",
    wide: outputs.filter((node) => node.scrollWidth > node.clientWidth + 1).map((node) => `${node.scrollWidth} in ${node.clientWidth}: ${node.textContent.slice(0, 60)}`),
    pale: outputs.flatMap((node) => [...node.querySelectorAll("p, td, th, pre, li, h3, h4")])
      .filter((node) => node.checkVisibility() && Math.abs(light(getComputedStyle(node).color) - light(background(node))) < 0.4)
      .map((node) => node.textContent.slice(0, 60)),
    looks: outputs.map((node) => [...node.querySelectorAll(".gin-light, .gin-dark")].filter((one) => one.checkVisibility()).map((one) => one.className).join()),
    broken: outputs.flatMap((node) => [...node.querySelectorAll("img")]).filter((image) => image.checkVisibility() && !image.naturalWidth).length,
  };
});

async function looks(notebook) {
  const seen = {};
  for (const scheme of ["light", "dark"]) {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    await page.waitForFunction((dark) => document.body.dataset.jpThemeLight === String(!dark), {}, scheme === "dark");
    for (const width of WIDTHS) {
      await page.setViewport({ width, height: HEIGHT });
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      seen[`${width} ${scheme}`] = await measured();
      if (pictures) await page.screenshot({ path: `${pictures}/${notebook}-${width}-${scheme}.png` });
    }
  }
  return seen;
}

await page.setViewport({ width: WIDTHS[0], height: HEIGHT });
await open(name);
await choose("Run", "Run All Cells");
await page.waitForFunction(() => {
  const prompts = [...document.querySelectorAll(".jp-CodeCell .jp-InputPrompt")].map((node) => node.textContent);
  document.querySelector(".jp-Dialog .jp-mod-accept")?.click(); // which kernel: the one it names
  const failed = document.querySelector("[data-mime-type='application/vnd.jupyter.error']");
  return prompts.length && (failed || prompts.every((text) => /\[\d+\]/.test(text)));
}, { polling: 500 });
const seen = { trusted: await looks("jupyter") };
seen.errors = await page.$$eval("[data-mime-type='application/vnd.jupyter.error']", (all) => all.map((node) => node.textContent));
await choose("File", "Save Notebook");
await page.waitForFunction(() => !document.querySelector(".jp-mod-dirty"));
while (!readFileSync(`${folder}/${name}`, "utf8").includes("gin-light")) await new Promise((resolve) => setTimeout(resolve, 100));
// a copy that somebody has changed is trusted no longer: JupyterLab strips style sheets and scripts
const copy = JSON.parse(readFileSync(`${folder}/${name}`, "utf8"));
copy.cells[0].source = [...copy.cells[0].source, "\n", "# changed"];
writeFileSync(`${folder}/${saved}`, JSON.stringify(copy));
await page.setViewport({ width: WIDTHS[0], height: HEIGHT });
await open(saved);
await page.waitForSelector(".jp-OutputArea-output img");
seen.changed = await looks("jupyter-not-trusted");
seen.ran = await page.evaluate(() => globalThis.ran ?? false);
await browser.close();
console.log(JSON.stringify(seen));
