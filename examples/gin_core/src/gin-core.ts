// gin-core: the rules of gin rummy in a page. The compiled core of ginrules decides; this module gives it texts and JSON.
export { Core, Table, type Price } from "./core.js";
export { LIBRARY, type Library, type Preset } from "./library.js";
export { Match, MatchError, type MatchEntry, type Settlement } from "./match.js";
export { netKey, PLAYERS, readsNet, type Player } from "./opponents.js";
export { Refusal } from "./refusals.js";
export { Round, seenBy, type Deal } from "./round.js";
export { rulesOf, RulesError, tableSizes, whyNot, whyNoMatch, type Rules } from "./rules.js";
export { CoreError, EndlessError } from "./memory.js";
