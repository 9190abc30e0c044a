/* SPDX-License-Identifier: BSD-2-Clause */
// Inflates the data block of a page, as spec/html-data.md describes it.

import { inflateSync } from 'node:zlib';

/** The script contains the text as well, so the last occurrence is the data block. */
export const dataStart = (text) => text.lastIndexOf('id="data">') + 10;

/** The columns of a page: { name: bytes }. */
export function inflatePage(text) {
	const bytes = Buffer.from(text.slice(dataStart(text)).match(/^[^<]*/)[0], 'base64');
	const columns = {};
	const nr = bytes.readUInt32LE(4);
	let at = 8 + 24 * nr;
	for (let i = 0; i < nr; i++) {
		const head = 8 + 24 * i, size = bytes.readUInt32LE(head + 20);
		columns[bytes.toString('latin1', head, head + 12).replace(/\0.*/, '')] = inflateSync(bytes.subarray(at, at + size));
		at += size;
	}
	return columns;
}
