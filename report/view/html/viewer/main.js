/* SPDX-License-Identifier: BSD-2-Clause */
// Starts the page: reads the data, builds the panels, and shows each change of the state in all of them.

import { DataError, readProfile } from './data.js';
import { CodeView } from './code.js';
import { codeOfFunction, readCode } from './codedata.js';
import { functionColors, stateColors } from './colors.js';
import { changeOf, compareSides, noiseOf, sidesOfGroup } from './compare.js';
import { download, fill, formatCount, formatShare, formatTime, h, isolate, say } from './dom.js';
import { SidesView, sidesOfRange } from './sides.js';
import { valueName } from './fields.js';
import { FlameView } from './flame.js';
import { makeHelp } from './help.js';
import { emptyFacts, makeFact, recordingFacts } from './facts.js';
import { linkChildren, shownName, sumFunctions, sumUp, threadName } from './profile.js';
import { packPage } from './save.js';
import { matchList } from './search.js';
import { Store, formatState } from './state.js';
import { TablesView } from './tables.js';
import { TimelineView } from './timeline.js';
import { foldedText } from './tree.js';

// The page without its data, as it was before this script changed it: see savePage().
const PAGE_HEAD = '<!DOCTYPE html>\n' + document.documentElement.outerHTML.replace(/<\/body><\/html>\s*$/, '');

class App {
	constructor(p) {
		this.p = p;
		this.store = new Store(p, (state) => this.changed(state));
		this.hits = [];
		this.hit = -1;
		this.build();
		this.changed(this.store.state);
	}

