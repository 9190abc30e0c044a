/* SPDX-License-Identifier: BSD-2-Clause */
// Trees of groups of calls for the flame graph and the sandwich. Children are made when they are asked for, so the
// cost is that of the boxes that can be seen.

import { functionName, markRecursion } from './profile.js';

/**
 * A box of a tree: calls of one function that have the same path in the tree.
 * @typedef {object} Group
 * @property {number} fn
 * @property {number} weight
 * @property {number} self weight that ends here
 * @property {number[]} nodes nodes of the tree of paths: the box itself, or on the way up the cursor of each part
 * @property {number[]|null} parts on the way up: the weight of each part
 * @property {number[]|null} origins on the way up: the node at which each part began
 * @property {boolean} ofSelf on the way up: parts have the self weight of their origins
 * @property {Group[]|null} kids
 */

/** @param {number} fn @param {boolean} up @returns {Group} */
function newGroup(fn, up) {
	return { fn, weight: 0, self: 0, nodes: [], parts: up ? [] : null, origins: up ? [] : null, ofSelf: false, kids: null };
}

export class Tree {
	/**
	 * @param {any} p @param {any} sums @param {any} options order, fold
	 * @param {Group} root
	 */
	constructor(p, sums, options, root) {
		this.p = p;
		this.sums = sums;
		this.order = options.order;
		this.fold = options.fold;
		this.root = root;
	}

	/** @param {Group} g @returns {Group[]} the groups below, in order */
	children(g) {
		if (!g.kids) {
			g.kids = g.parts ? this.callersOf(g) : this.calleesOf(g);
			this.sort(g.kids);
		}
		return g.kids;
	}

	/** @param {Group[]} kids */
	sort(kids) {
		const { names } = this.p;
		if (this.order === 'weight')
			kids.sort((a, b) => b.weight - a.weight || a.fn - b.fn);
		else if (this.order === 'name')
			kids.sort((a, b) => (names[a.fn] < names[b.fn] ? -1 : names[a.fn] > names[b.fn] ? 1 : a.fn - b.fn));
		else
			kids.sort((a, b) => a.nodes[0] - b.nodes[0]);
	}

	/** @param {Group} g */
	calleesOf(g) {
		const { firstChild, nextSibling, fn } = this.p, { total, self } = this.sums;
		/** @type {Map<number, Group>} */
		const kids = new Map();
		const folded = g.nodes.slice();
		for (let k = 0; k < folded.length; k++) {
			for (let c = firstChild[folded[k]]; c; c = nextSibling[c]) {
				if (!total[c])
					continue;
				if (this.fold && fn[c] === g.fn) {
					folded.push(c);
					g.self += self[c];
					continue;
				}
				let kid = kids.get(fn[c]);
				if (!kid)
					kids.set(fn[c], kid = newGroup(fn[c], false));
				kid.nodes.push(c);
				kid.weight += total[c];
				kid.self += self[c];
			}
		}
		return [...kids.values()];
	}

	/** @param {Group} g */
	callersOf(g) {
		const { parent, fn } = this.p;
		/** @type {Map<number, Group>} */
		const kids = new Map();
		const parts = g.parts || [], origins = g.origins || [];
		for (let k = 0; k < g.nodes.length; k++) {
			let n = g.fn ? parent[g.nodes[k]] : g.nodes[k];
			while (this.fold && n && fn[n] === g.fn)
				n = parent[n];
			if (!n)
				continue;
			let kid = kids.get(fn[n]);
			if (!kid) {
				kids.set(fn[n], kid = newGroup(fn[n], true));
				kid.ofSelf = g.ofSelf;
			}
			kid.nodes.push(n);
			kid.parts?.push(parts[k]);
			kid.origins?.push(origins[k]);
			kid.weight += parts[k];
		}
		return [...kids.values()];
	}

