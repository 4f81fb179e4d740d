// Four people and one who watches play a match of partners in headless browsers; prints what they saw as one JSON object.
//   node evening.mjs SERVER_URL CHROMIUM FOLDER_FOR_PICTURES MODULES
import { PATIENCE, browser, look as pictured, person as newcomer, seen, sent, server, text, until } from "./people.mjs";

const before = () => {
  globalThis.tones = 0;
  globalThis.AudioContext = class extends AudioContext { constructor(...args) { super(...args); globalThis.tones++; } };
};
const person = (width, height, scheme) => newcomer(width, height, scheme, before);
const look = (page, name) => pictured(page, `evening-${name}`);

// whether a button was there and is pressed: a page can be drawn anew between a look and a press
const pressed = (page, words) => page.evaluate((asked) => {
  const found = [...document.querySelectorAll("button")].find((one) => one.textContent === asked && one.checkVisibility());
  found?.click();
  return Boolean(found);
}, words);
const click = async (page, words) => {
  await page.bringToFront();
  if (!(await pressed(page, words))) throw new Error(`no button ${words}`);
};
const dealt = () => document.querySelector("gin-table")?.view;

const ann = await person(390, 844, "dark"), bo = await person(1280, 900, "light");
const cy = await person(360, 740, "light"), di = await person(1024, 768, "dark"), eve = await person(390, 844, "light");
const people = { Ann: ann, Bo: bo, Cy: cy, Di: di };

await ann.goto(server);
await ann.type("[name=name]", "Ann");
await ann.click("[value=partnership]");
await look(ann, "home-phone-dark");
await bo.goto(server);
await look(bo, "home-desk-light");
await ann.type("[name=own]", "partnership+target=40");
await sent(ann);
await until(ann, () => document.querySelector("#code").naturalWidth);
seen.code = await ann.$eval("#code", (node) => node.naturalWidth);
const link = await ann.$eval("#link", (node) => node.value);
await look(ann, "waiting-phone-dark");
for (const [name, page] of Object.entries(people).slice(1)) {
  await page.goto(link);
  if (name === "Cy") await look(page, "invitation-phone-light");
  await page.type("[name=name]", name);
  await sent(page);
  if (name === "Cy") { await until(page, () => document.querySelector("#code").naturalWidth); await look(page, "waiting-phone-light"); }
}
for (const page of Object.values(people)) await until(page, dealt);
await eve.goto(link);
seen.full = await text(eve, "main");
await look(eve, "full-phone-light");
await sent(eve, "main a");
await until(eve, dealt);

// what a page shows, and a move of its player: what ends the round if it can, else the dearest card outside the melds
const state = (page) => page.evaluate(() => {
  const shown = document.querySelector("gin-table");
  return { legal: shown?.view?.legal ?? [], melds: shown?.melds ?? [], version: shown?.version ?? 0,
    between: [...document.querySelectorAll("#between button")].map((one) => one.textContent) };
});
const worth = (card) => "A23456789TJQK".indexOf(card[0]);
function chosen({ legal, melds }) {
  const first = (start) => legal.find((action) => action.startsWith(start));
  const inMelds = melds.join(" ").replace(/[()]/g, "");
  const cards = legal.filter((action) => action.startsWith("discard")).sort((a, b) =>
    inMelds.includes(a.slice(-2)) - inMelds.includes(b.slice(-2)) || worth(b.slice(-2)) - worth(a.slice(-2)));
  return first("big gin") ?? first("gin") ?? first("knock") ?? first("spread") ?? first("lay") ?? cards[0] ?? first("draw") ?? first("decline") ?? legal[0];
}
let turns = 0; // every page has its turn, at whichever table it sits
async function move(pages) {
  pages = pages.map((_, place) => pages[(place + turns) % pages.length]);
  turns++;
  for (const end = Date.now() + PATIENCE; Date.now() < end; await new Promise((done) => setTimeout(done, 20)))
    for (const page of pages) {
      const now = await state(page);
      if (now.between.includes("Play again, at the same seats")) return "over";
      const deals = now.between.includes("Deal the next round");
      if (!deals && !now.legal.length) continue;
      if (deals && !(await pressed(page, "Deal the next round"))) continue; // somebody has dealt
      if (!deals) await page.evaluate((action, version) => document.querySelector("gin-table").dispatchEvent(new CustomEvent("gin-action", { detail: { action, version } })), chosen(now), now.version);
      await until(page, (version) => document.querySelector("gin-table").version > version || document.querySelector("#between a") || document.querySelector("#error").textContent, now.version);
      return "moved";
    }
  throw new Error("nobody can act");
}

