/* SPDX-License-Identifier: BSD-2-Clause */
// The comparison of two sides, A and B: recordings, or ranges of time of one. Sums of both, and how far a difference is
// from what chance explains.

import { selection, eachSample, sumFunctions, sumUp } from './profile.js';

/** A side is: number of the recording, and a range of time in ns; -1: all of it. @typedef {[number, number, number]} Side */

/** @param {any} p @param {Side} side @returns {string} */
export function sideName(p, [rec]) {
	const r = p.recordings?.[rec];
	return r ? r.facts.name || `recording ${rec + 1}` : '';
}

/** The state that selects the samples of one side. @param {any} state @param {Side} side */
export function stateOfSide(state, [rec, from, to]) {
	return { ...state, rec, range: from >= 0 ? [from, to] : state.range };
}

/** Sum of the squares of the weights: samples of unequal weight tell less than as many equal ones. @param {any} p @param {any} state */
function sumSquares(p, state) {
	const samples = state.event < 0 || state.metric === 'samples';
	let sum = 0;
	eachSample(p, selection(p, state), (i) => {
		const n = p.count ? p.count[i] : 1, w = samples ? n : p.weight[i];
		sum += w * w / n;
	});
	return sum;
}

/** The amount of the unit of a side that its sums are divided by. @param {any} p @param {any} state of the side @param {any} sums */
function amountOf(p, state, sums) {
	if (state.norm === 'share')
		return sums.all;
	if (state.norm === 'time')
		return (state.range ? state.range[1] - state.range[0] : p.recordings?.[state.rec].duration ?? p.duration) / 1e9;
	if (state.norm === 'none')
		return 1;
	let sum = 0;
	eachSample(p, selection(p, { ...state, event: state.normevent, filters: [], fields: [] }), (i) => {
		sum += p.weight[i];
	});
	return sum;
}

/** One side: sums, and numbers for rates. @param {any} p @param {any} state @param {Side} side */
function sumSide(p, state, side) {
	const s = stateOfSide(state, side), sums = sumUp(p, s), amount = amountOf(p, s, sums), squares = sumSquares(p, s);
	return {
		sums, functions: sumFunctions(p, sums), scale: amount ? 1 / amount : 0,
		mean: sums.all ? squares / sums.all : 0, // of the weight of a sample, by weight
		samples: squares ? sums.all * sums.all / squares : 0, // of equal weight that would tell as much
	};
}

/**
 * How many standard deviations a difference is from 0, if samples fall by chance: a test of two shares, or of two rates.
 * @param {any} c comparison @param {number} a weight @param {number} b weight
 */
export function noiseOf(c, a, b) {
	const ra = a * c.a.scale, rb = b * c.b.scale;
	let variance;
	if (c.norm === 'share') {
		const n = c.a.samples + c.b.samples, share = n ? (ra * c.a.samples + rb * c.b.samples) / n : 0;
		variance = c.a.samples && c.b.samples ? share * (1 - share) * (1 / c.a.samples + 1 / c.b.samples) : 0;
	} else {
		const amount = (c.a.scale ? 1 / c.a.scale : 0) + (c.b.scale ? 1 / c.b.scale : 0), rate = amount ? (a + b) / amount : 0;
		variance = rate * (c.a.mean * c.a.scale + c.b.mean * c.b.scale);
	}
	return variance > 0 ? (rb - ra) / Math.sqrt(variance) : 0;
}

/** The quantile of the normal distribution that a share @q of it is above; q < 0.02 (Abramowitz and Stegun 26.2.23). @param {number} q */
function upperQuantile(q) {
	const t = Math.sqrt(-2 * Math.log(q));
	return t - (2.515517 + 0.802853 * t + 0.010328 * t * t) / (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t ** 3);
}

/** Self time of a function: new, gone, more, less, or '': not more than chance. @param {any} c @param {number} f */
export function changeOf(c, f) {
	const a = c.a.functions.self[f], b = c.b.functions.self[f];
	if (Math.abs(noiseOf(c, a, b)) < c.line)
		return '';
	return !a ? 'new' : !b ? 'gone' : b * c.b.scale > a * c.a.scale ? 'more' : 'less';
}

/** Both sides in one: widths of A, B or both. @param {any} p @param {string} widths @param {any} a @param {any} b */
function joinSums(p, widths, a, b) {
	const fa = widths === 'b' ? 0 : a.scale, fb = widths === 'a' ? 0 : b.scale;
	const join = (x, y, u, v) => {
		const out = new Float64Array(x.length);
		for (let i = 0; i < out.length; i++)
			out[i] = x[i] * u + y[i] * v;
		return out;
	};
	const total = join(a.sums.total, b.sums.total, fa, fb);
	return { sel: a.sums.sel, self: join(a.sums.self, b.sums.self, fa, fb), total, samples: join(a.sums.samples, b.sums.samples, 1, 1),
		all: total[0], nr: a.sums.nr + b.sums.nr };
}

/**
 * Compare the sides of a state.
 * @param {any} p @param {any} state
 */
export function compareSides(p, state) {
	const a = sumSide(p, state, state.sides[0]), b = sumSide(p, state, state.sides[1]);
	const c = { a, b, norm: state.norm, line: 0, most: 0, sums: joinSums(p, state.widths, a, b), counts: { new: 0, gone: 0, more: 0, less: 0 } };
	let nr = 0;
	for (let f = 1; f < p.names.length; f++)
		if (a.functions.self[f] || b.functions.self[f])
			nr++;
	// With this line, chance lifts any function above it in one comparison of a hundred.
	c.line = upperQuantile(0.005 / Math.max(1, nr));
	for (let f = 1; f < p.names.length; f++) {
		const change = changeOf(c, f);
		if (change)
			c.counts[change]++;
		c.most = Math.max(c.most, Math.abs(b.functions.total[f] * b.scale - a.functions.total[f] * a.scale));
	}
	return c;
}

/** Weights of a box in both sides. @param {any} c @param {any} g group of a tree @returns {[number, number]} */
export function sidesOfGroup(c, g) {
	let a = 0, b = 0;
	const [x, y] = g.origins ? (g.ofSelf ? [c.a.sums.self, c.b.sums.self] : [c.a.sums.total, c.b.sums.total]) : [c.a.sums.total, c.b.sums.total];
	for (const n of g.origins || g.nodes) {
		a += x[n];
		b += y[n];
	}
	return [a, b];
}

/** A share in percent, or a rate. @param {string} norm @param {number} rate @param {(n: number) => string} short @returns {string} */
export function formatRate(norm, rate, short) {
	if (norm === 'share')
		return (100 * rate).toFixed(2) + '%';
	const size = Math.abs(rate);
	return (rate < 0 ? '-' : '') + (size >= 10 || !size ? short(size) : size.toPrecision(3));
}
