/* SPDX-License-Identifier: BSD-2-Clause */
// The timeline: a strip of heat for each thread, cpu or event. A range that is dragged becomes a filter.

import { formatCount, formatShort, formatTime, h, isolate } from './dom.js';
import { selection, eachSample, recordingLetter, threadName } from './profile.js';
import { sideName } from './compare.js';
import { heatColors, stateColors, styleColor } from './colors.js';

const GUTTER = 168;
const AXIS = 20;
const TOTAL = 44;
const STRIP = 16;

/** @param {number} span ns @param {number} n @returns {number} a round step with at most n steps in the span */
function roundStep(span, n) {
	const raw = span / n, power = 10 ** Math.floor(Math.log10(raw || 1));
	for (const m of [1, 2, 5, 10])
		if (m * power >= raw)
			return m * power;
	return raw;
}

export class TimelineView {
	/** @param {any} p @param {any} store @param {HTMLElement} host */
	constructor(p, store, host) {
		this.p = p;
		this.store = store;
		this.canvas = /** @type {HTMLCanvasElement} */ (h('canvas', {
			tabindex: 0, role: 'slider', 'aria-label': 'Timeline: range of time', 'aria-valuemin': 0,
			'aria-valuemax': Math.round(p.duration), 'aria-valuenow': 0, class: 'time-canvas',
		}));
		this.spacer = h('div', { class: 'spacer' });
		this.scroll = h('div', { class: 'scroll' }, this.canvas, this.spacer);
		host.append(this.scroll);
		this.host = host;
		this.key = '';
		this.needed = 0;
		this.neededFor = '';
		this.drag = null;
		this.rows = [];
		this.scroll.addEventListener('scroll', () => this.draw());
		this.canvas.addEventListener('pointerdown', (e) => this.press(e));
		this.canvas.addEventListener('pointermove', (e) => this.move(e));
		this.canvas.addEventListener('pointerup', (e) => this.release(e));
		this.canvas.addEventListener('dblclick', () => store.set({ range: null }));
		this.canvas.addEventListener('keydown', (e) => this.keyDown(e));
		this.statesOf = p.states ? this.sortStates(p.states) : null;
		const start = BigInt(p.facts.start);
		this.marks = p.facts.marks.map(([time, kind, count]) => ({ time: Number(BigInt(time) - start), kind, count }));
	}

	/** @param {any} state */
	show(state) {
		this.state = state;
		this.place();
	}

	width() {
		return Math.max(50, Math.floor(this.scroll.clientWidth - GUTTER));
	}

	/** Add the samples up by strip and pixel, unless only the range has changed. */
	place() {
		const { state } = this;
		if (!state || !this.scroll.clientWidth)
			return;
		const width = this.width();
		const key = JSON.stringify([state.event, state.filters, state.fields, state.metric, state.strips, width,
			state.strips === 'thread' ? state.cpus : state.threads]);
		if (key !== this.key) {
			this.key = key;
			this.sum(width);
		}
		const need = this.rows.length * STRIP + AXIS + TOTAL + 8;
		if (need > this.needed || state.strips !== this.neededFor) {
			// As high as its strips, up to a part of the window; the reader can drag it higher. A filter does not shrink it.
			this.neededFor = state.strips;
			this.needed = need;
			this.host.style.height = Math.max(120, Math.min(innerHeight * 0.3, need + this.scroll.offsetTop - this.host.offsetTop)) + 'px';
		}
		this.spacer.style.height = Math.max(0, this.rows.length * STRIP + AXIS + TOTAL + 4 - this.scroll.clientHeight) + 'px';
		this.canvas.setAttribute('aria-valuetext', state.range ? `${formatTime(state.range[0])} to ${formatTime(state.range[1])}` : 'all');
		this.draw();
	}

