/* SPDX-License-Identifier: BSD-2-Clause */
// Reads the data block: compressed columns, as spec/html-data.md describes them.

import { readFields } from './fields.js';
import { mergeProfiles } from './merge.js';

const COLUMN_HEAD = 24;

/** A message for the reader of a page whose data cannot be used. */
export class DataError extends Error {}

/** @param {string} text base64 @returns {Uint8Array} */
function bytesOfBase64(text) {
	try {
		// @ts-ignore: newer browsers have it, and it is faster
		if (Uint8Array.fromBase64)
			// @ts-ignore
			return Uint8Array.fromBase64(text);
		const s = atob(text);
		const bytes = new Uint8Array(s.length);
		for (let i = 0; i < s.length; i++)
			bytes[i] = s.charCodeAt(i);
		return bytes;
	} catch {
		throw new DataError('The data of this page is cut off or damaged: get the file again.');
	}
}

/** @param {Uint8Array} bytes @param {number} size @returns {Promise<Uint8Array>} */
async function inflate(bytes, size) {
	const stream = new Blob([/** @type {BlobPart} */ (bytes)]).stream().pipeThrough(new DecompressionStream('deflate'));
	const all = new Uint8Array(await new Response(stream).arrayBuffer());
	if (all.length !== size)
		throw new DataError('The data of this page is damaged: get the file again.');
	return all;
}

/**
 * Numbers of a column whose bytes lie in planes: all lowest bytes, then the next ones.
 * @param {Uint8Array} bytes @param {number} width @param {number} nr
 * @returns {Uint8Array|Uint16Array|Uint32Array|Float64Array}
 */
function joinPlanes(bytes, width, nr) {
	if (width === 1)
		return bytes;
	const out = width === 2 ? new Uint16Array(nr) : width <= 4 ? new Uint32Array(nr) : new Float64Array(nr);
	for (let k = 0; k < width; k++) {
		const plane = bytes.subarray(k * nr, (k + 1) * nr);
		if (width <= 4) {
			const shift = 8 * k;
			for (let i = 0; i < nr; i++)
				out[i] |= plane[i] << shift;
		} else {
			const factor = 2 ** (8 * k);
			for (let i = 0; i < nr; i++)
				out[i] += plane[i] * factor;
		}
	}
	return out;
}

/** @param {string} text the data block @returns {Promise<Map<string, any>>} columns by name */
async function readColumns(text) {
	const bytes = bytesOfBase64(text.trim());
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
	const cut = new DataError('The data of this page is cut off: get the file again.');
	if (bytes.length < 8 || String.fromCharCode(...bytes.subarray(0, 4)) !== 'PDH1')
		throw cut;
	const nr = view.getUint32(4, true);
	let at = 8 + nr * COLUMN_HEAD;
	if (nr > 100 || at > bytes.length)
		throw cut;
	const jobs = [];
	for (let i = 0; i < nr; i++) {
		const head = 8 + i * COLUMN_HEAD;
		const name = String.fromCharCode(...bytes.subarray(head, head + 12)).replace(/\0.*/, '');
		const [width, count, size] = [12, 16, 20].map((o) => view.getUint32(head + o, true));
		if (width > 8 || at + size > bytes.length)
			throw cut;
		jobs.push(inflate(bytes.subarray(at, at + size), count * (width || 1)).then((raw) =>
			/** @type {[string, any]} */ ([name, width ? joinPlanes(raw, width, count) : new TextDecoder().decode(raw)])));
		at += size;
	}
	return new Map(await Promise.all(jobs));
}

/**
 * The recording. Nodes of the tree of call paths have numbers from 1; 0 is the root. Functions have
 * numbers from 1; 0 is "nothing". Times are ns from the first sample.
 * @typedef {object} Profile
 * @property {any} facts
 * @property {string[]} names of functions, from 1
 * @property {string[]} objects by function
 * @property {string[]} files by function
 * @property {Uint8Array} flags by function
 * @property {any} parent by node
 * @property {any} fn by node
 * @property {number} nrNodes
 * @property {number} nr samples
 * @property {Float64Array} time
 * @property {any} weight
 * @property {any} thread
 * @property {any} node
 * @property {any} event
 * @property {any} cpu
 * @property {any} count samples of each row, or null: 1
 * @property {number} duration
 * @property {any[]} fields of tracepoints
 * @property {any} code see readCode(); null: none
 * @property {any} states what threads did: start, length, thread and kind of each state; or null
 */

