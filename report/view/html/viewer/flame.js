/* SPDX-License-Identifier: BSD-2-Clause */
// The flame graph: boxes on a canvas, with zoom, a card at the pointer, and keys.

import { fill, formatCount, formatShare, formatShort, h, isolate } from './dom.js';
import { KINDS, kindOf, shownName } from './profile.js';
import { flameTree, layoutTree, pathOfBox } from './tree.js';
import { changeColor, isDark, kindColor, styleColor } from './colors.js';
import { formatRate, noiseOf, sidesOfGroup } from './compare.js';

const ROW = 19;
const MIN_WIDTH = 0.5;
const FONT = '11.5px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace';

/** A name that fits: template arguments go first, then the end. @param {string} name @param {number} n characters */
export function shortName(name, n) {
	if (name.length <= n)
		return name;
	let short = name;
	for (let before = ''; before !== short;) {
		before = short;
		short = short.replace(/<[^<>…]*>/g, '‹…›').replace(/‹…›(?=.*>)/g, '…');
	}
	if (short.length <= n)
		return short;
	return n < 3 ? '' : short.slice(0, n - 1) + '…';
}

export class FlameView {
	/** @param {any} p @param {any} store @param {HTMLElement} host */
	constructor(p, store, host) {
		this.p = p;
		this.store = store;
		this.canvas = /** @type {HTMLCanvasElement} */ (h('canvas', {
			tabindex: 0, role: 'img', class: 'flame-canvas', 'aria-label': 'Flame graph. The functions table has the same numbers.',
		}));
		this.spacer = h('div', { class: 'spacer' });
		this.scroll = h('div', { class: 'scroll' }, this.canvas, this.spacer);
		this.card = h('div', { class: 'card', role: 'status', hidden: true });
		this.crumbs = h('nav', { class: 'crumbs', 'aria-label': 'Zoom' });
		this.note = h('span', { class: 'note' });
		host.append(this.crumbs, this.scroll);
		document.body.append(this.card);
		this.selected = null;
		this.hover = null;
		this.matches = null;
		this.layout = null;
		this.charWidth = 0;
		/** @type {((f: number, x: number, y: number) => void)|null} asks for the menu of a function */
		this.onmenu = null;
		this.scroll.addEventListener('scroll', () => this.draw());
		this.canvas.addEventListener('pointermove', (e) => this.point(e));
		this.canvas.addEventListener('pointerleave', () => this.leave());
		this.canvas.addEventListener('click', (e) => this.click(e));
		this.canvas.addEventListener('dblclick', (e) => this.open(this.boxAt(e)));
		this.canvas.addEventListener('contextmenu', (e) => this.menu(e));
		this.canvas.addEventListener('keydown', (e) => this.key(e));
	}

	/** Show new sums. @param {any} sums @param {any} state @param {(f: number) => string} color @param {any} compare or null */
	show(sums, state, color, compare) {
		this.compare = compare;
		this.sums = sums;
		this.state = state;
		this.color = color;
		this.tree = flameTree(this.p, sums, state);
		this.place();
	}

	/** Lay the boxes out for the present zoom and size. */
	place() {
		const width = this.scroll.clientWidth;
		if (!this.tree || !width)
			return;
		const { state } = this;
		this.layout = layoutTree(this.tree, { zoom: state.zoom, width, minWidth: MIN_WIDTH, merge: state.merge });
		this.byRow = [];
		for (const box of this.layout.boxes)
			(this.byRow[box.row] ||= []).push(box);
		for (const row of this.byRow)
			row.sort((a, b) => a.x - b.x);
		this.hover = null;
		if (this.selected) {
			const want = pathOfBox(this.selected).join();
			this.selected = this.layout.boxes.find((b) => pathOfBox(b).join() === want) || null;
		}
		const height = this.layout.rows * ROW + 4;
		this.spacer.style.height = Math.max(0, height - this.scroll.clientHeight) + 'px';
		if (state.layout === 'flame' && this.lastRows !== this.layout.rows)
			this.scroll.scrollTop = height;
		this.lastRows = this.layout.rows;
		this.showCrumbs();
		this.draw();
	}