	/**
	 * How many columns of heat there are: no more than pixels, and so few that a column of the busiest strips has some
	 * samples; else the heat would show the sampling, not the program.
	 * @param {number} width
	 */
	binsOf(width) {
		const busy = { thread: Math.min(this.p.facts.threads.length, 8), cpu: 2, event: 1, rec: 1 }[this.state.strips];
		return Math.max(40, Math.min(width, Math.floor(this.p.nr / busy / 4)));
	}

	/** @param {number} width */
	sum(width) {
		const { p, state } = this;
		const column = { thread: p.thread, cpu: p.cpu, event: p.event, rec: p.rec || p.event }[state.strips];
		const sel = selection(p, { ...state, range: null, threads: state.strips === 'thread' ? null : state.threads,
			cpus: state.strips === 'cpu' ? null : state.cpus, event: state.strips === 'event' ? -1 : state.event });
		const slots = new Int32Array(65536 * 2).fill(-1);
		let nr = 0;
		const strips = [];
		const weight = state.metric === 'samples' || sel.event < 0 ? p.count : p.weight;
		const bins = this.bins = this.binsOf(width);
		const scale = p.duration ? bins / (p.duration + 1) : 0;
		const big = new Map();
		const total = new Float64Array(bins);
		eachSample(p, sel, (i) => {
			const k = column[i];
			let slot = k < slots.length ? slots[k] : big.get(k) ?? -1;
			if (slot < 0) {
				slot = nr++;
				if (k < slots.length)
					slots[k] = slot;
				else
					big.set(k, slot);
				strips.push({ key: k, heat: new Float32Array(bins), weight: 0 });
			}
			const x = Math.floor(p.time[i] * scale), w = weight ? weight[i] : 1;
			strips[slot].heat[x] += w;
			strips[slot].weight += w;
			total[x] += w;
		});
		this.total = total;
		this.most = strips.reduce((m, s) => s.heat.reduce((a, b) => Math.max(a, b), m), 0);
		this.rows = this.order(strips);
	}

	/** Threads are grouped by process; processes and threads with more weight come first. */
	order(strips) {
		const { p, state } = this;
		if (state.strips !== 'thread')
			return strips.sort((a, b) => a.key - b.key);
		const byProcess = new Map();
		const pid = (s) => p.facts.threads[s.key - 1]?.[0] ?? 0;
		for (const s of strips)
			byProcess.set(pid(s), (byProcess.get(pid(s)) || 0) + s.weight);
		return strips.sort((a, b) => byProcess.get(pid(b)) - byProcess.get(pid(a)) || pid(a) - pid(b) || b.weight - a.weight);
	}

	/** The states of each thread: a list of their numbers. */
	sortStates(states) {
		const out = new Map();
		for (let i = 0; i < states.thread.length; i++) {
			const list = out.get(states.thread[i]);
			if (list)
				list.push(i);
			else
				out.set(states.thread[i], [i]);
		}
		return out;
	}

	/** What a thread did in most of the time of each pixel; 255: nothing is known. @returns {Uint8Array} */
	statePixels(row, width) {
		if (row.states?.length === width)
			return row.states;
		const { states, duration } = this.p, scale = width / (duration + 1);
		const time = new Float32Array(width * 7), out = new Uint8Array(width).fill(255), most = new Float32Array(width);
		for (const i of this.statesOf?.get(row.key) || []) {
			const from = states.start[i] * scale, to = Math.min(width, (states.start[i] + states.length[i]) * scale);
			for (let x = Math.floor(from); x < to; x++) {
				const k = x * 7 + states.kind[i];
				time[k] += Math.min(to, x + 1) - Math.max(from, x);
				if (time[k] > most[x]) {
					most[x] = time[k];
					out[x] = states.kind[i];
				}
			}
		}
		return row.states = out;
	}

	drawStates(ctx, row, y, w) {
		const pixels = this.statePixels(row, w), colors = stateColors();
		for (let x = 0; x < w;) {
			const kind = pixels[x], from = x;
			while (x < w && pixels[x] === kind)
				x++;
			if (kind < colors.length) {
				ctx.fillStyle = colors[kind];
				ctx.fillRect(GUTTER + from, y, x - from, 4);
			}
		}
	}