const four = Object.values(people);
for (let moves = 0; moves < 10; moves++) await move(four);
seen.watched = await eve.evaluate(() => ({ own: document.querySelector("gin-table").shadowRoot.querySelectorAll(".card.own").length, who: document.querySelector("#who").textContent }));
await look(eve, "watching-phone-light");
for (const page of four) if ((await state(page)).legal.length) seen.title = await page.title();
// the sound of a turn, and none once it is switched off
const tones = () => ann.evaluate(() => globalThis.tones);
for (let moves = 0; moves < 40 && !(await tones()); moves++) await move(four);
seen.tones = [await tones()];
await ann.bringToFront();
await ann.click("#more summary");
await ann.click("#sound");
await look(ann, "more-phone-dark");
for (let moves = 0; moves < 16; moves++) await move(four);
seen.tones.push(await tones());
await ann.click("#more summary");
await look(bo, "playing-desk-light");
await look(di, "playing-desk-dark");
await look(cy, "playing-phone-light");

// one leaves: the three others agree that Expert plays on
const place = di.url();
await di.goto("about:blank");
const three = [ann, bo, cy];
await until(ann, () => document.querySelector("#missing button"));
await look(ann, "missing-phone-dark");
seen.asked = [];
for (const page of three) {
  await page.bringToFront();
  const words = await page.waitForFunction(() => {
    const one = document.querySelector("#missing button");
    one?.click();
    return one?.textContent;
  });
  seen.asked.push(await words.jsonValue());
  await until(page, () => !document.querySelector("#missing button"));
}
await until(ann, () => /Di, played for/.test(document.querySelector("#who").textContent));
seen["stood in"] = await text(cy, "#who");
await look(cy, "stand-in-phone-light");
seen["moved while away"] = 0;
while (seen["moved while away"] < 12 && (await move(three)) === "moved") seen["moved while away"]++;
await di.goto(place);
await until(di, dealt);
await until(ann, () => !/Di, /.test(document.querySelector("#who").textContent));
seen.back = await text(ann, "#who");
await look(di, "back-desk-dark");

while ((await move(four)) !== "over");
for (const page of four) await until(page, () => document.querySelector("#between a"));
seen.sheet = await text(bo, "#sheet pre");
await look(bo, "over-desk-light");
await look(ann, "over-phone-dark");
await look(cy, "over-phone-light");
const names = (page) => page.$$eval("#who bdi", (all) => all.map((one) => one.textContent));
seen.before = await names(ann);
await Promise.all([ann.waitForNavigation(), click(ann, "Play again, at the same seats")]);
for (const page of [bo, cy, di]) {
  await until(page, () => [...document.querySelectorAll("#between button")].some((one) => one.textContent === "Go to the next match"));
  await Promise.all([page.waitForNavigation(), click(page, "Go to the next match")]);
}
for (const page of four) await until(page, dealt);
seen.again = await names(cy);
seen.codes = [link, ...four.map((page) => page.url())];
await look(ann, "rematch-phone-dark");
await ann.goto(server);
await until(ann, () => !document.querySelector("#own-tables").hidden);
seen.mine = (await ann.$$("#own-tables li")).length;
await look(ann, "my-tables-phone-dark");
await browser.close();
console.log(JSON.stringify(seen));
