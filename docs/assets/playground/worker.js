// Runs the library in Pyodide, away from the page. Everything is fetched from the folder of this file.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const ready = (async () => {
  const pyodide = await loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href });
  for (const name of ["attrs.zip", "ginrules.zip"]) {
    const answer = await fetch(new URL(name, import.meta.url));
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    pyodide.unpackArchive(await answer.arrayBuffer(), "zip", { extractDir: "/lib/playground" });
  }
  pyodide.runPython("import sys; sys.path.insert(0, '/lib/playground')");
  return { pyodide, module: pyodide.pyimport("in_browser") };
})();

onmessage = async ({ data: { id, call, args } }) => {
  try {
    const { pyodide, module } = await ready;
    const given = args.map((arg) => pyodide.toPy(arg));
    const result = module[call](...given);
    postMessage({ id, result: result?.toJs ? result.toJs({ dict_converter: Object.fromEntries }) : result });
    result?.destroy?.();
  } catch (error) {
    // the last line of a traceback is the sentence of the library
    const lines = String(error.message || error).trim().split("\n");
    postMessage({ id, error: lines[lines.length - 1].replace(/^[\w.]+: /, "") });
  }
};