	nameOf(row) {
		const { p, state } = this;
		if (state.strips === 'rec' && p.rec)
			return `${recordingLetter(row.key)}  ${isolate(sideName(p, [row.key, 0, 0]))}`;
		if (state.strips === 'thread')
			return threadName(p, row.key);
		return state.strips === 'event' ? isolate(p.facts.events[row.key]) : row.key ? `cpu ${row.key - 1}` : 'no cpu';
	}

	isChosen(row) {
		const { state } = this;
		if (state.strips === 'rec')
			return !state.sides || state.sides.some((s) => s[0] === row.key);
		if (state.strips === 'thread')
			return !state.threads || state.threads.includes(row.key);
		return state.strips === 'event' ? state.event < 0 || state.event === row.key : !state.cpus || state.cpus.includes(row.key - 1);
	}

	xOf(time) {
		return GUTTER + (this.p.duration ? time / (this.p.duration + 1) * this.width() : 0);
	}

	timeOf(x) {
		return Math.max(0, Math.min(this.p.duration, Math.round((x - GUTTER) / this.width() * (this.p.duration + 1))));
	}

	draw() {
		const { canvas, state, rows } = this;
		if (!state || !this.total)
			return;
		const width = this.scroll.clientWidth, height = this.scroll.clientHeight, ratio = window.devicePixelRatio || 1;
		canvas.style.height = height + 'px';
		canvas.width = Math.round(width * ratio);
		canvas.height = Math.round(height * ratio);
		const ctx = canvas.getContext('2d');
		if (!ctx)
			return;
		ctx.scale(ratio, ratio);
		ctx.font = '11px system-ui, sans-serif';
		ctx.textBaseline = 'middle';
		const colors = { text: styleColor('--text'), muted: styleColor('--muted'), line: styleColor('--line'),
			accent: styleColor('--accent'), panel: styleColor('--panel'), bad: styleColor('--bad'), range: styleColor('--range') };
		this.drawStrips(ctx, colors, height);
		ctx.fillStyle = colors.panel;
		ctx.fillRect(0, 0, width, AXIS + TOTAL);
		this.drawAxis(ctx, colors);
		this.drawTotal(ctx, colors);
		this.drawMarks(ctx, colors);
		this.drawRange(ctx, colors, width, height);
		if (!rows.length) {
			ctx.fillStyle = colors.muted;
			ctx.fillText('no samples', GUTTER, AXIS + TOTAL + 12);
		}
	}

	drawStrips(ctx, colors, height) {
		const { rows } = this, w = this.width();
		const palette = heatColors();
		const top = AXIS + TOTAL + 2 - this.scroll.scrollTop;
		const image = new ImageData(this.bins, 1), pixels = new Uint32Array(image.data.buffer);
		const strip = document.createElement('canvas');
		strip.width = this.bins;
		strip.height = 1;
		const stripCtx = strip.getContext('2d');
		ctx.imageSmoothingEnabled = false;
		for (let i = 0; i < rows.length; i++) {
			const y = top + i * STRIP;
			if (y + STRIP < AXIS + TOTAL || y > height)
				continue;
			const row = rows[i];
			for (let x = 0; x < this.bins; x++)
				pixels[x] = palette[row.heat[x] ? 40 + Math.min(215, Math.floor(215 * Math.sqrt(row.heat[x] / this.most))) : 0];
			stripCtx?.putImageData(image, 0, 0);
			ctx.globalAlpha = this.isChosen(row) ? 1 : 0.25;
			const states = this.statesOf && this.state.strips === 'thread';
			ctx.drawImage(strip, GUTTER, y, w, STRIP - (states ? 6 : 2));
			if (states)
				this.drawStates(ctx, row, y + STRIP - 6, w);
			ctx.fillStyle = colors.text;
			ctx.save();
			ctx.beginPath();
			ctx.rect(0, y, GUTTER - 8, STRIP);
			ctx.clip();
			ctx.fillText(this.nameOf(row), 8, y + STRIP / 2 - 1);
			ctx.restore();
			ctx.globalAlpha = 1;
		}
	}

