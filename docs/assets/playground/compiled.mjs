// Compiles the modules of archives by the Python of Pyodide, so that a browser need not.
//   node compiled.mjs FOLDER_OF_PYODIDE ARCHIVE...
// Each ARCHIVE.sources of the folder becomes ARCHIVE.compiled.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, ...archives] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const pyodide = await loadPyodide({ indexURL: `${folder}/` });
pyodide.runPython(`
import importlib.util, marshal, types, zipfile

def without_places(code):
    # a third of a module says which line each instruction is of: here, of none
    units = len(code.co_code) // 2
    lines = b"\\xff" * (units // 8) + (bytes([0xF7 + units % 8]) if units % 8 else b"")
    parts = tuple(without_places(part) if isinstance(part, types.CodeType) else part for part in code.co_consts)
    return code.replace(co_linetable=lines, co_consts=parts)

def compile_all(archive, made):
    with zipfile.ZipFile(archive) as sources, zipfile.ZipFile(made, "w") as out:
        for name in sources.namelist():
            data = sources.read(name)
            if name.endswith(".py"):
                # Pyodide reads docstrings of its own
                code = compile(data, name, "exec", dont_inherit=True, optimize=0 if name.startswith("_pyodide/") else 2)
                # never checked against a source: magic number, flags, and a hash that nobody reads
                head = importlib.util.MAGIC_NUMBER + b"\\1\\0\\0\\0" + bytes(8)
                data, name = head + marshal.dumps(without_places(code)), name + "c"
            out.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data)
`);
for (const archive of archives) {
  pyodide.FS.writeFile("/sources", readFileSync(`${folder}/${archive}.sources`));
  pyodide.runPython('compile_all("/sources", "/compiled")');
  writeFileSync(`${folder}/${archive}.compiled`, pyodide.FS.readFile("/compiled"));
}
