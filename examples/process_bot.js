// The shortest player in another language: it knocks when it can, draws from the stock and discards a high card.
// ginrules tournament greedy "process:node examples/process_bot.js" --games 40
const RANKS = "A23456789TJQK";
const rank = (action) => RANKS.indexOf(action.at(-2));
const first = (legal, ...starts) => starts.flatMap((start) => legal.filter((action) => action.startsWith(start)))[0];

const choose = ({ legal }) =>
  first(legal, "big gin", "knock", "spread", "lay off", "done", "draw", "decline") ??
  legal.filter((action) => action.startsWith("discard")).sort((a, b) => rank(b) - rank(a))[0] ??
  legal[0];

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.kind === "hello") console.log(JSON.stringify({ name: "node" }));
  if (message.kind === "choose") console.log(JSON.stringify({ action: choose(message.view) }));
});
