/* SPDX-License-Identifier: BSD-2-Clause */
// The state of the page, its text in the fragment of the address, undo and redo.

const CHOICES = {
	direction: ['callers', 'callees'],
	layout: ['icicle', 'flame'],
	order: ['weight', 'name', 'first'],
	color: ['kind', 'object', 'self'],
	metric: ['weight', 'samples'],
	strips: ['thread', 'cpu', 'event', 'rec'],
	tab: ['functions', 'sandwich', 'objects', 'files', 'threads', 'cpus', 'events', 'fields'],
	norm: ['share', 'time', 'none', 'event'],
	widths: ['a', 'b', 'both'],
	changed: ['all', 'new', 'gone', 'more', 'less'],
	theme: ['auto', 'light', 'dark'],
	view: ['both', 'source', 'asm'],
};

const DEFAULTS = {
	event: 0,
	/** @type {[number, number]|null} ns from the first sample, both ends included */
	range: null,
	/** @type {number[]|null} */
	threads: null,
	/** @type {number[]|null} */
	cpus: null,
	/** @type {[string, number][]} */
	filters: [],
	/** @type {[number, number][]} field of a tracepoint, and number of its value or range */
	fields: [],
	/** @type {number[]} functions from the root to the box that is zoomed */
	zoom: [],
	focus: 0,
	/** @type {[number, number, number][]|null} what is compared; see Side */
	sides: null,
	/** the event that norm "event" divides by */
	normevent: 0,
	/** the field that the table of fields shows */
	field: 0,
	/** numbers of that field are added up in ranges of powers of two */
	ranges: false,
	/** number of the function whose code is shown, from 1; 0: none */
	code: 0,
	search: '',
	fold: false,
	merge: false,
	sort: '-self',
	/** @type {[string, number, number][]} */
	named: [],
	direction: 'callers', layout: 'icicle', order: 'weight', color: 'kind', metric: 'weight', strips: 'thread',
	tab: 'functions', norm: 'share', widths: 'both', changed: 'all', theme: 'auto', view: 'both',
};

/** @param {any} p @returns {any} the state of a page that was just opened */
export function plainState(p) {
	const s = structuredClone(DEFAULTS);
	const sums = new Float64Array(p.facts.events.length);
	for (let i = 0; i < p.nr; i++)
		sums[p.event[i]]++;
	s.event = sums.length ? Math.max(0, sums.findIndex((n) => n > 0)) : -1;
	// Without periods, the weights of all samples are 0.
	if (!p.weight.some((w) => w > 0))
		s.metric = 'samples';
	if (p.recordings) {
		s.sides = [[0, -1, -1], [1, -1, -1]];
		s.strips = 'rec';
		const [a, b] = p.recordings;
		s.event = p.facts.events.findIndex((_, e) => a.events.includes(e) && b.events.includes(e) && sums[e]);
	}
	return s;
}

/** @param {any} state @param {any} plain @returns {string} the state as a fragment without "#"; "" for the plain one */
export function formatState(state, plain) {
	const out = [];
	for (const key of Object.keys(DEFAULTS)) {
		const v = JSON.stringify(state[key]);
		if (v !== JSON.stringify(plain[key]))
			out.push(key + '=' + encodeURIComponent(typeof state[key] === 'string' ? state[key] : v));
	}
	return out.join('&');
}

const isIndex = (v, limit) => Number.isInteger(v) && v >= 0 && v < limit;
const isIndexes = (v, limit) => Array.isArray(v) && v.length <= 100000 && v.every((i) => isIndex(i, limit));
const isRange = (v) => Array.isArray(v) && v.length === 2 && v.every(Number.isFinite) && v[0] <= v[1];
const isText = (v) => typeof v === 'string' && v.length <= 1000;

/** @param {any} p @returns {string[]} the tabs of tables that the page has, from the left */
export function tabsOf(p) {
	return CHOICES.tab.filter((t) => (t !== 'files' || p.files.some((f) => f)) && (t !== 'fields' || p.fields.length));
}

