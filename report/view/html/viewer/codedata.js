/* SPDX-License-Identifier: BSD-2-Clause */
// The code of hot functions: its columns, the sums of its instructions and lines, and its part of a saved selection.

import { DataError, checkBelow } from './data.js';
import { eachSample } from './profile.js';

// Lines of a function that are further apart are two parts; the writer of pages leaves out what is between them, too.
const MAX_GAP = 40;
const MAX_HEAD = 16;

/**
 * A function with code. Its instructions have the numbers from first on.
 * @typedef {object} CodeFunction
 * @property {number} fn function of the page, or 0
 * @property {string} name
 * @property {string} object
 * @property {string} why there is no code; or ''
 * @property {number} first
 * @property {number} nr
 * @property {number|null} address of the first instruction in its file
 */

/** @param {Map<string, any>} c columns @param {string[]} texts @param {any} facts @param {any} p names and objects by function, nr */
export function readCode(c, texts, facts, p) {
	if (!c.has('hit'))
		return null;
	for (const name of ['h_insn', 'c_function', 'c_insns', 'c_why', 'i_size', 'i_text', 'i_file', 'i_line', 'i_scope', 'i_target',
		'x_parent', 'x_name', 'x_file', 'x_line', 'l_file', 'l_line', 'lines'])
		if (!c.has(name))
			throw new DataError('The code in this page is not complete: get the file again.');
	const damaged = new DataError('The code in this page is damaged: get the file again.');
	const get = (name) => c.get(name);
	const nr = get('i_text').length, nrScopes = get('x_name').length, nrFiles = facts.sources.length;
	const same = (length, ...names) => {
		if (names.some((name) => get(name).length !== length))
			throw damaged;
	};
	same(p.nr, 'hit');
	same(nr, 'i_size', 'i_file', 'i_line', 'i_scope', 'i_target');
	same(nrScopes, 'x_parent', 'x_file', 'x_line');
	same(get('c_function').length, 'c_insns', 'c_why');
	same(get('l_line').length, 'l_file');
	for (const [name, limit] of /** @type {[string, number][]} */ ([['hit', get('h_insn').length + 1], ['h_insn', nr + 1], ['i_text', texts.length],
		['i_file', nrFiles + 1], ['i_scope', nrScopes + 1], ['x_name', texts.length], ['x_file', nrFiles + 1], ['l_file', nrFiles + 1],
		['c_function', p.names.length], ['c_why', texts.length]]))
		checkBelow(get(name), limit);
	const scopes = [{ parent: 0, name: '', file: 0, line: 0 }];
	for (let i = 0; i < nrScopes; i++) {
		if (get('x_parent')[i] > i)
			throw damaged;
		scopes.push({ parent: get('x_parent')[i], name: texts[get('x_name')[i]] || '[unknown]', file: get('x_file')[i], line: get('x_line')[i] });
	}
	const address = c.get('c_address');
	let at = 0;
	/** @type {CodeFunction[]} */
	const functions = Array.from(get('c_function'), (fn, i) => {
		const first = at;
		at += get('c_insns')[i];
		return { fn, name: p.names[fn], object: p.objects[fn] || '', why: texts[get('c_why')[i]], first, nr: get('c_insns')[i],
			address: address ? address[i] : null };
	});
	if (at !== nr)
		throw damaged;
	for (const f of functions)
		for (let i = f.first; i < f.first + f.nr; i++)
			if (get('i_target')[i] > f.nr)
				throw damaged;
	/** @type {Map<number, string>[]} */
	const source = Array.from({ length: nrFiles + 1 }, () => new Map());
	const lines = get('lines').split('\0');
	get('l_line').forEach((line, i) => source[get('l_file')[i]].set(line, lines[i] || ''));
	return {
		functions, scopes, source, nr, hit: get('hit'), hitInsn: get('h_insn'), size: get('i_size'),
		texts: Array.from(get('i_text'), (i) => texts[i]), file: get('i_file'), line: get('i_line'), scope: get('i_scope'), target: get('i_target'),
		files: [{ name: '', below: false, newer: false }, ...facts.sources.map(([name, below, newer]) => ({
			name: texts[name] || '', below: Boolean(below), newer: Boolean(newer) }))],
		/** @type {Map<number, number>|null} function of the page to function with code */
		byFunction: null,
	};
}

