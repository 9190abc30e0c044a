/* SPDX-License-Identifier: BSD-2-Clause */
// Compares the sums that a page shows with those of `pdata report`.

import { execFileSync } from 'node:child_process';

/** Random numbers that a seed determines (mulberry32). */
export function randomFrom(seed) {
	let a = seed >>> 0;
	return (n) => {
		a = (a + 0x6d2b79f5) >>> 0;
		let t = Math.imul(a ^ (a >>> 15), 1 | a);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) % n;
	};
}

/**
 * The events of report's JSON. A row of report is of the thread of its first sample unless threads are a key, and
 * --symbols goes with --no-children only, as in perf.
 */
export function runReport(pdata, path, options) {
	const keys = options.includes('--tid') ? 'pid,dso,sym' : 'dso,sym';
	let text;
	try {
		text = execFileSync(pdata, ['report', '--json', '-n', '--show-total-period', '--no-inline', '-s', keys,
			options.includes('-S') ? '--no-children' : '--children', '--percentage', 'relative', '-g', 'none', '-i', path, ...options], { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] });
	} catch (e) {
		if (e.status !== 2 && e.status !== 1)
			throw e;
		text = e.stdout;
	}
	return text ? JSON.parse(text).events : [];
}

const keyOf = (object, name) => `${object || '[unknown]'} ${name}`;

/** Rows of report by object and name: { self, samples, share, rows }. Addresses without a symbol are one row of their object. */
function reportRows(event) {
	const out = new Map();
	for (const row of event ? event.rows : []) {
		const key = keyOf(row.dso, row.symbol || '[unknown]');
		const sum = out.get(key) || { self: 0, samples: 0, share: 0, rows: 0 };
		sum.self += row.period;
		sum.samples += row.samples;
		sum.share += row.overhead_children;
		sum.rows++;
		out.set(key, sum);
	}
	return out;
}

function pageRows(functions) {
	const out = new Map();
	for (const [name, object, self, total, samples] of functions) {
		const key = keyOf(object, name);
		const sum = out.get(key) || { self: 0, samples: 0, total: 0, rows: 0 };
		sum.self += self;
		sum.samples += samples;
		sum.total += total;
		sum.rows++;
		out.set(key, sum);
	}
	return out;
}

/**
 * @param {any} state of a page @param {any} event of report, or undefined: it has no samples
 * @param {boolean} selfOnly compare no totals
 * @returns {string[]} differences
 */
export function differences(state, event, selfOnly) {
	const report = reportRows(event), page = pageRows(state.functions);
	const out = [];
	let samples = 0, period = 0;
	for (const row of report.values()) {
		samples += row.samples;
		period += row.self;
	}
	if (samples !== state.samples || period !== state.all)
		out.push(`all: page ${state.samples} samples ${state.all}, report ${samples} samples ${period}`);
	for (const key of new Set([...report.keys(), ...page.keys()])) {
		const r = report.get(key) || { self: 0, samples: 0, share: 0, rows: 0 };
		const p = page.get(key) || { self: 0, samples: 0, total: 0, rows: 0 };
		if (r.self !== p.self || r.samples !== p.samples)
			out.push(`${key}: page ${p.samples} samples ${p.self}, report ${r.samples} samples ${r.self}`);
		else if (!selfOnly && r.rows <= 1 && p.rows <= 1 && !key.endsWith('[unknown]') &&
			Math.abs(100 * p.total / state.all - r.share) > 1e-4)
			out.push(`${key}: page total ${100 * p.total / state.all}%, report ${r.share}%`);
	}
	return out;
}

/** ns from the first sample as report's --time has it. */
export function timeOption(start, ns) {
	const t = BigInt(start) + BigInt(ns);
	return `${t / 1000000000n}.${String(t % 1000000000n).padStart(9, '0')}`;
}

/** A random filter: the change of the page's state, and report's options. */
export function randomFilter(random, p) {
	const change = { range: null, threads: null, cpus: null, filters: [], event: random(p.events.length) };
	const options = [];
	if (random(3)) {
		const [a, b] = [random(1000), random(1000)].sort((x, y) => x - y).map((x) => Math.floor(p.duration * x / 1000));
		change.range = [a, b];
		options.push('--time', `${timeOption(p.start, a)},${timeOption(p.start, b)}`);
	}
	if (!random(3)) {
		const tid = p.threads[random(p.threads.length)][1];
		if (tid > 0) {
			change.threads = p.threads.flatMap((t, i) => (t[1] === tid ? [i + 1] : []));
			options.push('--tid', String(tid));
		}
	}
	if (!random(4) && p.cpus.length) {
		const cpu = p.cpus[random(p.cpus.length)];
		change.cpus = [cpu];
		options.push('-C', String(cpu));
	}
	let selfOnly = false;
	if (!random(4)) {
		const f = 1 + random(p.names.length - 1), name = p.names[f];
		if (p.names.filter((n) => n === name).length === 1 && /^\w+$/.test(name)) {
			change.filters = [['only', f]];
			options.push('-S', name);
			selfOnly = true;
		}
	}
	return { change, options, selfOnly };
}
