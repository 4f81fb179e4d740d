// node conform.mjs: the engine of `ginrules conform "node examples/gin_core/conform.mjs"`, after `npm run answers`.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { answer, Core } from "./build/answers.js";

const file = (name) => readFileSync(new URL(`./build/${name}`, import.meta.url));
const core = await Core.load(file("core.wasm"), new Uint8Array(file("learned.net"))), belief = new Uint8Array(file("belief.net"));
for await (const line of createInterface({ input: process.stdin })) process.stdout.write(`${JSON.stringify(answer(core, JSON.parse(line), belief))}\n`);
