/* SPDX-License-Identifier: BSD-2-Clause */
// Sums of the samples that are selected: by node of the tree, by function, thread, cpu, event.

import { isolate } from './dom.js';
import { keptByFields } from './fields.js';

export const INLINED = 8;
export const KINDS = ['user', 'kernel', 'jit', 'guest', 'unknown'];

/** @param {any} p profile @param {number} f function @returns {number} index in KINDS */
export function kindOf(p, f) {
	return p.flags[f] & 7;
}

/** @param {any} p @param {number} f @returns {string} the function's name as tables have it */
export function functionName(p, f) {
	return f ? p.names[f] + (p.flags[f] & INLINED ? ' (inlined)' : '') : 'all';
}

/** The function's name for texts that have other parts. @param {any} p @param {number} f @returns {string} */
export function shownName(p, f) {
	return f ? isolate(p.names[f]) + (p.flags[f] & INLINED ? ' (inlined)' : '') : 'all';
}

/** @param {any} p @param {number} t thread, from 1 @returns {string} */
export function threadName(p, t) {
	const row = p.facts.threads[t - 1];
	return row ? `${p.recordings ? `${recordingLetter(row[3])} ` : ''}${isolate(row[2])} ${row[1]}` : '?';
}

/** @param {number} r @returns {string} the letter of a recording in texts */
export function recordingLetter(r) {
	return String.fromCharCode(65 + r);
}

