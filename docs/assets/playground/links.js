// Addresses that carry a round, a hand or a comparison, after the "#":
//
//   #rules=oklahoma+knock_limit=7&vs=expert&seed=7&seats=2     a match: every part can be left out; score=42 are the points to beat
//   #hand=2s+2c+2d+Kh&rules=standard                            the melds of a hand
//   #rules=standard&against=oklahoma                            two rule sets compared
//
// read(location.hash) gives { kind, link, problem }:
//   kind     "round", "hand", "comparison", or "" if the address has no link or a spoiled one
//   link     the parts as texts: rules, vs, seed, seats, score, hand, against; parts that are missing are not in it
//   problem  a sentence for the reader if the link is spoiled, otherwise ""
// write(link) gives the text after the address of the page, with its "#"; copyLink(button, link) copies the whole address.
//
// A link comes from a stranger. What is read is a name of a list, a number within bounds, or a short text of the
// characters below: it has no "<", no "/" and no ":", so that it is no markup, no path and no program. The rules and
// the hand still have to be read by the library, which opens no file for them and answers a fault with a sentence.
// Show texts of a link by textContent or in a field only.

export const PLAYERS = [
  "random", "simple", "greedy", "expert", "learned", "searching", "easy", "medium", "hard", "hardest", "adjusting",
];
export const LONGEST = 1000;
const RULES = 300, HAND = 200;
const PARTS = {
  round: ["rules", "vs", "seed", "seats", "score"],
  hand: ["hand", "rules"],
  comparison: ["rules", "against"],
};
const KEYS = ["rules", "against", "vs", "seed", "seats", "score", "hand"];
const EXPRESSION = /^[\w.+=,{}[\]"' -]+$/;
const CARDS = /^[\w .,|♠♥♦♣-]+$/;

const isRules = (text) => text.length <= RULES && EXPRESSION.test(text) && !/\.toml/i.test(text);
const CHECKS = {
  rules: [isRules, `rules must be names of rule sets and rules with values, at most ${RULES} characters`],
  against: [isRules, `against must be names of rule sets and rules with values, at most ${RULES} characters`],
  vs: [(text) => PLAYERS.includes(text), `vs must be one of ${PLAYERS.join(", ")}`],
  seed: [(text) => /^\d{1,15}$/.test(text), "seed must be a whole number of at most 15 digits"],
  seats: [(text) => /^[2-6]$/.test(text), "seats must be a number from 2 to 6"],
  score: [(text) => /^-?\d{1,5}$/.test(text), "score must be a whole number of points"],
  hand: [(text) => text.length <= HAND && CARDS.test(text), `hand must be cards such as 2s Td Kh, at most ${HAND} characters`],
};

export function read(hash) {
  const spoiled = (problem) => ({ kind: "", link: {}, problem: `This link cannot be read: ${problem}.` });
  const text = String(hash).replace(/^#/, "");
  if (!text.includes("=")) return { kind: "", link: {}, problem: "" }; // a heading of the page, or nothing
  if (text.length > LONGEST) return spoiled(`it has ${text.length} characters, at most ${LONGEST} are read`);
  const link = {};
  for (const part of text.split("&")) {
    const [, key, raw] = /^([^=]*)=?(.*)$/s.exec(part);
    if (!KEYS.includes(key)) return spoiled(`it may have ${KEYS.join(", ")} and nothing else`);
    if (Object.hasOwn(link, key)) return spoiled(`it has ${key} twice`);
    let value;
    try {
      value = decodeURIComponent(key === "hand" ? raw.replaceAll("+", " ") : raw).trim();
    } catch {
      return spoiled(`${key} has a % that is not followed by a character's code`);
    }
    const [fits, sentence] = CHECKS[key];
    if (!fits(value)) return spoiled(sentence);
    link[key] = value;
  }
  const kind = link.hand !== undefined ? "hand" : link.against !== undefined ? "comparison" : "round";
  const foreign = Object.keys(link).find((key) => !PARTS[kind].includes(key));
  if (foreign) return spoiled(`a ${kind} has no ${foreign}`);
  if (kind === "comparison" && link.rules === undefined) return spoiled("a comparison needs rules and against");
  return { kind, link, problem: "" };
}

export function write(link) {
  const parts = KEYS.filter((key) => link[key] !== undefined && link[key] !== "").map((key) => {
    const text = encodeURIComponent(String(link[key]));
    return `${key}=${key === "hand" ? text.replaceAll("%20", "+") : text.replace(/%(2B|3D|2C)/g, decodeURIComponent)}`;
  });
  return parts.length ? `#${parts.join("&")}` : "";
}

/** The rules of a file as an expression, such as oklahoma+knock_limit=7; "" if it holds more than an expression can, or a link. */
export function expressionOf(file) {
  const values = [];
  let base = "standard", section = "";
  for (const line of file.split("\n").map((text) => text.trim())) {
    const [, name, value] = /^(\w+)\s*=\s*(-?\d+|true|false|"[^"\\]*")$/.exec(line) ?? [], text = value?.replaceAll('"', "");
    if (!line || line.startsWith("#") || (!section && name === "title" && text === "Our table")) continue;
    if (/^\[\w+\]$/.test(line)) section = line;
    else if (!section && name === "extends") base = text;
    else if (section && name && /^[\w-]+$/.test(text)) values.push(`${name}=${text}`);
    else return "";
  }
  const expression = [base, ...values].join("+");
  return isRules(expression) ? expression : "";
}

/** Copy the address with a link, for the button that was pressed, which says so for some seconds. */
export async function copyLink(button, link) {
  const address = new URL(write(link), location.href).href, words = (button.dataset.words ??= button.textContent);
  try {
    await navigator.clipboard.writeText(address);
    button.textContent = "Copied";
  } catch { // no clipboard here: the address bar has it
    history.replaceState(null, "", address);
    button.textContent = "The link is in the address bar";
  }
  setTimeout(() => { button.textContent = words; }, 3000);
}