/** Sums of the selected samples by instruction, and by function with code. @param {any} p @param {any} state @param {any} sel */
export function sumCode(p, state, sel) {
	const { code } = p, { hit, hitInsn } = code;
	const weights = new Float64Array(code.nr), samples = new Float64Array(code.nr);
	const weight = state.event < 0 || state.metric === 'samples' ? p.count : p.weight;
	eachSample(p, sel, (i) => {
		if (!hit[i])
			return;
		const k = hitInsn[hit[i] - 1] - 1;
		weights[k] += weight ? weight[i] : 1;
		samples[k] += p.count ? p.count[i] : 1;
	});
	const sum = (list) => code.functions.map((f) => list.subarray(f.first, f.first + f.nr).reduce((a, b) => a + b, 0));
	return { weights, samples, byFunction: sum(weights), samplesByFunction: sum(samples) };
}

/** The function with code that belongs to a function of the page, which may be inlined into it; -1: none. @param {any} p @param {number} f */
export function codeOfFunction(p, f) {
	const { code } = p;
	if (!code || !f)
		return -1;
	if (!code.byFunction) {
		code.byFunction = new Map();
		const byName = new Map(), ofInsn = new Int32Array(code.nr);
		code.functions.forEach((c, i) => {
			const key = `${c.object}\0${c.name}`;
			if (!byName.has(key))
				byName.set(key, i);
			ofInsn.fill(i, c.first, c.first + c.nr);
		});
		for (let k = 1; k < p.names.length; k++)
			if (!(p.flags[k] & 8) && byName.has(`${p.objects[k]}\0${p.names[k]}`))
				code.byFunction.set(k, byName.get(`${p.objects[k]}\0${p.names[k]}`));
		// An inlined function is where most of its samples are.
		const sums = new Map();
		for (let i = 0; i < p.nr; i++) {
			const k = p.fn[p.node[i]];
			if (!code.hit[i] || code.byFunction.has(k))
				continue;
			const key = k * code.functions.length + ofInsn[code.hitInsn[code.hit[i] - 1] - 1];
			sums.set(key, (sums.get(key) || 0) + 1);
		}
		for (const [key] of [...sums].sort((a, b) => b[1] - a[1])) {
			const k = Math.floor(key / code.functions.length);
			if (!code.byFunction.has(k))
				code.byFunction.set(k, key % code.functions.length);
		}
	}
	return code.byFunction.get(f) ?? -1;
}

/**
 * How many lines before the first one of a function with instructions are from its head on, by the rule of the writer
 * of pages: the head is not indented, nor a label.
 * @param {Map<number, string>} source @param {number} n
 */
function sizeOfHead(source, n) {
	const isHead = (line) => /^[A-Za-z_]/.test(source.get(line) || '') && !/[;}:]\s*$/.test(source.get(line) || '');
	let nr = 0;
	while (nr < MAX_HEAD && !isHead(n - nr)) {
		if (!source.has(n - nr) || (nr && source.get(n - nr)?.startsWith('}')))
			return 0;
		nr++;
	}
	if (nr === MAX_HEAD)
		return 0;
	while (nr + 1 < MAX_HEAD && isHead(n - nr - 1))
		nr++;
	return nr;
}

/**
 * The lines of a function and of those inlined into it: each file with its parts, from the first to the last line.
 * @param {any} code @param {CodeFunction} f
 * @returns {Map<number, [number, number][]>}
 */
