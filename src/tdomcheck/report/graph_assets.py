"""The looks of the page of a graph, and what it does when it is used."""

from __future__ import annotations

STYLE = """
:root { color-scheme: light dark; --back: #fbfaf7; --ink: #22262b; --soft: #6b7280; --line: #d9d6cf; --panel: #ffffff;
  --page: #7a5195; --component: #0b7285; --service: #b35900; --middleware: #4c6b1f; --missing: #c92a2a; }
@media (prefers-color-scheme: dark) { :root { --back: #16181c; --ink: #e7e6e3; --soft: #9aa2ad; --line: #33373e;
  --panel: #1e2127; --page: #c39bdf; --component: #66c7d8; --service: #f0a35e; --middleware: #a9cf6b;
  --missing: #ff7b72; } }
* { box-sizing: border-box; }
html, body { height: 100%; margin: 0; }
body { display: flex; flex-direction: column; background: var(--back); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
header { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem 1.2rem; padding: .6rem 1rem;
  border-bottom: 1px solid var(--line); background: var(--panel); }
h1 { margin: 0; font-size: 1.1rem; }
input, button { font: inherit; color: inherit; background: var(--back); border: 1px solid var(--line);
  border-radius: 6px; padding: .15rem .6rem; }
button { cursor: pointer; }
#legend { display: flex; flex-wrap: wrap; gap: .2rem 1rem; margin: 0 auto 0 0; padding: 0; list-style: none;
  color: var(--soft); font-size: .88rem; }
#legend span { display: inline-block; width: .8em; height: .8em; margin-right: .4em; border-radius: 3px;
  background: currentColor; }
#legend .page span, .node.page { color: var(--page); }
#legend .component span, .node.component { color: var(--component); }
#legend .service span, .node.service { color: var(--service); }
#legend .middleware span, .node.middleware { color: var(--middleware); }
#legend .missing span { color: var(--missing); }
main { flex: 1; display: flex; min-height: 0; }
#stage { flex: 1; min-width: 0; overflow: hidden; cursor: grab; touch-action: none; }
#stage.moving { cursor: grabbing; }
#stage svg { display: block; width: 100%; height: 100%; }
.node { cursor: pointer; outline: none; }
.node rect { fill: var(--panel); stroke: currentColor; stroke-width: 1.5; }
.node.page rect { stroke-dasharray: 2 3; }
.node.middleware rect { rx: 15; }
.node text { fill: var(--ink); font-size: 13px; text-anchor: middle; pointer-events: none; }
.node.missing rect { stroke: var(--missing); stroke-width: 2.5; stroke-dasharray: 5 3; }
.node.focus rect, .node.chosen rect { stroke-width: 3.5; }
.node:focus-visible rect { stroke-width: 3.5; filter: drop-shadow(0 0 4px currentColor); }
.edge { fill: none; stroke: var(--soft); stroke-width: 1.3; opacity: .55; }
.edge.uses, .edge.renders { stroke: var(--component); }
.edge.injects { stroke: var(--service); }
.edge.replaces { stroke: var(--page); stroke-dasharray: 6 4; }
.edge.hooks { stroke: var(--middleware); stroke-dasharray: 2 4; }
.dimmed .node:not(.near), .dimmed .edge:not(.near) { opacity: .12; }
.edge.near { opacity: 1; stroke-width: 2.2; }
#details { width: 20rem; max-width: 45vw; overflow: auto; padding: 1rem; border-left: 1px solid var(--line);
  background: var(--panel); }
#details h2 { margin: 0 0 .2rem; font-size: 1.05rem; overflow-wrap: anywhere; }
#details h3 { margin: 1rem 0 .2rem; font-size: .85rem; color: var(--soft); font-weight: 600; }
#details p, #details ul { margin: .2rem 0; }
#details ul { padding-left: 1.1rem; }
#details code { font: .88em ui-monospace, monospace; overflow-wrap: anywhere; }
#details .alarm { color: var(--missing); font-weight: 600; }
#details a { color: inherit; cursor: pointer; text-decoration: underline dotted; }
@media (max-width: 700px) { main { flex-direction: column; } #details { width: auto; max-width: none;
  max-height: 40%; border-left: 0; border-top: 1px solid var(--line); } }
"""

