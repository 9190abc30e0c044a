/* SPDX-License-Identifier: BSD-2-Clause */
// Makes elements and texts. Names from the recording become text nodes only.

/**
 * Make an element. Properties whose names begin with "on" are listeners, those of "data" become
 * data attributes, others attributes.
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...(Node|string|number|null|undefined)} children
 * @returns {HTMLElement}
 */
export function h(tag, props, ...children) {
	const e = document.createElement(tag);
	for (const [key, value] of Object.entries(props || {})) {
		if (key.startsWith('on'))
			e.addEventListener(key.slice(2), value);
		else if (value === true)
			e.setAttribute(key, '');
		else if (value !== false && value !== null && value !== undefined)
			e.setAttribute(key, String(value));
	}
	for (const c of children)
		if (c !== null && c !== undefined)
			e.append(c instanceof Node ? c : String(c));
	return e;
}

/** Replace the children of an element. @param {Element} e @param {...any} children */
export function fill(e, ...children) {
	e.replaceChildren(...children.filter((c) => c !== null && c !== undefined));
}

// Letters that are written from right to left, and characters that set the direction of the text around them.
const DIRECTED = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\ud802\ud803\ud83a\ud83b]/;
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A name for a text that has other parts. The direction of the name does not change the order of the other parts; U+FFFD
 * replaces characters that set directions, as in the files of pdata flame.
 * @param {string} name @returns {string}
 */
export function isolate(name) {
	return DIRECTED.test(name) ? `\u2068${name.replace(DIRECTIONS, '\ufffd')}\u2069` : name;
}

/** @param {number} n @returns {string} the number with separators of thousands */
export function formatCount(n) {
	return Math.round(n).toLocaleString('en-US');
}

/** @param {number} n @returns {string} a short form: 12.3k, 4.5M */
export function formatShort(n) {
	const units = ['', 'k', 'M', 'G', 'T', 'P', 'E'];
	let i = 0;
	while (n >= 1000 && i < units.length - 1) {
		n /= 1000;
		i++;
	}
	return (i && n < 100 ? n.toFixed(1) : String(Math.round(n))) + units[i];
}

/** @param {number} part @param {number} all @returns {string} a share in percent */
export function formatShare(part, all) {
	if (!all)
		return '0%';
	const p = 100 * part / all;
	return (p >= 99.95 || p === 0 ? p.toFixed(0) : p >= 10 ? p.toFixed(1) : p.toFixed(2)) + '%';
}

/** @param {number} ns @returns {string} a duration */
export function formatTime(ns) {
	const abs = Math.abs(ns);
	if (abs >= 1e9)
		return (ns / 1e9).toFixed(abs >= 1e11 ? 0 : abs >= 1e10 ? 1 : 3) + ' s';
	if (abs >= 1e6)
		return (ns / 1e6).toFixed(abs >= 1e8 ? 0 : 2) + ' ms';
	if (abs >= 1e3)
		return (ns / 1e3).toFixed(abs >= 1e4 ? 1 : 2) + ' µs';
	return Math.round(ns) + ' ns';
}

/** Offer a file for saving. @param {string} name @param {BlobPart[]} parts @param {string} type */
export function download(name, parts, type) {
	const url = URL.createObjectURL(new Blob(parts, { type }));
	const a = h('a', { href: url, download: name });
	document.body.append(a);
	a.click();
	a.remove();
	setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** Say something to users of screen readers, and show it for a moment. @param {string} text */
export function say(text) {
	const e = document.getElementById('said');
	if (!e)
		return;
	e.textContent = text;
	e.classList.add('shown');
	clearTimeout(sayTimer);
	sayTimer = setTimeout(() => e.classList.remove('shown'), 2500);
}

let sayTimer = 0;
