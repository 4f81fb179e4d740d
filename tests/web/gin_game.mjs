// Plays <gin-game> in a headless browser and prints what it saw as one JSON object.
//   node gin_game.mjs JSON
// The JSON has: page (the address of a page with the script) and served (the same page by a server), chromium, modules, pictures (a folder, or ""),
// mouse, keyboard and counts (lists of {rules, players, seed} to play a round of), demo (an address), faults ([attributes, …])
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const { page: address, served, chromium, modules, pictures, mouse, hinted, keyboard, counts, demo, faults, record } = JSON.parse(process.argv[2]);
const require = createRequire(`${modules}/x.js`);
const puppeteer = require("puppeteer-core");
const axe = (() => { try { return readFileSync(require.resolve("axe-core"), "utf8"); } catch { return null; } })();
const browser = await puppeteer.launch({ executablePath: chromium, args: ["--no-sandbox", "--disable-dev-shm-usage"], protocolTimeout: 600000 });
const seen = { errors: [], requests: [], rounds: [], hinted: [], taps: [], keys: [], faults: [], axe: {}, wide: [] };

async function tab(scheme = "light", width = 1280, height = 800) {
  const page = await browser.newPage();
  page.setDefaultTimeout(120000);
  page.on("pageerror", (error) => seen.errors.push(error.message));
  page.on("request", (request) => { if (!/^(data|blob|file):/.test(request.url()) && !request.url().startsWith(new URL("./", served).href)) seen.requests.push(request.url()); });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.setViewport({ width, height });
  return page;
}

// a game on the page that is there, alone
async function begin(page, attributes, isPlayed = true) {
  await page.evaluate((attributes) => {
    document.querySelector("main").replaceChildren();
    const game = document.createElement("gin-game");
    globalThis.game = game;
    globalThis.said = [];
    for (const name of ["gin-deal", "gin-played", "gin-round-over", "gin-match-over", "gin-fault"]) {
      game.addEventListener(name, (event) => said.push([name, event.detail.action ?? event.detail.message ?? event.detail.price ?? event.detail.seed]));
    }
    for (const [name, value] of Object.entries({ pace: "0", ...attributes })) game.setAttribute(name, value);
    document.querySelector("main").append(game);
    globalThis.table = () => game.shadowRoot.querySelector("gin-table");
    globalThis.inside = (selector) => [...table().shadowRoot.querySelectorAll(selector)];
    globalThis.text = (name) => game.shadowRoot.querySelector(`.${name}`)?.textContent ?? "";
  }, attributes);
  if (isPlayed) await page.waitForFunction(() => said.length > 0);
}

const isOver = () => said.some(([name]) => name === "gin-round-over" || name === "gin-fault");
const isReady = () => said.some(([name]) => name === "gin-round-over") || (table().getAttribute("aria-busy") !== "true" && table().view?.legal.length > 0);

// what a reader without a plan presses: a button or a pile that can be pressed, else some card, which may not be playable
async function press(page) {
  return page.evaluate(() => {
    const by = (selector) => inside(selector)[0];
    const choice = by(".actions .choice") ?? by('.actions [data-action^="knock"]') ?? by(".actions button[data-action]") ?? by('.stock [role="button"]') ??
      inside('.hand .card[role="button"]')[(globalThis.tries = (globalThis.tries ?? 0) + 1) % Math.max(1, inside('.hand .card[role="button"]').length)];
    choice?.click();
    return table().shadowRoot.querySelector(".error").textContent;
  });
}

async function playRound(page, attributes) {
  await begin(page, attributes);
  let presses = 0;
  for (; presses < 600 && !(await page.evaluate(isOver)); presses++) {
    await page.waitForFunction(isReady, { polling: 5 });
    if (await page.evaluate(isOver)) break;
    await press(page);
  }
  return { ...attributes, presses, ...(await page.evaluate(() => ({ said: said.at(-1), prompt: inside(".prompt")[0].textContent, result: inside(".result")[0].textContent, stand: text("stand") }))) };
}

