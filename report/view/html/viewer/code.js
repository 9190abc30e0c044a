/* SPDX-License-Identifier: BSD-2-Clause */
// The code pane: source lines and instructions of a function side by side, with the samples of each.

import { codeOfFunction, partsOfFunction, sumCode } from './codedata.js';
import { fill, formatCount, formatShare, formatShort, h, isolate, say } from './dom.js';
import { styleColor } from './colors.js';

const CODE_LINE = 18;
const LANE = 7;
const MAX_LANES = 8;
const MAX_JUMPS = 4000;
const VIEWS = [['both', 'both', 'source and assembly side by side (v)'], ['source', 'source', 'source only (v)'], ['asm', 'assembly', 'assembly with its source lines (v)']];

/** A list of rows of equal height, of which only those in sight are elements. One row is active. */
class CodeList {
	/** @param {string} label @param {(row: any, k: number) => HTMLElement} make @param {(row: any, k: number) => void} chosen */
	constructor(label, make, chosen) {
		this.make = make;
		this.chosen = chosen;
		this.rows = [];
		this.active = -1;
		this.body = h('div', { class: 'rows' });
		this.scroll = h('div', { class: 'code-scroll', tabindex: 0, role: 'listbox', 'aria-label': label }, this.body);
		/** @type {(() => void)|null} draws over the rows */
		this.ondraw = null;
		this.scroll.addEventListener('scroll', () => this.render());
		this.scroll.addEventListener('keydown', (e) => this.key(e));
	}

	/** @param {any[]} rows */
	show(rows) {
		this.rows = rows;
		this.active = Math.min(this.active, rows.length - 1);
		this.body.style.height = rows.length * CODE_LINE + 'px';
		this.render();
	}

	render() {
		const first = Math.max(0, Math.floor(this.scroll.scrollTop / CODE_LINE) - 8);
		const last = Math.min(this.rows.length, first + Math.ceil(this.scroll.clientHeight / CODE_LINE) + 16);
		const out = [];
		for (let k = first; k < last; k++) {
			const row = this.make(this.rows[k], k);
			row.style.top = k * CODE_LINE + 'px';
			row.setAttribute('role', 'option');
			row.setAttribute('aria-selected', k === this.active ? 'true' : 'false');
			row.addEventListener('click', () => this.chosen(this.rows[k], k));
			out.push(row);
		}
		fill(this.body, ...out);
		this.ondraw?.();
	}

	/** Make a row active and bring it into sight. @param {number} k @param {boolean} [center] */
	go(k, center) {
		this.active = k;
		const y = k * CODE_LINE, { scrollTop, clientHeight } = this.scroll;
		if (k >= 0 && (center ? y < scrollTop + 2 * CODE_LINE || y > scrollTop + clientHeight - 3 * CODE_LINE : y < scrollTop || y + CODE_LINE > scrollTop + clientHeight))
			this.scroll.scrollTop = center ? y - clientHeight / 3 : y < scrollTop ? y : y + CODE_LINE - clientHeight;
		this.render();
	}

	/** @param {KeyboardEvent} e */
	key(e) {
		const page = Math.max(1, Math.floor(this.scroll.clientHeight / CODE_LINE) - 1);
		const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity }[e.key];
		if (step === undefined || e.ctrlKey || e.metaKey || e.altKey || !this.rows.length)
			return;
		const k = Math.max(0, Math.min(this.rows.length - 1, this.active + step));
		this.go(k);
		this.chosen(this.rows[k], k);
		e.preventDefault();
		e.stopPropagation();
	}
}

