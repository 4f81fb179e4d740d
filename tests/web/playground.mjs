// Uses the playground as a person would, in a headless browser; prints what it saw as one JSON object.
//   node playground.mjs '{"site": …, "chromium": …, "folder": …, "modules": …, "spoiled": […], "games": [{"rules", "vs", "seats", "by"}]}'
import {
  around, asked, atTable, byKeyboard, byKeys, byMouse, carried, copied, deal, end, follow, hurry, inside, log, mine, opened, place, press, pressPart,
  ready, reviewed, round, seen, text, told, view,
} from "./table.mjs";

const hands = { mouse: byMouse, keyboard: byKeyboard, keys: byKeys };
const page = await opened({ width: 390, scheme: "dark" });
const pressed = (name) => page.evaluate((name) => ginGame().shadowRoot.querySelector(`.${name}`).click(), name);

// a cold visit: the keys hold from the first second, and the theme's are not heard
await page.goto(place);
await ready(page);
await hurry(page);
await page.evaluate(() => document.activeElement?.blur());
await page.keyboard.press("p");
await page.waitForFunction(() => ginTable().version > 1);
seen.here = page.url().startsWith(place);
await mine(page);
seen.title = await page.title();
seen.dealt = (await view(page)).hand.split(" ").length;
await round(page, "first", { least: 2 });
seen.result = (await inside(page, ".result")).join("");
seen.prompt = (await inside(page, ".prompt")).join("");
seen.sheet = await around(page, ".score");
seen.next = await page.evaluate(() => ginGame().shadowRoot.querySelector(".next").getBoundingClientRect().bottom <= innerHeight);
await page.screenshot({ path: `${asked.folder}/playground-over.png` });
await pressed("look");
await reviewed(page);
seen.review = await around(page, ".seen");
log("reviewed");

// the record of a round under rules that the net of the page has not read: the library reviews
await deal(page, { rules: "standard+gin_bonus=31", vs: "greedy", seats: "" }, byMouse);
await round(page, "a round for the library");
await page.$eval('[data-part="recorded"] button', (button) => button.click());
await page.waitForFunction(() => !document.querySelector('[data-part="reviewed"]').hidden || document.querySelector('[data-part="record-error"]').textContent);
seen.byLibrary = await page.$eval('[data-part="reviewed"]', (frame) => new DOMParser().parseFromString(frame.srcdoc, "text/html").body.textContent);
log("reviewed by the library");

// rounds of several kinds; the second round of each where there is one
for (const { by, ...game } of asked.games) {
  await deal(page, game, hands[by]);
  await round(page, `${game.rules} by ${by}`, { by: hands[by] });
  if (by !== "mouse") {
    await told(page, `${game.rules}, next round`, async () => {
      await hands[by].press(page, "next");
      await page.waitForFunction(() => ginTable().view?.phase.kind !== "round-over");
    });
    await round(page, `${game.rules}, second round`, { by: hands[by] });
  }
  await page.screenshot({ path: `${asked.folder}/playground-${game.rules}.png` });
}

// a match of a link to its end by the keyboard, and a new one with other cards
await follow(page, "#rules=standard+target=1&vs=greedy&seed=7");
await page.waitForFunction(() => ginTable().shadowRoot.querySelector(".title").textContent.includes("target") && !ginTable().view.known.join(""));
const seeds = [await page.evaluate(() => ginGame().link.seed)];
for (let over = false; !over;) {
  await round(page, "a match by keyboard", { by: byKeyboard });
  over = await page.evaluate(() => ginGame().match.isOver);
  seen.won = (await inside(page, ".prompt")).join("");
  await told(page, "a new match", async () => {
    await byKeyboard.press(page, over ? "again" : "next");
    await page.waitForFunction(() => ginTable().view?.phase.kind !== "round-over");
  });
}
seen.matches = [...seeds, await page.evaluate(() => ginGame().link.seed)];
log("a match");

