// For somebody who is new to the game: the rules on one card, and a sentence at the first use of each word.
import type { View } from "../../gin_core/build/records.js";
import { forNumber, type Rules } from "../../gin_core/src/rules.js";
import { isNew } from "./keeping.js";

/** The short card of some rules, for so many players. */
export function shortCard(rules: Rules, players: number): string[] {
  const of = (name: string) => rules.values[name], number = (name: string) => of(name) as number;
  const values = of("card_values") as number[], isOpen = of("open_melds") as boolean, target = forNumber(rules, "target", 1), isCharged = of("score_mode") === "penalty";
  const limit = { fixed: `${number("knock_limit")} or less`, upcard: "no more than the upcard counts", "knock-card": "no more than the knock card counts" }[of("knock_source") as string];
  const lines = [
    `You have ${forNumber(rules, "hand_size", players)} cards. In your turn take the top discard or draw from the stock, then discard one card.`,
    `Melds are sets, ${number("min_set")} or more of a rank, and runs, ${number("min_run")} or more of a suit in a row${of("ace") === "low" ? "; the ace is low" : ""}.`,
    `Deadwood is what is in no meld: an ace counts ${values[0]}, face cards ${values[12]}, others ${values[1] === 2 && values[8] === 9 ? "their number" : "as the whole card says"}.`,
  ];
  if (!isOpen && number("knock_limit") > 0) lines.push(`Knock to end the round: with your last discard, when your deadwood is ${limit}. The others lay off what fits your melds${of("layoff") === "none" ? ": not under these rules" : ""}; the least deadwood wins the difference.`);
  if (number("gin_bonus")) lines.push(`Gin is no deadwood at all: ${number("gin_bonus")} more${of("layoff") === "knock-only" ? ", and nobody lays off" : ""}.`);
  if (number("undercut_bonus")) lines.push(`Undercut: who has no more deadwood than the knocker wins instead, with ${number("undercut_bonus")} more.`);
  if (number("spade_multiplier") > 1) lines.push(`If a spade is turned up, the round counts × ${number("spade_multiplier")}.`);
  if (target) lines.push(isCharged ? `Points are bad: at ${target} the game ends.` : `The game is played to ${target}${number("game_bonus") ? `, which brings ${number("game_bonus")} more` : ""}${number("box_bonus") ? `; each round won is a box of ${number("box_bonus")}` : ""}.`);
  return lines;
}

/** What a beginner needs to know in a position, once. */
export function tip(view: View, rules: Rules, round: string): string {
  if (!view.legal.length || view.phase.kind === "round-over") return "";
  const legal = (start: string) => view.legal.some((action) => action.startsWith(start)), say = (word: string, text: string) => (isNew(word, round) ? text : "");
  if (legal("knock ")) return say("knock", "A knock ends the round: your melds are laid down, and the least deadwood wins the difference.");
  if (view.phase.kind === "layoff-turn" && legal("lay off")) return say("lay off", "Lay off: a card that fits a meld of the knocker counts no longer against you.");
  if (legal("discard ")) return say("deadwood", "Deadwood: the points of your cards in no meld. Throw away what you need least.");
  if (view.phase.kind === "upcard-offer") return say("upcard", "The upcard is the first discard: take it if it helps a meld.");
  if (legal("draw")) return say("meld", `A meld: ${rules.values["min_set"]} or more of a rank, or ${rules.values["min_run"]} or more of a suit in a row.`);
  return "";
}