	showCrumbs() {
		const { p, store, state, layout } = this;
		const path = this.tree.follow(state.zoom);
		const parts = path.map((g, i) => h('button', {
			class: 'crumb', 'aria-current': i === path.length - 1 ? 'true' : null, title: shownName(p, g.fn),
			onclick: () => store.set({ zoom: path.slice(1, i + 1).map((k) => k.fn) }),
		}, i ? shortName(shownName(p, g.fn), 32) : 'all'));
		const shown = parts.length > 8 ? [parts[0], h('span', {}, '… ' + (parts.length - 7)), ...parts.slice(-6)] : parts;
		this.note.textContent = layout.hidden ? `+${formatCount(layout.hidden)} narrow boxes (${
			formatShare(layout.hiddenWeight, layout.top.weight)})` : '';
		fill(this.crumbs, ...shown, this.note, this.legend());
	}

	/** What the colours mean, for the kinds that the recording has. */
	legend() {
		const { p, state } = this;
		if (this.compare)
			return h('span', { class: 'legend' }, ...[[1, true, 'more in B'], [-1, true, 'less in B'], [0, false, 'no more than chance']].map(([part, sure, text]) => {
				const swatch = h('i', {});
				swatch.style.background = changeColor(/** @type {number} */ (part), /** @type {boolean} */ (sure));
				return h('span', {}, swatch, /** @type {string} */ (text));
			}));
		if (state.color !== 'kind')
			return null;
		p.kindsUsed ||= KINDS.map((_, k) => p.names.findIndex((_name, f) => f > 0 && kindOf(p, f) === k));
		return h('span', { class: 'legend' }, ...KINDS.flatMap((kind, k) => {
			if (p.kindsUsed[k] < 0)
				return [];
			const swatch = h('i', {});
			swatch.style.background = kindColor(k);
			return [h('span', {}, swatch, kind)];
		}));
	}

	/** @param {number} row @returns {number} the upper edge of a row, in pixels of the window's part */
	rowTop(row) {
		const all = this.layout.rows * ROW + 4;
		const y = this.state.layout === 'flame'
			? Math.max(all, this.scroll.clientHeight) - (row + 1) * ROW - 2 : row * ROW + 2;
		return y - this.scroll.scrollTop;
	}

	draw() {
		const { canvas, layout, p } = this;
		if (!layout)
			return;
		const width = this.scroll.clientWidth, height = this.scroll.clientHeight;
		const ratio = window.devicePixelRatio || 1;
		canvas.style.height = height + 'px';
		canvas.width = Math.round(width * ratio);
		canvas.height = Math.round(height * ratio);
		const ctx = canvas.getContext('2d');
		if (!ctx)
			return;
		ctx.scale(ratio, ratio);
		ctx.font = FONT;
		ctx.textBaseline = 'middle';
		this.charWidth ||= ctx.measureText('mmmmmmmmmm').width / 10;
		const colors = {
			text: styleColor('--text'), muted: styleColor('--muted'), match: styleColor('--match'),
			matchText: styleColor('--match-text'), line: styleColor('--panel'), focus: styleColor('--focus'),
		};
		for (let row = 0; row < this.byRow.length; row++) {
			const y = this.rowTop(row);
			if (y + ROW < 0 || y > height)
				continue;
			for (const box of this.byRow[row])
				this.drawBox(ctx, box, y, colors, p);
		}
		for (const [box, w] of [[this.hover, 1], [this.selected, 2]])
			if (box) {
				ctx.strokeStyle = colors.focus;
				ctx.lineWidth = w;
				ctx.strokeRect(box.x + 0.5, this.rowTop(box.row) + 0.5, Math.max(1, box.w - 1.5), ROW - 2);
			}
	}

	/** @param {any} g group @returns {string} */
	colorOf(g) {
		const c = this.compare;
		if (!c)
			return this.color(g.fn);
		if (!g.change) {
			const [a, b] = sidesOfGroup(c, g), d = b * c.b.scale - a * c.a.scale;
			g.change = changeColor(c.most ? d / c.most : 0, Math.abs(noiseOf(c, a, b)) >= c.line);
		}
		return g.change;
	}

