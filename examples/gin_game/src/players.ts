// The names of opponents in the attribute `against`, as the library calls them.
import { LIBRARY, PLAYERS, type Player } from "../../gin_core/src/gin-core.js";

const { strengths } = LIBRARY;

/** The player of a name, or undefined. */
export const playerOf = (name: string): Player | undefined => (PLAYERS.includes(name as Player) ? (name as Player) : (strengths[name] as Player | undefined));
export const known: readonly string[] = [...PLAYERS, ...Object.keys(strengths)];
