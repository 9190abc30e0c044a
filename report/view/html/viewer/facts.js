/* SPDX-License-Identifier: BSD-2-Clause */
// The facts about a recording that are always visible.

import { formatCount, formatShare, formatTime, h } from './dom.js';

/** @param {string} label @param {any} value none: no fact @param {string} [kind] */
export function makeFact(label, value, kind) {
	return value ? h('span', { class: 'fact ' + (kind || '') }, h('i', {}, label), ' ', value) : null;
}

/** @param {any} facts of a recording @param {number} duration @returns {(HTMLElement|null)[]} */
export function recordingFacts(facts, duration) {
	const { meta } = facts, number = (name) => Number(meta[name] || 0);
	const lost = number('lost_events') + number('lost_samples'), damage = number('damaged_places'), unknown = number('unresolved_samples');
	return [
		makeFact('duration', formatTime(duration)), makeFact('host', meta.hostname), makeFact('kernel', meta.os_release),
		makeFact('cpu', meta.cpu || meta.arch, 'long'),
		unknown ? makeFact('without a name', `${formatCount(unknown)} of the samples (${formatShare(unknown, facts.samples)})`, 'warn')
			: makeFact('names', 'complete', 'good'),
		makeFact('lost', lost ? formatCount(lost) : 'none', lost ? 'bad' : 'good'),
		damage ? makeFact('damage', `${damage} parts of the file could not be read (${formatCount(number('skipped_bytes'))} bytes)`, 'bad') : null,
	];
}
