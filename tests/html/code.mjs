/* SPDX-License-Identifier: BSD-2-Clause */
// code.mjs BUILD RECORDING PAGE [HOSTILE-PAGE] - test the code pane of a page in a browser
//
// PAGE is the page of RECORDING with code and sources of tests/html/hot.c, HOSTILE-PAGE one whose function has the name
// of an element. Counts are compared with those of annotate. The last line is "N passed, N failed".

import { execFileSync } from 'node:child_process';
import { faults, openPage, savePage, setState, settled, startBrowser } from './browser.mjs';
import { timeOption } from './sums.mjs';
import { testsOf } from './tests.mjs';

const [build, recording, path, hostilePath] = process.argv.slice(2);
const { test, finish } = testsOf('code');

function annotate(options) {
	return JSON.parse(execFileSync(`${build}/pdata`, ['annotate', '--json', '-i', recording, ...options],
		{ encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] }));
}

const codeOf = (page) => page.evaluate(() => window.pdata.state().code());
const facts = (page) => page.evaluate(() => {
	const s = window.pdata.state();
	return { start: s.start, duration: s.duration, events: s.profile.facts.events, state: s.state,
		cpus: [...new Set(s.profile.cpu)].filter((c) => c > 0).map((c) => c - 1) };
});

/** Compare the counts of the pane with annotate's. @returns {[string[], number]} differences, number of instructions with samples */
function compare(code, functions, event) {
	const wrong = [];
	let nr = 0;
	const byAddress = new Map(code.filter((f) => f.insns.length).map((f) => [`${f.name} ${f.address}`, f]));
	for (const f of functions.filter((g) => g.event === event && g.code.length)) {
		const mine = byAddress.get(`${f.symbol} ${Number(f.code[0].address)}`);
		if (!mine)
			continue;
		const bySite = new Map();
		let at = mine.address;
		for (const [size, text, samples, period] of mine.insns) {
			bySite.set(at, [samples, period, text]);
			at += size;
		}
		for (const { address, samples, period, instruction } of f.code) {
			const have = bySite.get(Number(address)) || [];
			nr += samples ? 1 : 0;
			if (have[0] !== samples || have[1] !== period || !have[2].startsWith(instruction))
				wrong.push(`${f.symbol} ${address} ${instruction}: annotate ${samples} ${period}, page ${have}`);
		}
	}
	const seen = new Set(functions.filter((g) => g.event === event && g.code.length).map((f) => `${f.symbol} ${Number(f.code[0].address)}`));
	for (const [key, f] of byAddress)
		if (f.period && !seen.has(key))
			wrong.push(`${key}: annotate does not have it`);
	return [wrong, nr];
}

/** Text of the rows of a part, as they are on the screen. */
const rowsOf = (page, part) => page.evaluate((k) => [...document.querySelectorAll('.code-part')[k].querySelectorAll('.code-row')].map((e) => e.textContent), part);

async function testCounts(page) {
	const p = await facts(page), step = Math.floor(p.duration / 10);
	const cases = [[{}, []], [{ range: [2 * step, 6 * step] }, ['--time', `${timeOption(p.start, 2 * step)},${timeOption(p.start, 6 * step)}`]],
		...p.cpus.slice(0, 1).map((cpu) => [{ cpus: [cpu] }, ['-C', String(cpu)]])];
	for (const event of p.events.keys())
		for (const [change, options] of cases)
			await test(`counts are annotate's: ${p.events[event]} ${options.join(' ')}`, async () => {
				await setState(page, { range: null, cpus: null, code: 1, event, ...change });
				const [wrong, nr] = compare(await codeOf(page), annotate(options), p.events[event]);
				return [...wrong, ...(nr < 5 ? [`only ${nr} instructions with samples`] : [])];
			});
	await test('planted: a wrong count is found', async () => {
		await setState(page, { range: null, cpus: null, code: 1, event: 0 });
		const code = await codeOf(page);
		code[0].insns.find((i) => i[2])[2]++;
		return compare(code, annotate([]), p.events[0])[0].length ? [] : ['it is not found'];
	});
}

/** The share of the line that is active. */
const activeShare = (page) => page.evaluate(() => parseFloat(document.querySelector('.code-part:last-child .code-row.active .percent')?.textContent || '-1'));
const shares = (page) => page.evaluate(() => [...document.querySelectorAll('.code-part:last-child .percent')].map((e) => parseFloat(e.textContent)));

async function press(page, ...keys) {
	for (const key of keys)
		await page.keyboard.press(key);
	await settled(page);
}

