// What travels beside a script, packed: the core, started, and the net. They come from the folder of the script, when they are wanted.
import packedCore from "../../gin_core/build/core.wasm.gz";
import { Core } from "../../gin_core/src/core.js";
import { unpacked } from "./packed.js";

declare const IS_MODULE: boolean; // by the bundler: an ES module finds its neighbours by itself

/** The folder of a classic script, in which its neighbours are. */
export const folder = { here: new URL(".", (document.currentScript as HTMLScriptElement | null)?.src || location.href).href };

/** A page that refuses the core. */
export class RefusedError extends Error {
  constructor() { super("This page does not let WebAssembly run, which plays here: its content security policy needs 'wasm-unsafe-eval'."); }
}

let loading: Promise<Core> | undefined;
/** The core, one for all elements of a page; a page whose policy refuses it is told so in a sentence. */
export const coreOf = (): Promise<Core> => (loading ??= unpacked(packedCore).then((bytes) => Core.load(bytes)).catch((error: unknown) => {
  throw error instanceof WebAssembly.CompileError ? new RefusedError() : error;
}));

/** The script of reviews, or null where it cannot be fetched. */
export const reviews = (): Promise<typeof import("./gin-review.js") | null> =>
  (IS_MODULE ? import("./gin-review.js") : (import(new URL("gin-review.js", folder.here).href) as Promise<typeof import("./gin-review.js")>)).catch(() => null);

let learning: Promise<boolean> | undefined;
/** Give the core the net of its strongest player: false where it cannot be fetched, and is asked for again next time. */
export async function learn(core: Core): Promise<boolean> {
  if (core.net) return true;
  learning ??= (IS_MODULE ? import("./gin-net.js") : (import(new URL("gin-net.js", folder.here).href) as Promise<typeof import("./gin-net.js")>))
    .then(async ({ net }) => { core.net ??= await unpacked(net); return true; })
    .catch(() => { learning = undefined; return false; });
  return learning;
}
