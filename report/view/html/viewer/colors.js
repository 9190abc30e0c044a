/* SPDX-License-Identifier: BSD-2-Clause */
// Colours of boxes and heat. Hues are those of Okabe and Ito's palette, which colour-blind readers can tell apart.

import { INLINED, kindOf } from './profile.js';

// Hue and saturation of: user, kernel, jit, guest, unknown.
const KIND_HUES = [[36, 88], [204, 66], [164, 60], [327, 40], [0, 0]];
const OBJECT_HUES = [[36, 88], [204, 66], [164, 60], [327, 45], [56, 75], [20, 85], [248, 40], [95, 40], [186, 55], [0, 0]];

/** @param {string} s @returns {number} */
function hashText(s) {
	let n = 2166136261;
	for (let i = 0; i < s.length; i++)
		n = Math.imul(n ^ s.charCodeAt(i), 16777619);
	return n >>> 0;
}

export function isDark() {
	return document.documentElement.dataset.dark === '1';
}

/** A colour of the style sheet. @param {string} name */
export function styleColor(name) {
	return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** @param {number} hue @param {number} saturation @param {number} vary 0 to 1 */
function boxColor(hue, saturation, vary) {
	return isDark() ? `hsl(${hue} ${saturation * 0.62}% ${27 + vary * 9}%)` : `hsl(${hue} ${saturation}% ${70 + vary * 12}%)`;
}

/** @param {number} kind index in KINDS @returns {string} */
export function kindColor(kind) {
	return boxColor(KIND_HUES[kind][0], KIND_HUES[kind][1], 0.4);
}

/**
 * Colours of functions by a rule; each is made once.
 * @param {any} p @param {string} rule @param {any} functionSums
 * @returns {(f: number) => string}
 */
export function functionColors(p, rule, functionSums) {
	const cache = [];
	const most = functionSums ? functionSums.self.reduce((a, b) => Math.max(a, b), 0) : 0;
	return (f) => {
		if (cache[f])
			return cache[f];
		const vary = hashText(p.names[f]) % 97 / 96;
		let color;
		if (!f) {
			color = isDark() ? 'hsl(220 10% 28%)' : 'hsl(220 14% 84%)';
		} else if (rule === 'self') {
			const share = most ? Math.sqrt(functionSums.self[f] / most) : 0;
			color = isDark() ? `hsl(${48 - 40 * share} ${12 + 70 * share}% ${24 + 22 * share}%)`
				: `hsl(${48 - 40 * share} ${20 + 75 * share}% ${90 - 28 * share}%)`;
		} else if (rule === 'object') {
			const [hue, saturation] = OBJECT_HUES[p.objects[f] ? hashText(p.objects[f]) % 9 : 9];
			color = boxColor(hue, saturation, vary);
		} else {
			const [hue, saturation] = KIND_HUES[kindOf(p, f)] || KIND_HUES[4];
			color = boxColor(hue + (p.flags[f] & INLINED ? 14 : 0), saturation, vary);
		}
		return cache[f] = color;
	};
}

/**
 * The colour of a change: red is more, blue is less, grey is not more than chance.
 * @param {number} part of the largest change, -1 to 1 @param {boolean} sure
 */
export function changeColor(part, sure) {
	if (!sure)
		return isDark() ? 'hsl(220 9% 30%)' : 'hsl(220 14% 88%)';
	const hue = part > 0 ? 8 : 214, t = Math.sqrt(Math.min(1, Math.abs(part)));
	return isDark() ? `hsl(${hue} ${38 + 24 * t}% ${27 + 17 * t}%)` : `hsl(${hue} ${70 + 15 * t}% ${90 - 28 * t}%)`;
}

/** Colours of what threads do: running, runnable, sleeping, blocked, stopped, dead, unknown. @returns {string[]} */
export function stateColors() {
	return isDark() ? ['#4fc58f', '#f0a43a', '#4a566b', '#d36fb4', '#7d6bd0', '#2c3442', '#2c3442']
		: ['#009e73', '#e69f00', '#c3cbd9', '#b3458f', '#6a51a3', '#eeeeee', '#eeeeee'];
}

/** 256 colours of heat as RGBA numbers, from nothing to the most. @returns {Uint32Array} */
export function heatColors() {
	const dark = isDark();
	const stops = dark ? [[24, 28, 36], [60, 60, 110], [190, 80, 70], [255, 190, 80], [255, 250, 210]]
		: [[246, 247, 249], [253, 212, 140], [240, 140, 60], [196, 60, 40], [110, 10, 40]];
	const out = new Uint32Array(256);
	for (let i = 0; i < 256; i++) {
		const at = i / 255 * (stops.length - 1), k = Math.min(stops.length - 2, Math.floor(at));
		const [r, g, b] = [0, 1, 2].map((c) => Math.round(stops[k][c] + (stops[k + 1][c] - stops[k][c]) * (at - k)));
		out[i] = (255 << 24 | b << 16 | g << 8 | r) >>> 0;
	}
	return out;
}