/** @param {Float64Array} times sorted @param {number} t @returns {number} the first index with a time of at least t */
export function lowerBound(times, t) {
	let lo = 0, hi = times.length;
	while (lo < hi) {
		const mid = (lo + hi) >>> 1;
		if (times[mid] < t)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/** First child and next sibling of each node. @param {any} p */
export function linkChildren(p) {
	const first = new Int32Array(p.nrNodes), next = new Int32Array(p.nrNodes);
	for (let i = p.nrNodes - 1; i > 0; i--) {
		next[i] = first[p.parent[i]];
		first[p.parent[i]] = i;
	}
	p.firstChild = first;
	p.nextSibling = next;
}

/** Whether a caller of a node is the same function: such nodes do not count for its total again. @param {any} p */
export function markRecursion(p) {
	if (p.recursive)
		return p.recursive;
	const { parent, fn } = p;
	const out = new Uint8Array(p.nrNodes);
	// Depth first, with the number of nodes of each function on the path.
	const onPath = new Int32Array(p.names.length);
	const { firstChild, nextSibling } = p;
	let i = firstChild[0];
	while (i) {
		out[i] = onPath[fn[i]]++ ? 1 : 0;
		if (firstChild[i]) {
			i = firstChild[i];
			continue;
		}
		for (;;) {
			onPath[fn[i]]--;
			if (nextSibling[i]) {
				i = nextSibling[i];
				break;
			}
			i = parent[i];
			if (!i)
				break;
		}
	}
	p.recursive = out;
	return out;
}

/**
 * Nodes whose samples the function filters keep; null: all. "only": the sample is in the function itself; "with" and
 * "without": the function is anywhere on the path.
 * @param {any} p @param {[string, number][]} filters
 */
function keptNodes(p, filters) {
	if (!filters.length)
		return null;
	const keep = new Uint8Array(p.nrNodes).fill(1);
	for (const [kind, f] of filters) {
		if (kind === 'only') {
			for (let i = 0; i < p.nrNodes; i++)
				if (p.fn[i] !== f)
					keep[i] = 0;
			continue;
		}
		const has = new Uint8Array(p.nrNodes);
		for (let i = 1; i < p.nrNodes; i++)
			has[i] = has[p.parent[i]] | (p.fn[i] === f ? 1 : 0);
		const wanted = kind === 'with' ? 1 : 0;
		for (let i = 0; i < p.nrNodes; i++)
			if (has[i] !== wanted)
				keep[i] = 0;
	}
	return keep;
}

/** @param {number} nr @param {number[]|null} list @returns {Uint8Array|null} a mask, null: all */
function maskOf(nr, list) {
	if (!list)
		return null;
	const mask = new Uint8Array(nr);
	for (const i of list)
		mask[i] = 1;
	return mask;
}

/**
 * What a state selects: the range of samples, masks, and a function that says whether sample i counts.
 * @param {any} p @param {any} state
 */
export function selection(p, state) {
	const [lo, hi] = state.range
		? [lowerBound(p.time, state.range[0]), lowerBound(p.time, state.range[1] + 1)] : [0, p.nr];
	return {
		lo, hi,
		event: state.event,
		threads: maskOf(p.facts.threads.length + 1, state.threads),
		cpus: maskOf(65536, state.cpus && state.cpus.map((c) => c + 1)),
		keep: keptNodes(p, state.filters),
		rows: keptByFields(p, state.fields),
		rec: p.rec ? state.rec ?? -1 : -1,
	};
}

/** Call @each for all samples of a selection. @param {any} p @param {any} sel @param {(i: number) => void} each */
export function eachSample(p, sel, each) {
	const { event, thread, cpu, node } = p;
	for (let i = sel.lo; i < sel.hi; i++)
		if ((sel.event < 0 || event[i] === sel.event) && (!sel.threads || sel.threads[thread[i]]) &&
			(!sel.cpus || sel.cpus[cpu[i]]) && (!sel.keep || sel.keep[node[i]]) && (!sel.rows || sel.rows[i]) &&
			(sel.rec < 0 || p.rec[i] === sel.rec))
			each(i);
}

/**
 * Sums of the selected samples.
 * @param {any} p @param {any} state
 */
export function sumUp(p, state) {
	const sel = selection(p, state);
	const self = new Float64Array(p.nrNodes), samples = new Float64Array(p.nrNodes);
	const { event, thread, cpu, node, count } = p;
	// All events at once have no common unit: samples are counted.
	const weight = state.event < 0 || state.metric === 'samples' ? count : p.weight;
	const { threads, cpus, keep, rows, rec } = sel;
	const wanted = sel.event;
	for (let i = sel.lo; i < sel.hi; i++) {
		if (wanted >= 0 && event[i] !== wanted)
			continue;
		if (threads && !threads[thread[i]])
			continue;
		if (cpus && !cpus[cpu[i]])
			continue;
		const n = node[i];
		if ((keep && !keep[n]) || (rows && !rows[i]) || (rec >= 0 && p.rec[i] !== rec))
			continue;
		self[n] += weight ? weight[i] : 1;
		samples[n] += count ? count[i] : 1;
	}
	const total = self.slice();
	let nr = 0;
	for (let i = p.nrNodes - 1; i > 0; i--) {
		total[p.parent[i]] += total[i];
		nr += samples[i];
	}
	nr += samples[0];
	return { sel, self, total, samples, all: total[0], nr };
}

/** Self and total of each function; a recursive one counts once. @param {any} p @param {any} sums */
export function sumFunctions(p, sums) {
	const nr = p.names.length;
	const self = new Float64Array(nr), total = new Float64Array(nr), samples = new Float64Array(nr);
	const again = markRecursion(p);
	const { fn } = p;
	for (let i = 1; i < p.nrNodes; i++) {
		if (!sums.total[i])
			continue;
		const f = fn[i];
		self[f] += sums.self[i];
		samples[f] += sums.samples[i];
		if (!again[i])
			total[f] += sums.total[i];
	}
	return { self, total, samples };
}

/** Sums by a key of the path: objects or files. Each counts once on a path. @param {any} p @param {any} sums @param {string[]} keys by function */
export function sumByKey(p, sums, keys) {
	const number = new Map(), names = [];
	const ofFunction = new Int32Array(keys.length);
	for (let f = 1; f < keys.length; f++) {
		const key = keys[f] || '[unknown]';
		if (!number.has(key)) {
			number.set(key, names.length);
			names.push(key);
		}
		ofFunction[f] = number.get(key);
	}
	const self = new Float64Array(names.length), total = new Float64Array(names.length);
	const samples = new Float64Array(names.length);
	const { firstChild, nextSibling, parent, fn } = p;
	const onPath = new Int32Array(names.length);
	let i = firstChild[0];
	while (i) {
		const k = ofFunction[fn[i]];
		if (!onPath[k]++)
			total[k] += sums.total[i];
		self[k] += sums.self[i];
		samples[k] += sums.samples[i];
		if (firstChild[i] && sums.total[i]) {
			i = firstChild[i];
			continue;
		}
		for (;;) {
			onPath[ofFunction[fn[i]]]--;
			if (nextSibling[i]) {
				i = nextSibling[i];
				break;
			}
			i = parent[i];
			if (!i)
				break;
		}
	}
	return { names, self, total, samples };
}

/** Sums of the selected samples by thread, cpu or event. @param {any} p @param {any} state @param {string} column @param {number} nr */
export function sumByColumn(p, state, column, nr) {
	const wide = { ...state, [{ thread: 'threads', cpu: 'cpus' }[column] || '']: null };
	const sel = selection(p, column === 'event' ? { ...state, event: -1 } : wide);
	const self = new Float64Array(nr), samples = new Float64Array(nr);
	const key = p[column];
	const weight = state.metric === 'samples' || (state.event < 0 && column !== 'event') ? p.count : p.weight;
	eachSample(p, sel, (i) => {
		self[key[i]] += weight ? weight[i] : 1;
		samples[key[i]] += p.count ? p.count[i] : 1;
	});
	return { self, samples };
}