// why not, undo, hint, the link with a score
await deal(page, { rules: "oklahoma", vs: "greedy", seats: "" });
await mine(page);
const made = { round: await copied(page, "link"), shown: await carried(page) };
if (!(await view(page)).legal.some((action) => action.startsWith("discard"))) await press(page, ".hand .card");
await told(page, "why not", () => page.waitForFunction(() => ginTable().error));
seen.why = (await inside(page, ".error")).join("");
const { legal } = await view(page);
await byMouse.take(page, legal.find((action) => /^take/.test(action)));
await pressPart(page, "undo");
await page.waitForFunction((legal) => ginTable().view.legal.join() === legal, {}, legal.join());
await pressPart(page, "hint");
await page.waitForFunction(() => ginTable().shadowRoot.textContent.includes("Hint: "));
seen.hint = (await inside(page, ".live")).join("");
for (let now = legal; ; now = (await view(page)).legal) { // the card of a draw has been seen
  await byMouse.take(page, now.includes("draw") ? "draw" : now.at(-1));
  await mine(page);
  if (now.includes("draw")) break;
}
await pressPart(page, "undo");
await page.waitForFunction(() => ginTable().error);
seen.undo = (await inside(page, ".error")).join("");
await round(page, "a score for a friend");
made.score = await copied(page, "link");
log("why, undo and hint");

// what is not played here is told at once, without the library
seen.elsewhere = {};
for (const hash of ["#rules=oklahomma", "#rules=partnership", "#rules=mahjong-gin", "#rules=standard+knock_limit=99999999", "#rules=standard&seats=3", "#rules=standard&vs=adjusting"]) {
  await page.evaluate(() => { document.querySelector('[data-part="deal-error"]').textContent = ""; });
  const began = Date.now();
  await follow(page, hash);
  await page.waitForFunction(() => document.querySelector('[data-part="deal-error"]').textContent);
  seen.elsewhere[hash] = [await text(page, "deal-error"), Date.now() - began];
}

// your rules: a field, a fault, a title that is no markup
await page.$eval('[data-rule="knock_limit"]', (field) => { field.value = 7; field.dispatchEvent(new Event("input", { bubbles: true })); });
seen.file = await page.$eval('[data-part="file"]', (node) => node.value);
const write = (value) => page.$eval('[data-part="file"]', (node, value) => { node.value = value; }, value);
const click = (name) => page.$eval(`[data-part="${name}"]`, (button) => button.click());
await write('extends = "oklahoma"\n[knock]\nknock_limit = -7\nbig_jin = true\n');
await click("check-file");
await page.waitForFunction(() => /big_gin/.test(document.querySelector('[data-part="problems"]').textContent));
seen.faults = await text(page, "problems");
await write('extends = "oklahoma"\ntitle = "<img src=x onerror=window.bad=1>"\n[knock]\nknock_limit = 7\n');
await click("play-file");
await page.waitForFunction(() => ginTable().shadowRoot.querySelector(".title").textContent.includes("onerror"));
seen.own = [await page.evaluate(() => location.hash), await text(page, "said")];
await write('extends = "oklahoma"\ntitle = "Our table"\n\n[knock]\nknock_limit = 7\n[price]\ngin_bonus = 30\n');
await click("play-file");
await page.waitForFunction(() => location.hash.includes("gin_bonus"));
seen.own.push(await page.evaluate(() => location.hash));
log("rules");

// melds, and a comparison
await page.$eval('[data-part="hand"]', (field) => { field.value = "2s 2c 2d 2h 8s 8c 8d 9s 7c Ac 4h"; });
await page.$eval('[data-part="meld"] button', (button) => button.click());
await page.waitForFunction(() => document.querySelector('[data-part="melds"] .meld'));
seen.melds = await text(page, "melds");
made.hand = await copied(page, "hand-link");
await page.select('[data-part="player"]', "greedy");
await page.select('[data-part="rounds"]', "2000"); // it is stopped before
for (const [name, rules] of [["first", "standard"], ["second", "standard+undercut_bonus=10"]])
  await page.$eval(`[data-part="${name}"]`, (field, rules) => { field.value = rules; }, rules);
