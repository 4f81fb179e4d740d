// Uses the playground as a person would, in a headless browser; prints what it saw as one JSON object.
//   node playground.mjs '{"site": …, "chromium": …, "folder": …, "modules": …, "spoiled": […], "games": [{"rules", "vs", "seats", "by"}]}'
import {
  asked, byKeyboard, byKeys, byMouse, carried, copied, deal, end, follow, hurry, inside, log, mine, opened, place, press, pressPart,
  ready, reviewed, round, seen, text, told, view,
} from "./table.mjs";

const hands = { mouse: byMouse, keyboard: byKeyboard, keys: byKeys };
const page = await opened({ width: 390, scheme: "dark" });
await page.evaluateOnNewDocument(() => { // the same deals in every run: the fourth drawn one, and seeds in turn
  const send = Worker.prototype.postMessage;
  let seed = 0;
  Math.random = () => 0.4;
  Worker.prototype.postMessage = function (data, ...more) {
    if (data.call === "start" && !data.args[0].seed) data.args[0].seed = String(++seed);
    return send.call(this, data, ...more);
  };
});

// a cold visit: an action is pressed before the library is there
const start = Date.now();
await page.goto(place);
await hurry(page);
seen.drawn = await inside(page, ".hand .rank");
seen.loads = await text(page, "load");
const first = await view(page);
await press(page, `[data-action="${first.legal.at(-1)}"]`);
await ready(page);
seen.seconds = (Date.now() - start) / 1000;
log("ready");
await page.waitForFunction(() => document.querySelector("gin-table").version > 1);
await mine(page);
seen.dealt = (await view(page)).hand.split(" ").length;
seen.took = (await inside(page, ".log li")).join(" ");
await round(page, "first", { least: 2 });
seen.result = (await inside(page, ".result")).join("");
seen.sheet = await text(page, "sheet");
await page.screenshot({ path: `${asked.folder}/playground-over.png` });
await pressPart(page, "review");
await reviewed(page);
seen.review = await text(page, "drawn");
log("reviewed");

// rules that the net of the page has not read: the library reviews
await deal(page, { rules: "standard+gin_bonus=31", vs: "greedy", seats: "" }, byMouse);
await round(page, "a round for the library");
await pressPart(page, "review");
await page.waitForFunction(() => !document.querySelector('[data-part="reviewed"]').hidden || !/Working/.test(document.querySelector('[data-part="review-state"]').textContent));
seen.byLibrary = await page.$eval('[data-part="reviewed"]', (frame) => new DOMParser().parseFromString(frame.srcdoc, "text/html").body.textContent);
log("reviewed by the library");

// rounds of several kinds; the second round of each where there is one
for (const { by, ...game } of asked.games) {
  await deal(page, game, hands[by]);
  // the table is not below the head of the page
  const top = await page.evaluate(() => document.querySelector("gin-table").getBoundingClientRect().top - document.querySelector(".md-header").getBoundingClientRect().bottom);
  if (top < -1) seen.outside.push(`${game.rules}: ${-top} pixels below the head`);
  await round(page, `${game.rules} by ${by}`, { by: hands[by] });
  if (by !== "mouse") {
    await told(page, `${game.rules}, next round`, async () => {
      await hands[by].press(page, "next");
      await page.waitForFunction(() => document.querySelector("gin-table").view?.phase.kind !== "round-over");
    });
    await round(page, `${game.rules}, second round`, { by: hands[by] });
  }
  await page.screenshot({ path: `${asked.folder}/playground-${game.rules}.png` });
}

