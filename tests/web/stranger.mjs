// A stranger with a phone: opens the playground, plays a round without a plan, asks why it was lost, and sends the deal to a friend.
// Then axe looks at the ready page, in both widths and schemes. Prints what was seen, with the seconds of each step, as JSON.
//   node stranger.mjs '{"site": …, "chromium": …, "folder": …, "modules": …, "review": true}'
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { asked, atTable, copied, end, hurry, mine, opened, place, press, pressPart, ready, reviewed, seen, told, view } from "./table.mjs";

const axe = readFileSync(createRequire(`${asked.modules}/x.js`).resolve("axe-core"), "utf8");
const legal = async (page) => (await view(page)).legal;
let since = performance.now();
const step = (name) => { seen.seconds[name] = Number(((performance.now() - since) / 1000).toFixed(2)); since = performance.now(); };
Object.assign(seen, { seconds: {}, axe: {}, presses: 0 });

async function faults(page, name) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  seen.axe[name] = violations.filter(({ impact }) => ["serious", "critical"].includes(impact)).map(({ id, nodes }) => `${id}: ${nodes.length} × ${nodes[0].html.slice(0, 160)}`);
}

const page = await opened({ width: 390 });
await page.goto(place, { waitUntil: "domcontentloaded" });
await page.waitForFunction(() => globalThis.ginTable?.()?.view);
step("opened");
const dealt = (await view(page)).hand;
await ready(page);
await hurry(page);
// what somebody presses who does not know the game: what is big and green, else the first card
for (let turn = 0; turn < 200; turn++) {
  await told(page, "a stranger's round", () => mine(page));
  const actions = await legal(page);
  if (!actions.length) break;
  const card = /^discard (..)$/.exec(actions.find((action) => action.startsWith("discard")) ?? "")?.[1];
  const { version } = await atTable(page, ({ version }) => ({ version }));
  const selector = card ? `.hand [data-card="${card}"]` : actions.includes("draw") ? '.stock .card[role="button"]' : `[data-action="${actions.at(-1)}"]`;
  if (!(await atTable(page, (table, selector) => Boolean(table.shadowRoot.querySelector(selector)), selector))) break;
  await press(page, selector);
  if (await atTable(page, (table) => Boolean(table.shadowRoot.querySelector(".choice")))) await press(page, `[data-action="discard ${card}"]`);
  seen.presses++;
  await page.waitForFunction((version) => ginTable().version !== version, {}, version);
}
step("played");
seen.end = await atTable(page, (table) => [...table.shadowRoot.querySelectorAll(".prompt, .result")].map((node) => node.textContent));
await page.screenshot({ path: `${asked.folder}/stranger-over.png` });
await faults(page, "after a round");
if (asked.review) {
  since = performance.now();
  await pressPart(page, "review");
  await reviewed(page);
  [seen.why, seen.worst] = await page.evaluate(() => {
    const part = ginGame().shadowRoot.querySelector(".seen"), texts = (nodes) => [...nodes].map((node) => node.textContent);
    return [texts(part.querySelectorAll("p, th, td")), [...part.querySelectorAll("gin-table")].map((table) => table.shadowRoot.querySelector(".prompt").textContent)];
  });
  step("reviewed");
  await page.evaluate(() => ginGame().shadowRoot.querySelector(".seen").scrollIntoView());
  await page.screenshot({ path: `${asked.folder}/stranger-review.png`, fullPage: true });
  await faults(page, "after a review");
}
since = performance.now();
const hash = await copied(page, "link");
const friend = await opened({ width: 390 });
await friend.goto(`${place}${hash}`, { waitUntil: "domcontentloaded" });
await friend.waitForFunction(() => globalThis.ginTable?.()?.view);
step("sent");
seen.same = (await view(friend)).hand === dealt;
await ready(friend);
await friend.browserContext().close();
await page.browserContext().close();

for (const width of [390, 1280]) {
  for (const scheme of ["light", "dark"]) {
    const shown = await opened({ width, scheme });
    await shown.goto(place, { waitUntil: "load" });
    await ready(shown);
    await shown.$eval('[data-part="setup"]>summary', (line) => line.click());
    await shown.$eval(".gin-panels", (panels) => { panels.style.contentVisibility = "visible"; }); // axe looks at what is drawn
    await faults(shown, `${width} ${scheme}`);
    await shown.screenshot({ path: `${asked.folder}/ready-${width}-${scheme}.png` });
    await shown.browserContext().close();
  }
}
await end();