export class CodeView {
	/** @param {any} p @param {any} store @param {HTMLElement} host */
	constructor(p, store, host) {
		this.p = p;
		this.store = store;
		this.host = host;
		this.current = -1;
		this.insn = -1;
		/** @type {((f: number) => void)|null} shows a function in the flame graph */
		this.onzoom = null;
		/** @type {[number, number]} file and line */
		this.lineAt = [0, 0];
		this.bar = h('div', { class: 'bar' });
		this.list = h('nav', { class: 'code-functions', 'aria-label': 'Functions with code' });
		this.source = new CodeList('Source lines', (row, k) => this.sourceRow(row, k), (row) => this.chooseSource(row));
		this.asm = new CodeList('Instructions', (row) => this.asmRow(row), (row) => this.chooseAsm(row));
		this.canvas = /** @type {HTMLCanvasElement} */ (h('canvas', { class: 'code-arrows', 'aria-hidden': 'true' }));
		this.asm.scroll.prepend(this.canvas);
		this.asm.ondraw = () => this.drawArrows();
		this.sourcePart = h('div', { class: 'code-part' }, this.source.scroll);
		this.asmPart = h('div', { class: 'code-part' }, this.asm.scroll);
		this.main = h('div', { class: 'code-main' }, this.sourcePart, this.asmPart);
		host.append(this.bar, h('div', { class: 'code-body' }, this.list, this.main));
		host.addEventListener('keydown', (e) => this.key(e));
	}

	/** Show the function of the state with new sums. @param {any} sums @param {any} state */
	show(sums, state) {
		const { code } = this.p, index = state.code - 1;
		this.host.hidden = index < 0;
		if (index < 0) {
			this.current = -1;
			return;
		}
		const fresh = index !== this.current || this.state?.view !== state.view;
		this.state = state;
		this.all = sums.all;
		this.sums = sumCode(this.p, state, sums.sel);
		this.f = code.functions[index];
		this.total = this.sums.byFunction[index];
		if (index !== this.current) {
			this.current = index;
			this.parts = partsOfFunction(code, this.f);
			this.insn = -1;
			this.lineAt = [0, 0];
			this.source.active = this.asm.active = -1;
		}
		this.rank();
		this.showBar();
		this.showList();
		const source = this.hasSource();
		this.sourcePart.hidden = state.view === 'asm' || !source;
		this.asmPart.hidden = state.view === 'source' && source;
		this.asmRows = this.makeAsm();
		this.layoutJumps();
		this.source.show(this.sourcePart.hidden ? [] : this.makeSource());
		this.asm.show(this.asmRows);
		if (fresh) {
			if (this.insn < 0)
				this.jump(0, true);
			else
				this.select(this.insn, true);
			(this.asmPart.hidden ? this.source : this.asm).scroll.focus({ preventScroll: true });
		}
	}

	/** The window has another size. */
	resize() {
		if (this.current < 0)
			return;
		this.source.render();
		this.asm.render();
	}

	/** @returns {boolean} whether any line of the function is known */
	hasSource() {
		return this.parts.size > 0;
	}

	/** Instructions with samples, the hottest first; sums of lines, and of inlined calls by the line of the call. */
	rank() {
		const { code } = this.p, { f } = this, { weights } = this.sums;
		this.hot = [];
		/** @type {Map<string, number>} */
		this.lineSums = new Map();
		/** @type {Map<string, Map<string, number>>} */
		this.inlined = new Map();
		for (let i = f.first; i < f.first + f.nr; i++) {
			if (!weights[i])
				continue;
			this.hot.push(i);
			const key = `${code.file[i]}:${code.line[i]}`;
			this.lineSums.set(key, (this.lineSums.get(key) || 0) + weights[i]);
			for (let s = code.scope[i]; s; s = code.scopes[s].parent) {
				const { file, line, name } = code.scopes[s], call = `${file}:${line}`;
				if (!this.inlined.has(call))
					this.inlined.set(call, new Map());
				const names = /** @type {Map<string, number>} */ (this.inlined.get(call));
				names.set(name, (names.get(name) || 0) + weights[i]);
			}
		}
		this.hot.sort((a, b) => weights[b] - weights[a] || a - b);
		this.hotLines = [...this.lineSums].filter(([key]) => !key.endsWith(':0')).sort((a, b) => b[1] - a[1]).map(([key]) => key);
		this.most = Math.max(1, ...this.hot.slice(0, 1).map((i) => weights[i]));
	}

