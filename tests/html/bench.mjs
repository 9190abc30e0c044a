/* SPDX-License-Identifier: BSD-2-Clause */
// bench.mjs MODULES PAGE [RUNS] - print medians of what a page costs in headless Chromium, as "name value" lines
//
// drawn: navigation to flame graph and timeline; drag, tables: end of a drag to these; search: pattern to marks; all in
// ms. memory: private memory of the page's process in MB.

import { readFileSync, readdirSync } from 'node:fs';
import { openPage, settled, startBrowser } from './browser.mjs';

const [modules, path, runs = '10'] = process.argv.slice(2);
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

/** Private memory in MB of the renderer that uses most: the page's. Other renderers are spare and empty. */
function pageMemory() {
	let most = 0;
	for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
		try {
			const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
			if (!command.includes('--type=renderer'))
				continue;
			const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
			const kb = [...text.matchAll(/^Private_\w+:\s+(\d+)/gm)].reduce((a, m) => a + Number(m[1]), 0);
			most = Math.max(most, kb / 1024);
		} catch {
			// The process has ended.
		}
	}
	return most;
}

const browser = await startBrowser(modules);
const sums = { drawn: [], drag: [], tables: [], search: [], memory: [] };
for (let run = 0; run < Number(runs); run++) {
	const { page, close } = await openPage(browser, path);
	sums.drawn.push(await page.evaluate(() => window.pdata.state().drawn));
	sums.memory.push(pageMemory());
	const from = (run + 1) / (Number(runs) + 2) / 2;
	const cost = await page.evaluate(async (share) => {
		const { duration } = window.pdata.state();
		const begun = performance.now();
		window.pdata.set({ range: [Math.floor(duration * share), Math.floor(duration * (share + 0.4))] });
		await new Promise((resolve) => requestAnimationFrame(resolve));
		return { begun, drag: performance.now() - begun };
	}, from);
	await settled(page);
	sums.drag.push(cost.drag);
	sums.tables.push(await page.evaluate(() => window.pdata.state().tabled) - cost.begun);
	await page.evaluate(() => {
		window.begun = performance.now();
		window.pdata.set({ search: 'read|write' });
	});
	await page.waitForFunction(() => window.pdata.state().ready, null, { polling: 1 });
	sums.search.push(await page.evaluate(() => performance.now() - window.begun));
	await close();
}
await browser.close();
for (const [name, list] of Object.entries(sums))
	console.log(`${name} ${Math.round(median(list))}`);
