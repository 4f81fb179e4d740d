// Plays in the playground as a person would, in a headless browser; prints what it saw as one JSON object.
//   node playground.mjs '{"site": …, "chromium": …, "folder": …, "modules": …, "visits": [{"name", "width", "scheme", "games"}]}'
import { createRequire } from "node:module";

const asked = JSON.parse(process.argv[2]);
const puppeteer = createRequire(`${asked.modules}/x.js`)("puppeteer-core");
const browser = await puppeteer.launch({ executablePath: asked.chromium, args: ["--no-sandbox"], protocolTimeout: 300000 });
const seen = { errors: [], others: [], outside: [], rounds: 0, visits: {} };
const place = `${asked.site}playground/`, began = Date.now();
const log = (step) => console.error(`${((Date.now() - began) / 1000).toFixed(1)} s: ${step}`);

async function opened({ width = 1280, scheme = "light" }) {
  const context = await browser.createBrowserContext(); // nothing kept from the visit before
  const page = await context.newPage();
  page.setDefaultTimeout(240000); // a loaded machine
  page.on("pageerror", (error) => seen.errors.push(error.message));
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(new URL(asked.site).origin)) seen.others.push(request.url());
  });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }, { name: "prefers-reduced-motion", value: "reduce" }]);
  await page.setViewport({ width, height: 844 });
  return page;
}

const ready = (page) => page.waitForFunction(() => document.querySelector("#gin-playground").dataset.ready);
const text = (page, name) => page.$eval(`[data-part="${name}"]`, (node) => node.textContent);
const inside = (page, selector) => page.$eval("gin-table", (table, selector) =>
  [...table.shadowRoot.querySelectorAll(selector)].map((node) => node.textContent), selector);
const view = (page) => page.$eval("gin-table", (table) => table.view);
const state = (page) => page.$eval("gin-table", (table) => `${table.version} ${table.error}`);

// press by the mouse what is at the left of an element of the table
async function press(page, selector) {
  const point = await page.$eval("gin-table", (table, selector) => {
    const node = table.shadowRoot.querySelector(selector);
    if (!node) return null;
    node.scrollIntoView({ block: "center" });
    const box = node.getBoundingClientRect();
    return [box.left + 9, box.top + box.height / 2];
  }, selector);
  if (point) await page.mouse.click(...point);
  return point !== null;
}

// take an action by the mouse alone: a card, a pile or a button, then a choice
async function take(page, action) {
  const before = await state(page), card = /^(?:discard|knock|lay off) (..)/.exec(action)?.[1];
  const first = card ? `.hand [data-card="${card}"]` : `[data-action="${action}"]`;
  if (!(await press(page, first))) {
    // behind a menu: the first word of the action, with "…"
    await page.$eval("gin-table", (table, action) => {
      const word = { spread: "Lay down", lay: "Meld", take: "Take" }[action.split(" ")[0]];
      const menus = [...table.shadowRoot.querySelectorAll(".actions button:not([data-action])")];
      menus.find((menu) => menu.textContent.startsWith(word))?.setAttribute("data-menu", "");
    }, action);
    await press(page, "[data-menu]");
  }
  if (await page.$eval("gin-table", (table) => Boolean(table.shadowRoot.querySelector(".choice")))) await press(page, `[data-action="${action}"]`);
  await page.waitForFunction((before) => {
    const table = document.querySelector("gin-table");
    return `${table.version} ${table.error}` !== before;
  }, {}, before);
}

const mine = (page) => page.waitForFunction(() => {
  const { view } = document.querySelector("gin-table");
  return view?.legal.length || view?.phase.kind === "round-over" || document.querySelector('[data-part="deal-error"]').textContent;
});

// play a round to its end: what ends it first, else any card in turn
async function round(page, name, least = 0) {
  let step = 0;
  for (await mine(page); ; await mine(page), step++) {
    const { legal, phase } = await view(page);
    const outside = await page.$eval("gin-table", (table) => [...table.shadowRoot.querySelectorAll(".card, button, p, li"), document.documentElement]
      .filter((node) => { const box = node.getBoundingClientRect(); return box.width > 1 && (box.left < -1 || box.right > innerWidth + 1); })
      .map((node) => node.className || node.tagName));
    if (outside.length) seen.outside.push(`${name}: ${outside.slice(0, 3)}`);
    if (phase.kind === "round-over" || !legal.length) break;
    const ends = legal.find((action) => /^(knock|big gin|spread|done|refuse)/.test(action)), draws = legal.filter((action) => /^(draw|take)/.test(action));
    await take(page, (step >= least && ends) || (draws.length ? draws.at(-(step % 3 === 0) || 0) : legal[step % legal.length]));
    if (step > 400) throw new Error(`${name}: no end`);
  }
  seen.rounds++;
  log(`${name}: ${step} actions`);
  return step;
}

async function deal(page, { rules, vs, seats }) {
  await page.$eval('[data-part="deal"]', (form, rules, vs, seats) => {
    for (const [name, value] of Object.entries({ rules, opponent: vs, seats })) form.querySelector(`[data-part="${name}"]`).value = value;
  }, rules, vs, seats);
  const before = await page.evaluate(() => document.querySelector("gin-table").view);
  await page.click('[data-part="deal"] button');
  await page.waitForFunction((before) => JSON.stringify(document.querySelector("gin-table").view) !== before || document.querySelector('[data-part="deal-error"]').textContent, {}, JSON.stringify(before));
}

