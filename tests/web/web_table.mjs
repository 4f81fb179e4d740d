// Two people at the web table, on a phone and at a desk, in a headless browser; prints what they saw as one JSON object.
//   node web_table.mjs SERVER_URL CHROMIUM FOLDER_FOR_PICTURES MODULES
import { browser, look as pictured, person as newcomer, seen, sent, server, text, until } from "./people.mjs";

// it hears who is here before the table, and can lose what it sends with the connection
const before = () => {
  globalThis.WebSocket = class extends WebSocket {
    set onmessage(heard) {
      let first = true;
      super.onmessage = (event) => { if (first) heard({ data: '{"here":[]}' }); first = false; heard(event); };
    }
    send(data) { if (globalThis.isLost) { globalThis.isLost = false; this.close(); } else super.send(data); }
  };
};
const person = (width, height, scheme) => newcomer(width, height, scheme, before);
const look = (page, name) => pictured(page, `web-table-${name}`);

const ann = await person(390, 844, "dark"), bo = await person(1280, 900, "light");
await ann.goto(server);
await ann.type("[name=name]", "Ann");
await ann.$eval("[name=own]", (node) => { node.value = "oklahma"; });
await sent(ann);
seen.refused = [await text(ann, ".error"), await ann.$eval("[name=name]", (node) => node.value), await ann.$eval("[name=own]", (node) => node.value)];
await look(ann, "home");
await ann.$eval("[name=own]", (node) => { node.value = "oklahoma"; });
await sent(ann);
await until(ann, () => document.querySelector("#link").value);
await look(ann, "waiting");
await bo.goto(await ann.$eval("#link", (node) => node.value));
await look(bo, "invitation");
await bo.type("[name=name]", "Bo");
await sent(bo);

// the words of the table, in its shadow tree, without what only a screen reader hears
const words = (page) => page.$eval("gin-table", (node) => node.shadowRoot.querySelector(".table").textContent);
const legal = (page) => page.$eval("gin-table", (node) => node.view.legal);
const dealt = () => document.querySelector("gin-table")?.shadowRoot?.querySelector(".card");
await until(ann, dealt);
await until(bo, dealt);

// the page of the player whose turn it is
async function turn() {
  for (const end = Date.now() + 120000; Date.now() < end; await new Promise((done) => setTimeout(done, 50)))
    for (const page of [ann, bo]) if ((await legal(page)).length) return page;
  throw new Error("nobody can act");
}

async function act(page) {
  const actions = await legal(page);
  // a card to discard, where it can mean nothing else; else the last button, which draws or passes
  const card = actions.filter((action) => action.startsWith("discard")).map((action) => action.slice(-2))
    .findLast((name) => !actions.includes(`knock ${name}`));
  await page.bringToFront();
  await until(page, () => !document.querySelector("gin-table").shadowRoot.getAnimations().length); // a card in flight is missed
  await new Promise((done) => setTimeout(done, 450)); // a button that has just come takes no press
  await (await page.$$(card ? `gin-table >>> .card.own[data-card="${card}"]` : "gin-table >>> .actions button")).at(-1).click();
}

for (seen.moves = 0; seen.moves < 14; seen.moves++) {
  const page = await turn(), before = await words(page);
  await act(page);
  await until(page, (old) => document.querySelector("gin-table").shadowRoot.querySelector(".table").textContent !== old, before);
}
seen.told = [await words(ann), await words(bo)];
await look(ann, "phone");
await look(bo, "desk");
await ann.reload();
await until(ann, dealt);
await bo.goto("about:blank");
await until(ann, () => /Bo, away/.test(document.querySelector("#who").textContent));
await bo.goBack();
await until(bo, dealt);
await until(ann, () => !/away/.test(document.querySelector("#who").textContent));
// a move that is lost with the connection: the page connects again, and the same move is made
const mover = await turn(), version = await mover.$eval("gin-table", (node) => node.version);
await mover.evaluate(() => { globalThis.isLost = true; });
await act(mover);
await until(mover, () => !globalThis.isLost && document.querySelector("gin-table").getAttribute("aria-busy") === "false");
seen.lost = (await mover.$eval("gin-table", (node) => node.version)) === version;
await act(mover);
await until(mover, (old) => document.querySelector("gin-table").version > old, version);
await ann.bringToFront();
await ann.click("#more summary");
await ann.click("#concede");
await until(bo, () => /Ann concedes/.test(document.querySelector("#sheet pre").textContent));
await until(bo, () => document.querySelector("#between a"));
seen.after = await text(bo, "#between");
await look(bo, "over");
await browser.close();
console.log(JSON.stringify(seen));
