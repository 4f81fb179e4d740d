// Records of the core in some bytes.
import type { Kind, RecordForm } from "./library.js";

export const SIZES: Readonly<Record<Kind, number>> = { u8: 1, i8: 1, i16: 2, u16: 2, i32: 4, u32: 4, i64: 8, u64: 8 };
export const TYPES = {
  u8: ["getUint8", "setUint8"], i8: ["getInt8", "setInt8"], i16: ["getInt16", "setInt16"], u16: ["getUint16", "setUint16"],
  i32: ["getInt32", "setInt32"], u32: ["getUint32", "setUint32"], i64: ["getBigInt64", "setBigInt64"], u64: ["getBigUint64", "setBigUint64"],
} as const;

/** A record of the core in some bytes. */
export class View {
  readonly #data: DataView;

  constructor(readonly form: RecordForm, readonly bytes: Uint8Array) {
    this.#data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  #at(name: string, place: number): [number, Kind] {
    const [offset, kind] = this.form.fields[name]!;
    return [offset + SIZES[kind] * place, kind];
  }

  /** A number of at most 32 bits. */
  number(name: string, place = 0): number {
    const [at, kind] = this.#at(name, place);
    return Number((this.#data[TYPES[kind][0]] as (at: number, little: boolean) => number | bigint).call(this.#data, at, true));
  }

  mask(name: string, place = 0): bigint {
    return this.#data.getBigUint64(this.#at(name, place)[0], true);
  }

  numbers(name: string, count = this.form.fields[name]![2]): number[] {
    return Array.from({ length: count }, (_, place) => this.number(name, place));
  }

  put(name: string, value: number | bigint, place = 0): void {
    const [at, kind] = this.#at(name, place);
    (this.#data[TYPES[kind][1]] as (at: number, value: number | bigint, little: boolean) => void).call(this.#data, at, value, true);
  }
}