	showBar() {
		const { f, store, state } = this;
		const button = (text, title, onclick) => h('button', { title, onclick }, text);
		const views = this.hasSource() ? VIEWS : VIEWS.slice(2);
		fill(this.bar, button('‹ Back', 'Back to flame graph and tables (Escape)', () => this.close()),
			h('h2', { title: f.name }, f.name), h('span', { class: 'note' }, f.object),
			h('span', { class: 'code-total' }, `${formatShare(this.total, this.all)} of the selection, ${formatCount(this.sums.samplesByFunction[this.current])} samples`),
			h('span', { class: 'grow' }),
			h('span', { class: 'group', role: 'group', 'aria-label': 'View' }, ...views.map(([value, text, title]) => h('button', {
				'aria-pressed': String(state.view === value || views.length === 1), title, onclick: () => store.set({ view: value }),
			}, text))),
			button('Hottest', 'Go to the hottest line; again: to the next (h, H)', () => this.jump(1)),
			button('Callers', 'Callers and callees (s)', () => this.callers()),
			button('In flame graph', 'Show the function in the flame graph (z)', () => this.zoom()),
			button('Copy', 'Copy the instructions with their samples (y)', () => this.copy()));
	}

	/** The functions with code, the hottest of the selection first. */
	showList() {
		const { code } = this.p, { byFunction } = this.sums;
		this.order = code.functions.map((_, i) => i).filter((i) => byFunction[i] || code.functions[i].nr || i === this.current)
			.sort((a, b) => byFunction[b] - byFunction[a] || a - b);
		const missing = code.functions.filter((f) => f.why);
		fill(this.list, ...this.order.map((i) => {
			const f = code.functions[i], bar = h('span', { class: 'share' });
			bar.style.width = Math.min(100, 100 * byFunction[i] / (this.all || 1)) + '%';
			return h('button', { class: byFunction[i] ? '' : 'muted', 'aria-current': i === this.current ? 'true' : null, title: `${f.name}\n${f.object}`, onclick: () => this.open(i) },
				bar, h('span', { class: 'percent' }, formatShare(byFunction[i], this.all)), h('span', { class: 'name' }, f.name));
		}), missing.length ? h('details', {}, h('summary', {}, `${missing.length} hot functions without code`),
			...missing.map((f) => h('p', { title: `${isolate(f.object)}: the code ${f.why}` }, h('b', {}, isolate(f.name)), ` ${f.why}`))) : null);
		this.list.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
	}

	/* ---- rows ---- */

	makeAsm() {
		const { code } = this.p, { f, state } = this, rows = [];
		const inlineSource = state.view === 'asm' || !this.hasSource();
		this.rowOf = new Int32Array(f.nr);
		let scope = 0, line = '';
		const blockSum = (from, depth) => {
			let sum = 0;
			for (let i = from; i < f.first + f.nr && code.texts[i] && this.chain(code.scope[i])[depth] === this.chain(code.scope[from])[depth]; i++)
				sum += this.sums.weights[i];
			return sum;
		};
		for (let i = f.first; i < f.first + f.nr; i++) {
			if (!code.texts[i]) {
				rows.push({ gap: code.size[i] });
				this.rowOf[i - f.first] = rows.length - 1;
				continue;
			}
			if (code.scope[i] !== scope) {
				const before = this.chain(scope), now = this.chain(code.scope[i]);
				now.forEach((s, depth) => {
					if (before[depth] !== s)
						rows.push({ scope: s, depth, sum: blockSum(i, depth) });
				});
				scope = code.scope[i];
			}
			const at = `${code.file[i]}:${code.line[i]}`;
			if (inlineSource && code.line[i] && at !== line)
				rows.push({ file: code.file[i], line: code.line[i], depth: this.chain(scope).length });
			line = at;
			this.rowOf[i - f.first] = rows.push({ i, depth: this.chain(scope).length }) - 1;
		}
		return rows;
	}

	/** The inlined calls around one, the outermost first. @param {number} scope @returns {number[]} */
	chain(scope) {
		const out = [];
		for (let s = scope; s; s = this.p.code.scopes[s].parent)
			out.unshift(s);
		return out;
	}

