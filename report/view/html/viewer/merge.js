/* SPDX-License-Identifier: BSD-2-Clause */
// Makes one profile of several recordings: functions, call paths and events that are equal in them have one number, and
// samples are in the order of their times from the start of their recording.

import { isolate } from './dom.js';
import { INLINED } from './profile.js';

/** Number the functions of all recordings. @param {any[]} all */
function mergeFunctions(all) {
	const number = new Map(), names = [''], objects = [''], files = [''], flags = [0];
	const maps = all.map((p) => {
		const map = new Uint32Array(p.names.length);
		for (let f = 1; f < map.length; f++) {
			const key = `${p.names[f]}\0${p.objects[f]}\0${p.flags[f] & INLINED}`;
			let n = number.get(key);
			if (n === undefined) {
				number.set(key, n = names.length);
				names.push(p.names[f]);
				objects.push(p.objects[f]);
				files.push(p.files[f]);
				flags.push(p.flags[f]);
			}
			map[f] = n;
		}
		return map;
	});
	return { maps, names, objects, files, flags: Uint8Array.from(flags) };
}

/** Number the call paths of all recordings. @param {any[]} all @param {Uint32Array[]} functions @param {number} nrFunctions */
function mergePaths(all, functions, nrFunctions) {
	const number = new Map(), parent = [0], fn = [0];
	const maps = all.map((p, r) => {
		const map = new Uint32Array(p.nrNodes);
		for (let i = 1; i < p.nrNodes; i++) {
			const up = map[p.parent[i]], f = functions[r][p.fn[i]], key = up * nrFunctions + f;
			let n = number.get(key);
			if (n === undefined) {
				number.set(key, n = parent.length);
				parent.push(up);
				fn.push(f);
			}
			map[i] = n;
		}
		return map;
	});
	return { maps, parent: Int32Array.from(parent), fn: Uint32Array.from(fn) };
}

/** Events of one name are one event; if a recording has several of that name, the first is paired with the first. @param {any[]} all */
function mergeEvents(all) {
	const number = new Map(), events = [];
	const maps = all.map((p) => {
		const seen = new Map();
		return p.facts.events.map((name) => {
			const times = seen.get(name) || 0, key = `${times} ${name}`;
			seen.set(name, times + 1);
			if (!number.has(key))
				number.set(key, events.push(name) - 1);
			return number.get(key);
		});
	});
	return { maps, events };
}

/** For each sample its recording and its number there, in order of time. @param {any[]} all */
function mergeOrder(all) {
	const nr = all.reduce((n, p) => n + p.nr, 0), rec = new Uint8Array(nr), from = new Uint32Array(nr);
	const at = new Uint32Array(all.length);
	for (let i = 0; i < nr; i++) {
		let best = -1;
		for (let r = 0; r < all.length; r++)
			if (at[r] < all[r].nr && (best < 0 || all[r].time[at[r]] < all[best].time[at[best]]))
				best = r;
		rec[i] = best;
		from[i] = at[best]++;
	}
	return { nr, rec, from };
}

/** @param {any[]} all @param {number[]} offsets of threads */
function mergeStates(all, offsets) {
	if (!all.some((p) => p.states))
		return null;
	const out = { start: [], length: [], thread: [], kind: [] };
	all.forEach((p, r) => {
		for (let i = 0; p.states && i < p.states.thread.length; i++) {
			out.start.push(p.states.start[i]);
			out.length.push(p.states.length[i]);
			out.thread.push(p.states.thread[i] ? p.states.thread[i] + offsets[r] : 0);
			out.kind.push(p.states.kind[i]);
		}
	});
	return out;
}

/** Marks with times from the start of their recording, which begins at 0. @param {any} p */
function marksFromStart(p) {
	return p.facts.marks.map(([time, kind, count]) => [String(BigInt(time) - BigInt(p.facts.start)), kind, count]);
}

/** What the recordings do not share, in sentences. @param {any[]} all @param {Uint32Array[]} functions @param {number[][]} eventMaps */
function describeDifferences(all, functions, eventMaps) {
	const out = [], archs = new Set(all.map((p) => p.facts.meta.arch).filter(Boolean));
	if (archs.size > 1)
		out.push(`The recordings are of different architectures: ${[...archs].map(isolate).join(', ')}.`);
	const inAll = (lists) => lists.reduce((a, b) => a.filter((x) => b.includes(x)));
	const events = inAll(eventMaps);
	if (!events.length)
		out.push('The recordings have no event in common: the samples of all events are compared.');
	else if (eventMaps.some((m) => m.length > events.length))
		out.push(`Only ${events.length} event${events.length === 1 ? ' is' : 's are'} in all recordings.`);
	let common = new Set(functions[0]);
	for (const map of functions)
		common = new Set([...map].filter((f) => common.has(f)));
	if (common.size < 2)
		out.push('No function is in all recordings.');
	return out;
}

/** One profile of several. @param {any[]} all @returns {any} */
export function mergeProfiles(all) {
	const f = mergeFunctions(all), paths = mergePaths(all, f.maps, f.names.length), e = mergeEvents(all);
	const { nr, rec, from } = mergeOrder(all);
	const offsets = [], threads = [];
	all.forEach((p, r) => {
		offsets.push(threads.length);
		for (const t of p.facts.threads)
			threads.push([...t.slice(0, 3), r]);
	});
	/** @param {any} type @param {(p: any, i: number, r: number) => number} get */
	const column = (type, get) => {
		const out = new type(nr);
		for (let i = 0; i < nr; i++)
			out[i] = get(all[rec[i]], from[i], rec[i]);
		return out;
	};
	const time = column(Float64Array, (p, i) => p.time[i]);
	const facts = {
		...all[0].facts, events: e.events, threads, start: '0', marks: all.flatMap(marksFromStart),
		samples: all.reduce((n, p) => n + p.facts.samples, 0), slice: Math.max(...all.map((p) => p.facts.slice)), fields: [],
		filters: all[0].facts.filters, states: all.find((p) => p.facts.states)?.facts.states,
	};
	return {
		facts, names: f.names, objects: f.objects, files: f.files, flags: f.flags, parent: paths.parent, fn: paths.fn,
		nrNodes: paths.parent.length, nr, time, rec,
		weight: column(Float64Array, (p, i) => p.weight[i]),
		thread: column(Uint32Array, (p, i, r) => (p.thread[i] ? p.thread[i] + offsets[r] : 0)),
		node: column(Uint32Array, (p, i, r) => paths.maps[r][p.node[i]]),
		event: column(Uint16Array, (p, i, r) => e.maps[r][p.event[i]]),
		cpu: column(Uint16Array, (p, i) => p.cpu[i]),
		count: all.some((p) => p.count) ? column(Float64Array, (p, i) => (p.count ? p.count[i] : 1)) : null,
		duration: Math.max(...all.map((p) => p.duration)), states: mergeStates(all, offsets), fields: [], code: null,
		recordings: all.map((p, r) => ({ facts: p.facts, duration: p.duration, nr: p.nr, events: e.maps[r] })),
		notices: describeDifferences(all, f.maps, e.maps),
	};
}