async function keyRound(page, attributes) {
  await begin(page, attributes);
  await page.evaluate(() => game.focus());
  let keys = 0;
  for (; keys < 900 && !(await page.evaluate(isOver)); keys++) {
    await page.waitForFunction(isReady, { polling: 5 });
    if (await page.evaluate(isOver)) break;
    const legal = await page.evaluate(() => table().view.legal);
    if (!legal.length) { keys--; continue; } // what says nothing has been done for the reader meanwhile
    const key = legal.some((action) => /^(knock |big gin)/.test(action)) ? "k" : legal.includes("draw") ? "d" : legal.includes("decline") || legal.includes("done") ? "p" : "Enter";
    if (key === "Enter" && legal[0]?.startsWith("discard")) await page.evaluate(() => inside('.hand .card[tabindex="0"]')[0]?.focus());
    const before = await page.evaluate(() => said.length + inside(".choice").length);
    await page.keyboard.press(key);
    if (key === "Enter" && (await page.evaluate(() => said.length + inside(".choice").length)) === before) { await page.keyboard.press("ArrowRight"); keys++; }
  }
  const focus = await page.evaluate(() => game.shadowRoot.activeElement?.textContent);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => said.filter(([name]) => name === "gin-deal").length > 1 || said.some(([name]) => name === "gin-match-over"));
  return { ...attributes, keys, acted: await page.evaluate(() => said.filter(([name]) => name === "gin-played").length), focus };
}

// a round as a good player plays it, who knows the table: the presses in its turns, by clicks or by keys
async function counted(page, attributes, by) {
  await begin(page, attributes);
  await page.evaluate(() => game.focus());
  let presses = 0, turns = 0;
  const press = async (target) => {
    presses++;
    if (by === "key") return page.keyboard.press(target);
    await page.evaluate((target) => inside(target).at(-1).click(), target);
  };
  for (;;) {
    await page.waitForFunction(isReady, { polling: 5 });
    if (await page.evaluate(isOver)) return { presses, turns };
    const { action, phase, version } = await page.evaluate(async () => {
      game.hint();
      for (let wait = 0; wait < 300 && !table().hint; wait++) await new Promise((done) => setTimeout(done, 10));
      return { action: table().hint, phase: table().view.phase.kind, version: table().version };
    });
    const [verb, card] = action.split(" "), own = `.hand [data-card="${card}"]`, shown = `.actions [data-action="${action}"]`;
    if (phase !== "draw-turn" && phase !== "play-turn") { // an offer, melds and lay-offs are no part of a turn
      await page.evaluate((action, version) => table().dispatchEvent(new CustomEvent("gin-action", { detail: { action, version }, bubbles: true })), action, version);
    } else if (by === "click") await press({ draw: '.stock [role="button"]', take: '.pile [role="button"]' }[verb] ?? (verb === "discard" || (verb === "knock" && !(await page.evaluate((shown) => inside(shown).length, shown))) ? own : shown));
    else if (verb === "discard") await press("1234567890-"[await page.evaluate((card) => inside(".hand .card").findIndex((each) => each.dataset.card === card), card)]);
    else await press({ draw: "d", take: "t", knock: "k", big: "k" }[verb]);
    if (await page.evaluate((version) => table().version === version && inside(".choice").length, version)) {
      if (by === "click") await press(`.actions [data-action="${action}"]`);
      else await page.evaluate((action) => inside(`.actions [data-action="${action}"]`)[0].click(), action), presses++;
    }
    await page.waitForFunction((version) => table().version !== version, {}, version);
    if (phase === "play-turn") turns++;
  }
}