	drawBox(ctx, box, y, colors, p) {
		const f = box.g.fn, matched = this.matches && this.matches[f];
		ctx.globalAlpha = box.outside ? 0.45 : this.matches && !matched && this.anyMatch ? 0.55 : 1;
		ctx.fillStyle = matched ? colors.match : this.colorOf(box.g);
		const gap = box.w > 3 ? 1 : box.w > 1.5 ? 0.4 : 0;
		ctx.fillRect(box.x, y, box.w - gap, ROW - 1);
		ctx.globalAlpha = 1;
		const n = Math.floor((box.w - 8) / this.charWidth);
		if (n < 2)
			return;
		let text = shortName(shownName(p, f), n);
		if (box.chain > 1) {
			const tail = ` › ${shownName(p, box.last.fn)} (${box.chain})`;
			text = shortName(shownName(p, f) + tail, n);
		}
		ctx.fillStyle = matched ? colors.matchText : box.outside ? colors.muted : colors.text;
		ctx.fillText(text, box.x + 4, y + ROW / 2);
	}

	/** @param {MouseEvent} e */
	boxAt(e) {
		const at = this.canvas.getBoundingClientRect();
		const x = e.clientX - at.left, y = e.clientY - at.top;
		if (!this.layout)
			return null;
		const row = this.byRow.findIndex((_, i) => y >= this.rowTop(i) && y < this.rowTop(i) + ROW);
		return row < 0 ? null : this.byRow[row].find((b) => x >= b.x && x < b.x + b.w) || null;
	}

	/** @param {PointerEvent} e */
	point(e) {
		const box = this.boxAt(e);
		if (box !== this.hover) {
			this.hover = box;
			this.draw();
		}
		this.showCard(box, e.clientX, e.clientY);
	}

	leave() {
		this.hover = null;
		this.card.hidden = true;
		this.draw();
	}

	showCard(box, x, y) {
		this.card.hidden = !box;
		if (!box)
			return;
		const { p, sums, layout } = this, f = box.g.fn;
		const row = (name, ...values) => h('tr', {}, h('th', {}, name), ...values.map((v) => h('td', {}, v)));
		const share = (all) => formatShare(box.g.weight, all);
		// The tree upwards has no self time: the first row is the self time of its function.
		const self = box.g.parts ? (box.row === 1 ? box.g.weight : 0) : box.g.self;
		fill(this.card,
			h('b', {}, shownName(p, f)),
			f ? h('div', { class: 'muted' }, [isolate(p.objects[f]) || 'no object', KINDS[kindOf(p, f)], isolate(p.files[f])].filter(Boolean).join(' · ')) : null,
			this.compare ? this.sidesTable(box.g) : h('table', {},
				row('total', formatCount(box.g.weight), share(sums.all)),
				row('self', formatCount(self), formatShare(self, sums.all)),
				layout.top.weight !== sums.all ? row('of the zoom', '', share(layout.top.weight)) : null,
				box.above ? row('of the caller', '', share(box.above.g.weight)) : null),
			box.chain > 1 ? h('div', { class: 'muted' }, `${box.chain} functions that only call the next, to ${shownName(p, box.last.fn)}`) : null);
		const w = this.card.offsetWidth, ch = this.card.offsetHeight;
		this.card.style.left = Math.max(4, Math.min(x + 14, innerWidth - w - 8)) + 'px';
		this.card.style.top = (y + 18 + ch > innerHeight ? Math.max(4, y - ch - 12) : y + 18) + 'px';
	}

	/** What a box has in both sides. */
	sidesTable(g) {
		const c = this.compare, [a, b] = sidesOfGroup(c, g), [ra, rb] = [a * c.a.scale, b * c.b.scale];
		const row = (name, ...values) => h('tr', {}, h('th', {}, name), ...values.map((v) => h('td', {}, v)));
		const noise = noiseOf(c, a, b), rate = (r) => formatRate(c.norm, r, formatShort);
		return h('table', {}, row('A', formatCount(a), rate(ra)), row('B', formatCount(b), rate(rb)),
			row('change', ra ? `${rb >= ra ? '+' : ''}${(100 * (rb - ra) / ra).toFixed(1)}%` : 'new', (rb > ra ? '+' : '') + rate(rb - ra)),
			row('noise', `${Math.abs(noise).toFixed(1)} σ`, Math.abs(noise) < c.line ? 'chance' : `line: ${c.line.toFixed(1)} σ`));
	}

