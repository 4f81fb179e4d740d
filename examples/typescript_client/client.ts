// Reads what a server sends to one seat, a message per line, and checks every message by the schema:
//   ginrules schema records > records.schema.json && ginrules schema types > records.d.ts
//   npm install && npm run build && node client.js messages.jsonl
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Action, Card, Event, View } from "./records.js";

type Message = View | Event;

const schema = JSON.parse(readFileSync("records.schema.json", "utf8"));
const validate = new Ajv2020({ allErrors: true }).compile<Message>(schema);

/** The event as a sentence for a person at the table; the compiler reports a forgotten kind of event. */
function sentence(event: Event): string {
  switch (event.kind) {
    case "declined":
      return `seat ${event.seat} passes`;
    case "took-discard":
      return `seat ${event.seat} takes ${event.cards}`;
    case "drew-stock":
      return event.card === "??" ? `seat ${event.seat} draws` : `you draw ${pretty(event.card)}`;
    case "discarded":
      return `seat ${event.seat} discards ${pretty(event.card)}`;
    case "knocked":
      return `seat ${event.seat} knocks with ${pretty(event.card)}`;
    case "laid-off":
      return `seat ${event.seat} lays ${pretty(event.card)} off on ${event.onto}`;
    case "laid-down":
      return `seat ${event.seat} lays ${event.meld} down`;
    case "melds-spread":
      return `seat ${event.seat} shows ${event.melds.join(", ") || "nothing"} and keeps ${event.unmelded}`;
    case "went-big-gin":
    case "defence-done":
    case "doubled":
    case "accepted":
    case "refused":
      return `seat ${event.seat}: ${event.kind}`;
    case "stock-shuffled":
      return `the discards ${event.cards} are the stock`;
    case "round-ended":
      return `over: ${event.outcome.ending}, ${event.outcome.deadwood.join(" against ")} left`;
    default: {
      const forgotten: never = event;
      return forgotten;
    }
  }
}

function pretty(card: Card): string {
  return card.replace(/[cdhs]$/, (suit) => ({ c: "♣", d: "♦", h: "♥", s: "♠" })[suit] ?? suit);
}

/** What a click on a card of the hand sends; null if the seat cannot discard this card now. */
export function clicked(view: View, card: Card): Action | null {
  const action: Action = `discard ${card}`;
  return view.legal.includes(action) ? action : null;
}

let views = 0;
let events = 0;
const errors: string[][] = [];
const lines: string[] = [];
for (const line of readFileSync(process.argv[2] ?? "messages.jsonl", "utf8").split("\n").filter(Boolean)) {
  const message: unknown = JSON.parse(line);
  if (!validate(message)) {
    errors.push((validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`));
  } else if ("format" in message) {
    views += 1;
    const hand: string = message.hand;
    lines.push(`hand ${hand}, stock ${message.stock_size}`);
  } else {
    events += 1;
    lines.push(sentence(message));
  }
}
console.log(JSON.stringify({ views, events, errors, last: lines.at(-1) }));