	makeSource() {
		const { code } = this.p, { f, parts } = this, rows = [];
		const own = code.file.slice(f.first, f.first + f.nr).find((file, k) => file && !code.scope[f.first + k]) || 0;
		const sumOf = (file) => [...this.lineSums].reduce((sum, [key, w]) => sum + (key.startsWith(file + ':') ? w : 0), 0);
		const files = [...parts.keys()].map((file) => ({ file, sum: sumOf(file) }))
			.sort((a, b) => Number(b.file === own) - Number(a.file === own) || b.sum - a.sum || a.file - b.file);
		for (const { file, sum } of files) {
			const text = code.source[file];
			rows.push({ head: file, sum });
			(parts.get(file) || []).forEach(([from, to], k) => {
				if (k)
					rows.push({ gap: 0 });
				for (let line = from; line <= to; line++)
					if (text.size ? text.has(line) : this.isUsed(file, line))
						rows.push({ file, line, text: text.get(line) });
			});
		}
		return rows;
	}

	isUsed(file, line) {
		if (this.usedOf !== this.current) {
			const { code } = this.p, { f } = this;
			this.usedOf = this.current;
			this.used = new Set();
			for (let i = f.first; i < f.first + f.nr; i++) {
				this.used.add(`${code.file[i]}:${code.line[i]}`);
				for (let s = code.scope[i]; s; s = code.scopes[s].parent)
					this.used.add(`${code.scopes[s].file}:${code.scopes[s].line}`);
			}
		}
		return this.used?.has(`${file}:${line}`);
	}

	/** The share and the number of a row. @param {number} weight */
	heat(weight) {
		const cell = h('span', { class: 'heat', title: weight ? `${formatCount(weight)}, ${formatShare(weight, this.all)} of the selection` : null });
		if (weight) {
			const share = this.total ? weight / this.total : 0;
			const bar = h('span', { class: 'share' });
			bar.style.width = Math.max(1, 100 * Math.sqrt(weight / this.most)) + '%';
			bar.style.opacity = String(0.25 + 0.75 * Math.min(1, weight / this.most));
			cell.append(bar, h('span', { class: 'percent' + (share >= 0.05 ? ' hot' : '') }, formatShare(weight, this.total)),
				h('span', { class: 'value' }, formatShort(weight)));
		}
		return cell;
	}

