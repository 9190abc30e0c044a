/* SPDX-License-Identifier: BSD-2-Clause */
// The tables: functions, callers and callees of one function, objects, files, threads, cpus, events,
// fields of tracepoints.

import { download, fill, formatCount, formatShare, formatShort, h, isolate, say } from './dom.js';
import { changeOf, formatRate, noiseOf, sidesOfGroup } from './compare.js';
import { sumByField, valueName } from './fields.js';
import { functionName, shownName, sumByColumn, sumByKey } from './profile.js';
import { matchList } from './search.js';
import { tabsOf } from './state.js';
import { sandwichTree } from './tree.js';

const LINE = 23;
const TAB_NAMES = { functions: 'Functions', sandwich: 'Callers / callees', objects: 'Objects', files: 'Files',
	threads: 'Threads', cpus: 'CPUs', events: 'Events', fields: 'Fields' };

/**
 * @typedef {object} Column
 * @property {string} key
 * @property {string} label
 * @property {(i: number) => any} get
 * @property {boolean} [number]
 * @property {(i: number) => any} [order] what rows are sorted by, unless it is the value
 * @property {(v: any) => string} [text] of a number
 * @property {(i: number) => string} [shown] what a cell shows, unless it is the value
 * @property {string} [hint]
 * @property {boolean} [signed] the bar shows a change
 * @property {number} [most] the largest change
 * @property {(i: number) => boolean} [sure] whether the change is more than chance
 * @property {number} [of] the sum of which a share is shown
 */

export class TablesView {
	/** @param {any} p @param {any} store @param {HTMLElement} host */
	constructor(p, store, host) {
		this.p = p;
		this.store = store;
		this.tabs = h('div', { role: 'tablist', class: 'tabs', 'aria-label': 'Tables' });
		this.filter = /** @type {HTMLInputElement} */ (h('input', {
			type: 'search', placeholder: 'filter rows', title: 'A regular expression', 'aria-label': 'Filter rows by regular expression', class: 'filter',
			oninput: () => this.applyFilter(),
		}));
		this.message = h('span', { class: 'note', role: 'status' });
		this.choice = h('span', { class: 'group' });
		this.bar = h('div', { class: 'bar' }, this.choice, this.filter, this.message,
			h('button', { onclick: () => this.copy(), title: 'Copy the rows as TSV (y)' }, 'Copy'),
			h('button', { onclick: () => this.save(), title: 'Save the rows as CSV' }, 'CSV'));
		this.head = h('div', { role: 'row', class: 'row head' });
		this.spacer = h('div', { class: 'rows', role: 'rowgroup' });
		this.scroll = h('div', { class: 'scroll table-scroll', tabindex: 0 }, this.spacer);
		this.grid = h('div', { role: 'grid', class: 'grid', 'aria-label': 'Table' }, this.head, this.scroll);
		host.append(this.tabs, this.bar, this.grid);
		this.kept = null;
		this.matches = null;
		this.active = 0;
		this.open = new Set();
		/** @type {((f: number, x: number, y: number) => void)|null} asks for the menu of a function */
		this.onmenu = null;
		this.scroll.addEventListener('scroll', () => this.render());
		this.scroll.addEventListener('keydown', (e) => this.key(e));
	}

	/** Choose a tab by its number from the left. @param {number} i */
	go(i) {
		/** @type {HTMLElement|undefined} */ (this.tabs.querySelectorAll('button')[i])?.click();
	}

	/** Show new sums. @param {any} sums @param {any} functions @param {any} state @param {any} compare or null */
	show(sums, functions, state, compare) {
		this.compare = compare;
		const newTable = !this.state || this.state.tab !== state.tab || this.state.focus !== state.focus;
		this.sums = sums;
		this.functions = functions;
		this.state = state;
		this.showTabs();
		this.make();
		this.sort();
		if (newTable) {
			this.active = 0;
			this.scroll.scrollTop = 0;
			this.filter.value = '';
			this.kept = null;
			this.message.textContent = '';
		}
		if (this.filter.value)
			this.applyFilter();
		else
			this.choose();
	}