export function partsOfFunction(code, f) {
	/** @type {Map<string, {file: number, lines: Set<number>}>} */
	const groups = new Map();
	const use = (scope, file, line) => {
		if (!file || !line)
			return;
		const key = `${scope} ${file}`;
		if (!groups.has(key))
			groups.set(key, { file, lines: new Set() });
		groups.get(key)?.lines.add(line);
	};
	const seen = new Set();
	for (let i = f.first; i < f.first + f.nr; i++) {
		use(code.scope[i], code.file[i], code.line[i]);
		for (let s = code.scope[i]; s && !seen.has(s); s = code.scopes[s].parent) {
			seen.add(s);
			use(code.scopes[s].parent, code.scopes[s].file, code.scopes[s].line);
		}
	}
	/** @type {Map<number, [number, number][]>} */
	const parts = new Map();
	for (const { file, lines } of groups.values()) {
		/** @type {[number, number][]} */
		const list = parts.get(file) || [];
		let last = null;
		for (const line of [...lines].sort((a, b) => a - b)) {
			if (last && line - last[1] <= MAX_GAP)
				last[1] = line;
			else
				list.push(last = /** @type {[number, number]} */ ([line, line]));
		}
		parts.set(file, list);
	}
	for (const [file, list] of parts) {
		list.sort((a, b) => a[0] - b[0]);
		for (const part of list)
			part[0] -= sizeOfHead(code.source[file], part[0]);
		parts.set(file, list.reduce((out, part) => {
			const last = out[out.length - 1];
			if (last && part[0] <= last[1] + 1)
				last[1] = Math.max(last[1], part[1]);
			else
				out.push(part);
			return out;
		}, /** @type {[number, number][]} */ ([])));
	}
	return parts;
}

/**
 * The columns of the code of the functions that have samples in @rows.
 * @param {any} p @param {number[]} rows @param {any} functions numbers of functions @param {(s: string) => number} text
 */
export function selectCode(p, rows, functions, text) {
	const { code } = p;
	if (!code)
		return null;
	const c = { hit: [], h_insn: [], c_function: [], c_insns: [], c_why: [], c_address: [], i_size: [], i_text: [], i_file: [], i_line: [],
		i_scope: [], i_target: [], x_parent: [], x_name: [], x_file: [], x_line: [], l_file: [], l_line: [] };
	const used = new Uint8Array(code.nr), insn = new Int32Array(code.nr);
	for (const i of rows)
		if (code.hit[i])
			used[code.hitInsn[code.hit[i] - 1] - 1] = 1;
	const numbers = new Map(), files = [], lines = [];
	const fileOf = (file) => {
		if (file && !numbers.has(file))
			numbers.set(file, files.push(file));
		return file ? numbers.get(file) : 0;
	};
	const scopes = new Map();
	const scopeOf = (s) => {
		if (!s)
			return 0;
		if (!scopes.has(s)) {
			const { parent, name, file, line } = code.scopes[s], up = scopeOf(parent);
			c.x_parent.push(up);
			c.x_name.push(text(name));
			c.x_file.push(fileOf(file));
			c.x_line.push(line);
			scopes.set(s, c.x_name.length);
		}
		return scopes.get(s);
	};
	/** @type {Map<string, [number, number]>} */
	const taken = new Map();
	for (const f of code.functions) {
		if (!used.subarray(f.first, f.first + f.nr).some((u) => u))
			continue;
		c.c_function.push(functions.get(f.fn));
		c.c_insns.push(f.nr);
		c.c_why.push(0);
		c.c_address.push(f.address || 0);
		for (let i = f.first; i < f.first + f.nr; i++) {
			insn[i] = c.i_size.push(code.size[i]);
			c.i_text.push(text(code.texts[i]));
			c.i_file.push(fileOf(code.file[i]));
			c.i_line.push(code.line[i]);
			c.i_scope.push(scopeOf(code.scope[i]));
			c.i_target.push(code.target[i]);
		}
		for (const [file, parts] of partsOfFunction(code, f))
			for (const [from, to] of parts)
				for (let line = from; line <= to; line++)
					if (code.source[file].has(line))
						taken.set(`${file}:${line}`, [file, line]);
	}
	for (const [file, line] of taken.values()) {
		c.l_file.push(fileOf(file));
		c.l_line.push(line);
		lines.push(code.source[file].get(line) + '\0');
	}
	const hits = new Map();
	c.hit = rows.map((i) => {
		const k = code.hit[i] ? insn[code.hitInsn[code.hit[i] - 1] - 1] : 0;
		if (k && !hits.has(k))
			hits.set(k, c.h_insn.push(k));
		return k ? hits.get(k) : 0;
	});
	if (code.functions.some((f) => f.address === null))
		delete (/** @type {any} */ (c).c_address);
	return { c, lines: lines.join(''), sources: files.map((file) => [text(code.files[file].name), Number(code.files[file].below), Number(code.files[file].newer)]) };
}
