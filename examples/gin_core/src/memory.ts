// The memory of the core: buffers, records, and calls of its entries, whose arguments are one struct each.
import { LIBRARY, type Kind, type RecordForm } from "./library.js";

const SIZES: Readonly<Record<Kind, number>> = { u8: 1, i8: 1, i16: 2, u16: 2, i32: 4, u32: 4, i64: 8, u64: 8 };
const TYPES = {
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

/** A place in the memory of the core, with its number of items. */
export interface Buffer { readonly at: number; readonly n: number }
export type Argument = Buffer | number | bigint | null;

const STRUCT = 1024; // bytes for the arguments of a call

/** A call that the core refuses: a fault of the caller, never of a player. */
export class CoreError extends Error {
  constructor(readonly entry: string, readonly number: number) {
    super(`the core refused ${entry}: ${LIBRARY.errors[number - 1] ?? number}`);
  }
}

/** A round that does not end: the core has cut it short, as the library does. */
export class EndlessError extends Error {
  constructor() { super("this round does not end under these rules: the core has cut it short"); }
}

type Exports = Readonly<Record<string, (...values: number[]) => number>> & { readonly memory: WebAssembly.Memory };

export class Memory {
  readonly #exports: Exports;
  readonly #struct: number;
  #seen: DataView<ArrayBuffer>;

  constructor(instance: WebAssembly.Instance) {
    this.#exports = instance.exports as Exports;
    this.#exports["_initialize"]?.();
    this.#seen = new DataView(this.#exports.memory.buffer as ArrayBuffer);
    this.#struct = this.allocate(STRUCT).at;
  }

  /** The bytes of the memory, also after it has grown. */
  get data(): DataView<ArrayBuffer> {
    const buffer = this.#exports.memory.buffer as ArrayBuffer;
    if (this.#seen.buffer !== buffer) this.#seen = new DataView(buffer);
    return this.#seen;
  }

  release(buffer: Buffer): void { this.#exports["free"]!(buffer.at); }

  /** Room for these bytes, all zero. */
  allocate(size: number, n = size): Buffer {
    const at = this.#exports["malloc"]!(Math.max(8, size));
    if (!at) throw new CoreError("malloc", 2);
    this.bytes(at, size).fill(0);
    return { at, n };
  }

  bytes(at: number, size: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.data.buffer, at, size);
  }

  /** A buffer with these numbers. */
  filled(kind: Kind, numbers: readonly (number | bigint)[]): Buffer {
    const buffer = this.allocate(SIZES[kind] * numbers.length, numbers.length);
    this.fill(buffer, kind, numbers);
    return buffer;
  }

  fill(buffer: Buffer, kind: Kind, numbers: readonly (number | bigint)[]): void {
    numbers.forEach((number, place) => this.put(kind, buffer.at + SIZES[kind] * place, number));
  }

  put(kind: Kind, at: number, value: number | bigint): void {
    (this.data[TYPES[kind][1]] as (at: number, value: number | bigint, little: boolean) => void).call(this.data, at, value, true);
  }

  get(kind: Kind, at: number): number | bigint {
    return (this.data[TYPES[kind][0]] as (at: number, little: boolean) => number | bigint).call(this.data, at, true);
  }

  /** The text that begins at a place. */
  text(at: number): string {
    let text = "";
    for (let byte = this.data.getUint8(at); byte; byte = this.data.getUint8(++at)) text += String.fromCharCode(byte);
    return text;
  }

  get version(): string { return this.text(this.#exports["gin_version"]!()); }

  /** Call an entry; it returns an error number, 0 if all went well. */
  ask(entry: string, values: Readonly<Record<string, Argument>>): number {
    let at = this.#struct;
    for (const [name, kind] of LIBRARY.entries[entry]!) {
      const value = values[name] ?? null;
      if (kind === "at") {
        const buffer = value as Buffer | null;
        this.put("u32", at, buffer?.n ? buffer.at : 0);
        at = (at + 4 + 7) & ~7;
        this.put("i64", at, BigInt(buffer?.n ?? 0));
        at += 8;
      } else {
        const size = SIZES[kind as Kind];
        at = (at + size - 1) & ~(size - 1);
        this.put(kind as Kind, at, (kind as Kind).endsWith("64") ? BigInt(value as number | bigint) : (value as number));
        at += size;
      }
    }
    return this.#exports[entry]!(this.#struct);
  }

  /** Call an entry that must not refuse. */
  call(entry: string, values: Readonly<Record<string, Argument>>): void {
    const number = this.ask(entry, values);
    if (number) throw new CoreError(entry, number);
  }
}