async function testKeys(page) {
	await setState(page, { code: 0, event: 0, range: null, cpus: null, view: 'both', zoom: [], tab: 'functions' });
	await test('a opens the code of the hottest function at its hottest line', async () => {
		await press(page, 'a');
		const all = await shares(page), active = await activeShare(page);
		return [...((await facts(page)).state.code === 1 ? [] : ['it is not opened']), ...(active === Math.max(...all) ? [] : [`the active line has ${active} of ${all}`])];
	});
	await test('h goes to the next hot line, H back', async () => {
		const first = await activeShare(page);
		await press(page, 'h');
		const second = await activeShare(page), sorted = (await shares(page)).sort((a, b) => b - a);
		await press(page, 'H');
		return second === sorted[1] && (await activeShare(page)) === first ? [] : [`${first}, ${second} of ${sorted}`];
	});
	await test('lines of the source are shown, with the calls that are inlined', async () => {
		const index = (await codeOf(page)).findIndex((f) => f.name === 'fill_table');
		await setState(page, { code: index + 1 });
		const text = (await rowsOf(page, 0)).join('\n'), asm = (await rowsOf(page, 1)).join('\n');
		return [/add_entry\(i \+ seed\); *add_entry [\d.]+%/, /table\[mix_bits\(i\) % SIZE\] \+= i; *mix_bits [\d.]+%/, /v \*= 0x7feb352d/, /uint32_t fill_table\(uint32_t seed\)/]
			.filter((re) => !re.test(text)).map((re) => `the source lacks ${re}: ${text}`)
			.concat([/mix_bits inlined at hot\.c:\d+/, /<sum_table>/].filter((re) => !re.test(asm)).map((re) => `the assembly lacks ${re}`))
			.concat(/main\(/.test(text) ? ['it has lines of another function'] : []);
	});
	await test('a click on a called function shows its code, and Enter follows a jump', async () => {
		await page.click('.code .link');
		await settled(page);
		const { code } = (await facts(page)).state, name = (await codeOf(page))[code - 1].name;
		await page.locator('.code-row:has(.jump)').first().click();
		const before = await page.locator('.code-part:last-child .code-row.active').textContent();
		await press(page, 'Enter');
		const after = await page.locator('.code-part:last-child .code-row.active').textContent();
		return name === 'sum_table' && before !== after ? [] : [`${name}: ${before}: ${after}`];
	});
	await test('v, [ and ] change the view and the function', async () => {
		await press(page, 'v');
		const view = (await facts(page)).state.view, hidden = await page.locator('.code-part').nth(1).isHidden();
		await press(page, 'v', 'v', ']');
		const { state } = await facts(page);
		return view === 'source' && hidden && state.view === 'both' && state.code !== 1 ? [] : [JSON.stringify([view, hidden, state.view, state.code])];
	});
	await test('Escape goes back, s to the callers, z to the flame graph', async () => {
		await press(page, 'Escape');
		const closed = (await facts(page)).state, shown = await page.locator('.flame').isVisible();
		await press(page, 'a', 's');
		const sandwich = (await facts(page)).state;
		await press(page, 'a', 'z');
		const zoomed = (await facts(page)).state;
		return [[closed.code, 0], [shown, true], [sandwich.tab, 'sandwich'], [sandwich.focus > 0, true], [zoomed.zoom.length > 0, true], [zoomed.code, 0]]
			.flatMap(([is, want], i) => (is === want ? [] : [`${i}: ${is}, not ${want}`]));
	});
	await test('the menu of the table of functions opens the code', async () => {
		await setState(page, { tab: 'functions', zoom: [], search: 'fill_table' });
		await page.waitForTimeout(300);
		await page.locator('.tables .row:has-text("fill_table")').first().click({ button: 'right' });
		await page.click('.menu button:text-is("Code")');
		await settled(page);
		const { state } = await facts(page);
		await setState(page, { search: '' });
		return state.code && (await codeOf(page))[state.code - 1].name === 'fill_table' ? [] : ['it is not opened'];
	});
}

async function testSaved(browser, page) {
	await test('a saved selection has the code of its functions, with the same counts', async () => {
		const { duration } = await facts(page);
		await setState(page, { code: 1, event: 0, range: [0, Math.floor(duration / 2)] });
		await savePage(page, `${path}.saved.html`);
		const saved = await openPage(browser, `${path}.saved.html`, { fragment: '#code=1' });
		const flat = (code) => code.filter((f) => f.period).map((f) => JSON.stringify([f.name, f.period, f.insns])).sort();
		const mine = flat(await codeOf(page)), other = flat(await codeOf(saved.page));
		const rows = (await rowsOf(saved.page, 0)).length;
		const wrong = [...(mine.join('\n') === other.join('\n') ? [] : [`${mine.length} and ${other.length} functions`]), ...(rows > 3 ? [] : ['no source']), ...(await faults(saved))];
		await saved.close();
		return wrong;
	});
}

const browser = await startBrowser(`${build}/tests/html`);
const open = await openPage(browser, path, { fragment: '#code=1' });
await testCounts(open.page);
await testKeys(open.page);
await testSaved(browser, open.page);
await test('nothing is asked for, logged or violated', () => faults(open));
await open.close();
if (hostilePath)
	await test('names and source lines of a stranger are data', async () => {
		const hostile = await openPage(browser, hostilePath, { fragment: '#code=1' });
		const text = await hostile.page.textContent('.code');
		const bad = await hostile.page.evaluate(() => document.querySelectorAll('img').length + (window.hostile ? 1 : 0));
		const wrong = [...(text.includes('<img src=x onerror=hostile=2>') ? [] : ['the name is missing']), ...(text.includes('/* <img src=x onerror=hostile=1> */') ? [] : ['the line is missing']),
			...(bad ? ['a text became an element'] : []), ...(await faults(hostile))];
		await hostile.close();
		return wrong;
	});
await browser.close();
finish();
