// Uses <gin-table> as a person would; prints what it saw as one JSON object.
//   node gin_table.mjs SITE_URL CHROMIUM FOLDER_FOR_PICTURES MODULES
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [site, chromium, folder, modules] = process.argv.slice(2);
const require = createRequire(`${modules}/x.js`);
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const browser = await require("puppeteer-core").launch({ executablePath: chromium, args: ["--no-sandbox", "--disable-dev-shm-usage"], protocolTimeout: 900000 });
const page = await browser.newPage();
page.setDefaultTimeout(300000); // milliseconds: only what stands still takes so long
const seen = { errors: [], faults: [], shapes: [], keyboard: {} };
page.on("pageerror", (error) => seen.errors.push(error.message));
await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
await page.goto(site);
await page.evaluate(async () => {
  window.messages = await (await fetch("messages.json")).json();
  window.acts = [];
  window.illegal = [];
  addEventListener("gin-action", ({ detail }) => window.acts.push(detail));
  addEventListener("gin-illegal", ({ detail }) => window.illegal.push(detail));
  window.open_ = (key, theme = "light") => {
    document.querySelector("gin-table")?.remove();
    const table = document.createElement("gin-table");
    table.setAttribute("theme", theme);
    document.body.className = theme;
    document.body.style.background = theme === "dark" ? "#111" : "#fff";
    document.body.style.color = theme === "dark" ? "#fff" : "#111";
    document.querySelector("main").append(table);
    table.show(messages[key]);
    window.acts.length = 0;
  };
  window.inside = (selector) => [...document.querySelector("gin-table").shadowRoot.querySelectorAll(selector)];
});
const keys = await page.evaluate(() => Object.keys(messages));

// every position at both widths and in both themes
for (const [width, theme] of [[1280, "light"], [390, "dark"]]) {
  await page.setViewport({ width, height: 900 });
  for (const key of keys) {
    await page.evaluate(({ key, theme }) => open_(key, theme), { key, theme });
    const found = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth,
      outside: inside(".card, button, p, li").filter((part) => {
        const box = part.getBoundingClientRect();
        return box.width > 1 && (box.left < 0 || box.right > innerWidth + 0.5);
      }).map((part) => part.className),
    }));
    seen.shapes.push({ key, width, ...found });
    await page.screenshot({ path: `${folder}/gin-table-${key}-${width}.png` });
  }
  await page.evaluate(axe);
  for (const key of ["play", "mahjong"]) {
    await page.evaluate(({ key, theme }) => open_(key, theme), { key, theme });
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    seen.faults.push(...violations.filter(({ impact }) => impact !== "minor" && impact !== "moderate").map(({ id, nodes }) => `${id}: ${nodes[0].html}`));
  }
}
await page.evaluate(() => open_("offer"));
seen.name = await page.evaluate(() => inside(".own .name")[0].textContent);
seen.bad = await page.evaluate(() => "bad" in window);

// a press
await page.evaluate(() => inside(".actions button")[0].click());
await page.evaluate(() => inside(".actions button")[1].click());
seen.pressed = await page.evaluate(() => acts.slice());

// the word on each seat, and the score
seen.seats = await page.evaluate(() => { open_("team"); return inside("[data-seat]").map((seat) => [Number(seat.dataset.seat), seat.querySelector(".who").textContent]); });

// a word on an action is on its button, for the eye and for the ear
seen.remarks = await page.evaluate(() => {
  open_("play");
  const { view } = messages.play, [card] = inside(".hand .card"), action = `knock ${card.dataset.card}`;
  document.querySelector("gin-table").show({ ...messages.play, view: { ...view, legal: [action, "draw"] }, remarks: { [action]: "deadwood 3" } });
  return inside(".actions button").map((button) => [...button.children].map((span) => span.textContent));
});

// a card that was laid off has a mark
seen.added = await page.evaluate(() => {
  open_("play");
  const meld = { kind: "run", owner: 1, cards: "5h 6h 7h 8h", original: "5h 6h 7h" };
  document.querySelector("gin-table").show({ ...messages.play, view: { ...messages.play.view, hand: "Ac 2d", discards: "Kd", table: [meld] } });
  return inside(".melds .card").map((card) => [card.dataset.card, getComputedStyle(card, "::after").content !== "none"]);
});

