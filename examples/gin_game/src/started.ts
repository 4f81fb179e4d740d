// The core that travels in the script, started.
import { Core } from "../../gin_core/src/core.js";
import { unpacked } from "./packed.js";

/** A page that refuses the core. */
export class RefusedError extends Error {
  constructor() { super("This page does not let WebAssembly run, which plays here: its content security policy needs 'wasm-unsafe-eval'."); }
}

/** Start the core; a page whose policy refuses it is told so in a sentence. */
export async function coreOf(wasm: Uint8Array<ArrayBuffer>, net?: Uint8Array<ArrayBuffer>): Promise<Core> {
  const unpackedNet = net ? await unpacked(net) : null, bytes = await unpacked(wasm);
  try { return await Core.load(bytes, unpackedNet); } catch (error) {
    throw error instanceof WebAssembly.CompileError ? new RefusedError() : error;
  }
}
