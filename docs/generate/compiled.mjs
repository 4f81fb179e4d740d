// Compiles the modules of an archive by the Python of Pyodide, so that a browser need not.
//   node compiled.mjs FOLDER_OF_PYODIDE ARCHIVE COMPILED_ARCHIVE
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, archive, made] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const pyodide = await loadPyodide({ indexURL: `${folder}/` });
pyodide.FS.writeFile("/sources.zip", readFileSync(archive));
pyodide.runPython(`
import importlib.util, marshal, zipfile
with zipfile.ZipFile("/sources.zip") as sources, zipfile.ZipFile("/compiled.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
    for name in sources.namelist():
        data = sources.read(name)
        if name.endswith(".py"):
            code = compile(data, name, "exec", dont_inherit=True, optimize=2)
            # never checked against a source: magic number, flags, and a hash that nobody reads
            data, name = importlib.util.MAGIC_NUMBER + b"\\1\\0\\0\\0" + bytes(8) + marshal.dumps(code), name + "c"
        out.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
`);
writeFileSync(made, pyodide.FS.readFile("/compiled.zip"));