	build() {
		const { p, store } = this;
		const button = (text, title, onclick, more) => h('button', { title, onclick, ...more }, text);
		this.facts = h('header', { class: 'facts' });
		this.sides = new SidesView(p, store);
		this.search = /** @type {HTMLInputElement} */ (h('input', {
			type: 'search', placeholder: 'search functions  ( / )', 'aria-label': 'Search functions by regular expression',
			oninput: () => this.type(), onkeydown: (e) => this.searchKey(e),
		}));
		this.found = h('span', { class: 'note', role: 'status' });
		this.chips = h('div', { class: 'chips', 'aria-label': 'Filters in force' });
		this.undoButton = button('↶', 'Undo (u)', () => store.undo(), { 'aria-label': 'Undo' });
		this.redoButton = button('↷', 'Redo (U)', () => store.redo(), { 'aria-label': 'Redo' });
		const bar = h('div', { class: 'toolbar' }, this.undoButton, this.redoButton, this.search, this.found, this.chips,
			h('span', { class: 'grow' }),
			p.code ? button('Code', 'Code of the hottest function (a)', () => this.openCode(0)) : null,
			button('Save selection', 'Write a smaller page that holds only the selected samples (S)', () => this.savePage()),
			button('Folded', 'Save the selection as folded stacks', () => this.saveFolded()),
			button('SVG', 'Save the flame graph as SVG', () => download('flame.svg', [this.flame.svg()], 'image/svg+xml')),
			button('◐', 'Dark or light (d)', () => this.nextTheme(), { 'aria-label': 'Dark or light' }),
			button('?', 'Keys (?)', () => this.help.showModal(), { 'aria-label': 'Keys' }));
		const timeHost = h('section', { class: 'panel time', 'aria-label': 'Timeline' });
		const flameHost = h('section', { class: 'panel flame', 'aria-label': 'Flame graph' });
		const tableHost = h('section', { class: 'panel tables', 'aria-label': 'Tables' });
		this.timeBar = h('div', { class: 'bar' });
		this.flameBar = h('div', { class: 'bar' });
		timeHost.append(this.timeBar);
		flameHost.append(this.flameBar);
		this.help = makeHelp();
		this.split = h('main', { class: 'split' }, flameHost, tableHost);
		const codeHost = h('section', { class: 'panel code', 'aria-label': 'Code', hidden: true });
		const app = h('div', { id: 'app' }, this.facts, this.sides.host, bar, timeHost, this.split, codeHost);
		fill(document.body, app, this.help, h('div', { id: 'said', role: 'status', 'aria-live': 'polite' }));
		this.flame = new FlameView(p, store, flameHost);
		this.timeline = new TimelineView(p, store, timeHost);
		this.tables = new TablesView(p, store, tableHost);
		this.code = p.code ? new CodeView(p, store, codeHost) : null;
		if (this.code)
			this.code.onzoom = (f) => this.showInFlame(f);
		this.flame.onmenu = this.tables.onmenu = (f, x, y) => this.menu(f, x, y);
		this.timeHost = timeHost;
		if (!p.duration)
			timeHost.hidden = true;
		window.addEventListener('keydown', (e) => this.key(e));
		window.addEventListener('pointerdown', (e) => {
			if (this.menuBox && !this.menuBox.contains(/** @type {Node} */ (e.target)))
				this.closeMenu();
		});
		new ResizeObserver(() => this.resize()).observe(app);
		matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.changed(store.state));
	}

	resize() {
		cancelAnimationFrame(this.frame || 0);
		this.frame = requestAnimationFrame(() => {
			this.timeline.place();
			this.flame.place();
			this.tables.render();
			this.code?.resize();
		});
	}

	/** What the sums depend on. */
	sumKey(s) {
		return JSON.stringify([s.event, s.range, s.threads, s.cpus, s.filters, s.fields, s.metric, s.sides, s.norm, s.normevent, s.widths]);
	}

	/** Show a state. The tables come after the flame graph and the timeline, which are what a drag is about. */
	changed(state) {
		const { p } = this;
		const root = document.documentElement;
		root.dataset.dark = state.theme === 'dark' || (state.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches) ? '1' : '0';
		const key = this.sumKey(state);
		if (key !== this.lastKey) {
			this.lastKey = key;
			this.compare = state.sides ? compareSides(p, state) : null;
			this.sums = this.compare ? this.compare.sums : sumUp(p, state);
			this.functions = null;
		}
		if (state.color === 'self')
			this.functions ||= sumFunctions(p, this.sums);
		this.colors = functionColors(p, state.color, this.functions);
		this.showBars(state);
		const coded = Boolean(this.code && state.code), back = !coded && this.split.hidden;
		this.split.hidden = coded;
		this.code?.show(this.sums, state);
		if (back)
			this.flame.canvas.focus({ preventScroll: true });
		this.flame.show(this.sums, state, this.colors, this.compare);
		this.sides.show(state, this.compare);
		this.timeline.show(state);
		this.showFacts(state);
		this.showChips(state);
		this.undoButton.toggleAttribute('disabled', !this.store.done.length);
		this.redoButton.toggleAttribute('disabled', !this.store.undone.length);
		if (state.search !== this.lastSearch) {
			this.lastSearch = state.search;
			if (document.activeElement !== this.search)
				this.search.value = state.search;
			this.runSearch(state.search);
		}
		this.drawn = performance.now();
		clearTimeout(this.later);
		this.later = setTimeout(() => this.showTables(state), 0);
		this.busy = true;
	}

	showTables(state) {
		this.functions ||= sumFunctions(this.p, this.sums);
		this.tables.show(this.sums, this.functions, state, this.compare);
		this.showMatches();
		this.busy = false;
		this.tabled = performance.now();
	}

	showFacts(state) {
		const { p, store } = this, { facts } = p, meta = facts.meta;
		const fact = makeFact;
		const select = h('select', { 'aria-label': 'Event', onchange: (e) => store.set({ event: Number(e.target.value) }) },
			...facts.events.map((name, i) => h('option', { value: i, selected: i === state.event }, name)),
			facts.events.length > 1 ? h('option', { value: -1, selected: state.event < 0 }, 'all events, by samples') : null);
		fill(this.facts, h('b', { class: 'brand' }, 'pdata'),
			p.recordings ? h('span', {}, `${p.recordings.length} recordings compared`) : h('span', { class: 'command', title: meta.command || '' }, meta.command || 'profile'),
			fact('event', select), fact('samples', `${formatCount(this.sums.nr)} of ${formatCount(facts.samples)}`),
			...(p.recordings ? [] : recordingFacts(facts, p.duration)),
			facts.slice ? fact('added up', `equal samples in slices of ${formatTime(facts.slice)}`, 'warn') : null,
			facts.fields_left_out && !facts.redacted ? fact('fields of tracepoints', 'left out: too many values', 'warn') : null,
			facts.redacted ? fact('redacted', facts.redacted > 1 ? 'directories, arguments, host, users, addresses, names of processes and own functions' : 'directories, arguments, host, users, addresses', 'good') : null,
			facts.filters ? fact('written with', facts.filters, 'warn') : null);
	}

	showChips(state) {
		const { p, store } = this;
		const chip = (text, change, title) => h('span', { class: 'chip', title: title || text }, h('span', {}, text),
			h('button', { 'aria-label': `Remove the filter ${text}`, onclick: () => store.set(change) }, '×'));
		const list = (items, one) => (items.length > 2 ? `${items.length} ${one}s` : null);
		const chips = [];
		if (state.range)
			chips.push(chip(`${formatTime(state.range[0])} – ${formatTime(state.range[1])}`, { range: null }));
		if (state.threads)
			chips.push(chip(list(state.threads, 'thread') || state.threads.map((t) => threadName(p, t)).join(', '), { threads: null }));
		if (state.cpus)
			chips.push(chip(list(state.cpus, 'cpu') || state.cpus.map((c) => `cpu ${c}`).join(', '), { cpus: null }));
		state.filters.forEach(([kind, f], i) => chips.push(chip(`${kind} ${shownName(p, f)}`,
			{ filters: state.filters.filter((_, k) => k !== i) })));
		state.fields.forEach(([f, key], i) => chips.push(chip(`${isolate(p.fields[f].name)} ${isolate(valueName(p.fields[f], key))}`,
			{ fields: state.fields.filter((_, k) => k !== i) })));
		if (chips.length > 1)
			chips.push(h('button', { onclick: () => this.clear() }, 'all'));
		fill(this.chips, ...(chips.length ? chips : [h('span', { class: 'note' }, 'no filters: drag in the timeline, or click a name')]));
	}

	showBars(state) {
		const { store } = this;
		const group = (label, key, choices, shown) => h('span', { class: 'group', role: 'group', 'aria-label': label }, shown ? h('span', { class: 'choice' }, label) : null,
			...choices.map(([value, text, title]) => h('button', {
				'aria-pressed': state[key] === value ? 'true' : 'false', title: title || `${label}: ${text}`, onclick: () => store.set({ [key]: value }),
			}, text)));
		const choice = (label, key, choices) => h('label', { class: 'choice' }, label, ' ', h('select', {
			onchange: (e) => store.set({ [key]: e.target.value }),
		}, ...choices.map(([value, text]) => h('option', { value, selected: state[key] === value }, text))));
		const toggle = (key, text, title) => h('button', { 'aria-pressed': String(state[key]), title, onclick: () => store.set({ [key]: !state[key] }) }, text);
		fill(this.flameBar, h('h2', {}, 'Flame graph'),
			group('Direction', 'direction', [['callers', 'callers first'], ['callees', 'callees first']].map(([v, t]) => [v, t, `${t} (c)`])),
			group('Layout', 'layout', [['icicle', 'icicle', 'grows down (i)'], ['flame', 'flame', 'grows up (i)']]),
			choice('order', 'order', [['weight', 'weight'], ['name', 'name'], ['first', 'first seen']]),
			state.sides ? group('widths', 'widths', [['a', 'A', 'Widths of side A'], ['both', 'both', 'Widths are the mean of both sides'], ['b', 'B', 'Widths of side B']], true)
				: choice('colour', 'color', [['kind', 'kind'], ['object', 'object'], ['self', 'self time']]),
			h('span', { class: 'group', role: 'group', 'aria-label': 'Fold' }, h('span', { class: 'choice' }, 'fold '), toggle('fold', 'recursion', 'Calls of a function by itself become one box (x)'),
				toggle('merge', 'wrappers', 'Functions that only call one other become one box (w)')));
		const named = state.named.map(([name, from, to], i) => h('span', { class: 'chip' },
			h('button', { class: 'plain', onclick: () => store.set({ range: [from, to] }) }, name),
			h('button', { 'aria-label': `Forget ${name}`, onclick: () => store.set({ named: state.named.filter((_, k) => k !== i) }) }, '×')));
		fill(this.timeBar, h('h2', {}, 'Timeline'),
			group('Strips', 'strips', [...(this.p.recordings ? [['rec', 'recordings']] : []), ['thread', 'threads'], ['cpu', 'cpus'], ...(this.p.facts.events.length > 1 ? [['event', 'events']] : [])]),
			group('Unit', 'metric', [['weight', 'event count'], ['samples', 'samples']]),
			h('button', { disabled: !state.range, title: 'Keep this range under a name (r)', onclick: () => this.keepRange() }, 'keep range'), this.sideButtons(state), ...named, this.stateLegend(state));
	}

	/** Make the range side A or B of a comparison. */
	sideButtons(state) {
		return h('span', { class: 'group', role: 'group', 'aria-label': 'Compare' }, h('span', { class: 'choice' }, 'compare '),
			...['A', 'B'].map((name, k) => h('button', { disabled: !state.range, title: `Compare this range, as side ${name} (${name})`, onclick: () => this.setSide(k) }, name)));
	}

	/** @param {number} k 0: side A, 1: side B */
	setSide(k) {
		const { store, p } = this;
		if (store.state.range)
			store.set(sidesOfRange(p, store.state, k));
	}

	/** What the lines below the strips of threads mean. */
	stateLegend(state) {
		const { states, facts } = this.p;
		if (!states || state.strips !== 'thread')
			return null;
		return h('span', { class: 'legend' }, ...facts.states.slice(0, 4).map((name, k) => {
			const swatch = h('i', {});
			swatch.style.background = stateColors()[k];
			return h('span', {}, swatch, name);
		}), facts.states_left_out ? `${formatCount(facts.states_left_out)} left out` : '');
	}

	keepRange() {
		const { store } = this, { state } = store;
		if (!state.range)
			return;
		const taken = new Set(state.named.map((r) => r[0]));
		let n = 1;
		while (taken.has(`range ${n}`))
			n++;
		const input = /** @type {HTMLInputElement} */ (h('input', { value: `range ${n}`, 'aria-label': 'Name of the range', maxlength: 60 }));
		const done = (keep) => {
			form.remove();
			if (keep && input.value)
				store.set({ named: [...state.named, [input.value, ...state.range]] });
		};
		const form = h('span', { class: 'chip' }, input, h('button', { onclick: () => done(true) }, 'keep'));
		input.addEventListener('keydown', (e) => {
			e.stopPropagation();
			if (e.key === 'Enter' || e.key === 'Escape')
				done(e.key === 'Enter');
		});
		this.timeBar.append(form);
		input.select();
		input.focus();
	}

	clear() {
		this.store.set({ range: null, sides: this.store.plain.sides, threads: null, cpus: null, filters: [], fields: [], zoom: [] });
	}

	nextTheme() {
		this.store.set({ theme: document.documentElement.dataset.dark === '1' ? 'light' : 'dark' });
	}

	/** A menu of what can be done with a function. */
	menu(f, x, y) {
		this.closeMenu();
		const { p, store } = this, name = shownName(p, f);
		const item = (text, run) => h('button', { role: 'menuitem', onclick: () => {
			this.closeMenu();
			run();
		} }, text);
		const filter = (kind) => () => store.set({ filters: [...store.state.filters, [kind, f]] });
		this.menuBox = h('div', { class: 'menu', role: 'menu', onkeydown: (e) => {
			const items = [...this.menuBox.querySelectorAll('button')], at = items.indexOf(document.activeElement);
			if (e.key === 'Escape')
				this.closeMenu();
			else if (e.key === 'ArrowDown' || e.key === 'ArrowUp')
				items[(at + (e.key === 'ArrowDown' ? 1 : items.length - 1)) % items.length].focus();
			else
				return;
			e.preventDefault();
			e.stopPropagation();
		} }, h('b', {}, name), item('Callers and callees', () => store.set({ focus: f, tab: 'sandwich' })),
		...(codeOfFunction(p, f) >= 0 ? [item('Code', () => this.openCode(f))] : []),
		item('Only samples in this function', filter('only')), item('Only stacks with this function', filter('with')),
		item('Without stacks with this function', filter('without')),
		item('Copy the name', () => navigator.clipboard.writeText(p.names[f]).then(() => say('The name is copied'), () => {})));
		document.body.append(this.menuBox);
		this.menuBox.style.left = Math.min(x, innerWidth - this.menuBox.offsetWidth - 8) + 'px';
		this.menuBox.style.top = Math.min(y, innerHeight - this.menuBox.offsetHeight - 8) + 'px';
		this.menuBox.querySelector('button')?.focus();
	}

	/** Show the code of a function; 0: of the hottest. */
	openCode(f) {
		if (this.code)
			this.code.openFunction(f);
		else
			say('This page has no code: write it with pdata html --annotate 50');
	}

	closeMenu() {
		this.menuBox?.remove();
		this.menuBox = null;
	}

	/* ---- search ---- */

	type() {
		clearTimeout(this.typing);
		this.typing = setTimeout(() => this.store.set({ search: this.search.value }, true), 60);
	}

	async runSearch(pattern) {
		if (!pattern) {
			this.matches = null;
			this.found.textContent = '';
			this.showMatches();
			return;
		}
		this.searching = true;
		const { out, error } = await matchList('functions', this.p.names, pattern);
		this.searching = false;
		if (this.store.state.search !== pattern)
			return;
		if (out)
			out[0] = 0;
		this.matches = error ? null : out;
		this.found.textContent = error || '';
		this.search.setAttribute('aria-invalid', error ? 'true' : 'false');
		this.showMatches();
	}

	showMatches() {
		const { matches, p, sums } = this;
		if (matches) {
			let weight = 0, nr = 0;
			const has = new Uint8Array(p.nrNodes);
			for (let i = 1; i < p.nrNodes; i++) {
				has[i] = has[p.parent[i]] | matches[p.fn[i]];
				if (has[i])
					weight += sums.self[i];
			}
			this.hits = [];
			this.functions ||= sumFunctions(p, sums);
			for (let f = 1; f < matches.length; f++)
				if (matches[f]) {
					nr++;
					if (this.functions.total[f])
						this.hits.push(f);
				}
			this.hits.sort((a, b) => this.functions.total[b] - this.functions.total[a]);
			this.hit = -1;
			this.matched = weight;
			this.found.textContent = `${formatCount(nr)} functions, ${formatShare(weight, sums.all)}` + (this.hits.length ? '  ·  n: next' : '');
		} else {
			this.hits = [];
			this.matched = 0;
		}
		if (this.marked !== matches || matches) {
			this.marked = matches;
			this.flame.mark(matches);
			this.tables.mark(matches);
		}
	}

	/** Zoom to the heaviest call of a function, so that it can be seen however small it is. */
	showInFlame(f) {
		const { p, sums, store } = this;
		let best = 0;
		for (let i = 1; i < p.nrNodes; i++)
			if (p.fn[i] === f && sums.total[i] > (best ? sums.total[best] : 0))
				best = i;
		const path = [];
		for (let n = best; n; n = p.parent[n])
			path.unshift(p.fn[n]);
		store.set({ zoom: store.state.direction === 'callers' ? path : [f], code: 0 });
	}

	/** Go to a match. */
	walk(step) {
		const { p, hits } = this;
		if (!hits.length)
			return;
		this.hit = (this.hit + step + hits.length) % hits.length;
		if (this.hit < 0)
			this.hit = 0;
		const f = hits[this.hit], at = this.hit;
		this.showInFlame(f);
		this.hit = at;
		say(`${this.hit + 1} of ${hits.length}: ${shownName(p, f)}`);
	}

	searchKey(e) {
		e.stopPropagation();
		if (e.key === 'Enter') {
			clearTimeout(this.typing);
			if (this.store.state.search !== this.search.value)
				this.store.set({ search: this.search.value }, true);
			else
				this.walk(e.shiftKey ? -1 : 1);
		} else if (e.key === 'Escape') {
			this.search.value = '';
			this.store.set({ search: '' }, true);
			this.search.blur();
		}
	}

	/* ---- keys ---- */

	key(e) {
		const target = /** @type {HTMLElement} */ (e.target);
		if (this.help.open || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || e.altKey)
			return;
		const { store } = this, { state } = store;
		const other = (key, a, b) => () => store.set({ [key]: state[key] === a ? b : a });
		const turn = (key, all) => () => store.set({ [key]: all[(all.indexOf(state[key]) + 1) % all.length] });
		if (e.ctrlKey || e.metaKey) {
			if (e.key === 'z' || e.key === 'y') {
				e.preventDefault();
				if (e.key === 'y' || e.shiftKey)
					store.redo();
				else
					store.undo();
			}
			return;
		}
		const run = {
			'?': () => this.help.showModal(), '/': () => this.search.focus(), n: () => this.walk(1), N: () => this.walk(-1),
			u: () => store.undo(), U: () => store.redo(), 0: () => this.clear(), r: () => this.keepRange(),
			f: () => this.flame.canvas.focus(), t: () => this.timeline.canvas.focus(), b: () => this.tables.scroll.focus(),
			i: other('layout', 'icicle', 'flame'), c: other('direction', 'callers', 'callees'),
			o: turn('order', ['weight', 'name', 'first']), k: turn('color', ['kind', 'object', 'self']),
			x: () => store.set({ fold: !state.fold }), w: () => store.set({ merge: !state.merge }),
			a: () => this.openCode(document.activeElement === this.tables.scroll ? this.tables.functionOf(this.tables.shown[this.tables.active]) : this.flame.selected?.g.fn || 0),
			d: () => this.nextTheme(), S: () => this.savePage(), A: () => this.setSide(0), B: () => this.setSide(1),
		}[e.key] || (e.key >= '1' && e.key <= '9' && (() => this.tables.go(Number(e.key) - 1)));
		if (run) {
			e.preventDefault();
			run();
		}
	}

	/* ---- saving ---- */

	/** What is selected, in words. */
	selectionText() {
		const words = [this.p.facts.filters, ...[...this.chips.querySelectorAll('.chip > span')].map((e) => e.textContent)];
		return words.filter(Boolean).join(', ');
	}

	/** @returns {Promise<string[]>} the parts of a page with only the selection */
	async selectionPage() {
		const data = await packPage(this.p, this.store.state, this.selectionText());
		return [PAGE_HEAD, '\n<script type="application/octet-stream" id="data">', data, '</', 'script>\n</body></html>\n'];
	}

	async savePage() {
		download('pdata-selection.html', await this.selectionPage(), 'text/html');
		say(`A page with ${formatCount(this.sums.nr)} samples is saved`);
	}

	saveFolded() {
		download('pdata.folded', [foldedText(this.p, this.sums)], 'text/plain');
	}

	/** The weights of both sides of the outermost function of a name. */
	sidesOfTop(name) {
		const g = this.flame.tree.children(this.flame.tree.root).find((k) => this.p.names[k.fn] === name);
		return g ? sidesOfGroup(this.compare, g) : null;
	}

	/** What tests read of a comparison: rows of object, name, A, B, noise and change. */
	compareReport() {
		const c = this.compare, { p } = this;
		return c && { line: c.line, counts: c.counts, a: c.a.sums.all, b: c.b.sums.all, notices: p.notices || [],
			rows: p.names.map((name, f) => [p.objects[f], name, c.a.functions.self[f], c.b.functions.self[f], noiseOf(c, c.a.functions.self[f], c.b.functions.self[f]), changeOf(c, f)])
				.slice(1).filter((r) => r[2] || r[3]) };
	}

	/** What tests read. */
	report() {
		const { p, sums } = this;
		const f = this.functions || sumFunctions(p, sums);
		return {
			ready: !this.busy && !this.searching, all: sums.all, samples: sums.nr, matched: this.matched || 0,
			fragment: formatState(this.store.state, this.store.plain), state: this.store.state, start: p.facts.start,
			duration: p.duration, compare: this.compareReport(), drawn: this.drawn, tabled: this.tabled, boxes: this.flame.layout?.boxes.length || 0,
			functions: () => p.names.map((name, i) => [name, p.objects[i], f.self[i], f.total[i], f.samples[i], p.flags[i]]).slice(1)
				.filter((row) => row[3] || row[4]),
			code: () => this.code?.report(),
			profile: p,
		};
	}
}

