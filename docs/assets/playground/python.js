// The library behind the page: a worker that is loaded once, and answers calls.

const SILENCE = 60000, START = 600000; // without a byte, or a start, for so long (in milliseconds), loading has failed

export class Python {
  // sizes: the files to load, with their bytes; tell(state): { loaded, total }, { ready } or { failed }
  constructor(sizes, tell) {
    this.sizes = sizes;
    this.tell = tell;
    this.waiting = new Map();
    this.due = []; // what is asked before it is there
    this.number = 0;
    this.state = "idle";
  }

  load() {
    if (this.state === "loading" || this.state === "ready") return;
    this.state = "loading";
    this.tell({ loaded: 0, total: 1 });
    kept().then(() => this.begin());
  }

  begin() {
    try {
      this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    } catch {
      return this.fail("This browser cannot run Python: it has no module workers.");
    }
    this.worker.onmessage = ({ data }) => this.hear(data);
    // a worker that cannot be fetched says nothing else
    this.worker.onerror = (event) => this.fail(event.message ? `The library stopped: ${event.message}.` : "The files could not be fetched.");
    this.watch();
    this.worker.postMessage({ sizes: this.sizes });
  }

  watch(time = SILENCE) {
    clearTimeout(this.timer);
    const sentence = time === SILENCE ? "Nothing has arrived for a minute." : "The library did not start.";
    this.timer = setTimeout(() => this.fail(sentence), time);
  }

  hear({ id, result, error, loaded, total, ready, failed }) {
    if (failed !== undefined) return this.fail(why(failed));
    if (loaded !== undefined) { this.watch(loaded < total ? SILENCE : START); return this.tell({ loaded, total }); }
    if (ready !== undefined) {
      clearTimeout(this.timer);
      this.state = "ready";
      this.tell({ ready });
      for (const { go } of this.due.splice(0)) go();
      return;
    }
    const { resolve, reject } = this.waiting.get(id);
    this.waiting.delete(id);
    if (error === undefined) resolve(result); else reject(new Error(error));
  }

  fail(sentence) {
    clearTimeout(this.timer);
    this.worker?.terminate();
    for (const { reject } of this.waiting.values()) reject(new Error(sentence));
    this.waiting.clear();
    for (const { reject } of this.due.splice(0)) reject(new Error(sentence));
    this.state = "failed";
    this.tell({ failed: sentence });
  }

  ask(call, ...args) {
    if (this.state !== "ready") { // it is fetched when it is asked for
      return new Promise((resolve, reject) => {
        this.due.push({ go: () => this.ask(call, ...args).then(resolve, reject), reject });
        this.load();
      });
    }
    return new Promise((resolve, reject) => {
      this.waiting.set(++this.number, { resolve, reject });
      this.worker.postMessage({ id: this.number, call, args });
    });
  }
}

function why(message) {
  if (/memory|RangeError/i.test(message)) return "This device has too little memory for it.";
  if (/^file [\w.-]+: \d{3}$/.test(message)) return `A file could not be fetched (${message.slice(5)}).`;
  if (/fetch|network|load/i.test(message)) return "The files could not be fetched.";
  return `It could not be started: ${message}`;
}

// a service worker keeps the files for the next visit; without one the page works as well
export async function kept() {
  if (!navigator.serviceWorker) return;
  try {
    const place = new URL("../../sw.js", import.meta.url);
    await navigator.serviceWorker.register(place, { scope: new URL("./", place).pathname });
    const worker = await Promise.race([
      navigator.serviceWorker.ready.then(({ active }) => active), new Promise((done) => setTimeout(done, 2000)),
    ]);
    if (!navigator.serviceWorker.controller) {
      await Promise.race([
        new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true })),
        new Promise((done) => setTimeout(done, 500)),
      ]);
    }
    worker?.postMessage([location.href, ...performance.getEntriesByType("resource").map(({ name }) => name)]);
  } catch { /* no secure context, or storage is off */ }
}
