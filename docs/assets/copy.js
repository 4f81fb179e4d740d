// The copy button of a session copies what was typed, without prompts and outputs.
function typed(session) {
  const lines = [];
  let isOpen = false; // a statement of several lines, which a blank line ends
  for (const line of `${session}\n>>> `.split("\n")) {
    if (line.startsWith("...")) {
      if (line.slice(4).trim()) lines.push(line.slice(4).trimEnd());
      isOpen = true;
    } else if (line.startsWith(">>> ")) {
      if (isOpen) lines.push("");
      lines.push(line.slice(4));
      isOpen = false;
    } else if (line.startsWith("$ ")) lines.push(line.slice(2));
  }
  return lines.slice(0, -1).join("\n");
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button[data-clipboard-target]");
  const session = button && document.querySelector(button.dataset.clipboardTarget)?.textContent;
  if (!session || !/^(>>>|\$) /.test(session)) return;
  event.stopImmediatePropagation();
  navigator.clipboard.writeText(typed(session));
}, true);

// Code that scrolls can be reached by keys: the theme sees to it only where there is a mouse.
const reached = ({ target }) => { if (target.scrollWidth > target.clientWidth && !target.hasAttribute("tabindex")) target.tabIndex = 0; };
const resized = new ResizeObserver((blocks) => blocks.forEach(reached)), changed = new MutationObserver((blocks) => blocks.forEach(reached));
for (const code of document.querySelectorAll("pre > code")) {
  resized.observe(code);
  changed.observe(code, { attributeFilter: ["tabindex"] });
}

// Doctest writes an empty line of an output as a word.
for (const part of document.querySelectorAll("pre .go")) part.textContent = part.textContent.replaceAll("<BLANKLINE>", "");