SCRIPT = """
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const stage = document.getElementById("stage"), svg = stage.querySelector("svg"), world = svg.querySelector("#world");
const details = document.getElementById("details"), search = document.getElementById("search");
const nodes = new Map(data.nodes.map((node) => [node.key, node]));
const shapes = new Map([...world.querySelectorAll(".node")].map((shape) => [shape.dataset.key, shape]));
const edges = [...world.querySelectorAll(".edge")];
const verbs = { renders: ["renders", "rendered by"], uses: ["uses", "used by"], injects: ["injects", "injected into"],
  replaces: ["stands in for", "replaced by"], hooks: ["hooks", "hooked by"] };
const whole = svg.viewBox.baseVal, view = { x: 0, y: 0, width: whole.width, height: whole.height };
let chosen = null, grip = null;

function show() { svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`); }
const full = { x: view.x, y: view.y, width: view.width, height: view.height };
function fit() { Object.assign(view, full); show(); }
function make(name, text, parent) {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}
function near(key) {
  world.classList.toggle("dimmed", key !== null);
  for (const shape of shapes.values()) shape.classList.remove("near");
  for (const edge of edges) {
    const touches = key !== null && (edge.dataset.source === key || edge.dataset.target === key);
    edge.classList.toggle("near", touches);
    if (touches) for (const end of [edge.dataset.source, edge.dataset.target]) shapes.get(end)?.classList.add("near");
  }
  if (key !== null) shapes.get(key)?.classList.add("near");
}
function choose(key) {
  if (chosen !== null) shapes.get(chosen)?.classList.remove("chosen");
  chosen = key;
  near(key);
  if (key === null) return;
  shapes.get(key)?.classList.add("chosen");
  describe(nodes.get(key));
}
function describe(node) {
  details.replaceChildren();
  make("h2", node.name, details);
  make("p", `${node.kind}, ${node.shape}`, details);
  make("code", node.path ? `${node.path}:${node.line}` : "outside of the project", make("p", undefined, details));
  if (node.is_missing) make("p", "It is injected, and nothing registers it.", details).className = "alarm";
  if (node.props.length) list("props (* must be given)", node.props, details);
  if (node.registrations.length) list("registered by", node.registrations, details);
  const groups = new Map();
  for (const edge of data.edges) {
    const ahead = edge.source === node.key, back = edge.target === node.key;
    if (!ahead && !back) continue;
    const words = verbs[edge.kind][ahead ? 0 : 1];
    if (!groups.has(words)) groups.set(words, []);
    groups.get(words).push([ahead ? edge.target : edge.source, edge.label]);
  }
  for (const [words, others] of groups) {
    make("h3", words, details);
    const items = make("ul", undefined, details);
    for (const [key, label] of others) {
      const item = make("li", undefined, items), link = make("a", nodes.get(key).name, item);
      link.tabIndex = 0;
      link.addEventListener("click", () => choose(key));
      link.addEventListener("keydown", (event) => { if (event.key === "Enter") choose(key); });
      if (label) item.append(` (${label})`);
    }
  }
}
function list(title, words, parent) {
  make("h3", title, parent);
  const items = make("ul", undefined, parent);
  for (const word of words) make("code", word, make("li", undefined, items));
}
for (const [key, shape] of shapes) {
  shape.addEventListener("mouseenter", () => { if (chosen === null) near(key); });
  shape.addEventListener("mouseleave", () => { if (chosen === null) near(null); });
  shape.addEventListener("click", (event) => { event.stopPropagation(); choose(key); });
  shape.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") choose(key); });
}
svg.addEventListener("click", () => choose(null));
document.addEventListener("keydown", (event) => { if (event.key === "Escape") { search.value = ""; choose(null); } });
search.addEventListener("input", () => {
  const wanted = search.value.trim().toLowerCase();
  choose(null);
  if (!wanted) return;
  world.classList.add("dimmed");
  const found = [...shapes].filter(([key]) => nodes.get(key).name.toLowerCase().includes(wanted));
  for (const [, shape] of found) shape.classList.add("near");
  if (found.length === 1) choose(found[0][0]);
});
document.getElementById("fit").addEventListener("click", fit);
stage.addEventListener("wheel", (event) => {
  event.preventDefault();
  const frame = svg.getBoundingClientRect(), factor = event.deltaY > 0 ? 1.15 : 1 / 1.15;
  const across = (event.clientX - frame.left) / frame.width, down = (event.clientY - frame.top) / frame.height;
  view.x += view.width * across * (1 - factor);
  view.y += view.height * down * (1 - factor);
  view.width *= factor;
  view.height *= factor;
  show();
}, { passive: false });
stage.addEventListener("pointerdown", (event) => {
  if (event.target.closest(".node")) return;
  grip = { x: event.clientX, y: event.clientY };
  stage.classList.add("moving");
});
window.addEventListener("pointermove", (event) => {
  if (grip === null) return;
  const frame = svg.getBoundingClientRect(), scale = Math.max(view.width / frame.width, view.height / frame.height);
  view.x -= (event.clientX - grip.x) * scale;
  view.y -= (event.clientY - grip.y) * scale;
  grip = { x: event.clientX, y: event.clientY };
  show();
});
window.addEventListener("pointerup", () => { grip = null; stage.classList.remove("moving"); });
if (data.focus !== null) {
  chosen = data.focus;
  shapes.get(chosen)?.classList.add("chosen");
  describe(nodes.get(chosen));
}
document.body.dataset.ready = "yes";
"""
