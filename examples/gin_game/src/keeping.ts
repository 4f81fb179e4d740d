// What stays in the browser: the match, the games won, the strength of the opponents, and the words that have been explained.
export interface Kept { readonly rules: unknown; readonly against: string; readonly players: number; readonly seed: string; readonly rounds: readonly (readonly string[])[] }

const LEVELS = ["easy", "medium", "expert", "hard"];

function read<T>(name: string, other: T): T {
  try { return (JSON.parse(localStorage.getItem(name) ?? "null") as T | null) ?? other; } catch { return other; }
}

export function keep(name: string, value: unknown): void {
  try { if (value === null) localStorage.removeItem(name); else localStorage.setItem(name, JSON.stringify(value)); } catch { /* full, or off */ }
}

/** The match that was kept under a name. */
export const kept = (name: string): Kept | null => {
  const found = read<Kept | null>(`gin-match ${name}`, null);
  return found && typeof found.seed === "string" && Array.isArray(found.rounds) ? found : null;
};
export const keepMatch = (name: string, match: Kept | null): void => keep(`gin-match ${name}`, match);

/** The strength that fits the reader: medium at first, then by the results. */
export const level = (): string => { const found = read("gin-level", "medium"); return LEVELS.includes(found) ? found : "medium"; };

interface Record_ { readonly won: number; readonly lost: number; readonly row: number }

/** Count a match: the record under these rules against this opponent in words. Two in a row change the strength of the next by one step. */
export function count(rules: string, against: string, hasWon: boolean): string {
  const all = read<Record<string, Record_>>("gin-record", {}), key = `${rules}, ${against}`, { won, lost, row } = (Object.hasOwn(all, key) && all[key]) || { won: 0, lost: 0, row: 0 };
  const next = { won: won + Number(hasWon), lost: lost + Number(!hasWon), row: hasWon ? Math.max(0, row) + 1 : Math.min(0, row) - 1 };
  const place = LEVELS.indexOf(against), step = Math.abs(next.row) >= 2 ? Math.sign(next.row) : 0, other = LEVELS[place + step];
  if (place >= 0 && step && other) keep("gin-level", other);
  keep("gin-record", { ...all, [key]: step && other ? { ...next, row: 0 } : next });
  return `Your record here: ${next.won} won, ${next.lost} lost against ${against}.`;
}

/** Whether something is told for the first time, or was told in this round. */
export const isNew = (word: string, round: string): boolean => {
  const told = read<Record<string, string>>("gin-words", {});
  if (Object.hasOwn(told, word)) return told[word] === round;
  keep("gin-words", { ...told, [word]: round });
  return true;
};

export const isLoud = (): boolean => read("gin-sound", false);
export const setLoud = (loud: boolean): void => keep("gin-sound", loud);

let audio: AudioContext | undefined;
/** One soft sound. */
export function chime(): void {
  if (!isLoud()) return;
  audio ??= new AudioContext();
  const tone = audio.createOscillator(), volume = audio.createGain(), now = audio.currentTime;
  tone.frequency.value = 523;
  volume.gain.setValueAtTime(0.05, now);
  volume.gain.exponentialRampToValueAtTime(0.0005, now + 0.3);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.3);
}