/** @param {any} p @param {string} key @param {any} v @returns {boolean} whether the value may be used */
function isValid(p, key, v) {
	const functions = p.names.length;
	switch (key) {
	case 'event': return v === -1 || isIndex(v, p.facts.events.length);
	case 'range': return v === null || isRange(v);
	case 'threads': return v === null || (isIndexes(v, p.facts.threads.length + 1) && !v.includes(0));
	case 'cpus': return v === null || isIndexes(v, 65535);
	case 'filters': return Array.isArray(v) && v.length <= 50 && v.every((f) => Array.isArray(f) && f.length === 2 &&
		['only', 'with', 'without'].includes(f[0]) && isIndex(f[1], functions));
	case 'zoom': return isIndexes(v, functions) && v.length <= 1000;
	case 'sides': return v === null ? !p.recordings : Array.isArray(v) && v.length === 2 && v.every((s) => Array.isArray(s) && s.length === 3 &&
		isIndex(s[0], p.recordings ? p.recordings.length : 1) && s.every(Number.isFinite) && s[1] <= s[2]);
	case 'normevent': return isIndex(v, p.facts.events.length);
	case 'focus': return isIndex(v, functions);
	case 'code': return isIndex(v, p.code ? p.code.functions.length + 1 : 1);
	case 'search': return isText(v);
	case 'tab': return tabsOf(p).includes(v);
	case 'field': return isIndex(v, Math.max(1, p.fields.length));
	case 'fields': return Array.isArray(v) && v.length <= 50 && v.every((f) => Array.isArray(f) && f.length === 2 &&
		isIndex(f[0], p.fields.length) && Number.isInteger(f[1]) && f[1] < p.fields[f[0]].values.length && f[1] > -2000);
	case 'fold': case 'merge': case 'ranges': return typeof v === 'boolean';
	case 'sort': return isText(v) && /^-?[a-z]+$/.test(v);
	case 'named': return Array.isArray(v) && v.length <= 100 && v.every((r) => Array.isArray(r) && r.length === 3 &&
		isText(r[0]) && isRange(r.slice(1)));
	default: return Object.hasOwn(CHOICES, key) && CHOICES[key].includes(v);
	}
}

/**
 * @param {any} p @param {any} plain @param {string} fragment
 * @returns {any} the state; null if any part of the fragment is not valid
 */
export function parseState(p, plain, fragment) {
	const state = structuredClone(plain);
	if (!fragment)
		return state;
	if (fragment.length > 1000000)
		return null;
	try {
		for (const part of fragment.split('&')) {
			const at = part.indexOf('=');
			const key = part.slice(0, at), text = decodeURIComponent(part.slice(at + 1));
			if (at < 0 || !Object.hasOwn(DEFAULTS, key))
				return null;
			const v = typeof DEFAULTS[key] === 'string' ? text : JSON.parse(text);
			if (!isValid(p, key, v))
				return null;
			state[key] = v;
		}
	} catch {
		return null;
	}
	return state;
}

/** Holds the state, and calls @changed(state, old) after each change. */
export class Store {
	/** @param {any} p @param {(state: any, old: any) => void} changed */
	constructor(p, changed) {
		this.p = p;
		this.changed = changed;
		this.plain = plainState(p);
		this.undone = [];
		this.done = [];
		this.state = parseState(p, this.plain, location.hash.slice(1)) || structuredClone(this.plain);
		window.addEventListener('hashchange', () => this.follow());
	}

	/** Change members of the state. @param {any} change @param {boolean} [silent] not a step of undo */
	set(change, silent) {
		const next = { ...this.state, ...change };
		if (formatState(next, this.plain) === formatState(this.state, this.plain))
			return;
		if (!silent) {
			this.done.push(this.state);
			if (this.done.length > 500)
				this.done.shift();
			this.undone = [];
		}
		this.go(next);
	}

	/** @param {any} next */
	go(next) {
		const old = this.state;
		this.state = next;
		const text = formatState(next, this.plain);
		history.replaceState(null, '', text ? '#' + text : location.pathname + location.search);
		this.changed(next, old);
	}

	undo() {
		const last = this.done.pop();
		if (last) {
			this.undone.push(this.state);
			this.go(last);
		}
	}

	redo() {
		const next = this.undone.pop();
		if (next) {
			this.done.push(this.state);
			this.go(next);
		}
	}

	/** The user changed the fragment. */
	follow() {
		const next = parseState(this.p, this.plain, location.hash.slice(1)) || structuredClone(this.plain);
		if (formatState(next, this.plain) !== formatState(this.state, this.plain)) {
			this.done.push(this.state);
			this.go(next);
		}
	}
}
