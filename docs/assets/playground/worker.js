// Runs the library in Pyodide, away from the page. Everything is fetched from the folder of this file.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const base = new URL("./", import.meta.url), download = self.fetch.bind(self);
const STDLIB = "python_stdlib.packed", LIBRARY = "ginrules.packed"; // archives, packed by gzip
const place = (name) => new URL(name.endsWith(".packed") ? name : `pyodide/${name}`, base).href;
let start, module, pyodide;
const ready = new Promise((resolve) => { start = resolve; }).then(load);

// fetch all the files at once, and count their bytes
async function load(sizes) {
  const total = Object.values(sizes).reduce((a, b) => a + b, 0);
  let loaded = 0;
  const fetched = async (name) => {
    const answer = await download(place(name));
    if (!answer.ok) throw new Error(`file ${name}: ${answer.status}`);
    const bytes = answer.body.pipeThrough(new TransformStream({
      transform(part, next) {
        loaded += part.length;
        postMessage({ loaded: Math.min(loaded, total), total });
        next.enqueue(part);
      },
    }));
    const body = name.endsWith(".packed") ? bytes.pipeThrough(new DecompressionStream("gzip")) : bytes;
    return new Response(body, { headers: { "content-type": name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream" } });
  };
  const files = new Map(Object.keys(sizes).map((name) => [place(name), fetched(name)]));
  const refused = new Promise((_, reject) => { for (const file of files.values()) file.catch(reject); }); // Pyodide would be silent
  self.fetch = (asked, ...more) => {
    const url = new URL(asked?.url ?? asked, base).href, file = files.get(url);
    files.delete(url);
    return file ?? download(asked, ...more);
  };
  const library = files.get(place(LIBRARY)).then((answer) => answer.arrayBuffer());
  library.catch(() => {}); // told above
  pyodide = await Promise.race([refused, loadPyodide({ indexURL: new URL("./pyodide/", base).href, stdLibURL: place(STDLIB) })]);
  pyodide.unpackArchive(await library, "zip", { extractDir: "/lib/playground" });
  pyodide.runPython("import sys; sys.path.insert(0, '/lib/playground')");
  module = pyodide.pyimport("in_browser");
}

// the line of a traceback that names the error is the sentence of the library
function sentence(error) {
  const lines = String(error?.message || error).trim().split("\n");
  const named = lines.findLast((line) => /^[A-Za-z_][\w.]*: /.test(line)) ?? lines.at(-1);
  const rest = lines.slice(lines.lastIndexOf(named) + 1);
  return [named.replace(/^[A-Za-z_][\w.]*: /, ""), ...rest].join("\n").trim();
}

onmessage = async ({ data: { id, call, args, sizes } }) => {
  if (sizes) {
    start(sizes);
    return ready.then(() => postMessage({ ready: module.versions() }), (error) => postMessage({ failed: sentence(error) }));
  }
  try {
    await ready;
    const result = module[call](...args.map((arg) => pyodide.toPy(arg)));
    postMessage({ id, result: result?.toJs ? result.toJs({ dict_converter: Object.fromEntries }) : result });
    result?.destroy?.();
  } catch (error) {
    postMessage({ id, error: sentence(error) });
  }
};