// a round by the page's own hints: what the best knock promises, what is left after the melds are laid, and how spreads are sorted
async function hintedRound(page, attributes) {
  await begin(page, attributes);
  const found = { ...attributes, knocks: [], spreads: [] };
  for (let count = 0; count < 400; count++) {
    await page.waitForFunction(isReady, { polling: 5 });
    if (await page.evaluate(isOver)) return found;
    const step = await page.evaluate(async () => {
      const number = (text) => Number(/\d+/.exec(text ?? "")?.[0] ?? 0), { view } = table(), shown = inside(".actions [data-action]").map((button) => button.dataset.action);
      const left = () => table().view.known[view.seat], points = (text) => number(text.slice(text.lastIndexOf("·") + 1).includes("gin") ? "0" : text.slice(text.lastIndexOf("·") + 1));
      const spreads = inside('.actions [data-action^="spread"]').map((button) => points(button.firstChild.textContent));
      game.hint();
      for (let wait = 0; wait < 300 && !table().hint; wait++) await new Promise((done) => setTimeout(done, 10));
      const isKnock = /^(knock|big)/.test(table().hint), best = inside('.actions [data-action^="knock"]')[0];
      const promised = isKnock && best ? points(best.firstChild.textContent) : null;
      const action = promised === null ? table().hint : best.dataset.action;
      const target = inside(`.actions [data-action="${view.phase.kind === "spread-turn" ? shown[0] : action}"]`)[0];
      if (target) target.click();
      else table().dispatchEvent(new CustomEvent("gin-action", { detail: { action, version: table().version }, bubbles: true }));
      const after = table().view, values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10];
      const isLaid = promised !== null && after.phase.kind !== "spread-turn";
      const held = (isLaid ? after.hand || left() : "").split(" ").filter(Boolean);
      return { promised, isLaid, left: held.reduce((sum, card) => sum + values["A23456789TJQK".indexOf(card[0])], 0), spreads };
    });
    if (step.isLaid) found.knocks.push([step.promised, step.left]);
    if (step.spreads.length) found.spreads.push(step.spreads);
  }
  return found;
}

/** Two taps 120 milliseconds apart at every phase: how many actions they were, and whether they took one back. */
async function tapped(page, attributes) {
  await begin(page, { ...attributes, pace: "700" });
  for (let count = 0; count < 14; count++) {
    await page.waitForFunction(isReady, { polling: 20 });
    if (await page.evaluate(isOver)) break;
    await new Promise((done) => setTimeout(done, 450));
    const before = await page.evaluate(() => {
      const isPlayable = (card) => table().view.legal.some((action) => action.endsWith(` ${card.dataset.card}`)); // the card just taken is refused, rightly
      const target = inside(".actions [data-action]").at(-1) ?? inside('.hand .card[role="button"]').filter(isPlayable).at(-1), box = target.getBoundingClientRect();
      return { phase: table().view.phase.kind, x: box.left + box.width / 2, y: box.top + box.height / 2, said: said.filter(([name]) => name === "gin-played").length, version: table().version };
    });
    await page.mouse.click(before.x, before.y);
    await new Promise((done) => setTimeout(done, 120));
    const middle = await page.evaluate(() => table().version);
    await page.mouse.click(before.x, before.y);
    const after = await page.evaluate(() => ({ version: table().version, said: said.filter(([name]) => name === "gin-played").length, error: table().error }));
    seen.taps.push([before.phase, after.said - before.said, after.version < middle || Boolean(after.error)]);
    if (after.said === before.said) { // a card with several meanings: the choice is made
      await new Promise((done) => setTimeout(done, 450));
      await page.evaluate(() => inside(".actions .choice")[0]?.click());
    }
  }
}

const page = await tab();
await page.goto(address, { waitUntil: "load" });

// the keys hold anywhere on the page but in a field; a theme that listens too hears nothing of them
await begin(page, { rules: "standard", seed: "5", dealer: "1" });
await page.waitForFunction(isReady, { polling: 5 });
seen.anywhere = await page.evaluate(async () => {
  const field = document.createElement("input"), heard = [];
  addEventListener("keydown", ({ key }) => heard.push(key));
  document.body.append(field);
  document.activeElement?.blur();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "p", bubbles: true, composed: true }));
  const played = said.some(([name, action]) => name === "gin-played" && action === "decline");
  field.dispatchEvent(new KeyboardEvent("keydown", { key: "p", bubbles: true, composed: true }));
  field.remove();
  return { p: played, field: heard.join(), theme: heard.length - 1 };
});
await page.goto(served, { waitUntil: "load" });
for (const attributes of hinted) seen.hinted.push(await hintedRound(page, attributes));
for (const seed of ["7", "11"]) await tapped(page, { rules: "standard", seed, dealer: "1" });

