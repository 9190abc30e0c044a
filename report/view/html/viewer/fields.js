/* SPDX-License-Identifier: BSD-2-Clause */
// Fields of tracepoints: their values, sums by value, and filters.

import { eachSample, selection } from './profile.js';

/**
 * @typedef {object} Field
 * @property {number} event
 * @property {string} name
 * @property {boolean} number
 * @property {string[]} values from 1; 0: the sample has none
 * @property {any} of by sample of the event: number of the value
 */

/** The fields of the facts with their part of the column; null if it does not fit. @param {any} facts @param {any} column @param {any} event by sample @returns {Field[]|null} */
export function readFields(facts, column, event) {
	const nrOf = new Float64Array(facts.events.length);
	for (let i = 0; i < event.length; i++)
		nrOf[event[i]]++;
	let at = 0;
	const out = [];
	for (const { event: e, name, number, values } of facts.fields || []) {
		if (!(e < nrOf.length) || !Array.isArray(values) || !column || at + nrOf[e] > column.length)
			return null;
		const of = column.subarray(at, at += nrOf[e]);
		for (let i = 0; i < of.length; i++)
			if (of[i] > values.length)
				return null;
		out.push({ event: e, name: String(name), number: Boolean(number), values: ['', ...values.map(String)], of });
	}
	return out;
}

/** The position of each sample among those of its event. @param {any} p @returns {Uint32Array} */
function ranksOf(p) {
	if (!p.ranks) {
		const next = new Uint32Array(p.facts.events.length);
		p.ranks = new Uint32Array(p.nr);
		for (let i = 0; i < p.nr; i++)
			p.ranks[i] = next[p.event[i]]++;
	}
	return p.ranks;
}

/** The power of two below a number: 0 to 64; negative numbers have their own. @param {string} value @returns {number} */
function powerOf(value) {
	let n;
	try {
		n = BigInt(value);
	} catch {
		return 100;
	}
	return n < 0n ? -(-n).toString(2).length : n ? n.toString(2).length : 0;
}

/** Keys of a field's values: the value itself, or -1000 - power for a range. @param {Field} field @param {boolean} ranges @returns {Int32Array} */
function keysOf(field, ranges) {
	return Int32Array.from(field.values, (v, i) => (ranges && i ? -1000 - powerOf(v) : i));
}

/** The name of a value or of a range of numbers. @param {Field} field @param {number} key @returns {string} */
export function valueName(field, key) {
	if (key >= 0)
		return key ? field.values[key] || '""' : 'no value';
	const power = -1000 - key, n = Math.abs(power);
	if (power === 100)
		return 'other values';
	if (!n)
		return '0';
	const [from, to] = [2n ** BigInt(n - 1), 2n ** BigInt(n) - 1n].map((v) => v.toLocaleString('en-US'));
	const text = from === to ? from : `${from} – ${to}`;
	return power < 0 ? `−(${text})` : text;
}

/** Samples that the filters of fields keep; null: all. @param {any} p @param {[number, number][]} filters @returns {Uint8Array|null} */
export function keptByFields(p, filters) {
	if (!filters?.length)
		return null;
	const ranks = ranksOf(p), keep = new Uint8Array(p.nr).fill(1);
	for (const [f, key] of filters) {
		const field = p.fields[f], keys = keysOf(field, key < 0);
		for (let i = 0; i < p.nr; i++)
			if (p.event[i] !== field.event || keys[field.of[ranks[i]]] !== key)
				keep[i] = 0;
	}
	return keep;
}

/** Sums of the selected samples by value. @param {any} p @param {any} state @param {number} f @returns {{key: number, self: number, samples: number}[]} */
export function sumByField(p, state, f) {
	const field = p.fields[f], ranks = ranksOf(p), keys = keysOf(field, state.ranges && field.number);
	const sel = selection(p, { ...state, event: field.event, fields: state.fields.filter((x) => x[0] !== f) });
	const weight = state.metric === 'samples' ? p.count : p.weight;
	const rows = new Map();
	eachSample(p, sel, (i) => {
		const key = keys[field.of[ranks[i]]];
		let row = rows.get(key);
		if (!row)
			rows.set(key, row = { key, self: 0, samples: 0 });
		row.self += weight ? weight[i] : 1;
		row.samples += p.count ? p.count[i] : 1;
	});
	return [...rows.values()];
}

/** The fields of a selection for its own page: facts and column. @param {any} p @param {number[]} rows samples @param {number[]} events old numbers of the new events */
export function selectedFields(p, rows, events) {
	const facts = [], column = [];
	if (!p.fields.length)
		return { facts, column };
	const ranks = ranksOf(p);
	for (const field of p.fields) {
		const event = events.indexOf(field.event);
		if (event < 0)
			continue;
		const numbers = new Map([[0, 0]]), values = [];
		for (const i of rows) {
			if (p.event[i] !== field.event)
				continue;
			const v = field.of[ranks[i]];
			if (!numbers.has(v))
				numbers.set(v, values.push(field.values[v]));
			column.push(numbers.get(v));
		}
		facts.push({ event, name: field.name, number: field.number, values });
	}
	return { facts, column };
}