	sourceRow(row, k) {
		const { code } = this.p;
		if (row.head) {
			const file = code.files[row.head];
			return h('div', { class: 'code-row head', title: file.name }, h('b', {}, isolate(file.name.replace(/^.*\//, '')) || 'unknown file'), ' ',
				h('span', { class: 'muted' }, formatShare(row.sum, this.total)),
				file.newer ? h('span', { class: 'warn' }, ' newer than the recording') : null,
				file.below ? null : h('span', { class: 'muted' }, ' no text: write the page with --source'));
		}
		if (row.line === undefined)
			return h('div', { class: 'code-row gap' }, '⋯');
		const key = `${row.file}:${row.line}`, names = this.inlined.get(key);
		const marked = this.lineAt[0] === row.file && this.lineAt[1] === row.line;
		return h('div', { class: 'code-row' + (marked ? ' marked' : '') + (k === this.source.active ? ' active' : '') }, this.heat(this.lineSums.get(key) || 0),
			h('span', { class: 'line-number' }, row.line), h('span', { class: 'text' }, (row.text || '').replace(/\t/g, '    ')),
			...(names ? [...names].sort((a, b) => b[1] - a[1]).slice(0, 3).map(([name, w]) => h('span', { class: 'inlined', title: `${isolate(name)} is inlined here: ${formatCount(w)}` },
				`${isolate(name)} ${formatShare(w, this.total)}`)) : []));
	}

	asmRow(row) {
		const { code } = this.p, { f } = this;
		const indent = (cell) => {
			cell.style.paddingLeft = Math.min(8, row.depth || 0) * 10 + 'px';
			return cell;
		};
		if (row.gap !== undefined)
			return h('div', { class: 'code-row gap' }, `⋯ ${formatCount(row.gap)} bytes without samples`);
		if (row.scope) {
			const { name, file, line } = code.scopes[row.scope];
			return h('div', { class: 'code-row scope', title: `${isolate(name)}, inlined${line ? ` at ${isolate(code.files[file].name)}:${line}` : ''}` }, this.heat(0), this.gutter(),
				indent(h('span', { class: 'text' }, '▾ ', h('b', {}, isolate(name)), h('span', { class: 'muted' },
					` inlined${line ? ` at ${isolate(code.files[file].name.replace(/^.*\//, ''))}:${line}` : ''}${row.sum ? `, ${formatShare(row.sum, this.total)}` : ''}`))));
		}
		if (row.i === undefined) {
			const text = code.source[row.file].get(row.line);
			return h('div', { class: 'code-row source' }, this.heat(0), this.gutter(), indent(h('span', { class: 'text' },
				h('span', { class: 'line-number' }, `${text === undefined ? isolate(code.files[row.file].name.replace(/^.*\//, '')) + ':' : ''}${row.line}`), ' ', (text || '').trim())));
		}
		const { i } = row, text = code.texts[i], blank = text.indexOf(' ');
		const marked = this.lineAt[1] && this.lineAt[0] === code.file[i] && this.lineAt[1] === code.line[i];
		const mnemonic = blank < 0 ? text : text.slice(0, blank), rest = blank < 0 ? '' : text.slice(blank + 1);
		const called = /^(.*)<([^<>].*?)>$/.exec(rest), other = called ? this.functionNamed(called[2]) : -1;
		return h('div', { class: 'code-row' + (marked ? ' marked' : '') + (i === this.insn ? ' active' : ''), title: code.line[i] ? `${isolate(code.files[code.file[i]].name)}:${code.line[i]}` : null },
			this.heat(this.sums.weights[i]), this.gutter(), h('span', { class: 'address' }, this.address(i)),
			indent(h('span', { class: 'text' }, h('span', { class: 'mnemonic' + (code.target[i] ? ' jump' : '') }, mnemonic), ' ',
				called ? called[1] : rest, called ? (other >= 0 ? h('button', { class: 'link', tabindex: -1, title: `Code of ${called[2]}`, onclick: (e) => {
					e.stopPropagation();
					this.open(other);
				} }, `<${called[2]}>`) : h('span', { class: 'callee' }, `<${called[2]}>`)) : null,
				code.target[i] && !rest ? h('span', { class: 'muted' }, this.address(f.first + code.target[i] - 1)) : null)),
			this.state.view === 'both' && code.line[i] ? h('span', { class: 'line-number' }, code.line[i]) : null);
	}

	/** Room for the arrows. */
	gutter() {
		const cell = h('span', { class: 'lanes' });
		cell.style.width = this.lanes * LANE + 8 + 'px';
		return cell;
	}

	/** The address of an instruction, or its offset where the page has no addresses. @param {number} i */
	address(i) {
		const { f } = this;
		if (this.offsetsOf !== f) {
			const { size } = this.p.code;
			this.offsetsOf = f;
			this.offsets = new Float64Array(f.nr);
			for (let k = 1; k < f.nr; k++)
				this.offsets[k] = this.offsets[k - 1] + size[f.first + k - 1];
		}
		const offset = this.offsets ? this.offsets[i - f.first] : 0;
		return f.address === null ? '+' + offset.toString(16) : f.address < 2 ** 53 ? (f.address + offset).toString(16) : '+' + offset.toString(16);
	}

	/** @param {string} name of a called function, perhaps with an offset @returns {number} */
	functionNamed(name) {
		const { code } = this.p, plain = name.replace(/\+0x[0-9a-f]+$/, '');
		return code.functions.findIndex((g) => g.nr > 0 && g.name === plain && g.object === this.f.object && g !== this.f);
	}

	/* ---- jumps ---- */

	/** Give each jump a lane: short jumps are next to the code. */
	layoutJumps() {
		const { code } = this.p, { f } = this;
		const jumps = [];
		for (let i = f.first; i < f.first + f.nr && jumps.length < MAX_JUMPS; i++)
			if (code.target[i] && !/^(call|bl)/.test(code.texts[i])) {
				const from = this.rowOf[i - f.first], to = this.rowOf[code.target[i] - 1];
				jumps.push({ i, target: f.first + code.target[i] - 1, from, to, lane: 0 });
			}
		const span = (j) => Math.abs(j.to - j.from);
		jumps.sort((a, b) => span(a) - span(b) || a.i - b.i);
		/** @type {[number, number, number][][]} */
		const lanes = [];
		this.lanes = 1;
		for (const j of jumps) {
			const lo = Math.min(j.from, j.to), hi = Math.max(j.from, j.to);
			let lane = 0;
			while (lane < MAX_LANES - 1 && lanes[lane]?.some(([a, b, to]) => a <= hi && b >= lo && to !== j.to))
				lane++;
			(lanes[lane] ||= []).push([lo, hi, j.to]);
			j.lane = lane;
			this.lanes = Math.max(this.lanes, lane + 1);
		}
		this.jumps = jumps;
	}

	drawArrows() {
		const { canvas, asm } = this, { scroll } = asm;
		const width = this.lanes * LANE + 8, height = scroll.clientHeight, ratio = window.devicePixelRatio || 1;
		if (!height)
			return;
		canvas.width = Math.round(width * ratio);
		canvas.height = Math.round(height * ratio);
		canvas.style.width = width + 'px';
		canvas.style.height = height + 'px';
		canvas.style.marginBottom = -height + 'px';
		const ctx = canvas.getContext('2d');
		if (!ctx)
			return;
		ctx.scale(ratio, ratio);
		const plain = styleColor('--arrow'), back = styleColor('--accent'), chosen = styleColor('--range');
		const draw = (j) => {
			const on = j.i === this.insn || j.target === this.insn;
			const y0 = j.from * CODE_LINE + CODE_LINE / 2 - scroll.scrollTop, y1 = j.to * CODE_LINE + CODE_LINE / 2 - scroll.scrollTop;
			if (Math.max(y0, y1) < 0 || Math.min(y0, y1) > height)
				return;
			const x = width - 7 - j.lane * LANE - 3;
			ctx.strokeStyle = ctx.fillStyle = on ? chosen : j.to < j.from ? back : plain;
			ctx.lineWidth = on ? 2 : 1;
			ctx.beginPath();
			ctx.moveTo(width - 2, y0 + 0.5);
			ctx.lineTo(x + 0.5, y0 + 0.5);
			ctx.lineTo(x + 0.5, y1 + 0.5);
			ctx.lineTo(width - 4, y1 + 0.5);
			ctx.stroke();
			ctx.beginPath();
			ctx.moveTo(width, y1 + 0.5);
			ctx.lineTo(width - 5, y1 - 2.5);
			ctx.lineTo(width - 5, y1 + 3.5);
			ctx.fill();
		};
		const on = (j) => j.i === this.insn || j.target === this.insn;
		this.jumps.filter((j) => !on(j)).forEach(draw);
		this.jumps.filter(on).forEach(draw);
	}

	/* ---- moving ---- */

	/** Select an instruction and its source line. @param {number} i @param {boolean} [center] */
	select(i, center) {
		const { code } = this.p;
		this.insn = i;
		this.lineAt = [code.file[i], code.line[i]];
		this.asm.go(this.rowOf[i - this.f.first], center);
		this.source.go(this.source.rows.findIndex((row) => row.file === this.lineAt[0] && row.line === this.lineAt[1]), true);
	}

	chooseAsm(row) {
		if (row.i !== undefined)
			this.select(row.i);
	}

	/** Select a source line, and show its hottest instruction. */
	chooseSource(row) {
		const { code } = this.p, { f } = this, { weights } = this.sums;
		if (!row.line)
			return;
		let best = -1;
		for (let i = f.first; i < f.first + f.nr; i++)
			if (code.file[i] === row.file && code.line[i] === row.line && (best < 0 || weights[i] > weights[best]))
				best = i;
		this.lineAt = [row.file, row.line];
		this.insn = best;
		this.source.go(this.source.rows.indexOf(row));
		this.asm.go(best < 0 ? -1 : this.rowOf[best - f.first], true);
	}

	/** Go to the hottest line, or to the next one after it. @param {number} step @param {boolean} [first] */
	jump(step, first) {
		const bySource = this.asmPart.hidden;
		const all = bySource ? this.hotLines : this.hot;
		if (!all.length) {
			if (first && this.f.nr)
				this.select(this.f.first);
			return;
		}
		const now = bySource ? this.hotLines.indexOf(this.lineAt.join(':')) : this.hot.indexOf(this.insn);
		const k = first || now < 0 ? 0 : (now + step + all.length) % all.length;
		if (bySource) {
			const row = this.source.rows.find((r) => `${r.file}:${r.line}` === all[k]);
			if (row)
				this.chooseSource(row);
		} else {
			this.select(this.hot[k], true);
		}
		if (!first)
			say(`${k + 1} of ${all.length}: ${formatShare(bySource ? this.lineSums.get(this.hotLines[k]) || 0 : this.sums.weights[this.hot[k]], this.total)}`);
	}

	/** Follow the jump or the call of the selected instruction. */
	follow() {
		const { code } = this.p;
		if (this.insn < 0)
			return;
		const target = code.target[this.insn], called = /<([^<>].*?)>$/.exec(code.texts[this.insn]);
		const other = called ? this.functionNamed(called[1]) : -1;
		if (target)
			this.select(this.f.first + target - 1, true);
		else if (other >= 0)
			this.open(other);
		else
			say('This instruction leads to no code of this page');
	}

	/** @param {number} index of a function with code */
	open(index) {
		this.store.set({ code: index + 1 });
	}

	/** Show the code of a function of the page, or say why there is none. @param {number} f */
	openFunction(f) {
		const { code, names } = this.p, index = f ? codeOfFunction(this.p, f) : code.functions.findIndex((c) => c.nr > 0);
		if (index >= 0 && code.functions[index].nr)
			this.open(index);
		else
			say(index >= 0 && code.functions[index].why ? `The code of ${names[f]} ${code.functions[index].why}` : f ? `The code of ${names[f]} is not in this page: it is not among the hottest` : 'No code was found');
	}

	close() {
		this.store.set({ code: 0 });
	}

	callers() {
		this.store.set({ code: 0, focus: this.f.fn, tab: 'sandwich' });
	}

	/** Zoom to the heaviest call of the function. */
	zoom() {
		this.onzoom?.(this.f.fn);
	}

	/** @param {number} step */
	neighbour(step) {
		const list = this.order.filter((i) => this.p.code.functions[i].nr), at = list.indexOf(this.current);
		if (list.length)
			this.open(list[(at + step + list.length) % list.length]);
	}

	/** @param {KeyboardEvent} e */
	key(e) {
		if (e.ctrlKey || e.metaKey || e.altKey)
			return;
		const views = VIEWS.map(([v]) => v);
		const run = {
			h: () => this.jump(1), H: () => this.jump(-1), v: () => this.store.set({ view: views[(views.indexOf(this.state.view) + 1) % 3] }),
			Escape: () => this.close(), s: () => this.callers(), z: () => this.zoom(), y: () => this.copy(),
			'[': () => this.neighbour(-1), ']': () => this.neighbour(1),
			...(/** @type {HTMLElement} */ (e.target).tagName === 'BUTTON' ? {} : { Enter: () => this.follow() }),
		}[e.key];
		if (!run)
			return;
		run();
		e.preventDefault();
		e.stopPropagation();
	}

	/** The instructions with samples, address, and line as TSV. */
	async copy() {
		const { code } = this.p, { f } = this, out = ['Weight\tSamples\tAddress\tInstruction\tLine\n'];
		for (let i = f.first; i < f.first + f.nr; i++)
			if (code.texts[i])
				out.push([this.sums.weights[i], this.sums.samples[i], this.address(i), code.texts[i], code.line[i] ? `${code.files[code.file[i]].name}:${code.line[i]}` : ''].join('\t') + '\n');
		await navigator.clipboard.writeText(out.join('')).then(() => say(`${formatCount(out.length - 1)} instructions are copied as TSV`), () => {});
	}

	/** What tests read: the sums of all functions with code. */
	report() {
		const { code } = this.p, { sums } = this;
		return code.functions.map((f, index) => ({ name: f.name, object: f.object, address: f.address, why: f.why, period: sums?.byFunction[index], insns: Array.from({ length: f.nr }, (_, k) => {
			const i = f.first + k;
			return [code.size[i], code.texts[i], sums?.samples[i], sums?.weights[i], code.line[i], code.files[code.file[i]].name];
		}) }));
	}
}
