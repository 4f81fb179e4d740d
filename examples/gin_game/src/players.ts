// The names of opponents in the attribute `against`, as the library calls them.
import { PLAYERS, type Player } from "../../gin_core/src/gin-core.js";

const OTHER: Readonly<Record<string, Player>> = { easy: "simple", medium: "careful", hard: "learned" };

/** The player of a name, or undefined. */
export const playerOf = (name: string): Player | undefined => (PLAYERS.includes(name as Player) ? (name as Player) : OTHER[name]);
export const known: readonly string[] = [...PLAYERS, ...Object.keys(OTHER)];