/** @param {string} text */
function showFailure(text) {
	fill(document.body, h('p', { id: 'notice', role: 'alert' }, text));
}

/** Show why there are no samples, and the facts of the recordings. @param {any} p */
function showNoSamples(p) {
	const all = p.recordings || [p];
	showFailure(`No samples${p.facts.filters ? ' pass the filters ' + p.facts.filters : ` are in the recording${all.length > 1 ? 's' : ''}`}.`);
	document.body.prepend(...all.map(({ facts }) => h('header', { class: 'facts' },
		h('span', { class: 'command', title: facts.meta.command || '' }, facts.meta.command || 'profile'), ...emptyFacts(facts))));
}

async function startPage() {
	const block = document.getElementById('data');
	try {
		if (!block)
			throw new DataError('The data of this page is cut off: get the file again.');
		const p = await readProfile(block.textContent || '', readCode);
		block.remove();
		if (!p.nr) {
			showNoSamples(p);
			return;
		}
		linkChildren(p);
		document.title = `${isolate(p.facts.meta.command || 'profile')} - pdata`;
		const app = new App(p);
		// @ts-ignore: for tests
		window.pdata = { state: () => app.report(), set: (change) => app.store.set(change), page: () => app.selectionPage(),
			rows: () => app.tables.values(), sidesOf: (name) => app.sidesOfTop(name) };
	} catch (e) {
		showFailure(e instanceof DataError ? e.message : `This page cannot be shown: ${e instanceof Error ? e.message : e}`);
	}
}

fill(document.getElementById('notice') || document.body, 'Reading the profile …');
if (document.readyState === 'loading')
	document.addEventListener('DOMContentLoaded', startPage);
else
	startPage();