// the lines beside the piles: those of the message, or those of the view
seen.facts = await page.evaluate(() => [["doubled: × 2"], undefined].map((facts) => {
  open_("double");
  const { view, ...message } = messages.double;
  document.querySelector("gin-table").show({ ...message, view: { ...view, factor: 2 }, facts });
  return inside(".facts li").map((line) => line.textContent);
}));

// a card under the mouse, or hinted at, does not cover the next card, where one presses it
await page.setViewport({ width: 390, height: 900 });
// ten cards of another hand that all have seen stay within the window, however narrow its seat is
seen.known = await page.evaluate(() => {
  open_("six");
  const { view } = messages.six, only = (value, other) => view.known.map((_, seat) => (seat === 3 ? value : other));
  const shown = { phase: { kind: "draw-turn", seat: 3 }, legal: [], table: [], hand: "", known: only("Ac 3c 5c 7c 9c Jc Kc 2d 4d 6d", ""), hand_sizes: only(10, 0) };
  document.querySelector("gin-table").show({ ...messages.six, view: { ...view, ...shown } });
  const own = inside(".others .up"), seat = own[0].closest(".seat").getBoundingClientRect();
  return [own.length, own.filter((card) => card.getBoundingClientRect().right > seat.right).length];
});
await page.evaluate(() => { open_("play"); document.querySelector("gin-table").hint = inside(".hand .card").map((card) => `discard ${card.dataset.card}`)[3]; });
seen.covered = [];
for (let number = 0; number < (await page.evaluate(() => inside(".hand .card").length)) - 1; number++) {
  for (const [at, next] of [[number, false], [number + 1, true]]) {
    const point = await page.evaluate((at) => { const box = inside(".hand .card")[at].getBoundingClientRect(); return [box.left + 9, box.top + box.height / 2]; }, at);
    await page.mouse.move(...point);
    await page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
    const top = await page.evaluate(([x, y]) => document.querySelector("gin-table").shadowRoot.elementFromPoint(x, y).closest(".card")?.dataset.card, point);
    const wanted = await page.evaluate((at) => inside(".hand .card")[at].dataset.card, at);
    if (next && top !== wanted) seen.covered.push(`${top} covers ${wanted}`);
  }
}
await page.mouse.move(1, 1);

// aloud
await page.evaluate(() => open_("play"));
seen.aloud = await page.evaluate(() => inside(".live")[0].textContent);
seen.drawn = await page.evaluate(() => inside(".hand .new")[0].getAttribute("aria-label"));

// by keyboard alone: all that Tab and the arrows reach is pressed by Enter
const active = () => page.evaluate(() => {
  const focused = document.querySelector("gin-table")?.shadowRoot.activeElement;
  return focused ? [focused.className.includes("own"), focused.dataset.card ?? focused.textContent, focused.className.includes("sorting")] : null;
});
for (const key of ["offer", "play", "double"]) {
  const reached = new Set();
  const stops = async () => {
    const list = [];
    await page.keyboard.press("Tab");
    for (let at = await active(); at; at = await active()) {
      list.push(at);
      await page.keyboard.press("Tab");
    }
    return list;
  };
  const fresh = async () => { await page.evaluate((key) => { open_(key); document.activeElement?.blur(); getSelection().removeAllRanges(); }, key); };
  const collect = async () => { for (const { action } of await page.evaluate(() => acts.splice(0))) reached.add(action); };
  await fresh();
  const tabs = await stops();
  for (let tab = 0; tab < tabs.length; tab++) {
    if (tabs[tab][2]) continue;
    const cards = tabs[tab][0] ? await page.evaluate(() => inside(".hand .card").length) : 1;
    for (let card = 0; card < cards; card++) {
      await fresh();
      for (let step = 0; step <= tab; step++) await page.keyboard.press("Tab");
      for (let step = 0; step < card; step++) await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Enter");
      const choices = await page.evaluate(() => inside(".actions .choice").length);
      for (let choice = 0; choice < choices; choice++) { // the first choice has the focus
        for (let step = 0; step < choice; step++) await page.keyboard.press("Tab");
        await page.keyboard.press("Enter");
        await collect();
        if (choice + 1 < choices) {
          await fresh();
          for (let step = 0; step <= tab; step++) await page.keyboard.press("Tab");
          for (let step = 0; step < card; step++) await page.keyboard.press("ArrowRight");
          await page.keyboard.press("Enter");
        }
      }
      await collect();
    }
  }
  seen.keyboard[key] = [...reached];
}