	/** Follow functions from the root as far as they lead. @param {number[]} path @returns {Group[]} */
	follow(path) {
		const out = [this.root];
		for (const f of path) {
			const kid = this.children(out[out.length - 1]).find((k) => k.fn === f);
			if (!kid)
				break;
			out.push(kid);
		}
		return out;
	}
}

/** The tree of the flame graph. @param {any} p @param {any} sums @param {any} state @returns {Tree} */
export function flameTree(p, sums, state) {
	const up = state.direction === 'callees';
	const root = newGroup(0, up);
	root.weight = sums.all;
	root.ofSelf = up;
	if (up) {
		for (let i = 1; i < p.nrNodes; i++)
			if (sums.self[i]) {
				root.nodes.push(i);
				root.parts?.push(sums.self[i]);
				root.origins?.push(i);
			}
	} else {
		root.nodes.push(0);
		root.self = sums.self[0];
	}
	return new Tree(p, sums, state, root);
}

/** Callers or callees of one function. @param {any} p @param {any} sums @param {any} state @param {number} f @param {boolean} up */
export function sandwichTree(p, sums, state, f, up) {
	const again = markRecursion(p);
	const root = newGroup(f, up);
	for (let i = 1; i < p.nrNodes; i++)
		if (p.fn[i] === f && sums.total[i] && !again[i]) {
			root.nodes.push(i);
			root.parts?.push(sums.total[i]);
			root.origins?.push(i);
			root.weight += sums.total[i];
			root.self += sums.self[i];
		}
	return new Tree(p, sums, { ...state, order: 'weight' }, root);
}

/**
 * Boxes of a tree that are at least @minWidth wide.
 * @param {Tree} tree
 * @param {{zoom: number[], width: number, minWidth: number, merge: boolean}} o
 */
export function layoutTree(tree, o) {
	const path = tree.follow(o.zoom);
	const boxes = [];
	let hidden = 0, hiddenWeight = 0, rows = 0;
	/** @type {any} */
	let above = null;
	for (const g of path.slice(0, -1))
		boxes.push(above = { g, last: g, chain: 1, x: 0, w: o.width, row: rows++, above, outside: true });
	const top = path[path.length - 1];
	const scale = top.weight ? o.width / top.weight : 0;
	const stack = [{ g: top, x: 0, row: rows, above }];
	while (stack.length) {
		const at = /** @type {any} */ (stack.pop());
		let last = at.g, chain = 1, kids = tree.children(last);
		while (o.merge && at.g !== tree.root && kids.length === 1 && kids[0].weight === last.weight) {
			last = kids[0];
			chain++;
			kids = tree.children(last);
		}
		const box = { g: at.g, last, chain, x: at.x, w: at.g.weight * scale, row: at.row, above: at.above, outside: false };
		boxes.push(box);
		rows = Math.max(rows, at.row + 1);
		let x = at.x;
		for (const kid of kids) {
			const w = kid.weight * scale;
			if (w < o.minWidth) {
				hidden++;
				hiddenWeight += kid.weight;
			} else {
				stack.push({ g: kid, x, row: at.row + 1, above: box });
			}
			x += w;
		}
	}
	return { boxes, rows, hidden, hiddenWeight, top };
}

/** The functions from the root of the tree to a box. @param {any} box @returns {number[]} */
export function pathOfBox(box) {
	const out = [];
	for (let b = box; b && b.above; b = b.above)
		out.unshift(b.g.fn);
	return out;
}

/** Folded stacks of a selection: lines "a;b;c weight". @param {any} p @param {any} sums */
export function foldedText(p, sums) {
	const clean = (name) => name.replace(/[;\n\r]/g, ':');
	const text = new Array(p.nrNodes);
	const out = [];
	text[0] = '';
	for (let i = 1; i < p.nrNodes; i++) {
		if (!sums.total[i])
			continue;
		const above = text[p.parent[i]];
		text[i] = (above ? above + ';' : '') + clean(functionName(p, p.fn[i]));
		if (sums.self[i])
			out.push(`${text[i]} ${sums.self[i]}\n`);
	}
	return out.join('');
}