	showTabs() {
		const { state, store, p } = this;
		const names = tabsOf(p);
		this.showChoice();
		fill(this.tabs, ...names.map((name) => h('button', {
			role: 'tab', 'aria-selected': state.tab === name ? 'true' : 'false', tabindex: state.tab === name ? 0 : -1,
			onclick: () => store.set({ tab: name }),
			onkeydown: (e) => {
				const step = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
				if (step) {
					store.set({ tab: names[(names.indexOf(name) + step + names.length) % names.length] });
					/** @type {HTMLElement|null} */ (this.tabs.querySelector('[aria-selected=true]'))?.focus();
				}
			},
		}, TAB_NAMES[name])));
	}

	/** The choice of a field of a tracepoint, or of kinds of changes. */
	showChoice() {
		const { state, store, p } = this;
		const c = this.compare;
		this.choice.hidden = state.tab !== 'fields' && !(c && state.tab === 'functions');
		if (this.choice.hidden)
			return;
		if (state.tab === 'functions') {
			fill(this.choice, ...['all', 'new', 'gone', 'more', 'less'].map((change) => h('button', {
				'aria-pressed': String(state.changed === change), onclick: () => store.set({ changed: change }),
				title: change === 'all' ? 'All functions' : `Functions whose self weight is ${change} in B, by more than chance`,
			}, change === 'all' ? 'all' : `${change} ${c.counts[change]}`)));
			return;
		}
		const several = new Set(p.fields.map((f) => f.event)).size > 1;
		fill(this.choice, h('select', { 'aria-label': 'Field', onchange: (e) => store.set({ field: Number(e.target.value) }) },
			...p.fields.map((f, i) => h('option', { value: i, selected: i === state.field }, several ? `${isolate(p.facts.events[f.event])} ${f.name}` : f.name))),
		p.fields[state.field].number ? h('button', { 'aria-pressed': String(state.ranges), title: 'Add numbers up in ranges of powers of two',
			onclick: () => store.set({ ranges: !state.ranges }) }, 'ranges') : null);
	}

	/** Make the columns and the rows of the chosen tab. */
	make() {
		const { p, sums, functions, state } = this;
		/** @type {Column[]} */
		let columns;
		/** @type {(i: number) => boolean} */
		let has = () => true;
		let nr = 0;
		this.onrow = null;
		this.tree = null;
		const sumColumns = (s, of) => [
			{ key: 'self', label: 'Self', number: true, of, get: (i) => s.self[i] },
			{ key: 'total', label: 'Total', number: true, of, get: (i) => s.total[i] },
			{ key: 'samples', label: 'Samples', number: true, get: (i) => s.samples[i] },
		];
		if (this.compare && state.tab === 'functions') {
			columns = this.makeChanges();
			nr = p.names.length;
			const c = this.compare, { changed } = state;
			has = (i) => functions.total[i] > 0 && (changed === 'all' || changeOf(c, i) === changed);
			this.onrow = (i) => this.store.set({ focus: i, tab: 'sandwich' });
		} else if (this.compare && (state.tab === 'objects' || state.tab === 'files')) {
			const keys = state.tab === 'objects' ? p.objects : p.files, c = this.compare;
			const [a, b] = [sumByKey(p, c.a.sums, keys), sumByKey(p, c.b.sums, keys)];
			columns = [...this.sideColumns((i) => a.self[i], (i) => b.self[i]), { key: 'name', label: state.tab === 'objects' ? 'Object' : 'File', get: (i) => a.names[i] }];
			nr = a.names.length;
			has = (i) => a.total[i] > 0 || b.total[i] > 0;
		} else if (state.tab === 'functions') {
			columns = [...sumColumns(functions, sums.all), { key: 'name', label: 'Function', get: (i) => functionName(p, i), shown: (i) => shownName(p, i) },
				{ key: 'object', label: 'Object', get: (i) => p.objects[i] || '-' }];
			nr = p.names.length;
			has = (i) => functions.total[i] > 0 || functions.samples[i] > 0;
			this.onrow = (i) => this.store.set({ focus: i, tab: 'sandwich' });
		} else if (state.tab === 'objects' || state.tab === 'files') {
			const s = sumByKey(p, sums, state.tab === 'objects' ? p.objects : p.files);
			columns = [...sumColumns(s, sums.all), { key: 'name', label: state.tab === 'objects' ? 'Object' : 'File', get: (i) => s.names[i] }];
			nr = s.names.length;
			has = (i) => s.total[i] > 0;
		} else if (state.tab === 'sandwich') {
			columns = this.makeSandwich();
			nr = this.tree.length;
		} else if (state.tab === 'fields') {
			columns = this.makeFields();
			nr = this.fieldRows.length;
		} else {
			const column = { threads: 'thread', cpus: 'cpu', events: 'event' }[state.tab];
			nr = { threads: p.facts.threads.length + 1, cpus: 65536, events: p.facts.events.length }[state.tab];
			const s = sumByColumn(p, state, column, nr);
			const all = s.self.reduce((a, b) => a + b, 0);
			const thread = (i) => p.facts.threads[i - 1];
			columns = [{ key: 'self', label: 'Weight', number: true, of: all, get: (i) => s.self[i] },
				{ key: 'samples', label: 'Samples', number: true, get: (i) => s.samples[i] },
				...(column === 'thread' ? [{ key: 'name', label: 'Thread', get: (i) => thread(i)[2] },
					{ key: 'pid', label: 'PID', number: true, get: (i) => thread(i)[0] },
					{ key: 'tid', label: 'TID', number: true, get: (i) => thread(i)[1] }]
					: [{ key: 'name', label: column === 'cpu' ? 'CPU' : 'Event',
						get: (i) => (column === 'event' ? p.facts.events[i] : i ? `cpu ${i - 1}` : 'not recorded') }])];
			has = (i) => s.samples[i] > 0;
			const member = state.tab;
			this.onrow = (i) => (column === 'event' ? this.store.set({ event: i })
				: this.store.set({ [member]: [column === 'cpu' ? i - 1 : i] }));
		}
		// In a narrow table the names need the room.
		const width = this.grid.clientWidth;
		this.columns = columns.filter((c) => !(width < 520 && state.tab !== 'sandwich' && c.key === 'samples') && !(width < 640 && c.key === 'dtotal'));
		this.rows = [];
		for (let i = state.tab === 'functions' || state.tab === 'threads' ? 1 : 0; i < nr; i++)
			if (has(i))
				this.rows.push(i);
		this.texts = null;
	}

