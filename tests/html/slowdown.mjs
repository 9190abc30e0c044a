/* SPDX-License-Identifier: BSD-2-Clause */
// slowdown.mjs MODULES PAGE... - print what comparisons of the program slowdown show
//
// Pages are in pairs: one of two equal programs, one of a program with a slower function. Lines are "same right", "same
// wrong ROWS", "slow right" or "slow wrong ROWS".

import { faults, openPage, startBrowser } from './browser.mjs';

const [modules, ...pages] = process.argv.slice(2);
const browser = await startBrowser(modules);
let bad = false;
for (const [i, path] of pages.entries()) {
	const open = await openPage(browser, path);
	const { line, rows } = await open.page.evaluate(() => ({ line: window.pdata.state().compare.line, rows: window.pdata.rows() }));
	const sure = rows.filter((row) => Math.abs(row[1]) >= line), [first] = rows;
	const right = i % 2 ? first.at(-2) === 'work_planted' && first[0] > 0 : !sure.length;
	const text = rows.slice(0, 3).map((r) => `${r.at(-2)} ${(100 * r[0]).toFixed(3)} % ${r[1].toFixed(2)} sigma`).join(', ');
	console.log(`${i % 2 ? 'slow' : 'same'} ${right ? 'right' : 'wrong'}: line ${line.toFixed(2)}: ${text}`);
	const wrong = await faults(open);
	bad ||= wrong.length > 0;
	for (const w of wrong)
		console.log(w);
	await open.close();
}
await browser.close();
process.exit(bad ? 1 : 0);
