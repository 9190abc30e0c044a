/* SPDX-License-Identifier: BSD-2-Clause */
// The two sides of a comparison: which they are, their facts, and what their sums are divided by.

import { fill, formatCount, formatTime, h, isolate } from './dom.js';
import { sideName } from './compare.js';
import { makeFact, recordingFacts } from './facts.js';
import { recordingLetter } from './profile.js';

/** The change of a state that makes its range a side; the other side is all of the time, until it is chosen. @param {any} p @param {any} state @param {number} k */
export function sidesOfRange(p, state, k) {
	const sides = (state.sides || [[0, -1, -1], [0, -1, -1]]).slice();
	sides[k] = [sides[k][0], ...state.range];
	return { sides, range: null };
}

export class SidesView {
	/** @param {any} p @param {any} store */
	constructor(p, store) {
		this.p = p;
		this.store = store;
		this.host = h('section', { class: 'sides', 'aria-label': 'Comparison' });
	}

	/** @param {any} state @param {any} c comparison, or null */
	show(state, c) {
		this.host.hidden = !c;
		if (!c)
			return;
		const facts = state.sides.map(([rec], k) => this.facts(rec, [c.a, c.b][k].sums));
		const texts = facts.map((list) => list.map((f) => f.textContent)), isShared = (f) => texts.every((t) => t.includes(f.textContent));
		fill(this.host, this.bar(state, c, this.p.recordings ? facts[0].filter(isShared) : []), ...[0, 1].flatMap((k) => this.side(state, k, facts[k].filter((f) => !isShared(f)))));
	}

	/** The facts of a side. @param {number} rec @param {any} sums @returns {HTMLElement[]} */
	facts(rec, sums) {
		const r = this.p.recordings?.[rec], command = r?.facts.meta.command;
		const list = [makeFact('samples', formatCount(sums.nr)), command ? h('span', { class: 'command', title: command }, command) : null,
			...(r ? recordingFacts(r.facts, r.duration) : [makeFact('weight', formatCount(sums.all))])];
		return /** @type {HTMLElement[]} */ (list.filter(Boolean));
	}

	/** The letter, the choice and the facts of a side. @param {any} state @param {number} k @param {HTMLElement[]} facts that the other side has not */
	side(state, k, facts) {
		const { p, store } = this, side = state.sides[k];
		const set = (change) => store.set({ sides: state.sides.map((s, i) => (i === k ? change : s)) });
		const all = p.recordings || [];
		return [
			h('b', { class: 'ab'[k] }, 'AB'[k]),
			h('span', {}, all.length ? h('select', { 'aria-label': `Side ${'AB'[k]}`, onchange: (e) => set([Number(e.target.value), -1, -1]) },
				...all.map((_, i) => h('option', { value: i, selected: i === side[0] }, `${all.length > 2 ? recordingLetter(i) + ' ' : ''}${isolate(sideName(p, [i, 0, 0]))}`))) : null,
			side[1] >= 0 ? ` ${formatTime(side[1])} – ${formatTime(side[2])}` : all.length ? '' : 'all of the time'),
			h('span', { class: 'facts' }, ...facts),
		];
	}

	/** What sums are divided by, what changed, and what the recordings share and do not share. @param {any} state @param {any} c @param {HTMLElement[]} shared facts */
	bar(state, c, shared) {
		const { p, store } = this, n = c.counts, changed = n.new + n.gone + n.more + n.less;
		const events = p.facts.events.length > 1 ? p.facts.events.map((name, i) => [`event ${i}`, `each ${name}`]) : [];
		const value = state.norm === 'event' ? `event ${state.normevent}` : state.norm;
		const empty = [c.a, c.b].map((s, k) => (s.scale ? '' : `Side ${'AB'[k]} has no samples of this event.`)).filter(Boolean);
		return h('span', { class: 'compare-bar' },
			...[...empty, ...(p.notices || [])].map((text) => h('span', { class: 'fact warn', role: 'status' }, text)),
			h('span', { role: 'status', title: `Samples fall by chance. Changes above ${c.line.toFixed(1)} standard deviations do so in one comparison of a hundred.` },
				changed ? `${formatCount(changed)} function${changed > 1 ? 's' : ''} changed more than chance explains` : 'no function changed more than chance explains'),
			h('label', { class: 'choice' }, 'per ', h('select', { 'aria-label': 'Sums are divided by', onchange: (e) => {
				const [norm, event] = e.target.value.split(' ');
				store.set(event ? { norm, normevent: Number(event) } : { norm });
			} }, ...[['share', 'all samples'], ['time', 'second'], ['none', 'recording'], ...events].map(([v, text]) => h('option', { value: v, selected: v === value }, text)))),
			h('button', { title: 'Exchange A and B', onclick: () => store.set({ sides: [state.sides[1], state.sides[0]] }) }, 'A ⇄ B'),
			...shared,
			p.recordings ? null : h('button', { title: 'End the comparison', onclick: () => store.set({ sides: null }) }, '×'));
	}
}
