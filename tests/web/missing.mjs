// The playground where scripts of its game are missing; prints what was shown as one JSON object.
//   node missing.mjs '{"site": …, "chromium": …, "folder": …, "modules": …}'
import { around, asked, atTable, end, inside, log, mine, opened, place, ready, round, hurry, seen } from "./table.mjs";

async function visit(cookies) {
  const page = await opened({ width: 390 });
  await page.setCookie(...Object.entries(cookies).map(([name, value]) => ({ name, value, url: asked.site })));
  await page.goto(place);
  return page;
}

// no game: a sentence in its place
const without = await visit({ missing: "gin-game.js" });
seen.missing = await without.$eval("gin-game", (game) => game.textContent);
await without.browserContext().close();
log("missing");

// the net and the reviews: hints are those of another player, and who asks for a review is told
const net = await visit({ missing: "gin-net.js|gin-review.js" });
await ready(net);
await hurry(net);
await mine(net);
await net.evaluate(() => ginGame().hint());
await net.waitForFunction(() => ginTable().shadowRoot.textContent.includes("Hint: "));
seen.net = (await inside(net, ".log")).join("");
await round(net, "without the net");
await net.evaluate(() => void ginGame().review());
await net.waitForFunction(() => /fetched/.test(ginGame().shadowRoot.querySelector(".seen").textContent));
seen.review = await around(net, ".seen");
await end();
