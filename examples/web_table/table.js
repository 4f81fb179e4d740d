// A table on a page: the picture of a seat's view, whose cards can be clicked, and a button for every legal action.
// It is used by the server in this folder and by the playground of the site; it asks nothing of the network.

export class Table {
  // element: where the table goes; play(action, version): called with the text of an action, or "next round"
  constructor(element, play) {
    this.element = element;
    this.play = play;
    element.classList.add("gin-table");
    element.innerHTML =
      '<p class="gin-cut"></p><div class="gin-picture"></div><p class="gin-error" role="alert"></p>' +
      '<div class="gin-actions" role="group" aria-label="What you can do"></div>' +
      '<pre class="gin-result"></pre><details><summary>Score sheet</summary><div class="gin-sheet"></div></details>';
    this.part = (name) => element.querySelector(".gin-" + name);
  }

  // how the page wants its pictures
  static looks(element) {
    const dark = document.body.dataset.mdColorScheme
      ? document.body.dataset.mdColorScheme === "slate"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    return { theme: dark ? "dark" : "light", width: Math.max(320, Math.min(700, Math.floor(element.clientWidth))) };
  }

  show(message) {
    this.message = message;
    this.part("error").textContent = message.error || "";
    if (!message.picture) return;
    this.part("cut").textContent = message.cut;
    // a picture of the library: names in it are escaped
    this.part("picture").innerHTML = message.picture;
    this.part("sheet").innerHTML = message.sheet;
    this.part("result").textContent = message.result;
    this.buttons(message.legal);
    if (message.over && !message.finished) this.button("next round");
    for (const choice of this.clickable(message.legal)) {
      choice.node.classList.add("gin-clickable");
      choice.node.addEventListener("click", () => this.choose(choice.actions));
    }
  }

  // the cards and piles of the picture that mean an action; a card may mean several
  clickable(legal) {
    const found = new Map();
    for (const { action, card, pile } of legal) {
      const name = card ? `[data-card="${card}"]` : pile ? `[data-pile="${pile}"]` : null;
      const node = name && [...this.part("picture").querySelectorAll(name)].pop();
      if (node) found.set(node, [...(found.get(node) || []), action]);
    }
    return [...found].map(([node, actions]) => ({ node, actions }));
  }

  choose(actions) {
    if (actions.length === 1) this.send(actions[0]);
    else this.buttons(actions.map((action) => ({ action })).concat({ action: "back" }));
  }

  buttons(legal) {
    this.part("actions").replaceChildren();
    for (const { action } of legal) this.button(action);
  }

  button(action) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = action;
    button.addEventListener("click", () => (action === "back" ? this.buttons(this.message.legal) : this.send(action)));
    this.part("actions").append(button);
  }

  send(action) {
    this.part("actions").replaceChildren();
    this.play(action, this.message.version);
  }
}
