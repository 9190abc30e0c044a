/* SPDX-License-Identifier: BSD-2-Clause */
// "Save this selection": a page that holds nothing but the selected samples, their stacks and names.

import { selectedFields } from './fields.js';
import { selectCode } from './codedata.js';
import { stateOfSide } from './compare.js';
import { eachSample, selection } from './profile.js';

/** @param {Uint8Array} bytes @returns {Promise<Uint8Array>} */
async function deflate(bytes) {
	const stream = new Blob([/** @type {BlobPart} */ (bytes)]).stream().pipeThrough(new CompressionStream('deflate'));
	return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Numbers as planes of bytes, as data.js reads them. @param {ArrayLike<number>} values */
function splitPlanes(values) {
	const nr = values.length;
	let most = 0, width = 1;
	for (let i = 0; i < nr; i++)
		most = Math.max(most, values[i]);
	while (width < 8 && most >= 2 ** (8 * width))
		width++;
	const bytes = new Uint8Array(nr * width);
	for (let i = 0; i < nr; i++) {
		let v = values[i];
		for (let k = 0; k < width; k++) {
			bytes[k * nr + i] = v % 256;
			v = Math.floor(v / 256);
		}
	}
	return { width, nr, bytes };
}

/** Gives numbers from 1 to values in the order in which they are asked for. */
class Numbers {
	constructor() {
		this.map = new Map();
		this.list = [];
	}

	get(v) {
		let n = this.map.get(v);
		if (n === undefined) {
			n = this.list.push(v);
			this.map.set(v, n);
		}
		return n;
	}
}

/** The columns of a selection. @param {any} p @param {any} sel */
function selectedColumns(p, sel) {
	const rows = [];
	eachSample(p, sel, (i) => rows.push(i));
	const used = new Uint8Array(p.nrNodes);
	for (const i of rows)
		for (let n = p.node[i]; n && !used[n]; n = p.parent[n])
			used[n] = 1;
	const nodeNumber = new Int32Array(p.nrNodes);
	const texts = new Numbers(), functions = new Numbers(), threads = new Numbers(), events = new Numbers();
	const parent = [], fn = [];
	for (let n = 1; n < p.nrNodes; n++)
		if (used[n]) {
			nodeNumber[n] = parent.length + 1;
			parent.push(nodeNumber[n] - nodeNumber[p.parent[n]]);
			fn.push(functions.get(p.fn[n]));
		}
	const text = (s) => (s ? texts.get(s) : 0);
	const code = selectCode(p, rows, functions, text);
	const c = {
		parent, function: fn,
		name: functions.list.map((f) => (p.names[f] === '[unknown]' ? 0 : text(p.names[f]))),
		object: functions.list.map((f) => text(p.objects[f])),
		file: functions.list.map((f) => text(p.files[f])),
		flags: functions.list.map((f) => p.flags[f]),
		time: rows.map((i, k) => (k ? p.time[i] - p.time[rows[k - 1]] : 0)),
		weight: rows.map((i) => p.weight[i]),
		thread: rows.map((i) => threads.get(p.thread[i])),
		node: rows.map((i) => nodeNumber[p.node[i]]),
		event: rows.map((i) => events.get(p.event[i]) - 1),
		cpu: rows.map((i) => p.cpu[i]),
		...(p.count ? { count: rows.map((i) => p.count[i]) } : {}),
		...(code ? code.c : {}),
	};
	const fields = selectedFields(p, rows, events.list);
	if (fields.facts.length)
		/** @type {any} */ (c).f_value = fields.column;
	return { c, code, rows, fields: fields.facts, texts: texts.list, threads: threads.list, events: events.list };
}

/** @param {Uint8Array} bytes @returns {string} */
function base64OfBytes(bytes) {
	const parts = [];
	for (let i = 0; i < bytes.length; i += 24573)
		parts.push(btoa(String.fromCharCode(...bytes.subarray(i, i + 24573))));
	return parts.join('');
}

/** The data block of what a state selects: a part for each recording. @param {any} p @param {any} state @param {string} filters @returns {Promise<string>} */
export async function packPage(p, state, filters) {
	if (!state.sides)
		return packSelection(p, selection(p, state), filters, p);
	const parts = [];
	for (const rec of new Set(state.sides.map((s) => s[0]))) {
		const rows = new Uint8Array(p.nr);
		for (const side of state.sides)
			if (side[0] === rec)
				eachSample(p, selection(p, stateOfSide(state, side)), (i) => {
					rows[i] = 1;
				});
		parts.push(await packSelection(p, { ...selection(p, { ...state, rec, range: null }), rows }, filters, p.recordings?.[rec] || p));
	}
	return parts.join('\n');
}

/**
 * The data block of a selection.
 * @param {any} p @param {any} sel @param {string} filters what was selected, in words
 * @param {any} recording has the facts
 * @returns {Promise<string>}
 */
async function packSelection(p, sel, filters, recording) {
	const { c, code, rows, fields, texts, threads, events } = selectedColumns(p, sel);
	const start = BigInt(recording.facts.start) + BigInt(rows.length ? Math.round(p.time[rows[0]]) : 0);
	const end = BigInt(recording.facts.start) + BigInt(rows.length ? Math.round(p.time[rows[rows.length - 1]]) : 0);
	const facts = {
		...recording.facts, filters, start: String(start), fields,
		events: events.map((i) => p.facts.events[i]),
		threads: threads.map((i) => p.facts.threads[i - 1]),
		marks: recording.facts.marks.filter(([t]) => BigInt(t) >= start && BigInt(t) <= end),
		...(code ? { sources: code.sources } : {}),
		samples: p.count ? rows.reduce((a, i) => a + p.count[i], 0) : rows.length,
	};
	const encoder = new TextEncoder();
	const columns = [['facts', encoder.encode(JSON.stringify(facts))], ['texts', encoder.encode(texts.map((s) => s + '\0').join(''))],
		...(code ? [['lines', encoder.encode(code.lines)]] : []), ...Object.entries(c)];
	const packed = await Promise.all(columns.map(async ([name, v]) => {
		const { width, nr, bytes } = v instanceof Uint8Array ? { width: 0, nr: v.length, bytes: v } : splitPlanes(/** @type {any} */ (v));
		return { name: /** @type {string} */ (name), width, nr, data: await deflate(bytes) };
	}));
	const head = new Uint8Array(8 + 24 * packed.length), view = new DataView(head.buffer);
	head.set(encoder.encode('PDH1'));
	view.setUint32(4, packed.length, true);
	packed.forEach((column, i) => {
		const at = 8 + 24 * i;
		head.set(encoder.encode(column.name), at);
		[column.width, column.nr, column.data.length].forEach((v, k) => view.setUint32(at + 12 + 4 * k, v, true));
	});
	return base64OfBytes(new Uint8Array(await new Blob(/** @type {BlobPart[]} */ ([head, ...packed.map((column) => column.data)])).arrayBuffer()));
}