	/**
	 * The columns of a comparison. @param {(i: number) => number} a weight in A @param {(i: number) => number} b weight in B
	 * @returns {Column[]}
	 */
	sideColumns(a, b) {
		const c = this.compare, ra = (i) => a(i) * c.a.scale, rb = (i) => b(i) * c.b.scale, rate = (r) => formatRate(c.norm, r, formatShort);
		const noise = (i) => noiseOf(c, a(i), b(i));
		return [
			{ key: 'delta', label: 'Change', number: true, signed: true, most: c.most, get: (i) => rb(i) - ra(i), text: (v) => (v > 0 ? '+' : '') + rate(v),
				sure: (i) => Math.abs(noise(i)) >= c.line,
				// Changes above the noise come first.
				order: (i) => Math.abs(rb(i) - ra(i)) + (Math.abs(noise(i)) >= c.line ? 2 * c.most + 1 : 0) },
			{ key: 'noise', label: 'Noise', number: true, get: noise, text: (v) => `${Math.abs(v).toFixed(1)} σ`, order: (i) => Math.abs(noise(i)),
				hint: 'How far the change is from what chance explains, in standard deviations' },
			{ key: 'a', label: 'A self', number: true, get: ra, text: (v) => (v ? rate(v) : '-') },
			{ key: 'b', label: 'B self', number: true, get: rb, text: (v) => (v ? rate(v) : '-') },
		];
	}

	/** Functions of both sides. @returns {Column[]} */
	makeChanges() {
		const { p, compare: c } = this, { a, b } = c;
		return [...this.sideColumns((i) => a.functions.self[i], (i) => b.functions.self[i]),
			{ key: 'dtotal', label: 'Total', number: true, get: (i) => b.functions.total[i] * b.scale - a.functions.total[i] * a.scale,
				text: (v) => (v > 0 ? '+' : '') + formatRate(c.norm, v, formatShort), hint: 'Change of the total: the function and what it calls' },
			{ key: 'name', label: 'Function', get: (i) => functionName(p, i), shown: (i) => shownName(p, i) }, { key: 'object', label: 'Object', get: (i) => p.objects[i] || '-' }];
	}