for (const visit of asked.visits) {
  const page = await opened(visit), result = (seen.visits[visit.name] = {});
  const start = Date.now();
  await page.goto(place);
  await page.evaluate(() => { document.querySelector("#gin-playground").dataset.pause = 0; });
  result.drawn = await inside(page, ".hand .rank");
  result.loads = await text(page, "load");
  const first = await view(page);
  await press(page, `[data-action="${first.legal.at(-1)}"]`); // before Python is there
  await ready(page);
  result.seconds = (Date.now() - start) / 1000;
  log(`${visit.name} is ready`);
  await page.waitForFunction(() => document.querySelector("gin-table").version > 1);
  await mine(page);
  result.dealt = (await view(page)).hand.split(" ").length;
  result.took = (await inside(page, ".log li")).join(" ");
  await round(page, "first", 2);
  result.result = (await inside(page, ".result")).join("");
  result.sheet = await text(page, "sheet");
  await page.screenshot({ path: `${asked.folder}/playground-${visit.name}.png` });
  for (const game of visit.games) {
    await deal(page, game);
    result.error = await text(page, "deal-error");
    if (!result.error) await round(page, `${game.rules} ${visit.width}`);
    if (game.shot) await page.screenshot({ path: `${asked.folder}/playground-${visit.name}-${game.rules}.png` });
  }
  if (visit.whole) Object.assign(result, await whole(page));
  await page.browserContext().close();
}

async function whole(page) {
  const result = {};
  await deal(page, { rules: "oklahoma", vs: "greedy", seats: "" });
  await mine(page);
  // why not, undo, hint, the link
  if (!(await view(page)).legal.some((action) => action.startsWith("discard"))) await press(page, ".hand .card");
  await page.waitForFunction(() => document.querySelector("gin-table").error);
  result.why = (await inside(page, ".error")).join("");
  const { legal } = await view(page);
  await take(page, legal.find((action) => /^take/.test(action)));
  await page.click('[data-part="undo"]');
  await page.waitForFunction((legal) => document.querySelector("gin-table").view.legal.join() === legal, {}, legal.join());
  for (let now = legal; ; now = (await view(page)).legal) { // the card of a draw has been seen
    await take(page, now.includes("draw") ? "draw" : now.at(-1));
    await mine(page);
    if (now.includes("draw")) break;
  }
  await page.click('[data-part="undo"]');
  await page.waitForFunction(() => document.querySelector("gin-table").error);
  log("why and undo");
  result.undo = (await inside(page, ".error")).join("");
  await page.click('[data-part="hint"]');
  await page.waitForFunction(() => document.querySelector("gin-table").shadowRoot.textContent.includes("Hint: "));
  result.hint = (await inside(page, ".live")).join("");
  await page.click('[data-part="link"]');
  await page.waitForFunction(() => location.hash.includes("seed="));
  result.link = await page.evaluate(() => location.hash);
  log("hint and link");
  // your rules: a field, a fault, a title that is no markup
  await page.$eval('[data-rule="knock_limit"]', (field) => { field.value = 7; field.dispatchEvent(new Event("input", { bubbles: true })); });
  await page.waitForFunction(() => /7/.test(document.querySelector('[data-part="card"]').textContent));
  result.file = await page.$eval('[data-part="file"]', (node) => node.value);
  const write = (value) => page.$eval('[data-part="file"]', (node, value) => { node.value = value; node.dispatchEvent(new Event("input", { bubbles: true })); }, value);
  await write('extends = "oklahoma"\n[knock]\nknock_limit = -7\nbig_jin = true\n');
  await page.waitForFunction(() => /big_gin/.test(document.querySelector('[data-part="problems"]').textContent));
  result.faults = await text(page, "problems");
  await write('extends = "oklahoma"\ntitle = "<img src=x onerror=window.bad=1>"\n[knock]\nknock_limit = 7\n');
  await page.waitForFunction(() => /onerror/.test(document.querySelector('[data-part="card"]').textContent) && !document.querySelector('[data-part="problems"]').textContent);
  await page.click('[data-part="play-file"]');
  await page.waitForFunction(() => document.querySelector("gin-table").shadowRoot.querySelector(".title").textContent.includes("onerror"));
  result.bad = await page.evaluate(() => "bad" in window);
  log("rules");
  // melds and a comparison
  await page.click('[data-part="meld"] button');
  await page.waitForFunction(() => document.querySelector('[data-part="melds"] svg'));
  result.melds = await text(page, "discards");
  await page.select('[data-part="player"]', "greedy");
  await page.click('[data-part="compare"]');
  await page.waitForFunction(() => document.querySelector('[data-part="progress"]').value > 0.15);
  await page.click('[data-part="compare"]');
  result.report = await text(page, "report");
  log("melds and a comparison");
  // the second visit: nothing is asked of the network, and the match goes on
  const before = await view(page);
  await page.setOfflineMode(true);
  await page.reload();
  await ready(page);
  result.kept = JSON.stringify((await view(page)).hand) === JSON.stringify(before.hand);
  await page.evaluate(() => { document.querySelector("#gin-playground").dataset.pause = 0; });
  await round(page, "offline");
  result.offline = (await inside(page, ".result")).join("");
  log("the second visit");
  // without the network and without what is kept, a sentence; then again
  const alone = await opened({ width: 390 });
  await alone.goto(place);
  await alone.setCookie({ name: "blocked", value: "yes" }); // the server of the test then has no worker
  await alone.click('[data-part="load"]');
  await alone.waitForFunction(() => document.querySelector('[data-part="load"]').textContent === "Try again");
  result.blocked = await text(alone, "state");
  await alone.setCookie({ name: "blocked", value: "no" });
  await alone.click('[data-part="load"]');
  await ready(alone);
  log("a blocked file");
  await alone.browserContext().close();
  return result;
}

await browser.close();
console.log(JSON.stringify(seen));
process.exit(0); // whatever a browser leaves open
