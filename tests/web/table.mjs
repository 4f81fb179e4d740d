// A visitor of the playground, in a headless browser: what is on the table, and its actions by mouse or by keyboard.
import { createRequire } from "node:module";

export const asked = JSON.parse(process.argv[2]); // site, chromium, folder (of pictures), modules, and what the script needs
export const place = `${asked.site}playground/`;
export const seen = { errors: [], others: [], outside: [], rounds: 0, keys: {} };
const PATIENCE = Number(process.env.PATIENCE ?? 300000); // milliseconds: only what stands still takes so long
const puppeteer = createRequire(`${asked.modules}/x.js`)("puppeteer-core");
const began = Date.now();
export const browser = await puppeteer.launch({
  executablePath: asked.chromium, args: ["--no-sandbox", "--disable-dev-shm-usage"], protocolTimeout: 900000,
});

export const log = (step) => console.error(`${((Date.now() - began) / 1000).toFixed(1)} s: ${step}`);

export async function opened({ width = 1280, scheme = "light", hasTouch = false }) {
  const context = await browser.createBrowserContext(); // nothing kept from the visit before
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.on("pageerror", (error) => seen.errors.push(error.message));
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(new URL(asked.site).origin)) seen.others.push(request.url());
  });
  await page.evaluateOnNewDocument(() => {
    globalThis.ginGame = () => document.querySelector("gin-game");
    globalThis.ginTable = () => ginGame()?.shadowRoot?.querySelector("gin-table");
  });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }, { name: "prefers-reduced-motion", value: "reduce" }]);
  await page.setViewport({ width, height: 844, hasTouch });
  return page;
}

/** Do something with the table in the page. */
export const atTable = (page, work, ...args) => page.evaluate((body, args) => (0, eval)(`(${body})`)(ginTable(), ...args), String(work), args);
export const ready = (page) => page.waitForFunction(() => document.querySelector("#gin-playground").dataset.ready && ginTable()?.view);
export const hurry = (page) => page.evaluate(() => { ginGame().setAttribute("pace", "0"); });
export const text = (page, name) => page.$eval(`[data-part="${name}"]`, (node) => node.textContent);
export const inside = (page, selector) => atTable(page, (table, selector) => [...table.shadowRoot.querySelectorAll(selector)].map((node) => node.textContent), selector);
/** A part of the game around its table. */
export const around = (page, selector) => page.evaluate((selector) => ginGame().shadowRoot.querySelector(selector)?.textContent ?? "", selector);
export const view = (page) => atTable(page, (table) => table.view);
const state = (page) => atTable(page, (table) => `${table.version} ${table.error}`);

/** Wait until the review of a round is drawn by the core in the page. */
export const reviewed = (page) => page.waitForFunction(() => ginGame().shadowRoot.querySelector(".review"));

/** What a link carries, as the page shows it. */
export const carried = (page) => page.evaluate(() => {
  const part = (name) => document.querySelector(`[data-part="${name}"]`), { view } = ginTable();
  const fields = ["rules", "opponent", "seats", "first", "second", "hand", "hand-rules"].map((name) => [name, part(name).value]);
  return {
    ...Object.fromEntries(fields), dealt: [view?.hand, view?.discards, view?.stock_size, view?.seats],
    title: ginTable().shadowRoot.querySelector(".title").textContent, melds: part("melds").textContent,
  };
});

/** Press a button that copies a link; return the address. */
export async function copied(page, name) {
  await page.evaluate(() => { navigator.clipboard.writeText = async (text) => { window.copied = text; }; });
  await press(page, `[data-part="${name}"]`);
  return page.evaluate(() => new Promise((done) => { setTimeout(() => done(new URL(window.copied).hash), 0); }));
}

/** Open a link in the page that is there. */
export const follow = (page, hash) => page.evaluate((hash) => new Promise((done) => {
  addEventListener("hashchange", done, { once: true });
  location.hash = hash;
}), hash);

/** Wait for the own turn, or the end of the round. */
export const mine = (page) => page.waitForFunction(() => {
  const { view } = ginTable();
  return view?.legal.length || view?.phase.kind === "round-over" || document.querySelector('[data-part="deal-error"]').textContent;
});

