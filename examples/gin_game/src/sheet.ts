// The sheet of a match: a line for each round with who won it, and the points so far in every game.
import type { Match } from "../../gin_core/src/gin-core.js";
import { element } from "../../gin_table/src/cards.js";
import { matchEnd } from "./results.js";

/** "You: 41, Mia: 58, to 100." */
export function standing(match: Match): string {
  const game = match.games.find((each) => !each.closed) ?? match.games.at(-1)!;
  if (match.isOver) return [matchEnd(match, match.players).title, ...(match.players.length > 2 ? [payments(match)] : [])].join(" ");
  const isPenalty = match.rules.values["score_mode"] === "penalty", { target } = match.sheet;
  return `${match.players.map((name, player) => `${name}: ${game.standing[player]}`).join(", ")}${target ? (isPenalty ? `; ${target} end the game` : `; the first to have ${target} wins`) : ""}.`;
}

/** "Cy pays Ann 42, Cy pays Bo 7.": the fewest payments; players whose gains sum to zero settle among themselves. */
function payments(match: Match): string {
  let left = match.settlement.net.map((points, player) => ({ name: match.players[player]!, points })).filter(({ points }) => points);
  const paid: string[] = [];
  while (left.length) {
    const some = Array.from({ length: 2 ** left.length - 1 }, (_, mask) => left.filter((_one, place) => ((mask + 1) >> place) & 1));
    const group = some.sort((a, b) => a.length - b.length).find((each) => each.reduce((sum, { points }) => sum + points, 0) === 0)!;
    left = left.filter((one) => !group.includes(one));
    while (group.length > 1) {
      group.sort((a, b) => a.points - b.points);
      const payer = group[0]!, payee = group.at(-1)!, points = Math.min(-payer.points, payee.points);
      paid.push(`${payer.name} pays ${payee.name} ${points}`);
      payer.points += points;
      payee.points -= points;
      group.splice(0, group.length, ...group.filter((one) => one.points));
    }
  }
  return paid.length ? `${paid.join(", ")}.` : "";
}

export function drawSheet(match: Match): HTMLElement {
  const table = element("table"), head = element("tr"), cell = (tag: "td" | "th", text: string, name = "") => element(tag, name, text);
  const columns = match.games.flatMap((game) => match.players.map((name, side) => ({ game, side, name })));
  head.append(cell("th", "Round"), cell("th", "Won by"), ...columns.map(({ game, name }) => cell("th", match.games.length > 1 ? `${name} (game ${game.number})` : name, "number")));
  const body = element("tbody");
  match.scores.forEach((score, round) => {
    const line = element("tr"), won = score.winner === null ? "nobody" : match.players[match.seatings[round]!.players[score.winner]!]!;
    line.append(cell("td", String(round + 1)), cell("td", won), ...columns.map(({ game, side }) => cell("td", written(game, round, side), "number")));
    body.append(line);
  });
  const top = element("thead");
  top.append(head);
  table.append(top, body, settled(match, columns));
  return table;
}

/** The points of a side in a game after a round, if the round was written in it. */
function written(game: Match["games"][number], round: number, side: number): string {
  if (!game.entries.some((entry) => entry.round === round)) return "·";
  return String(game.entries.filter((entry) => entry.round <= round).reduce((sum, entry) => sum + entry.points[side]!, 0));
}

/** The bonuses and boxes of every game, its totals, and at the end who wins how much. */
function settled(match: Match, columns: readonly { game: Match["games"][number]; side: number }[]): HTMLElement {
  const { games, net, is_final: isFinal } = match.settlement, foot = element("tfoot");
  const line = (title: string, text: (at: { game: Match["games"][number]; side: number }) => string) => {
    const row = element("tr"), cells = columns.map((at) => element("td", "number", text(at)));
    if (cells.every(({ textContent }) => !textContent || textContent === "0")) return;
    row.append(element("td"), element("th", "", title), ...cells);
    foot.append(row);
  };
  const amount = (kind: string) => ({ game, side }: { game: { number: number }; side: number }) =>
    String(games.find(({ number }) => number === game.number)!.lines.filter((each) => each.kind === kind && each.side === side).reduce((sum, each) => sum + each.points, 0));
  for (const kind of ["boxes", "game-bonus", "shutout", "concession"]) line(kind.replace("-", " "), amount(kind));
  line("total", ({ game, side }) => String(games.find(({ number }) => number === game.number)!.totals[side]));
  if (isFinal && columns.length === net.length) line("net", ({ side }) => (net[side]! > 0 ? `+${net[side]}` : String(net[side])));
  return foot;
}