	/** Rows of the values of a field. */
	makeFields() {
		const { p, state, store } = this, f = state.field, field = p.fields[f];
		const rows = this.fieldRows = sumByField(p, state, f), all = rows.reduce((a, r) => a + r.self, 0);
		const order = field.number ? (r) => (r.key < 0 ? (r.key === -1100 ? Infinity : -1000 - r.key) : r.key ? Number(field.values[r.key]) : -Infinity)
			: (r) => valueName(field, r.key);
		this.onrow = (i) => store.set({ event: field.event, fields: [...state.fields.filter((x) => x[0] !== f), [f, rows[i].key]] });
		return [{ key: 'self', label: 'Weight', number: true, of: all, get: (i) => rows[i].self },
			{ key: 'samples', label: 'Samples', number: true, get: (i) => rows[i].samples },
			{ key: 'name', label: field.name, get: (i) => valueName(field, rows[i].key), order: (i) => order(rows[i]) }];
	}

	/** Rows of the sandwich: the callers above the function, and its callees below; each row can be opened. */
	makeSandwich() {
		const { p, sums, state } = this;
		const f = state.focus || this.heaviest();
		const rows = [];
		const add = (tree, g, depth, path, up) => {
			for (const kid of tree.children(g)) {
				const id = `${path}/${kid.fn}`;
				rows.push({ g: kid, depth, id, up });
				if (this.open.has(id))
					add(tree, kid, depth + 1, id, up);
			}
		};
		const callers = sandwichTree(p, sums, state, f, true), callees = sandwichTree(p, sums, state, f, false);
		rows.push({ title: 'Callers' });
		add(callers, callers.root, 1, 'up', true);
		rows.push({ g: callees.root, depth: 0, id: '', up: false });
		rows.push({ title: 'Callees' });
		add(callees, callees.root, 1, 'down', false);
		this.tree = rows;
		this.onrow = (i) => {
			const row = rows[i];
			if (row.g && row.depth)
				this.store.set({ focus: row.g.fn });
		};
		const c = this.compare;
		const name = { key: 'name', label: 'Function', get: (i) => (rows[i].g ? functionName(p, rows[i].g.fn) : rows[i].title),
			shown: (i) => (rows[i].g ? shownName(p, rows[i].g.fn) : rows[i].title) };
		if (c) {
			const side = (i, k) => (rows[i].g ? sidesOfGroup(c, rows[i].g)[k] : 0);
			const columns = this.sideColumns((i) => side(i, 0), (i) => side(i, 1)).map((column) => (column.key.length > 1 ? column : { ...column, label: column.label[0] }));
			return [...columns.map((column) => ({ ...column, get: (i) => (rows[i].g ? column.get(i) : null) })),
				name,
				{ key: 'object', label: 'Object', get: (i) => (rows[i].g ? p.objects[rows[i].g.fn] || '-' : '') }];
		}
		return [
			{ key: 'total', label: 'Weight', number: true, of: sums.all, get: (i) => (rows[i].g ? rows[i].g.weight : null) },
			{ key: 'part', label: 'of function', number: true, share: true, of: callees.root.weight, get: (i) => (rows[i].g ? rows[i].g.weight : null) },
			name,
			{ key: 'object', label: 'Object', get: (i) => (rows[i].g ? p.objects[rows[i].g.fn] || '-' : '') },
		];
	}

	heaviest() {
		let best = 0;
		for (let f = 1; f < this.p.names.length; f++)
			if (!best || this.functions.self[f] > this.functions.self[best])
				best = f;
		return best;
	}

	sort() {
		if (this.tree)
			return;
		const { sort } = this.state, down = sort.startsWith('-'), key = sort.replace('-', '');
		const column = this.columns.find((c) => c.key === key) || this.columns[0];
		const factor = down ? -1 : 1;
		const first = this.columns[0], second = this.columns[1];
		this.rows.sort((a, b) => {
			const of = column.order || column.get, x = of(a), y = of(b);
			return (x < y ? -factor : x > y ? factor : 0) || first.get(b) - first.get(a) ||
				(second.number ? second.get(b) - second.get(a) : 0) || a - b;
		});
	}