/** What a person would see, for the report of a failure. */
const scene = (page) => page.evaluate(() => {
  const table = ginTable(), root = table.shadowRoot, focus = root.activeElement ?? ginGame().shadowRoot.activeElement ?? document.activeElement;
  return {
    hash: location.hash, legal: table.view?.legal, phase: table.view?.phase.kind, version: table.version, error: table.error,
    prompt: root.querySelector(".prompt").textContent, log: root.querySelector(".log").textContent,
    buttons: [...root.querySelectorAll(".actions button"), ...table.querySelectorAll("button")].filter((node) => !node.hidden).map((node) => node.textContent),
    dealing: document.querySelector('[data-part="deal-error"]').textContent, focus: focus && `${focus.tagName} ${focus.className} ${focus.dataset.card ?? focus.textContent.slice(0, 40)}`,
  };
});

/** Do something that takes its time; a failure says what the page showed then, and leaves a picture. */
export async function told(page, what, work) {
  try {
    return await work();
  } catch (error) {
    const shown = await scene(page).catch(() => "nothing");
    await page.screenshot({ path: `${asked.folder}/failed-${what.replace(/[^\w-]+/g, "-").slice(0, 60)}.png` }).catch(() => {});
    throw new Error(`${what}: ${error.message}\n${JSON.stringify(shown, null, 1)}`, { cause: error });
  }
}

// what leads to an action: its card, pile or button, or the menu before it
const way = (page, action, preferPiles) => atTable(page, (table, action, preferPiles) => {
  const root = table.shadowRoot, card = /^(?:discard|knock|lay off) (..)/.exec(action)?.[1];
  const pile = action === "draw" ? '.stock .card[role="button"]' : action === "take" ? '.pile .card[role="button"]:last-child' : "";
  if (card && !action.startsWith("knock")) return `.hand [data-card="${card}"]`;
  if (pile && preferPiles && root.querySelector(pile)) return pile;
  const button = `[data-action="${action}"]`;
  if (root.querySelector(button)) return button;
  const word = { spread: "Other melds", knock: "Other knocks", lay: "Meld", take: "Take" }[action.split(" ")[0]];
  const menu = [...root.querySelectorAll(".actions button:not([data-action])")].find((each) => each.textContent.startsWith(word));
  if (!menu) throw new Error(`nothing on the table leads to "${action}"`);
  menu.setAttribute("data-menu", "");
  return "[data-menu]";
}, action, preferPiles);
const choosing = (page) => atTable(page, (table) => Boolean(table.shadowRoot.querySelector(".choice")));
const changed = (page, before) => page.waitForFunction((before) => {
  const table = ginTable();
  return `${table.version} ${table.error}` !== before;
}, {}, before);

// --- the mouse, or a finger ----------------------------------------------------------------------------------

/**
 * Press an element of the table, or of the page: in the middle of the window, for the head of the page stays at its top,
 * and at the left of the element, for cards lie over one another. Return whether it is there.
 */
export async function press(page, selector) {
  await new Promise((done) => setTimeout(done, 420)); // a press on what has just come is none
  const point = await atTable(page, (table, selector) => {
    const inside = table.shadowRoot.querySelector(selector), own = ginGame().shadowRoot.querySelector(selector), node = inside ?? own ?? document.querySelector(selector);
    if (!node) return null;
    node.scrollIntoView({ block: "center", behavior: "instant" });
    const box = node.getBoundingClientRect(), x = box.left + 9, y = box.top + box.height / 2, top = (inside ? table.shadowRoot : own ? ginGame().shadowRoot : document).elementFromPoint(x, y);
    if (!node.contains(top)) throw new Error(`${selector} is covered by ${top?.tagName} ${top?.className}`);
    return [x, y];
  }, selector);
  if (point) await (page.viewport().hasTouch ? page.touchscreen.tap(...point) : page.mouse.click(...point));
  return point !== null;
}

/** Press a control of the page, by its part. */
export const pressPart = (page, name) => press(page, { next: ".next", again: ".again", hint: ".hinted", undo: "button.back", theirs: ".theirs", review: ".look" }[name] ?? `[data-part="${name}"]`);

