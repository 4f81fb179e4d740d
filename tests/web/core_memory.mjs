// Many rule sets in one core, as on a page with many tables; rules that are none; a round without an end. Prints JSON.
//   node core_memory.mjs FOLDER_OF_GIN_CORE NAMES
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const { Core, Round, rulesOf, RulesError } = await import(pathToFileURL(`${folder}/gin-core.js`).href);
const wasm = readFileSync(`${folder}/build/core.wasm`), net = new Uint8Array(readFileSync(`${folder}/build/learned.net`));
const seen = { ends: [], alone: [], refused: {}, endless: [] };

const names = Array.from({ length: 40 }, (_, number) => `${["standard", "oklahoma", "knock-rummy", "straight-gin"][number % 4]}+target=${100 + number}`);
const last = (round) => JSON.stringify(round.outcome ?? null);
const step = (round) => { const { action, round: drawn } = round.decided("greedy"); return drawn.act(action).round; };

// all tables at once, in turn; and each in a core of its own
const core = await Core.load(wasm, net);
let rounds = names.map((name, number) => Round.ofSeed(core.table(name), number));
const grown = [core.memory.data.byteLength];
while (rounds.some((round) => !round.isOver)) rounds = rounds.map((round) => (round.isOver ? round : step(round)));
grown.push(core.memory.data.byteLength);
seen.ends = rounds.map(last);
for (const [number, name] of names.entries()) {
  let round = Round.ofSeed((await Core.load(wasm, net)).table(name), number);
  while (!round.isOver) round = step(round);
  seen.alone.push(last(round));
}
seen.grown = grown[1] / grown[0];

for (const document of [
  "standard+constructor=5", "standard+__proto__=5", "standard+toString=1", "constructor", "__proto__", "exact-50+card_values=[10]", "standard+ranks=3", "standard+suits=1",
  null, { extends: ["standard", 5] }, "oklahomma", "ginn-25",
]) {
  try { rulesOf(document); seen.refused[JSON.stringify(document)] = "played"; } catch (error) {
    seen.refused[JSON.stringify(document)] = error instanceof RulesError ? error.message : `${error.name}: ${error.message}`;
  }
}

seen.named = Object.fromEntries(JSON.parse(process.argv[3]).map((name) => [name, rulesOf(name).name]));

let round = Round.ofSeed(core.table("standard+stock_exhausted=reshuffle+reshuffle_cap=0"), 1);
for (let count = 0; count < 10_000; count++) {
  const { legal } = round, action = legal.find((one) => one === "draw") ?? legal.find((one) => one.startsWith("discard ")) ?? "decline";
  try { round = round.act(action).round; } catch (error) { seen.endless = [error.name, error.message, count > 3000]; break; }
}
console.log(JSON.stringify(seen));