	async applyFilter() {
		const pattern = this.filter.value;
		if (!pattern) {
			this.kept = null;
			this.message.textContent = '';
			this.choose();
			return;
		}
		const { rows, columns, state } = this;
		const texts = rows.map((i) => columns.filter((c) => !c.number).map((c) => c.get(i)).join(' '));
		const { out, error } = await matchList('rows', texts, pattern);
		if (this.rows !== rows || this.state.tab !== state.tab || this.filter.value !== pattern)
			return;
		this.message.textContent = error || `${formatCount(out.reduce((a, b) => a + b, 0))} of ${formatCount(rows.length)}`;
		this.filter.setAttribute('aria-invalid', error ? 'true' : 'false');
		this.kept = error ? null : new Set(rows.filter((_, k) => out[k]));
		this.choose();
	}

	/** Functions that the search of the page has found; they come alone in the table of functions. */
	mark(matches) {
		this.matches = matches;
		this.choose();
	}

	/** Choose the rows that are shown. */
	choose() {
		if (!this.rows)
			return;
		const found = this.state.tab === 'functions' && this.matches;
		this.shown = this.rows.filter((i) => (!this.kept || this.kept.has(i)) && (!found || this.matches[i]));
		this.active = Math.max(0, Math.min(this.active, this.shown.length - 1));
		this.grid.setAttribute('aria-rowcount', String(this.shown.length + 1));
		this.grid.setAttribute('role', this.tree ? 'treegrid' : 'grid');
		this.grid.style.setProperty('--columns', this.columns.map((c) => (c.key === 'name' ? 'minmax(8em, 1fr)'
			: c.key === 'object' ? 'minmax(4em, 10.5em)' : this.compare && c.text ? (c.signed ? '6.2em' : '4.9em') : c.key === 'self' || c.key === 'total' ? '8.2em' : '6em')).join(' '));
		this.spacer.style.height = this.shown.length * LINE + 'px';
		const { sort } = this.state;
		fill(this.head, ...this.columns.map((c) => h('button', {
			role: 'columnheader', title: c.hint || null, class: c.number ? 'number' : '',
			'aria-sort': sort === '-' + c.key ? 'descending' : sort === c.key ? 'ascending' : null,
			onclick: () => this.store.set({ sort: sort === '-' + c.key ? c.key : sort === c.key ? '-' + c.key : (c.number ? '-' : '') + c.key }),
		}, c.label, this.tree ? '' : sort === '-' + c.key ? ' ▾' : sort === c.key ? ' ▴' : '')));
		this.render();
	}

	render() {
		if (!this.shown)
			return;
		const first = Math.max(0, Math.floor(this.scroll.scrollTop / LINE) - 5);
		const last = Math.min(this.shown.length, first + Math.ceil(this.scroll.clientHeight / LINE) + 12);
		const rows = [];
		for (let k = first; k < last; k++)
			rows.push(this.renderRow(this.shown[k], k));
		fill(this.spacer, ...rows);
		if (!this.shown.length)
			this.spacer.append(h('p', { class: 'empty' }, this.sums.nr && !this.sums.all ? 'The periods of these samples are all 0: choose the unit "samples" in the timeline.'
				: 'No rows: change the filters, or press Escape.'));
	}

	renderRow(i, k) {
		const tree = this.tree && this.tree[i];
		const row = h('div', {
			role: 'row', class: 'row' + (k === this.active ? ' active' : '') + (tree && !tree.g ? ' title' : tree && !tree.depth ? ' self' : ''),
			'aria-rowindex': k + 2, 'aria-selected': k === this.active ? 'true' : 'false',
			'aria-level': tree && tree.g ? tree.depth + 1 : null, 'aria-expanded': tree && tree.depth ? String(this.open.has(tree.id)) : null,
			onclick: () => this.press(k),
			ondblclick: () => this.onrow?.(i),
			oncontextmenu: (e) => {
				const f = this.functionOf(i);
				if (f) {
					e.preventDefault();
					this.press(k);
					this.onmenu?.(f, e.clientX, e.clientY);
				}
			},
		}, ...this.columns.map((c) => this.renderCell(c, i, tree)));
		row.style.top = k * LINE + 'px';
		return row;
	}