	/** @param {MouseEvent} e */
	click(e) {
		const box = this.boxAt(e);
		this.canvas.focus();
		if (box) {
			this.selected = box;
			this.zoom(box);
		}
	}

	zoom(box) {
		if (box)
			this.store.set({ zoom: pathOfBox(box) });
		this.draw();
	}

	/** Show the callers and callees of a box's function. */
	open(box) {
		if (box && box.g.fn)
			this.store.set({ focus: box.g.fn, tab: 'sandwich' });
	}

	/** @param {MouseEvent} e */
	menu(e) {
		const box = this.boxAt(e);
		if (!box || !box.g.fn)
			return;
		e.preventDefault();
		this.selected = box;
		this.draw();
		this.onmenu?.(box.g.fn, e.clientX, e.clientY);
	}

	/** @param {KeyboardEvent} e */
	key(e) {
		if (!this.layout || e.ctrlKey || e.metaKey || e.altKey)
			return;
		const box = this.selected || this.layout.boxes[0];
		const flame = this.state.layout === 'flame';
		const side = (step) => {
			const row = this.byRow[box.row];
			return row[row.indexOf(box) + step] || box;
		};
		const below = () => (this.byRow[box.row + 1] || []).find((b) => b.above === box) || box;
		const moves = {
			ArrowUp: () => (flame ? below() : box.above || box), ArrowDown: () => (flame ? box.above || box : below()),
			ArrowLeft: () => side(-1), ArrowRight: () => side(1),
		};
		if (moves[e.key]) {
			this.select(moves[e.key]());
		} else if (e.key === 'Enter') {
			this.zoom(box);
		} else if (e.key === 'Escape' || e.key === 'Backspace') {
			this.store.set({ zoom: this.state.zoom.slice(0, -1) });
		} else if (e.key === 's') {
			this.open(box);
		} else if (e.key === 'ContextMenu' || (e.shiftKey && e.key === 'F10')) {
			this.onmenu?.(box.g.fn, box.x + 20, this.canvas.getBoundingClientRect().top + this.rowTop(box.row) + ROW);
		} else {
			return;
		}
		e.preventDefault();
		e.stopPropagation();
	}

	/** Select a box, scroll to it and show its card. */
	select(box) {
		this.selected = box;
		const y = this.rowTop(box.row);
		if (y < 0)
			this.scroll.scrollTop += y - ROW;
		else if (y + ROW > this.scroll.clientHeight)
			this.scroll.scrollTop += y + 2 * ROW - this.scroll.clientHeight;
		this.draw();
		const at = this.canvas.getBoundingClientRect();
		this.showCard(box, at.left + Math.max(0, box.x), at.top + this.rowTop(box.row));
		this.canvas.setAttribute('aria-label', `Flame graph: ${shownName(this.p, box.g.fn)}, ${formatShare(box.g.weight, this.sums.all)}`);
	}

	/** Mark functions. @param {Uint8Array|null} matches by function */
	mark(matches) {
		this.matches = matches;
		this.anyMatch = Boolean(matches && matches.some((m) => m));
		this.draw();
	}

	/** @returns {string} what can be seen as SVG */
	svg() {
		const { layout, p } = this;
		const escape = (s) => s.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`).replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD]/g, '\uFFFD');
		const height = layout.rows * ROW + 4, width = this.scroll.clientWidth;
		const flame = this.state.layout === 'flame';
		const out = [`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="monospace" font-size="11.5">\n`];
		for (const box of layout.boxes) {
			const y = flame ? height - (box.row + 1) * ROW - 2 : box.row * ROW + 2;
			const name = shownName(p, box.g.fn), n = Math.floor((box.w - 8) / this.charWidth);
			out.push(`<g><title>${escape(name)} ${formatShare(box.g.weight, this.sums.all)}</title><rect x="${box.x.toFixed(1)}" y="${y}" width="${
				Math.max(0.3, box.w - 0.5).toFixed(1)}" height="${ROW - 1}" fill="${this.colorOf(box.g)}"/>`);
			if (n >= 2)
				out.push(`<text x="${(box.x + 4).toFixed(1)}" y="${y + 13}" fill="${isDark() ? '#eee' : '#111'}">${escape(shortName(name, n))}</text>`);
			out.push('</g>\n');
		}
		return out.join('') + '</svg>\n';
	}
}
