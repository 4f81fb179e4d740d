// Plays many rounds in the playground of one visit, by the mouse, a finger, or the keyboard alone; prints what it saw as JSON.
//   node rounds.mjs '{"site": …, "chromium": …, "folder": …, "modules": …, "visit": {"name", "width", "scheme", "by", "games"}}'
import { around, asked, byKeyboard, byMouse, deal, end, hurry, listen, log, mine, opened, place, ready, round, seen, told } from "./table.mjs";

const { name, width, scheme, by, games } = asked.visit;
const hand = by === "keyboard" ? byKeyboard : byMouse;
const page = await opened({ width, scheme, hasTouch: by === "touch" });
await page.goto(place);
await hurry(page);
await ready(page);
await page.focus('[data-part="rules"]');
for (const [number, game] of games.entries()) {
  const label = `${name} ${game.rules}${game.seats && ` of ${game.seats}`}`;
  await deal(page, game, hand);
  await round(page, label, { least: number % 4 === 3 ? 12 : 0, by: hand });
  if (number % 5 === 0) await page.screenshot({ path: `${asked.folder}/round-${name}-${game.rules}.png` });
  if (game.next && !(await page.evaluate(() => ginGame().match.isOver))) {
    const before = await around(page, ".score");
    await told(page, `${label}, next round`, async () => {
      await listen(page);
      await hand.press(page, "next");
      await page.waitForFunction(() => globalThis.isDealt);
      await mine(page);
    });
    await round(page, `${label}, second round`, { by: hand });
    if (before === (await around(page, ".score"))) seen.errors.push(`${label}: the score sheet did not change`);
  }
  (seen.games ??= []).push(label);
}
log("done");
await end();