	drawAxis(ctx, colors) {
		const { p } = this, step = Math.max(1, roundStep(p.duration, Math.max(2, this.width() / 90)));
		ctx.fillStyle = colors.muted;
		ctx.strokeStyle = colors.line;
		ctx.lineWidth = 1;
		ctx.fillText('time from start', 8, AXIS / 2);
		for (let t = 0; p.duration && t <= p.duration; t += step) {
			const x = Math.round(this.xOf(t)) + 0.5;
			ctx.beginPath();
			ctx.moveTo(x, 2);
			ctx.lineTo(x, AXIS + TOTAL);
			ctx.stroke();
			const text = t ? formatTime(t).replace(/(\.\d*?)0+ /, '$1 ').replace('. ', ' ') : '0';
			if (x + 3 + ctx.measureText(text).width <= this.scroll.clientWidth)
				ctx.fillText(text, x + 3, AXIS / 2);
		}
	}

	drawTotal(ctx, colors) {
		const most = this.total.reduce((a, b) => Math.max(a, b), 0), bottom = AXIS + TOTAL;
		const step = this.width() / this.bins;
		ctx.fillStyle = colors.accent;
		for (let x = 0; x < this.total.length; x++)
			if (this.total[x]) {
				const height = Math.max(1, this.total[x] / most * (TOTAL - 4));
				ctx.fillRect(GUTTER + x * step, bottom - height, Math.max(1, step), height);
			}
		ctx.fillStyle = colors.text;
		ctx.fillText(this.state.strips === 'rec' ? 'all recordings' : `all ${this.state.strips}s`, 8, AXIS + TOTAL / 2 - 6);
		ctx.fillStyle = colors.muted;
		ctx.fillText(`${this.rows.length} strip${this.rows.length === 1 ? '' : 's'}`, 8, AXIS + TOTAL / 2 + 9);
	}

	drawMarks(ctx, colors) {
		ctx.fillStyle = colors.bad;
		for (const mark of this.marks) {
			const x = this.xOf(mark.time);
			if (x >= GUTTER) {
				ctx.fillRect(x - 1, AXIS, 2, TOTAL);
				ctx.beginPath();
				ctx.moveTo(x - 4, AXIS);
				ctx.lineTo(x + 4, AXIS);
				ctx.lineTo(x, AXIS + 6);
				ctx.fill();
			}
		}
	}

	drawRange(ctx, colors, width, height) {
		const { state } = this;
		const sides = (state.sides || []).filter((s) => s[1] >= 0).map(([, from, to], i) => ['AB'[i], from, to]);
		for (const [name, from, to] of [...state.named, ...sides]) {
			const a = this.xOf(from), b = this.xOf(to);
			ctx.strokeStyle = ctx.fillStyle = colors.range;
			ctx.lineWidth = 2;
			ctx.beginPath();
			ctx.moveTo(a, AXIS + 6);
			ctx.lineTo(a, AXIS + 1);
			ctx.lineTo(b, AXIS + 1);
			ctx.lineTo(b, AXIS + 6);
			ctx.stroke();
			const width = ctx.measureText(name).width + 8;
			ctx.fillRect(a, AXIS + 1, width, 14);
			ctx.fillStyle = colors.panel;
			ctx.fillText(name, a + 4, AXIS + 8);
		}
		const range = this.drag || state.range;
		if (!range)
			return;
		const a = this.xOf(range[0]), b = Math.max(this.xOf(range[1]), this.xOf(range[0]) + 1);
		ctx.fillStyle = colors.panel;
		ctx.globalAlpha = 0.62;
		ctx.fillRect(GUTTER, AXIS, a - GUTTER, height);
		ctx.fillRect(b, AXIS, width - b, height);
		ctx.globalAlpha = 1;
		ctx.strokeStyle = colors.range;
		ctx.lineWidth = 2;
		ctx.strokeRect(a, 1, b - a, height - 2);
		const label = formatTime(range[1] - range[0]);
		const labelWidth = ctx.measureText(label).width + 10;
		const x = Math.min(Math.max(GUTTER, (a + b - labelWidth) / 2), width - labelWidth);
		ctx.fillStyle = colors.range;
		ctx.fillRect(x, 1, labelWidth, AXIS - 3);
		ctx.fillStyle = colors.panel;
		ctx.fillText(label, x + 5, AXIS / 2);
	}