/** @param {any} array @param {number} limit */
export function checkBelow(array, limit) {
	for (let i = 0; i < array.length; i++)
		if (!(array[i] < limit))
			throw new DataError('The data of this page is damaged: get the file again.');
}

/** @param {any} column @param {any} type @returns {any} the column after an element 0 */
function fromOne(column, type) {
	const out = new type(column.length + 1);
	out.set(column, 1);
	return out;
}

/**
 * Read the recordings of a page; several become one profile.
 * @param {string} text
 * @param {(c: Map<string, any>, texts: string[], facts: any, p: any) => any} readCode reads the columns of code
 * @returns {Promise<any>}
 */
export async function readProfile(text, readCode) {
	const all = [];
	for (const part of text.trim().split('\n'))
		all.push(await readRecording(part, readCode));
	return all.length > 1 ? mergeProfiles(all) : all[0];
}

/** @param {string} text @param {any} readCode @returns {Promise<Profile>} */
async function readRecording(text, readCode) {
	let c;
	try {
		c = await readColumns(text);
	} catch (e) {
		if (e instanceof DataError)
			throw e;
		throw new DataError('The data of this page is cut off or damaged: get the file again.');
	}
	for (const name of ['facts', 'texts', 'parent', 'function', 'name', 'object', 'file', 'flags', 'time', 'weight',
		'thread', 'node', 'event', 'cpu'])
		if (!c.has(name))
			throw new DataError('The data of this page is not complete: get the file again.');
	const facts = JSON.parse(c.get('facts'));
	if (facts.version !== 1)
		throw new DataError(`The data of this page has version ${Number(facts.version)}, which its viewer does not know.`);
	const texts = ['', ...c.get('texts').split('\0')];
	texts.pop();
	const nrFunctions = c.get('name').length + 1;
	for (const name of ['name', 'object', 'file'])
		checkBelow(c.get(name), texts.length);
	const textsOf = (name) => ['', ...Array.from(c.get(name), (i) => texts[i])];
	const delta = c.get('parent');
	const nrNodes = delta.length + 1;
	const parent = new Int32Array(nrNodes);
	for (let i = 1; i < nrNodes; i++) {
		parent[i] = i - delta[i - 1];
		if (!(parent[i] >= 0 && parent[i] < i))
			throw new DataError('The data of this page is damaged: get the file again.');
	}
	const fn = fromOne(c.get('function'), nrFunctions < 65536 ? Uint16Array : Uint32Array);
	checkBelow(fn, nrFunctions);
	checkBelow(c.get('node'), nrNodes);
	checkBelow(c.get('thread'), facts.threads.length + 1);
	checkBelow(c.get('event'), facts.events.length);
	const nr = c.get('node').length;
	const time = new Float64Array(nr);
	const deltas = c.get('time');
	for (let i = 1; i < nr; i++)
		time[i] = time[i - 1] + deltas[i];
	/** @type {any} */
	let states = null;
	if (c.has('s_start') && c.has('s_length') && c.has('s_thread') && c.has('s_kind')) {
		states = { start: c.get('s_start'), length: c.get('s_length'), thread: c.get('s_thread'), kind: c.get('s_kind') };
		checkBelow(states.thread, facts.threads.length + 1);
		checkBelow(states.kind, 7);
	}
	const fields = readFields(facts, c.get('f_value'), c.get('event'));
	if (!fields)
		throw new DataError('The data of this page is damaged: get the file again.');
	const names = textsOf('name'), objects = textsOf('object');
	for (let i = 1; i < nrFunctions; i++)
		names[i] = names[i] || '[unknown]';
	const p = {
		facts, names, objects, files: textsOf('file'), flags: fromOne(c.get('flags'), Uint8Array),
		parent, fn, nrNodes, nr, time, weight: c.get('weight'), thread: c.get('thread'), node: c.get('node'),
		event: c.get('event'), cpu: c.get('cpu'), count: c.get('count') || null,
		duration: nr ? time[nr - 1] : 0, states, fields, code: null,
	};
	p.code = readCode(c, texts, facts, p);
	return p;
}