	renderCell(c, i, tree) {
		const v = c.get(i);
		if (!c.number) {
			const text = c.shown ? c.shown(i) : isolate(v), cell = h('span', { role: 'gridcell', class: 'text', title: text });
			if (c.key === 'name' && tree && tree.depth) {
				cell.style.paddingLeft = tree.depth * 14 - 8 + 'px';
				cell.append(h('button', { class: 'twist', tabindex: -1, 'aria-label': 'Open', onclick: (e) => {
					e.stopPropagation();
					this.twist(i);
				} }, this.open.has(tree.id) ? '▾' : '▸'));
			}
			cell.append(text);
			return cell;
		}
		if (v === null)
			return h('span', { role: 'gridcell' });
		if (c.text)
			return this.renderChange(c, v, i);
		if (!c.of)
			return h('span', { role: 'gridcell', class: 'number' }, c.key === 'samples' ? formatCount(v) : v);
		const bar = h('span', { class: 'share' });
		bar.style.width = Math.min(100, 100 * v / c.of) + '%';
		return h('span', { role: 'gridcell', class: 'number', title: formatCount(v) }, bar,
			h('span', { class: 'percent' }, formatShare(v, c.of)), /** @type {any} */ (c).share ? '' : h('span', { class: 'value' }, formatShort(v)));
	}

	/** A number of a comparison; a change has a bar to the right or left of the middle. */
	renderChange(c, v, i) {
		const cell = h('span', { role: 'gridcell', class: 'number' + (c.sure && !c.sure(i) ? ' muted' : '') }, h('span', { class: 'percent' }, c.text(v)));
		if (c.signed) {
			const bar = h('span', { class: v > 0 ? 'more' : 'less' }), part = c.most ? Math.min(1, Math.abs(v) / c.most) : 0;
			bar.style.width = 50 * part + '%';
			cell.prepend(bar);
		}
		return cell;
	}

	/** @param {number} i row @returns {number} the function of a row, or 0 */
	functionOf(i) {
		return this.state.tab === 'functions' ? i : this.tree && this.tree[i].g ? this.tree[i].g.fn : 0;
	}

	press(k) {
		this.active = k;
		this.render();
	}

	twist(i) {
		const { id } = this.tree[i];
		if (this.open.has(id))
			this.open.delete(id);
		else
			this.open.add(id);
		this.make();
		this.choose();
	}

	/** @param {KeyboardEvent} e */
	key(e) {
		const page = Math.max(1, Math.floor(this.scroll.clientHeight / LINE) - 1);
		const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity }[e.key];
		if (e.ctrlKey || e.metaKey || e.altKey)
			return;
		const i = this.shown[this.active];
		if (step !== undefined) {
			this.active = Math.max(0, Math.min(this.shown.length - 1, this.active + step));
			const y = this.active * LINE;
			if (y < this.scroll.scrollTop)
				this.scroll.scrollTop = y;
			else if (y + LINE > this.scroll.scrollTop + this.scroll.clientHeight)
				this.scroll.scrollTop = y + LINE - this.scroll.clientHeight;
			this.press(this.active);
		} else if (e.key === 'Enter' && i !== undefined) {
			this.onrow?.(i);
		} else if ((e.key === 'ArrowRight' || e.key === 'ArrowLeft') && this.tree && i !== undefined && this.tree[i].depth) {
			if ((e.key === 'ArrowRight') !== this.open.has(this.tree[i].id))
				this.twist(i);
		} else if (e.key === 'y') {
			this.copy();
		} else {
			return;
		}
		e.preventDefault();
		e.stopPropagation();
	}

	/** @returns {any[][]} the values of the rows that are shown */
	values() {
		return this.shown.map((i) => this.columns.map((c) => c.get(i) ?? ''));
	}

	/** @param {string} separator @param {(v: any) => string} quote */
	text(separator, quote) {
		const line = (values) => values.map(quote).join(separator) + '\n';
		return line(this.columns.map((c) => c.label)) + this.values().map(line).join('');
	}

	async copy() {
		const text = this.text('\t', (v) => String(v).replace(/[\t\r\n]/g, ' '));
		try {
			await navigator.clipboard.writeText(text);
		} catch {
			const area = /** @type {HTMLTextAreaElement} */ (h('textarea', { class: 'offscreen' }));
			area.value = text;
			document.body.append(area);
			area.select();
			document.execCommand('copy');
			area.remove();
		}
		say(`${formatCount(this.shown.length)} rows are copied as TSV`);
	}

	save() {
		download(`${this.state.tab}.csv`, [this.text(',', (v) => (/[",\n\r]/.test(String(v)) ? `"${String(v).replace(/"/g, '""')}"` : String(v)))], 'text/csv');
	}
}
