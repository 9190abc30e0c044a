// SPDX-License-Identifier: BSD-2-Clause
// The script of a flame graph in SVG: details on hover, zoom on click, search.
//
// Each child of #frames is one function: a title, a rect and a text. data-x and data-w are its
// place and width as shares of the picture, data-l its level above the outermost functions.
//
// The fragment of the address has the state, so that "back" undoes a step: z is the number of the frame
// that has the whole width, s the regular expression.
"use strict";
const svgNS = "http://www.w3.org/2000/svg";
const root = document.documentElement;
const frames = Array.from(document.getElementById("frames").children);
const detailsText = document.getElementById("details");
const matchedText = document.getElementById("matched");
const unzoomButton = document.getElementById("unzoom");
const searchButton = document.getElementById("search");
const margin = Number(root.getAttribute("data-margin"));
const charWidth = Number(root.getAttribute("data-char"));
let searchedFor = "";
let zoomedTo = frames[0];

const place = (g) => ({
	x: Number(g.getAttribute("data-x")),
	w: Number(g.getAttribute("data-w")),
	level: Number(g.getAttribute("data-l")),
});
const nameOf = (g) => g.querySelector("title").textContent;
const functionOf = (g) => nameOf(g).replace(/ \([^(]*\)$/, "");
const inner = () => root.viewBox.baseVal.width - 2 * margin;

// Show the frame from x to x + w, as shares of the visible width.
function put(g, x, w) {
	const rect = g.querySelector("rect");
	const text = g.querySelector("text");
	const pixels = w * inner();
	const name = functionOf(g);
	const room = Math.floor((pixels - 6) / charWidth);

	g.style.display = "";
	rect.setAttribute("x", margin + x * inner());
	rect.setAttribute("width", Math.max(pixels, 0.1));
	text.setAttribute("x", margin + x * inner() + 3);
	text.textContent = room < 3 ? "" : name.length <= room ? name : name.slice(0, room - 2) + "..";
}

// Give the whole width to one frame and what it calls; its callers stay as a base.
function zoom(target) {
	const to = place(target);
	const end = to.x + to.w;
	const edge = 1e-9;

	for (const g of frames) {
		const p = place(g);
		const outside = p.x + p.w <= to.x + edge || p.x >= end - edge;

		g.classList.remove("caller");
		if (outside) {
			g.style.display = "none";
		} else if (p.level < to.level) {
			g.classList.add("caller");
			put(g, 0, 1);
		} else {
			put(g, (p.x - to.x) / to.w, p.w / to.w);
		}
	}
	zoomedTo = target;
	unzoomButton.classList.toggle("hide", to.w >= 1 - edge);
	showMatched();
}

function setState(target, term) {
	const state = new URLSearchParams();

	if (target !== frames[0]) state.set("z", String(frames.indexOf(target)));
	if (term) state.set("s", term);
	window.location.hash = state.toString();
}

function applyState() {
	const state = new URLSearchParams(window.location.hash.slice(1));

	search(state.get("s") || "");
	zoom(frames[Number(state.get("z"))] || frames[0]);
}

// The width of all matches; a match inside of another counts once.
function matchedShare() {
	const shown = frames.filter((g) => g.classList.contains("match") && g.style.display !== "none" && !g.classList.contains("caller"));
	const from = place(zoomedTo);
	let sum = 0;
	let end = -1;

	for (const p of shown.map(place).sort((a, b) => a.x - b.x || b.w - a.w)) {
		if (p.x + p.w <= end) continue;
		sum += p.x + p.w - Math.max(p.x, end);
		end = p.x + p.w;
	}
	return sum / from.w;
}

function showMatched() {
	matchedText.textContent = searchedFor ? `Matched: ${(100 * matchedShare()).toFixed(1)}%` : "";
}

// Mark the functions whose name matches the regular expression; a text that is none is searched as it is.
function search(term) {
	let re;

	try {
		re = new RegExp(term);
	} catch {
		re = new RegExp(term.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
	}
	searchedFor = term;
	for (const g of frames.slice(1)) g.classList.toggle("match", term !== "" && re.test(functionOf(g)));
	searchButton.textContent = term ? "Reset search" : "Search";
	showMatched();
}

function search_prompt() {
	if (searchedFor) {
		setState(zoomedTo, "");
		return;
	}
	const term = window.prompt("Search for functions: a regular expression", "");

	if (term) setState(zoomedTo, term);
}

const frameAt = (event) => event.target.closest("#frames > g");

root.addEventListener("click", (event) => {
	const g = frameAt(event);

	if (g) setState(g, searchedFor);
	else if (event.target === unzoomButton) setState(frames[0], searchedFor);
	else if (event.target === searchButton) search_prompt();
});
root.addEventListener("mouseover", (event) => {
	const g = frameAt(event);

	detailsText.textContent = g ? nameOf(g) : "";
});
window.addEventListener("keydown", (event) => {
	if (event.key === "F3" || ((event.ctrlKey || event.metaKey) && event.key === "f")) {
		event.preventDefault();
		search_prompt();
	} else if (event.key === "Escape") {
		setState(frames[0], "");
	} else if (event.key === "Enter" && document.activeElement && frameAt({ target: document.activeElement })) {
		setState(document.activeElement, searchedFor);
	}
});
window.addEventListener("hashchange", applyState);
applyState();
// Reading begins at the outermost functions.
const bottom = Number(frames[0].querySelector("rect").getAttribute("y")) + 60;
if (bottom > window.innerHeight) window.scrollTo(0, bottom - window.innerHeight);
root.classList.add("live");