	rowAt(y) {
		return y < AXIS + TOTAL ? null : this.rows[Math.floor((y - AXIS - TOTAL - 2 + this.scroll.scrollTop) / STRIP)] || null;
	}

	/** @param {PointerEvent} e */
	press(e) {
		if (e.button)
			return;
		this.canvas.focus();
		if (e.offsetX < GUTTER) {
			this.choose(this.rowAt(e.offsetY), e.shiftKey || e.ctrlKey || e.metaKey);
			return;
		}
		this.from = this.timeOf(e.offsetX);
		this.fromX = e.offsetX;
		this.canvas.setPointerCapture(e.pointerId);
	}

	/** Choose the thread, cpu or event of a strip; with @add beside those that are chosen. */
	choose(row, add) {
		if (!row)
			return;
		const { state, store } = this;
		if (state.strips === 'rec')
			return;
		if (state.strips === 'event') {
			store.set({ event: row.key });
			return;
		}
		const member = state.strips === 'thread' ? 'threads' : 'cpus';
		const key = state.strips === 'thread' ? row.key : row.key - 1;
		const old = state[member] || [];
		if (key < 0)
			return;
		const next = add ? (old.includes(key) ? old.filter((k) => k !== key) : [...old, key])
			: old.length === 1 && old[0] === key ? [] : [key];
		store.set({ [member]: next.length ? next : null });
	}

	/** @param {PointerEvent} e */
	move(e) {
		if (this.fromX !== undefined) {
			const to = this.timeOf(e.offsetX);
			this.drag = [Math.min(this.from, to), Math.max(this.from, to)];
			this.draw();
			return;
		}
		const row = this.rowAt(e.offsetY);
		this.canvas.style.cursor = e.offsetX < GUTTER ? (row ? 'pointer' : 'default') : 'crosshair';
		const mark = this.marks.find((m) => Math.abs(this.xOf(m.time) - e.offsetX) < 4);
		this.canvas.title = mark ? `${mark.kind}: ${formatCount(mark.count)} at ${formatTime(mark.time)}`
			: row ? `${this.nameOf(row)}: ${formatShort(row.weight)}` : '';
	}

	/** @param {PointerEvent} e */
	release(e) {
		if (this.fromX === undefined)
			return;
		const moved = Math.abs(e.offsetX - this.fromX) > 3;
		const range = this.drag;
		this.fromX = undefined;
		this.drag = null;
		if (moved && range)
			this.store.set({ range });
		else
			this.draw();
	}

	/** @param {KeyboardEvent} e */
	keyDown(e) {
		const { p, store } = this;
		const d = p.duration;
		const [a, b] = store.state.range || [0, d];
		const step = Math.max(1, (b - a) / 10), clip = (t) => Math.max(0, Math.min(d, Math.round(t)));
		const set = (x, y) => store.set({ range: x <= 0 && y >= d ? null : [clip(x), clip(y)] });
		if (e.key === 'ArrowLeft')
			set(Math.max(0, a - step), Math.max(0, a - step) + (b - a));
		else if (e.key === 'ArrowRight')
			set(Math.min(d, b + step) - (b - a), Math.min(d, b + step));
		else if (e.key === 'ArrowUp' || e.key === '+')
			set(a + step, b - step);
		else if (e.key === 'ArrowDown' || e.key === '-')
			set(a - step, b + step);
		else if (e.key === 'Escape')
			store.set({ range: null });
		else
			return;
		e.preventDefault();
		e.stopPropagation();
	}
}