export const byMouse = {
  async take(page, action, preferPiles = false) {
    const before = await state(page);
    await press(page, await way(page, action, preferPiles));
    if (await choosing(page)) await press(page, `[data-action="${action}"]`);
    await changed(page, before);
  },
  press: pressPart,
  async deal(page, { rules, vs, seats }, go) {
    await page.$eval('[data-part="setup"]', (setup) => { if (!setup.open) setup.querySelector("summary").click(); });
    await page.$eval('[data-part="deal"]', (form, rules, vs, seats) => {
      for (const [name, value] of Object.entries({ rules, opponent: vs, seats })) form.querySelector(`[data-part="${name}"]`).value = value;
    }, rules, vs, seats);
    await (go ? go() : press(page, '[data-part="deal"] button'));
  },
};

// --- the keyboard -------------------------------------------------------------------------------

// the focus: which stop of the table it is on, of how many, and whether one sees it
const focus = (page, selector) => atTable(page, (table, selector) => {
  const root = table.shadowRoot, active = root.activeElement ?? ginGame().shadowRoot.activeElement ?? document.activeElement;
  const isShown = (node) => node.checkVisibility() && !node.disabled;
  const within = [...root.querySelectorAll('[tabindex="0"], button')], last = within.filter((node) => node.matches(".sorting"));
  const stops = [...within.filter((node) => !last.includes(node)), ...table.querySelectorAll("button"), ...last].filter(isShown); // as Tab goes
  const wanted = root.querySelector(selector) ?? table.querySelector(selector);
  const hand = [...root.querySelectorAll(".hand .card")];
  const style = getComputedStyle(active);
  return {
    at: stops.indexOf(active), to: stops.findIndex((stop) => stop === wanted || (hand.includes(stop) && hand.includes(wanted))),
    card: hand.indexOf(active), wanted: hand.indexOf(wanted), there: active === wanted,
    lost: active === document.body || active === ginGame(), ring: active.matches(":focus-visible") && style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
    name: `${active.tagName} ${active.className} ${active.dataset.card ?? active.textContent.slice(0, 30)}`,
  };
}, selector);

async function keys(page, count, [forward, back]) {
  const [key, shift] = count < 0 ? back : forward;
  if (shift) await page.keyboard.down("Shift");
  for (let step = 0; step < Math.abs(count); step++) await page.keyboard.press(key);
  if (shift) await page.keyboard.up("Shift");
}

const TAB = [["Tab", false], ["Tab", true]], ARROWS = [["ArrowRight", false], ["ArrowLeft", false]];

/** Go to an element of the table by Tab and the arrows; it must be reached, and be seen to have the focus. */
async function reach(page, selector) {
  let now = await focus(page, selector);
  if (now.to < 0) throw new Error(`${selector} is no stop of the keyboard`);
  if (now.at < 0) throw new Error(`the focus was lost to ${now.name}`);
  await keys(page, now.to - now.at, TAB);
  if (now.wanted >= 0) {
    now = await focus(page, selector);
    await keys(page, now.wanted - now.card, ARROWS);
  }
  now = await focus(page, selector);
  if (!now.there) throw new Error(`the keyboard is on ${now.name}, not on ${selector}`);
  if (!now.ring) throw new Error(`no ring around ${selector}`);
}

// nothing that was done may leave the keyboard nowhere
async function kept(page) {
  const { lost, at, name, ring } = await focus(page, "*");
  if (lost || at < 0) throw new Error(`the focus was lost to ${name}`);
  if (!ring) throw new Error(`no ring around ${name}`);
}

let strokes = 0;
const stroke = (page) => page.keyboard.press(strokes++ % 2 ? "Enter" : "Space");

export const byKeyboard = {
  async take(page, action, preferPiles = false) {
    const before = await state(page);
    await reach(page, await way(page, action, preferPiles));
    await stroke(page);
    if (await choosing(page)) {
      await reach(page, `[data-action="${action}"]`);
      await stroke(page);
    }
    await changed(page, before);
    await kept(page);
    await mine(page);
    await kept(page);
  },
  async press(page, name) {
    await reach(page, `.${name}`);
    await stroke(page);
  },
  async deal(page, game) { // from the line above the table, which is there before it
    await page.focus('[data-part="setup"]>summary');
    if (!(await page.$eval('[data-part="setup"]', (setup) => setup.open))) await stroke(page);
    await byMouse.deal(page, game, async () => { await page.focus('[data-part="deal"] button:last-of-type'); await page.keyboard.press("Enter"); });
  },
};

