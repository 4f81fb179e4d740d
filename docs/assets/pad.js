// The page of the score pad: it has the theme of the site, and is kept for a table without a network.
import { kept } from "./playground/python.js";
import "./gin-pad.js";

const pad = document.querySelector("gin-pad"), dress = () => pad.setAttribute("theme", document.body.dataset.mdColorScheme === "slate" ? "dark" : "light");
dress();
new MutationObserver(dress).observe(document.body, { attributeFilter: ["data-md-color-scheme"] });
kept();
