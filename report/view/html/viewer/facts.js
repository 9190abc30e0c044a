/* SPDX-License-Identifier: BSD-2-Clause */
// The facts about a recording that are always visible.

import { formatCount, formatShare, formatTime, h } from './dom.js';

/** @param {string} label @param {any} value none: no fact @param {string} [kind] */
export function makeFact(label, value, kind) {
	return value ? h('span', { class: 'fact ' + (kind || '') }, h('i', {}, label), ' ', value) : null;
}

const hostFacts = (meta) => [makeFact('host', meta.hostname), makeFact('kernel', meta.os_release), makeFact('cpu', meta.cpu || meta.arch, 'long')];

/** What the recording or its reader has lost. */
function lossFacts(meta) {
	const number = (name) => Number(meta[name] || 0);
	const lost = number('lost_events') + number('lost_samples'), damage = number('damaged_places');
	return [
		makeFact('lost', lost ? formatCount(lost) : 'none', lost ? 'bad' : 'good'),
		damage ? makeFact('damage', `${damage} parts of the file could not be read (${formatCount(number('skipped_bytes'))} bytes)`, 'bad') : null,
	];
}

/** @param {any} facts of a recording without samples @returns {(HTMLElement|null)[]} */
export const emptyFacts = (facts) => [...hostFacts(facts.meta), ...lossFacts(facts.meta)];

/** @param {any} facts of a recording @param {number} duration @returns {(HTMLElement|null)[]} */
export function recordingFacts(facts, duration) {
	const { meta } = facts, unknown = Number(meta.unresolved_samples || 0);
	return [
		makeFact('duration', formatTime(duration)), ...hostFacts(meta),
		unknown ? makeFact('without a name', `${formatCount(unknown)} of the samples (${formatShare(unknown, facts.samples)})`, 'warn')
			: makeFact('names', 'complete', 'good'),
		...lossFacts(meta),
	];
}