// a match of a link to its end by the keyboard, and a new one
await follow(page, "#rules=standard+target=1&vs=greedy&seed=7");
await page.waitForFunction(() => document.querySelector("gin-table").shadowRoot.querySelector(".title").textContent.includes("target"));
for (let over = false; !over;) {
  await round(page, "a match by keyboard", { by: byKeyboard });
  over = await page.$eval('[data-part="next"]', (button) => button.hidden);
  seen.matches = [...(seen.matches ?? []), await page.evaluate(() => location.hash)];
  await told(page, "a new match", async () => {
    await byKeyboard.press(page, over ? "again" : "next");
    await page.waitForFunction(() => document.querySelector("gin-table").view?.phase.kind !== "round-over");
  });
}
seen.matches = [...new Set([...seen.matches, await page.evaluate(() => location.hash)])];

// why not, undo, hint, the link
await deal(page, { rules: "oklahoma", vs: "greedy", seats: "" });
await mine(page);
const made = { round: await copied(page, "link"), shown: await carried(page) };
if (!(await view(page)).legal.some((action) => action.startsWith("discard"))) await press(page, ".hand .card");
await page.waitForFunction(() => document.querySelector("gin-table").error);
seen.why = (await inside(page, ".error")).join("");
const { legal } = await view(page);
await byMouse.take(page, legal.find((action) => /^take/.test(action)));
await pressPart(page, "undo");
await page.waitForFunction((legal) => document.querySelector("gin-table").view.legal.join() === legal, {}, legal.join());
for (let now = legal; ; now = (await view(page)).legal) { // the card of a draw has been seen
  await byMouse.take(page, now.includes("draw") ? "draw" : now.at(-1));
  await mine(page);
  if (now.includes("draw")) break;
}
await pressPart(page, "undo");
await page.waitForFunction(() => document.querySelector("gin-table").error);
seen.undo = (await inside(page, ".error")).join("");
await pressPart(page, "hint");
await page.waitForFunction(() => document.querySelector("gin-table").shadowRoot.textContent.includes("Hint: "));
seen.hint = (await inside(page, ".live")).join("");
await pressPart(page, "theirs");
await page.waitForSelector('[data-part="held"] table');
const held = () => page.$eval('[data-part="held"]', (part) => ({ caption: part.querySelector("caption").textContent, cells: [...part.querySelectorAll("table td")].slice(1).map(({ textContent }) => textContent), words: part.querySelector("p").textContent }));
seen.theirs = [await held()];
await byMouse.take(page, (await view(page)).legal.at(-1));
await mine(page);
await page.waitForFunction((before) => document.querySelector('[data-part="held"] p')?.textContent !== before, {}, seen.theirs[0].words);
seen.theirs.push(await held());
await pressPart(page, "theirs");
await page.waitForFunction(() => !document.querySelector('[data-part="held"]').hasChildNodes());
log("why, undo, hint, and what the other may hold");

// your rules: a field, a fault, a title that is no markup
await page.$eval('[data-rule="knock_limit"]', (field) => { field.value = 7; field.dispatchEvent(new Event("input", { bubbles: true })); });
await page.waitForFunction(() => /7/.test(document.querySelector('[data-part="card"]').textContent));
seen.file = await page.$eval('[data-part="file"]', (node) => node.value);
const off = () => page.evaluate(() => ["play-file", "compare-file"].map((name) => document.querySelector(`[data-part="${name}"]`).disabled));
const write = (value) => page.$eval('[data-part="file"]', (node, value) => { node.value = value; node.dispatchEvent(new Event("input", { bubbles: true })); }, value);
await write('extends = "oklahoma"\n[knock]\nknock_limit = -7\nbig_jin = true\n');
await page.waitForFunction(() => /big_gin/.test(document.querySelector('[data-part="problems"]').textContent));
seen.faults = await text(page, "problems");
seen.off = [await off()];
await write('extends = "oklahoma"\ntitle = "<img src=x onerror=window.bad=1>"\n[knock]\nknock_limit = 7\n');
await page.waitForFunction(() => /onerror/.test(document.querySelector('[data-part="card"]').textContent) && !document.querySelector('[data-part="problems"]').textContent);
seen.off.push(await off());
await pressPart(page, "play-file");
await page.waitForFunction(() => document.querySelector("gin-table").shadowRoot.querySelector(".title").textContent.includes("onerror"));
seen.own = [await page.evaluate(() => location.hash), await text(page, "said")];
await write('extends = "oklahoma"\ntitle = "Our table"\n\n[knock]\nknock_limit = 7\n[price]\ngin_bonus = 30\n');
await page.waitForFunction(() => /30/.test(document.querySelector('[data-part="card"]').textContent));
await pressPart(page, "play-file");
await page.waitForFunction(() => location.hash.includes("gin_bonus"));
seen.own.push(await page.evaluate(() => location.hash.replace(/seed=\d+/, "seed=")));
log("rules");

