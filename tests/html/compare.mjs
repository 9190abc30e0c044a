/* SPDX-License-Identifier: BSD-2-Clause */
// compare.mjs BUILD WORK A B OTHER - test pages of `pdata html` that compare recordings
//
// A and B are recordings of one program, OTHER is one of another machine with other events. Numbers are compared with
// those of `pdata diff`, `pdata report` and `pdata flame --differential`. The last line is "N passed, N failed".

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { faults, openPage, savePage, setState, startBrowser } from './browser.mjs';
import { equal, testsOf } from './tests.mjs';

const [build, work, a, b, other] = process.argv.slice(2);
const pdata = `${build}/pdata`;
const { test, finish } = testsOf('html');

function run(...args) {
	try {
		return execFileSync(pdata, args, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] });
	} catch (e) {
		if (e.status !== 2)
			throw e;
		return e.stdout;
	}
}

function writePage(...args) {
	const path = `${work}/compare.html`;
	run('html', '--no-inline', '-o', path, ...args);
	return path;
}

const compareOf = (page) => page.evaluate(() => window.pdata.state().compare);

/** Rows by object and name. @param {any[][]} rows object, name, a, b */
function sumRows(rows) {
	const out = new Map();
	for (const [object, name, x, y] of rows) {
		const key = `${object || '[unknown]'} ${name}`, sum = out.get(key) || [0, 0];
		out.set(key, [sum[0] + x, sum[1] + y]);
	}
	return out;
}

/** The rows of diff of one event. */
function diffRows(text) {
	return text.split('\n').filter((line) => line && !line.startsWith('#')).map((line) => {
		const [, before, delta, after, object, symbol] = line.split('|').map((cell) => cell.trim());
		return { delta, row: [object, symbol.replace(/^\[.\] /, '').replace(/^0x[0-9a-f]+$|^0{16}.*$/, '[unknown]'), Number(before) || 0, Number(after) || 0] };
	});
}

async function testDiff(browser) {
	const open = await openPage(browser, writePage(a, b)), { page } = open;
	const c = await compareOf(page);
	await test('numbers of a comparison equal those of diff', async () => {
		const rows = diffRows(run('diff', '-p', '-t', '|', a, b)), want = sumRows(rows.map((r) => r.row)), have = sumRows(c.rows), wrong = [];
		for (const key of new Set([...want.keys(), ...have.keys()]))
			wrong.push(...equal(have.get(key), want.get(key), key));
		for (const { delta, row: [object, name] } of rows) {
			const sum = have.get(`${object || '[unknown]'} ${name}`), mine = sum && (100 * sum[1] / c.b - 100 * sum[0] / c.a).toFixed(2);
			if (delta && Math.abs(Number(mine) - Number(delta.replace('%', ''))) > 0.0101 && !name.includes('['))
				wrong.push(`${name}: change ${mine}, diff ${delta}`);
		}
		return wrong.length ? wrong : want.size > 5 ? [] : ['diff has no rows'];
	});
	await test('planted: a wrong weight of one side is found', async () => {
		const rows = diffRows(run('diff', '-p', '-t', '|', a, b)), want = sumRows(rows.map((r) => r.row)), first = c.rows[0];
		const have = sumRows([[first[0], first[1], first[2] + 1, first[3]], ...c.rows.slice(1)]);
		return [...want].some(([key, sums]) => equal(have.get(key), sums, key).length) ? [] : ['it is not found'];
	});
	await test('the new, gone, more and less of the table are those of the comparison', async () => {
		const wrong = [];
		for (const changed of ['new', 'gone', 'more', 'less']) {
			await setState(page, { changed });
			wrong.push(...equal((await page.evaluate(() => window.pdata.rows().length)), c.rows.filter((r) => r[5] === changed).length, changed));
		}
		await setState(page, { changed: 'all' });
		return wrong;
	});
	await test('changes above the noise come first', async () => {
		const rows = await page.evaluate(() => window.pdata.rows()), line = c.line;
		const sure = rows.map((r) => Math.abs(r[1]) >= line);
		return sure.lastIndexOf(true) + 1 === sure.filter(Boolean).length ? [] : [JSON.stringify(rows.slice(0, 5))];
	});
	await test('exchanging the sides changes the sign of each change', async () => {
		await setState(page, { sides: [[1, -1, -1], [0, -1, -1]] });
		const back = await compareOf(page), rows = (x, p, q) => x.rows.map((r) => [r[1], r[p], r[q]].join()).sort();
		await setState(page, { sides: [[0, -1, -1], [1, -1, -1]] });
		return [...equal(rows(back, 2, 3), rows(c, 3, 2), 'rows'), ...equal([back.counts.more, back.counts.new], [c.counts.less, c.counts.gone], 'counts')];
	});
	await testSvg(page, c);
	await test('a saved comparison has the same numbers', async () => {
		await savePage(page, `${work}/saved.html`);
		const saved = await openPage(browser, `${work}/saved.html`), s = await compareOf(saved.page);
		const wrong = [...equal(s.rows.map((r) => r.join()).sort(), c.rows.map((r) => r.join()).sort(), 'rows'), ...(await faults(saved))];
		await saved.close();
		return wrong;
	});
	await test('a comparison: nothing is asked for, logged or violated', () => faults(open));
	await open.close();
}