/** The keyboard again, with a single key for what has one: d, t, p, k, n, and digits for the cards of the hand. */
export const byKeys = {
  ...byKeyboard,
  async take(page, action, preferPiles) {
    const [verb, card] = action.split(" "), { legal } = await view(page);
    const at = verb === "discard" ? await atTable(page, (table, card) => [...table.shadowRoot.querySelectorAll(".hand .card")].findIndex((each) => each.dataset.card === card), card) : -1;
    const key = at >= 0 ? "1234567890-"[at] : { draw: "d", take: "t", decline: "p", done: "p", knock: "k", big: "k" }[verb];
    const isOne = /^(knock|take)$/.test(verb) ? legal.filter((each) => each.startsWith(verb)).length === 1 : Boolean(key);
    if (!isOne) return byKeyboard.take(page, action, preferPiles);
    const before = await state(page);
    await page.keyboard.press(key);
    seen.keys[at >= 0 ? "digit" : key] = 1;
    await changed(page, before);
    await kept(page);
    await mine(page);
    await kept(page);
  },
  async press(page, name) {
    if (name !== "next") return byKeyboard.press(page, name);
    await page.keyboard.press("n");
    seen.keys.n = 1;
  },
};

// --- a round ------------------------------------------------------------------------------------

/** Listen for the next deal: greedy players may end its round before anybody looks. */
export const listen = (page) => page.evaluate(() => {
  globalThis.isDealt = false;
  ginGame().addEventListener("gin-deal", () => { globalThis.isDealt = true; }, { once: true });
});

/** Deal by the form, and wait until the new deal is there. */
export async function deal(page, game, by = byMouse) {
  await listen(page);
  await told(page, `deal ${game.rules}`, async () => {
    await by.deal(page, game);
    await page.waitForFunction(() => globalThis.isDealt || document.querySelector('[data-part="deal-error"]').textContent);
    const error = await text(page, "deal-error");
    if (error) throw new Error(error);
  });
}

// what ends the round first once some actions are taken, else draws, melds and cards in turn
function chosen({ legal }, step, least) {
  const ends = legal.find((action) => /^(knock|big gin|spread|done)/.test(action));
  const draws = legal.filter((action) => /^(draw|take)/.test(action)), offers = legal.filter((action) => /^(accept|refuse|double)/.test(action));
  if (step >= least && ends) return ends;
  if (offers.length && step % 2 === 0) return offers[(step / 2) % offers.length];
  return draws.length ? draws.at(step % 3 ? 0 : -1) : legal[step % legal.length];
}

/** Play a round to its end; note what is outside of the window. */
export async function round(page, name, { least = 0, by = byMouse } = {}) {
  for (let step = 0; ; step++) {
    await told(page, name, () => mine(page));
    const now = await view(page);
    const outside = await atTable(page, (table) => [...table.shadowRoot.querySelectorAll(".card, button, p, li"), ...table.querySelectorAll("button"), document.documentElement]
      .filter((node) => { const box = node.getBoundingClientRect(); return box.width > 1 && (box.left < -1 || box.right > innerWidth + 1 || node.scrollWidth > innerWidth + 1); })
      .map((node) => node.className || node.tagName));
    if (outside.length) seen.outside.push(`${name}: ${outside.slice(0, 3)}`);
    if (now.phase.kind === "round-over" || !now.legal.length) {
      seen.rounds++;
      log(`${name}: ${step} actions`);
      return step;
    }
    const action = chosen(now, step, least);
    await told(page, `${name}, ${action}`, () => by.take(page, action, step % 2 === 1));
    if (step > 400) throw new Error(`${name}: no end`);
  }
}

export async function end() {
  await browser.close();
  console.log(JSON.stringify(seen));
  process.exit(0); // whatever a browser leaves open
}