made.comparison = await copied(page, "compare-link");
await click("compare");
await page.waitForFunction(() => document.querySelector('[data-part="progress"]').value > 0);
await click("compare");
await page.waitForFunction(() => document.querySelector('[data-part="compare"]').textContent === "Compare");
seen.report = await text(page, "report");
seen.stopped = await page.$eval('[data-part="progress"]', (bar) => bar.value);
log("melds and a comparison");

// spoiled links, opened in the page: a sentence each, and nothing else happens
await mine(page);
const before = JSON.stringify(await view(page)), requests = [];
page.on("request", (request) => { if (!/^data:|\.(png|svg|ico)$/.test(request.url())) requests.push(request.url()); }); // no pictures
seen.spoiled = await page.evaluate(async (hashes) => {
  const said = document.querySelector('[data-part="deal-error"]'), sentences = [];
  for (const hash of hashes) {
    said.textContent = "";
    const changed = new Promise((done) => { addEventListener("hashchange", done, { once: true }); });
    location.hash = hash;
    await changed;
    sentences.push(said.childElementCount ? said.innerHTML : said.textContent);
  }
  return sentences;
}, asked.spoiled);
seen.untouched = [JSON.stringify(await view(page)) === before, requests.slice()];
seen.bad = await page.evaluate(() => "bad" in window);
log(`${asked.spoiled.length} spoiled links`);

// the second visit: nothing is asked of the network, and the match goes on
await follow(page, made.round);
await page.waitForFunction((hand) => ginTable().view?.hand === hand, {}, made.shown.dealt[0]);
await mine(page);
await byMouse.take(page, (await view(page)).legal.at(-1));
await mine(page);
await page.waitForFunction(async () => { // all is kept now
  const caught = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  return ["/playground/", "gin-game.js"].every((name) => caught.flat().some(({ url }) => url.endsWith(name)));
});
const { dealt } = await carried(page);
await page.setOfflineMode(true);
await page.goto(place); // by the menu, without the link
await ready(page);
seen.kept = JSON.stringify((await carried(page)).dealt) === JSON.stringify(dealt);
await hurry(page);
await round(page, "offline");
seen.offline = (await inside(page, ".result")).join("");
await page.browserContext().close();
log("the second visit");

// another browser: the address of a preset's page; the library is blocked, a sentence; then again; then the links
const other = await opened({ width: 1280 });
await other.goto(`${asked.site}presets/oklahoma/`);
await other.setCookie({ name: "missing", value: "playground/worker" }); // the server of the test then has no worker
await other.goto(await other.$eval('a[href$="playground/#rules=oklahoma"]', (link) => link.href));
await ready(other);
await other.$eval('[data-part="check-file"]', (button) => button.click());
await other.waitForFunction(() => document.querySelector('[data-part="load"]').checkVisibility());
seen.blocked = await text(other, "state");
await other.setCookie({ name: "missing", value: "nothing" });
await other.$eval('[data-part="load"]', (button) => button.click());
await other.waitForFunction(() => document.querySelector("#gin-playground").dataset.library);
await mine(other);
seen.preset = await carried(other);
await follow(other, made.round);
await other.waitForFunction((hand) => ginTable().view?.hand === hand, {}, made.shown.dealt[0]);
seen.links = [[made.shown, await carried(other)]];
await follow(other, made.score);
await hurry(other);
await other.waitForFunction(() => ginGame().getAttribute("beat"));
await mine(other);
await round(other, "a score to beat");
seen.beaten = (await inside(other, ".result")).join("");
await follow(other, made.hand);
await other.waitForFunction(() => document.querySelector('[data-part="melds"] .meld'));
seen.opened = await carried(other);
await follow(other, made.comparison);
await other.waitForFunction(() => document.querySelector('[data-part="report"]').textContent);
seen.pair = await carried(other);
seen.made = made;
log("a blocked file, and links of each kind");
await end();