// a whole match: who has won, and by how much; what is kept of another
await page.evaluate(() => localStorage.clear());
await begin(page, { rules: "standard+target=60", against: "easy", seed: "3", keep: "test" });
for (let round = 0; round < 30; round++) {
  while (!(await page.evaluate(() => table().view.phase.kind === "round-over"))) {
    await page.waitForFunction(() => table().view.phase.kind === "round-over" || table().view.legal.length, { polling: 5 });
    await page.evaluate(() => { if (table().view.legal.length) { const { legal } = table().view; table().dispatchEvent(new CustomEvent("gin-action", { detail: { action: legal.find((one) => /^(knock|big|spread|lay off|draw)/.test(one)) ?? legal.at(-1), version: table().version }, bubbles: true })); } });
  }
  if (await page.evaluate(() => game.match.isOver)) break;
  await page.evaluate(() => game.next());
}
seen.won = await page.evaluate(() => ({ prompt: inside(".prompt")[0].textContent, result: inside(".result")[0].textContent, score: inside(".own .score")[0].textContent }));
await begin(page, { rules: "oklahoma", keep: "test" });
await page.waitForFunction(isReady, { polling: 5 });
await page.evaluate(() => { table().dispatchEvent(new CustomEvent("gin-action", { detail: { action: table().view.legal.at(-1), version: table().version }, bubbles: true })); });
await page.waitForFunction(isReady, { polling: 5 });
seen.won.left = await page.evaluate(() => table().view.hand);
await page.evaluate(() => { game.remove(); });
await begin(page, { keep: "test" }, false);
await page.waitForFunction(() => table().view);
seen.won.resumed = await page.evaluate(() => table().view.hand);
await page.evaluate(() => localStorage.clear());
await playRound(page, { rules: "standard", seed: "3", against: "greedy" });
seen.won.watched = await page.evaluate(() => { game.watch(); const at = text("place").split(" ")[0]; game.watch(); return [at, table().view.phase.kind === "round-over"]; });
seen.counts = {};
for (const by of ["click", "key"]) {
  seen.counts[by] = { presses: 0, turns: 0 };
  for (const attributes of counts) for (const [name, count] of Object.entries(await counted(page, attributes, by))) seen.counts[by][name] += count;
}
for (const attributes of mouse) seen.rounds.push(await playRound(page, attributes));
for (const attributes of keyboard) seen.keys.push(await keyRound(page, attributes));
for (const attributes of faults) {
  await begin(page, attributes);
  seen.faults.push(await page.evaluate(() => [text("fault"), table().hidden, text("wait") && !game.shadowRoot.querySelector(".wait").hidden]));
}

// cards move to their places, unless the reader asks for less motion
seen.moved = [];
seen.flying = [];
for (const value of ["no-preference", "reduce"]) {
  await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value }]);
  await begin(page, { rules: "standard", seed: "5", dealer: "1" });
  await page.waitForFunction(isReady, { polling: 5 });
  seen.flying.push(await page.evaluate(() => table().shadowRoot.getAnimations().filter((each) => !(each instanceof CSSTransition)).length));
  await page.evaluate(() => inside('.actions [data-action="take"]')[0].click());
  seen.moved.push(await page.evaluate(() => table().shadowRoot.getAnimations().length));
}

// hint, undo, and why not
await begin(page, { rules: "standard", seed: "5", dealer: "1" });
seen.help = await page.evaluate(async () => {
  const later = () => new Promise((resolve) => setTimeout(resolve, 60)), found = {};
  game.hint();
  for (let wait = 0; wait < 30 && !table().hint; wait++) await later();
  found.hint = table().hint;
  found.first = table().view.legal;
  inside('.actions [data-action="decline"]')[0].click();
  await later();
  found.after = table().view.phase;
  game.shadowRoot.querySelector(".back").click();
  await later();
  found.undone = [table().view.legal, table().error];
  inside('.hand .card')[0].click();
  await later();
  found.why = table().error;
  inside('.actions [data-action="take"]')[0].click();
  await later();
  const taken = table().view.phase.taken;
  inside(`.hand [data-card="${taken}"]`)[0].click();
  await later();
  found.taken = table().error;
  found.record = game.record;
  return found;
});

