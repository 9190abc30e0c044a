/* SPDX-License-Identifier: BSD-2-Clause */
// redacted.mjs PAGE SECRETS - search a page, inflated, for each line of the file SECRETS, and print those that it has
//
// Ends with 1 if there is one. Short secrets are found as whole words only, so that a host "vm" is not found in "vma".

import { readFileSync } from 'node:fs';
import { inflatePage } from './columns.mjs';

const SHORT = 6;
const [path, list] = process.argv.slice(2);
const text = readFileSync(path, 'utf8');
const columns = inflatePage(text);
const searched = [text.slice(0, text.lastIndexOf('id="data">')).replace(/<script>[^]*?<\/script>|<style>[^]*?<\/style>/g, ''),
	...['facts', 'texts', 'lines'].filter((name) => columns[name]).map((name) => columns[name].toString('utf8'))].join('\n').toLowerCase();
// A number of a column could be an address, too.
const wide = Object.entries(columns).filter(([name]) => name === 'c_address').map(([name]) => name);

const found = readFileSync(list, 'utf8').split('\n').filter(Boolean).filter((secret) => {
	const s = secret.toLowerCase();
	if (s.length >= SHORT)
		return searched.includes(s);
	const escaped = s.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	return new RegExp(`(^|[^a-z0-9_])${escaped}([^a-z0-9_]|$)`).test(searched);
});
for (const secret of [...found, ...wide])
	console.log(`the page has ${secret}`);
process.exit(found.length || wide.length ? 1 : 0);
