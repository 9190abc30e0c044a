/* SPDX-License-Identifier: BSD-2-Clause */
// The list of keys.

import { h } from './dom.js';

const KEYS = [
	['Everywhere', [
		['?', 'this list'], ['/', 'search functions by regular expression'], ['n  N', 'next, previous match'],
		['u  U', 'undo, redo (also Ctrl+Z, Ctrl+Y)'], ['0', 'take all filters away'], ['r', 'keep the range under a name'], ['A  B', 'compare the range, as side A or B'],
		['1 … 9', 'the tables, from the left'], ['f  t  b', 'to the flame graph, timeline, table'],
		['i', 'callers on top or at the bottom'], ['c', 'callers first or callees first'], ['o', 'order of boxes'],
		['k', 'colours'], ['x', 'fold recursion'], ['w', 'fold wrappers: functions that only call one other'], ['d', 'dark or light'],
		['S', 'save this selection as a page'], ['a', 'code of the function, if the page has it'],
	]],
	['Flame graph', [
		['arrows', 'go to a neighbour'], ['Enter, click', 'zoom'], ['Escape', 'zoom out by one'],
		['s, double click', 'callers and callees'], ['right click', 'filters by this function'],
	]],
	['Code', [
		['h  H', 'hottest line, the one before'], ['v', 'source and assembly, source, assembly'], ['↑ ↓ Page Home End', 'go to a line'],
		['Enter', 'follow the jump or call'], ['[  ]', 'the function before, after'], ['s', 'callers and callees'],
		['z', 'in the flame graph'], ['y', 'copy as TSV'], ['Escape', 'back to flame graph and tables'],
	]],
	['Timeline', [
		['drag', 'choose a range: everything shows only that time'], ['← →', 'move the range'], ['↑ ↓', 'make it shorter, longer'],
		['Escape, double click', 'all the time'], ['click on a name', 'only this thread; Shift: this one, too'],
	]],
	['Tables', [
		['↑ ↓ Page Home End', 'go to a row'], ['Enter, double click', 'callers and callees, or filter'],
		['← →', 'close, open a row of callers and callees'], ['y', 'copy the rows as TSV'],
	]],
];

/** @returns {HTMLDialogElement} */
export function makeHelp() {
	const dialog = /** @type {HTMLDialogElement} */ (h('dialog', { class: 'help', 'aria-label': 'Keys' },
		h('div', { class: 'help-columns' }, ...KEYS.map(([title, rows]) => h('section', {}, h('h2', {}, /** @type {string} */ (title)),
			h('dl', {}, .../** @type {string[][]} */ (rows).flatMap(([key, text]) => [h('dt', {}, h('kbd', {}, key)), h('dd', {}, text)]))))),
		h('form', { method: 'dialog' }, h('button', {}, 'Close'))));
	dialog.querySelector('form')?.addEventListener('submit', (e) => {
		e.preventDefault();
		dialog.close();
	});
	return dialog;
}