// who slips answers before the net is fetched, by expert; the strongest waits for it
seen.nets = {};
for (const against of ["medium", "hard"]) {
  const fresh = await tab();
  await fresh.evaluateOnNewDocument(() => addEventListener("gin-turn", ({ detail }) => { if (detail.yours) globalThis.answered ??= performance.now(); }));
  await fresh.goto(served, { waitUntil: "load" });
  await begin(fresh, { rules: "standard", seed: "5", dealer: "0", against, pace: "100" });
  const badge = await fresh.evaluate(() => inside(".others .badge").at(-1).textContent);
  await fresh.waitForFunction(() => globalThis.answered && performance.getEntriesByType("resource").some(({ name }) => name.endsWith("gin-net.js")));
  seen.nets[against] = [badge, await fresh.evaluate(() => performance.getEntriesByType("resource").find(({ name }) => name.endsWith("gin-net.js")).startTime > answered)];
  await fresh.close();
}

// a review: from a file its script cannot be fetched
seen.reviewed = [];
for (const where of [address, served]) {
  await page.goto(where, { waitUntil: "load" });
  await playRound(page, { rules: "standard", seed: "3", against: "greedy" });
  const began = Date.now();
  await page.evaluate(() => game.shadowRoot.querySelector(".look").click());
  await page.waitForFunction(() => game.shadowRoot.querySelector(".review") || /fetched/.test(text("seen")));
  seen.reviewed.push(await page.evaluate((seconds) => ({
    seconds, record: game.record, told: [...game.shadowRoot.querySelectorAll(".seen > p, .review > p")].map(({ textContent }) => textContent),
    rows: [...game.shadowRoot.querySelectorAll(".review tr")].map((row) => [...row.children].map(({ textContent }) => textContent)),
    worst: [...game.shadowRoot.querySelectorAll(".review gin-table")].map((table) => table.shadowRoot.querySelector(".prompt").textContent),
  }), (Date.now() - began) / 1000));
}
if (pictures) await page.screenshot({ path: `${pictures}/gin_game_review.png`, fullPage: true });
if (axe) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document.querySelector("gin-game"), { resultTypes: ["violations"] }));
  seen.axe.review = violations.filter(({ impact }) => ["serious", "critical"].includes(impact)).map(({ id, nodes }) => `${id}: ${nodes.length} × ${nodes[0].html.slice(0, 160)}`);
}
await page.evaluate(() => game.next());
seen.left = await page.evaluate(() => text("seen"));
seen.policy = [];
for (const name of ["gin-game", "gin-pad"]) { // a page whose policy refuses the core
  await page.goto(served.replace("alone", `refused-${name}`), { waitUntil: "load" });
  await page.waitForFunction((name) => document.querySelector(name).shadowRoot.querySelector('[role="alert"]').textContent, {}, name);
  seen.policy.push(await page.$eval(name, (each) => each.shadowRoot.querySelector('[role="alert"]').textContent));
}
await page.goto(address, { waitUntil: "load" });

// a record
await begin(page, { record: JSON.stringify(record) }, false);
await page.waitForFunction(() => game.shadowRoot.querySelector(".place").textContent);
seen.replay = await page.evaluate(async () => {
  const places = [text("place")], press = (name) => { game.shadowRoot.querySelector(`.${name}`).click(); places.push(text("place")); };
  for (const name of ["after", "after", "before", "last", "first"]) press(name);
  press("last");
  return { places, prompt: inside(".prompt")[0].textContent, backs: inside(".others .back").length };
});
await page.close();

// the page of the package, in both schemes and widths: pictures, and what axe finds
for (const scheme of ["light", "dark"]) {
  for (const width of [390, 1280]) {
    const shown = await tab(scheme, width, width === 390 ? 844 : 800);
    await shown.goto(demo, { waitUntil: "load" });
    await shown.waitForFunction(() => [...document.querySelectorAll("gin-game")].every((game) => !game.shadowRoot.querySelector("gin-table").hidden));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    if (pictures) await shown.screenshot({ path: `${pictures}/gin_game_${scheme}_${width}.png`, fullPage: true });
    const wide = await shown.evaluate(() => document.documentElement.scrollWidth);
    if (wide > width) seen.wide.push([scheme, width, wide]);
    if (axe) {
      await shown.evaluate(axe);
      const { violations } = await shown.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
      seen.axe[`${scheme} ${width}`] = violations.filter(({ impact }) => ["serious", "critical"].includes(impact)).map(({ id, nodes }) => `${id}: ${nodes.length} × ${nodes[0].html.slice(0, 160)}`);
    }
    await shown.close();
  }
}
await browser.close();
console.log(JSON.stringify(seen));
