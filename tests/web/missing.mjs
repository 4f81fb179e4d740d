// The playground where scripts of its game are missing, or have a wrong type; prints what was shown as one JSON object.
//   node missing.mjs '{"site": …, "chromium": …, "folder": …, "modules": …}'
import { asked, end, hurry, inside, log, mine, opened, place, press, pressPart, ready, seen, text, view } from "./table.mjs";

async function visit(cookies, hash = "") {
  const page = await opened({ width: 390 });
  await page.setCookie(...Object.entries(cookies).map(([name, value]) => ({ name, value, url: asked.site })));
  await page.goto(`${place}${hash}`);
  return page;
}

// no core, and no library: a sentence, under a table that is drawn
const without = await visit({ missing: "core.js|asm.wasm" });
await without.waitForFunction(() => document.querySelector('[data-part="load"]').textContent === "Try again");
seen.missing = [await text(without, "state"), (await inside(without, ".hand .rank")).length];
await without.browserContext().close();
log("missing");

// scripts of a wrong type: the library plays
const plain = await visit({ plain: "core.js|asm.wasm" });
await ready(plain);
seen.plain = await plain.$eval("#gin-playground", (part) => part.dataset.ready);
await hurry(plain);
const { legal } = await view(plain);
await press(plain, `[data-action="${legal.at(-1)}"]`);
await plain.waitForFunction(() => document.querySelector("gin-table").version > 1);
await plain.browserContext().close();
log("of a wrong type");

// the net alone: others play, and who asks for it is told
const net = await visit({ missing: "learned.js" });
await ready(net);
await mine(net);
await pressPart(net, "hint");
await net.waitForFunction(() => document.querySelector("gin-table").error);
seen.net = [(await inside(net, ".error")).join(""), (await view(net)).legal.length > 0];
await net.setCookie({ name: "missing", value: "nothing", url: asked.site });
await net.reload();
await ready(net);
await pressPart(net, "hint");
await net.waitForFunction(() => document.querySelector("gin-table").shadowRoot.textContent.includes("Hint: "));
seen.hint = (await inside(net, ".log")).join("");
log("the net");
await end();