// melds and a comparison
await page.$eval('[data-part="hand"]', (field) => { field.value = "2s 2c 2d 2h 8s 8c 8d 9s 7c Ac 4h"; });
await page.click('[data-part="meld"] button');
await page.waitForFunction(() => document.querySelector('[data-part="melds"] svg'));
seen.melds = await text(page, "discards");
made.hand = await copied(page, "hand-link");
await page.select('[data-part="player"]', "greedy");
await page.select('[data-part="rounds"]', "2000"); // it is stopped before
for (const [name, rules] of [["first", "standard"], ["second", "standard+undercut_bonus=10"]])
  await page.$eval(`[data-part="${name}"]`, (field, rules) => { field.value = rules; }, rules);
made.comparison = await copied(page, "compare-link");
await pressPart(page, "compare");
await page.waitForFunction(() => document.querySelector('[data-part="progress"]').value > 0);
await pressPart(page, "compare");
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

// rules with two faults
await page.evaluate(() => { document.querySelector('[data-part="deal-error"]').textContent = ""; });
await follow(page, "#rules=standard+knock_limit=-7+big_gin_bonus=-5");
await page.waitForFunction(() => document.querySelector('[data-part="deal-error"]').textContent);
seen.problems = await text(page, "deal-error");

// the second visit: nothing is asked of the network, and the match goes on
await follow(page, made.round);
await page.waitForFunction(() => document.querySelector("gin-table").shadowRoot.querySelector(".title").textContent.startsWith("Oklahoma"));
await mine(page);
await page.waitForFunction(async () => { // all is kept now
  const caught = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  const names = ["/playground/", ...Object.keys(JSON.parse(document.querySelector('[data-part="pieces"]').textContent))];
  return names.every((name) => caught.flat().some(({ url }) => url.endsWith(name)));
});
const { dealt } = await carried(page);
await page.setOfflineMode(true);
await page.reload();
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
if (await other.$eval("#gin-playground", (part) => part.dataset.core)) { // the core plays; the library is asked for the melds of a hand
  await ready(other);
  await other.$eval('[data-part="hand"]', (field) => { field.value = "2s 2c 2d"; });
  await other.$eval('[data-part="meld"] button', (button) => button.click());
}
await other.waitForFunction(() => document.querySelector('[data-part="load"]').textContent === "Try again");
seen.blocked = await text(other, "state");
await other.setCookie({ name: "missing", value: "nothing" });
await other.click('[data-part="load"]');
await other.waitForFunction(() => document.querySelector("#gin-playground").dataset.library);
await ready(other);
await mine(other);
seen.preset = await carried(other);
await follow(other, made.round);
await other.waitForFunction((dealt) => JSON.stringify(document.querySelector("gin-table").view?.hand) === dealt, {}, JSON.stringify(made.shown.dealt[0]));
seen.links = [[made.shown, await carried(other)]];
await follow(other, made.hand);
await other.waitForFunction(() => document.querySelector('[data-part="melds"] svg'));
seen.opened = { ...(await carried(other)), report: "" };
await follow(other, made.comparison);
await other.waitForFunction(() => document.querySelector('[data-part="report"]').textContent);
seen.pair = await carried(other);
seen.made = made;
log("a blocked file, and links of each kind");
await end();