/** The boxes below the root of flame --differential have the shares and changes of the page. */
async function testSvg(page, c) {
	await test('flame --differential agrees with the page', async () => {
		run('flame', '--no-inline', '--root', 'none', '--weight', 'period', '--minwidth', '0', '--differential', a, '-o', `${work}/change.svg`, b);
		const svg = readFileSync(`${work}/change.svg`, 'utf8');
		const want = new Map([...svg.matchAll(/<title>([\w.]+) \([^)]*, ([\d.]+)%; ([+-][\d.]+)%\)<\/title>/g)].map(([, name, share, change]) => [name, [share, change]]));
		const nodes = await page.evaluate(() => {
			const { profile: p } = window.pdata.state(), out = {};
			for (let i = 1; i < p.nrNodes; i++)
				if (!p.parent[i])
					out[p.names[p.fn[i]]] = (out[p.names[p.fn[i]]] || 0) + 1;
			return Object.keys(out).filter((name) => out[name] === 1);
		});
		await setState(page, { zoom: [] });
		const tops = await page.evaluate((list) => list.map((name) => [name, window.pdata.sidesOf(name)]), nodes);
		const wrong = [];
		let compared = 0;
		for (const [name, [x, y]] of tops) {
			const svgRow = want.get(name), mine = [100 * y / c.b, 100 * (y / c.b - x / c.a)];
			if (!svgRow || [...svg.matchAll(new RegExp(`<title>${name} `, 'g'))].length !== 1)
				continue;
			compared++;
			if (Math.abs(mine[0] - svgRow[0]) > 0.006 || Math.abs(mine[1] - svgRow[1]) > 0.006)
				wrong.push(`${name}: page ${mine}, svg ${svgRow}`);
		}
		return wrong.length ? wrong : compared ? [] : [`nothing to compare: ${JSON.stringify([...want.keys()].slice(0, 5))}`];
	});
}

async function testRanges(browser) {
	const open = await openPage(browser, writePage(a)), { page } = open;
	const { start, duration } = await page.evaluate(() => ({ start: window.pdata.state().start, duration: window.pdata.state().duration }));
	await test('two ranges of a recording have the numbers of report --time', async () => {
		const ranges = [[0.1, 0.4], [0.5, 0.9]].map((r) => r.map((share) => Math.floor(share * duration)));
		for (const [k, range] of ranges.entries()) {
			await setState(page, { range });
			await page.keyboard.press('AB'[k]);
		}
		await setState(page, {});
		const c = await compareOf(page), wrong = equal((await page.evaluate(() => window.pdata.state().state.sides)).map((s) => s.slice(1)), ranges, 'sides');
		const have = sumRows(c.rows);
		for (const k of [0, 1]) {
			const time = ranges[k].map((ns) => {
				const t = BigInt(start) + BigInt(ns);
				return `${t / 1000000000n}.${String(t % 1000000000n).padStart(9, '0')}`;
			}).join();
			const rows = JSON.parse(run('report', '--json', '--no-children', '-g', 'none', '--no-inline', '-s', 'dso,sym', '--show-total-period', '--time', time, '-i', a)).events[0].rows;
			const want = sumRows(rows.map((r) => [r.dso, r.symbol || '[unknown]', k ? 0 : r.period, k ? r.period : 0]));
			for (const [key, sums] of have)
				wrong.push(...equal(sums[k], want.get(key)?.[k] || 0, `${'AB'[k]} ${key}`));
		}
		return [...wrong, ...(await faults(open))];
	});
	await test('the end of a comparison is the page before', async () => {
		await setState(page, { sides: null });
		return equal(await compareOf(page), null, 'comparison');
	});
	await open.close();
}

async function testOthers(browser) {
	const open = await openPage(browser, writePage(a, other)), { page } = open;
	await test('recordings of other machines are compared as far as they can be, and the page says it', async () => {
		const { notices } = await compareOf(page), said = await page.textContent('.sides');
		const wrong = [/different architectures: .*s390x/, /no event in common/, /No function/].filter((re) => !notices.some((n) => re.test(n))).map((re) => `${re} is missing: ${notices}`);
		return [...wrong, ...notices.filter((n) => !said.includes(n)), ...(await faults(open))];
	});
	await open.close();
	const three = await openPage(browser, writePage(a, b, a));
	await test('of three recordings any two are compared', async () => {
		await setState(three.page, { sides: [[0, -1, -1], [2, -1, -1]] });
		const c = await compareOf(three.page);
		return [...equal(c.rows.filter((r) => r[2] !== r[3] || r[4]), [], 'equal sides'), ...(await faults(three))];
	});
	await three.close();
}

const browser = await startBrowser(`${build}/tests/html`);
await testDiff(browser);
await testRanges(browser);
await testOthers(browser);
await browser.close();
finish();
