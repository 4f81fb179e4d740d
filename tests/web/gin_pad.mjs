// Keeps an evening on <gin-pad> in a headless browser; prints what it saw as one JSON object.
//   node gin_pad.mjs '{"page", "chromium", "modules", "pictures", "evenings": [{"rules", "names", "rounds": [told, …]}]}'
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const { page: address, chromium, modules, pictures, evenings } = JSON.parse(process.argv[2]);
const require = createRequire(`${modules}/x.js`), puppeteer = require("puppeteer-core");
const axe = (() => { try { return readFileSync(require.resolve("axe-core"), "utf8"); } catch { return null; } })();
const browser = await puppeteer.launch({ executablePath: chromium, args: ["--no-sandbox", "--disable-dev-shm-usage"], protocolTimeout: 600000 });
const seen = { errors: [], requests: [], evenings: [], axe: {}, wide: [], spoiled: [], typed: [] };
const page = await browser.newPage();
page.setDefaultTimeout(60000);
page.on("pageerror", (error) => seen.errors.push(error.message));
page.on("request", (request) => { if (!/^(data|blob|file):/.test(request.url())) seen.requests.push(request.url()); });
await page.setViewport({ width: 390, height: 844 });
const open = async (hash = "") => {
  await page.goto("about:blank");
  await page.goto(address + hash, { waitUntil: "load" });
  await page.waitForFunction(() => document.querySelector("gin-pad").shadowRoot.querySelector("form.begin button"));
};
const inside = (work, ...args) => page.evaluate((body, args) => new Function("root", "args", body)(document.querySelector("gin-pad").shadowRoot, args), work, args);
const match = () => page.$eval("gin-pad", ({ match }) => match && {
  points: match.games.map((game) => game.points), boxes: match.games.map((game) => game.boxes), over: match.isOver, winners: match.winners,
  net: match.settlement.net, dealers: match.due ? [match.due.dealer] : [], rounds: match.scores.length,
});

for (const { rules, names, rounds } of evenings) {
  await open();
  await inside(`
    root.querySelector("[name=rules]").value = args[0];
    args[1].forEach((name, place) => { root.querySelector('[name="player ' + place + '"]').value = name; });
    root.querySelector("form.begin button").click();`, rules, names);
  for (const told of rounds) {
    await inside(`const { declarer, ending, deadwood, isSpade, factor } = args[0], field = (name) => root.querySelector('[name="' + name + '"]');
    field("declarer").value = declarer === null ? "" : String(declarer);
    field("ending").value = ending;
    deadwood.forEach((points, seat) => { field("deadwood " + seat).value = points; });
    if (field("spade")) field("spade").checked = Boolean(isSpade);
    if (field("factor")) field("factor").value = String(factor ?? 1);
    root.querySelector("form.round > button").click();`, told);
  }
  const shown = { match: await match(), error: await inside('return root.querySelector(".error").textContent'), sheet: await inside('return [...root.querySelectorAll("tbody tr")].length'), stand: await inside('return root.querySelector(".stand").textContent') };
  const text = await page.$eval("gin-pad", (pad) => pad.value);
  await page.reload({ waitUntil: "load" });
  await page.waitForFunction(() => document.querySelector("gin-pad").match);
  shown.kept = await match();
  await page.evaluate(() => localStorage.clear());
  await open(`#${text}`);
  await page.waitForFunction(() => document.querySelector("gin-pad").match);
  shown.linked = await match();
  await inside('[...root.querySelectorAll(".controls button")].find(({ textContent }) => textContent === "Undo").click()');
  shown.undone = await match();
  seen.evenings.push(shown);
  if (pictures && seen.evenings.length === 1) await page.screenshot({ path: `${pictures}/gin_pad.png`, fullPage: true });
  if (await page.evaluate(() => document.documentElement.scrollWidth > 390)) seen.wide.push(rules);
  await page.evaluate(() => localStorage.clear());
}
for (const hash of ["#names=Ann|Bo&rules=nothing", "#names=Ann&rules=standard", "#names=Ann|Bo&rules=standard&rounds=x", "#names=Ann|Bo&rules=standard&rounds=0.k.99-1.", "#names=Ann|Bo&rules=mahjong-gin&rounds=0.o.0-1.", "#names=Ann|Bo|Cy|Di&rules=partnership"]) {
  await open(hash);
  seen.spoiled.push(await inside('return root.querySelector(".error").textContent'));
  await page.evaluate(() => localStorage.clear());
}
// what people type: each is refused with a sentence, or entered as a text
for (const [names, rules] of [[["", ""], "standard"], [["Ann", "Bo"], "standard+tie=never"], [["Ann", "Bo", "Cy", "Di", "Eve"], "oklahoma"], [["<img src=x onerror=alert(1)>", "ב".repeat(200)], "standard"]]) {
  await open();
  await inside(`
    root.querySelector("[name=rules]").value = args[0];
    args[1].forEach((name, place) => { root.querySelector('[name="player ' + place + '"]').value = name; });
    root.querySelector("form.begin button").click();`, rules, names);
  seen.typed.push(await inside('return [root.querySelector(".error").textContent, root.querySelectorAll("img").length, root.querySelector("form.round").hidden]'));
}
for (const [first, second] of [["-1", "0"], ["1e9", "3"], ["2.5", "70"], ["", "x"], ["7", "99"], ["7", "98"]]) {
  await inside(`root.querySelector("form.round").noValidate = true;
    root.querySelector('[name="deadwood 0"]').value = args[0];
    root.querySelector('[name="deadwood 1"]').value = args[1];
    root.querySelector("form.round > button").click();`, first, second);
  seen.typed.push(await inside('return [root.querySelector(".error").textContent, root.querySelectorAll("tbody tr").length]'));
}
if (await page.evaluate(() => document.documentElement.scrollWidth > 390)) seen.wide.push("a long name");
await page.evaluate(() => localStorage.clear());
for (const scheme of ["light", "dark"]) {
  for (const hash of ["", "#names=Ann|Bo&rules=oklahoma&rounds=0.k.3-21.s~1.g.30-0."]) {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    await open(hash);
    if (axe) {
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
      seen.axe[`${scheme} ${hash.length}`] = violations.filter(({ impact }) => ["serious", "critical"].includes(impact)).map(({ id, nodes }) => `${id}: ${nodes.length} × ${nodes[0].html.slice(0, 160)}`);
    }
    await page.evaluate(() => localStorage.clear());
  }
}
await browser.close();
console.log(JSON.stringify(seen));