// a choice, left by Escape
seen.escaped = [];
await page.evaluate(() => {
  open_("play");
  const { view } = messages.play, card = inside(".hand .card")[0];
  document.querySelector("gin-table").show({ ...messages.play, view: { ...view, legal: [`discard ${card.dataset.card}`, `lay off ${card.dataset.card} on 0`] } });
  inside(".hand .card")[0].click();
});
seen.escaped.push(await page.evaluate(() => inside(".choice").length));
await page.keyboard.press("Escape");
seen.escaped.push(await page.evaluate(() => inside(".choice").length));

// the same element in the hand and on the pile
seen.same = await page.evaluate(() => {
  open_("play");
  const table = document.querySelector("gin-table"), view = messages.play.view;
  const card = inside(".hand .card")[2], name = card.dataset.card;
  table.show({ ...messages.play, view: { ...view, hand: view.hand.replace(name, "").trim().replace("  ", " "), discards: `${view.discards} ${name}`.trim() } });
  return inside(".pile .card").at(-1) === card;
});

// the order of the hand
const order = () => page.evaluate(() => inside(".hand .card").map((card) => card.dataset.card));
await page.setViewport({ width: 1280, height: 900 });
await page.evaluate(() => open_("play"));
await page.evaluate(() => document.querySelector("gin-table").setAttribute("sort", "suits"));
seen.orders = [await order()];
const middle = (number) => page.evaluate((number) => {
  const box = inside(".hand .card").at(number).getBoundingClientRect();
  return { x: box.left + 10, y: box.top + 20, right: box.right };
}, number);
const [from, to] = [await middle(0), await middle(-1)];
await page.mouse.move(from.x, from.y);
await page.mouse.down();
await page.mouse.move(from.x + 40, from.y, { steps: 4 });
await page.mouse.move(to.right - 5, to.y, { steps: 8 });
await page.mouse.up();
seen.orders.push(await order());
await page.evaluate(() => inside(".hand .card")[0].focus());
await page.keyboard.down("Shift");
await page.keyboard.press("ArrowRight");
await page.keyboard.up("Shift");
seen.orders.push(await order());

// a card that cannot be played now
await page.evaluate(() => { open_("offer"); inside(".hand .card")[0].click(); });
seen.illegal = await page.evaluate(() => illegal.at(-1));
seen.error = await page.evaluate(() => inside(".error")[0].textContent);

// messages with markup, wrong types and strange names: nothing becomes an element, and the next message is shown
seen.hostile = await page.evaluate(() => {
  const values = [
    "<img src=x onerror=window.bad=1>", '"><script>window.bad=1<' + "/script>", "javascript:window.bad=1", "__proto__", "", "\u202e7h",
    null, true, -1, 400, 1.5, [], {}, ["7h"], JSON.parse('{"__proto__": {"bad": 1}, "constructor": 7}'),
  ];
  const refused = new Set();
  let state = 1, markup = 0;
  const draw = (count) => (state = (state * 16807) % 2147483647) % count;
  const places = (part, found) => {
    for (const name of part && typeof part === "object" ? Object.keys(part) : []) found.push([part, name], ...places(part[name], []));
    return found;
  };
  const names = Object.keys(messages);
  for (let number = 0; number < 600; number++) {
    const message = structuredClone(messages[names[draw(names.length)]]);
    for (let times = draw(3); times >= 0; times--) {
      const all = places(message, []), [part, name] = all[draw(all.length)];
      part[name] = values[draw(values.length)];
    }
    if (number % 20 === 0) open_("play");
    try { document.querySelector("gin-table").show(message); } catch ({ message }) { refused.add(message); }
    markup += inside("img, script, iframe, object, embed, a, link, form, input").length;
  }
  open_("play");
  return { markup, isPolluted: {}.bad !== undefined, isRun: "bad" in window, refused: [...refused], cards: inside(".hand .card").length };
});
await browser.close();
console.log(JSON.stringify(seen));
