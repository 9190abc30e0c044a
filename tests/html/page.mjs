/* SPDX-License-Identifier: BSD-2-Clause */
// page.mjs BUILD WORK SEED FILTERS RECORDING... - test the pages of `pdata html` in a browser
//
// Opens the page of each recording, compares its sums with report's for random filters, drags, goes back and forth,
// saves selections, and plants faults that the tests have to find. The last line is "N passed, N failed".

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { dataStart, inflatePage } from './columns.mjs';
import { faults, openPage, savePage, setState, settled, startBrowser, stateOf } from './browser.mjs';
import { differences, randomFilter, randomFrom, runReport, timeOption } from './sums.mjs';
import { equal, testsOf } from './tests.mjs';

const [build, work, seed, nrFilters, ...recordings] = process.argv.slice(2);
const pdata = `${build}/pdata`;
const random = randomFrom(Number(seed));
const { test, finish } = testsOf('html');

function writePage(recording, ...options) {
	const path = `${work}/${basename(recording)}${options.length}.html`;
	try {
		execFileSync(pdata, ['html', '-i', recording, '-o', path, ...options], { stdio: ['ignore', 'ignore', 'pipe'] });
	} catch (e) {
		if (e.status !== 2)
			throw new Error(`pdata html -i ${recording}: ${e.stderr}`);
	}
	return path;
}

/** The attributes that identify a view. */
const viewOf = (s) => [s.fragment, s.all, s.samples, s.boxes, s.functions];

async function testFilters(open, recording, p) {
	for (let i = 0; i < Number(nrFilters); i++) {
		const { change, options, selfOnly } = randomFilter(random, p);
		await test(`${basename(recording)}: filter ${i}: report ${options.join(' ')} event ${p.events[change.event]}`, async () => {
			await setState(open.page, change);
			const state = await stateOf(open.page);
			const events = runReport(pdata, recording, options);
			return differences(state, events.find((e) => e.event === p.events[change.event]), selfOnly);
		});
	}
}

async function dragRange(page, from, to) {
	const box = await page.locator('.time-canvas').boundingBox();
	const x = (share) => box.x + 168 + (box.width - 168) * share, y = box.y + 40;
	await page.mouse.move(x(from), y);
	await page.mouse.down();
	await page.mouse.move(x((from + to) / 2), y);
	await page.mouse.move(x(to), y);
	await page.mouse.up();
	await settled(page);
}

async function testDrag(open, recording, p) {
	const { page } = open;
	await setState(page, { range: null, threads: null, cpus: null, filters: [], event: p.plainEvent });
	const before = await stateOf(page);
	await test(`${basename(recording)}: a drag equals report --time`, async () => {
		await dragRange(page, 0.2, 0.6);
		const state = await stateOf(page), [a, b] = state.state.range;
		const events = runReport(pdata, recording, ['--time', `${timeOption(p.start, a)},${timeOption(p.start, b)}`]);
		return differences(state, events.find((e) => e.event === p.events[p.plainEvent]), false);
	});
	const dragged = await stateOf(page);
	await test(`${basename(recording)}: undo and redo give the same views`, async () => {
		await page.keyboard.press('u');
		await settled(page);
		const undone = await stateOf(page);
		await page.keyboard.press('Shift+U');
		await settled(page);
		return [...equal(viewOf(undone), viewOf(before), 'undo'), ...equal(viewOf(await stateOf(page)), viewOf(dragged), 'redo'),
			...(dragged.samples === before.samples ? ['the drag changed nothing'] : [])];
	});
	await test(`${basename(recording)}: the fragment gives the same view after a reload`, async () => {
		await setState(page, { layout: 'flame', direction: 'callees', tab: 'objects', search: 'a' });
		const state = await stateOf(page);
		await page.reload();
		await settled(page);
		return equal(viewOf(await stateOf(page)), viewOf(state), 'reload');
	});
	await setState(page, { layout: 'icicle', direction: 'callers', tab: 'functions', search: '' });
}

async function testSelection(browser, open, recording, original) {
	const { page } = open;
	const state = await stateOf(page);
	const path = `${work}/selection.html`;
	const text = await savePage(page, path);
	await test(`${basename(recording)}: a saved selection is the same page but for its data`, () => {
		const rest = (s) => s.slice(0, dataStart(s)) + s.slice(s.indexOf('<', dataStart(s)));
		return rest(text) === rest(original) ? [] : ['the pages differ outside of the data block'];
	});
	await test(`${basename(recording)}: a saved selection has no name from outside`, () => {
		const columns = inflatePage(text), all = inflatePage(original);
		const inside = new Set(state.functions.flatMap((f) => [f[0], f[1]]));
		const searched = Buffer.concat(Object.values(columns)).toString('latin1').split(/[\0"]/);
		const names = new Set(searched);
		return all.texts.toString('latin1').split('\0').filter((n) => n && !inside.has(Buffer.from(n, 'latin1').toString()) && names.has(n)).map((n) => `has ${n}`);
	});
	await test(`${basename(recording)}: a saved selection shows the same sums`, async () => {
		const saved = await openPage(browser, path);
		const other = await stateOf(saved.page);
		const rows = (s) => s.functions.map((f) => f.join()).sort();
		const wrong = [...equal([other.all, other.samples], [state.all, state.samples], 'sums'), ...equal(rows(other), rows(state), 'functions'),
			...(await faults(saved))];
		await saved.close();
		return wrong;
	});
}

async function factsOf(page) {
	return page.evaluate(() => {
		const s = window.pdata.state(), { profile: p } = s;
		return { start: s.start, duration: p.duration, events: p.facts.events, threads: p.facts.threads, names: p.names,
			cpus: [...new Set(p.cpu)].filter((c) => c > 0).map((c) => c - 1), plainEvent: s.state.event };
	});
}

async function testRecording(browser, recording) {
	const path = writePage(recording, '--no-inline');
	const open = await openPage(browser, path);
	const p = await factsOf(open.page);
	await testFilters(open, recording, p);
	await testDrag(open, recording, p);
	await testSelection(browser, open, recording, readFileSync(path, 'utf8'));
	await test(`${basename(recording)}: nothing is asked for, logged or violated`, () => faults(open));
	await open.close();
	return path;
}

const HOSTILE_FRAGMENTS = ['#%', '#range=[1]', '#event=99999', '#zoom=[-1]', '#__proto__={}', '#constructor=1', '#tab=<img src=x onerror=1>', '#tab=fields', '#tab=files',
	'#filters=[["only","x"]]', '#range=[1e999,2]', '#named=[["<b>",0,"1"]]', '#sort=__proto__', '#search=' + 'a'.repeat(5000)];

async function testHostile(browser, path) {
	const plain = await openPage(browser, path);
	const want = viewOf(await stateOf(plain.page));
	await plain.close();
	await test('hostile fragments give the plain page', async () => {
		const wrong = [];
		for (const fragment of HOSTILE_FRAGMENTS) {
			const open = await openPage(browser, path, { fragment });
			wrong.push(...equal(viewOf(await stateOf(open.page)), want, fragment.slice(0, 40)), ...(await faults(open)));
			await open.close();
		}
		return wrong;
	});
	const text = readFileSync(path, 'utf8'), data = dataStart(text);
	await test('a page whose data was cut says so in one sentence', async () => {
		const wrong = [];
		for (const at of [data - 5, data, data + 3, data + 100, Math.floor((data + text.length) / 2), text.length - 60]) {
			writeFileSync(`${work}/cut.html`, text.slice(0, at));
			const open = await openPage(browser, `${work}/cut.html`);
			const notice = await open.page.textContent('body');
			if (!/^\s*[A-Z][^.]*\.\s*$/.test(notice) || !/cut|damaged|not complete/.test(notice))
				wrong.push(`cut at ${at}: ${notice.slice(0, 200)}`);
			wrong.push(...(await faults(open)));
			await open.close();
		}
		return wrong;
	});
	await test('a page without its script says so', () => (text.slice(0, text.indexOf('<script>')).includes('cannot be shown') ? [] : ['no notice']));
}

/** A page without samples shows lost events and damage, also that of several recordings. */
async function testEmpty(browser) {
	const path = `${work}/empty`;
	execFileSync(pdata, ['assemble', '-o', path, 'empty.pdt']);
	writeFileSync(`${path}.damaged`, readFileSync(path).subarray(0, -4));
	for (const [name, files, want] of [['one recording', [path], 1], ['a damaged recording', [`${path}.damaged`], 1], ['two recordings', [path, path], 2]])
		await test(`a page of ${name} without samples shows what was lost`, async () => {
			try {
				execFileSync(pdata, ['html', '-o', `${path}.html`, ...files], { stdio: 'ignore' });
			} catch (e) {
				if (e.status !== 2)
					throw e;
			}
			const open = await openPage(browser, `${path}.html`);
			const facts = await open.page.evaluate(() => [...document.querySelectorAll('.facts')].map((f) => f.textContent));
			const notice = await open.page.textContent('#notice'), damage = files[0] !== path;
			const wrong = [...equal(facts.length, want, 'facts'), ...facts.filter((f) => !/lost 1,?234/.test(f) || /damage/.test(f) !== damage),
				...(/^No samples are in the recordings?\.$/.test(notice) ? [] : [notice]), ...(await faults(open))];
			await open.close();
			return wrong;
		});
}

/** Keep the texts that are drawn on canvases from now on, in window.drawn. */
function noteDrawn(page) {
	return page.evaluate(() => {
		window.drawn = [];
		const draw = CanvasRenderingContext2D.prototype.fillText;
		CanvasRenderingContext2D.prototype.fillText = function (text, ...more) {
			window.drawn.push(text);
			draw.call(this, text, ...more);
		};
	});
}

/** A recording of 4 ns without periods. */
async function testNoPeriods(browser, recording) {
	const path = writePage(recording);
	await test('a recording without periods shows samples', async () => {
		const open = await openPage(browser, path), { page } = open;
		const state = await stateOf(page), rows = await page.evaluate(() => window.pdata.rows().length);
		await setState(page, { metric: 'weight' });
		const said = await page.textContent('.empty');
		const wrong = [...equal([state.all, state.fragment], [state.samples, ''], 'sums'), ...(rows ? [] : ['no rows']),
			...(/periods/.test(said) ? [] : [said]), ...(await faults(open))];
		await open.close();
		return wrong;
	});
	await test('labels on the axis of a few ns are different', async () => {
		const open = await openPage(browser, path);
		await noteDrawn(open.page);
		await setState(open.page, { strips: 'cpu' });
		const drawn = await open.page.evaluate(() => window.drawn), labels = drawn.slice(drawn.lastIndexOf('0'));
		const wrong = [...equal(labels.filter((t) => t.endsWith(' ns')), ['1 ns', '2 ns', '3 ns', '4 ns'], 'labels'), ...(await faults(open))];
		await open.close();
		return wrong;
	});
}

/** Events of one name have the labels that they have in exports. */
async function testEvents() {
	const path = `${work}/twice`;
	execFileSync(pdata, ['assemble', '-o', path, '../golden/export/event-twice/in.pdt']);
	for (const options of [[], ['--redact']])
		await test(['events of one name are told apart', ...options].join(', '), () => {
			const { events } = JSON.parse(inflatePage(readFileSync(writePage(path, ...options), 'utf8')).facts.toString());
			return equal(events, ['cpu', 'cpu (3)', 'cpu (2)'], 'events');
		});
}

async function testNames(browser, recording) {
	const path = writePage(recording);
	await test('names of a recording are data', async () => {
		const open = await openPage(browser, path, { fragment: '#tab=threads' });
		const names = await open.page.evaluate(() => window.pdata.state().profile.facts.threads.map((t) => t[2]));
		const bad = await open.page.evaluate(() => [...document.querySelectorAll('img, iframe, script:not(:first-of-type)')].length + (window.hostile ? 1 : 0));
		const wrong = [...(names.some((n) => n.includes('<img')) ? [] : ['the hostile name is missing']), ...(bad ? ['a name became an element'] : []),
			...(await faults(open))];
		await open.close();
		return wrong;
	});
	await test('the direction of a name does not change the text around it', async () => {
		const open = await openPage(browser, path, { fragment: '#tab=threads' }), { page } = open;
		await noteDrawn(page);
		const threads = await page.evaluate(() => window.pdata.state().profile.facts.threads.map((t) => t[1]));
		await setState(page, { threads: [threads.indexOf(14) + 1, threads.indexOf(15) + 1] });
		const rowsOf = () => page.evaluate(() => [...document.querySelectorAll('.chip, .row > span, .crumb')].flatMap((e) => [e.textContent, e.title]));
		const texts = await rowsOf();
		await setState(page, { tab: 'objects' });
		texts.push(...await page.evaluate(() => [...window.drawn, document.title]), ...await rowsOf());
		const want = ['\u2068\ufffdevil\u2069 14', '\u2068\u05d0\u05d1\u05d2\u2069 15', '\u2068\ufffd\ufffdevil\u2069', '\u2068\ufffdevil\u2069'];
		const wrong = [...want.filter((w) => !texts.includes(w)).map((w) => `no text ${escape(w)}`),
			...texts.filter((t) => /[\u202a-\u202e]|^[^\u2068]*[\u05d0-\u05ea]/.test(t)).map((t) => `shows ${escape(t)}`), ...(await faults(open))];
		await open.close();
		return wrong;
	});
	await test('a regular expression that takes too long is stopped', async () => {
		const open = await openPage(browser, path, { fragment: '#tab=threads' });
		await open.page.fill('.filter', '^(a+)+$');
		await open.page.waitForFunction(() => /stopped/.test(document.querySelector('.tables .note').textContent), null, { timeout: 10000 });
		await open.page.fill('.filter', '^b');
		await open.page.waitForFunction(() => /of/.test(document.querySelector('.tables .note').textContent), null, { timeout: 10000 });
		await open.close();
		return [];
	});
	await test('planted: a name that is made an element is found', async () => {
		const text = readFileSync(path, 'utf8').replace('cell.append(text);', 'cell.innerHTML += String(text);')
			.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '');
		writeFileSync(`${work}/planted.html`, text);
		const open = await openPage(browser, `${work}/planted.html`, { fragment: '#tab=threads' });
		const found = await open.page.evaluate(() => document.querySelectorAll('img').length);
		await open.close();
		return found ? [] : ['it is not found'];
	});
	await test('planted: a script of somebody else does not run, and is found', async () => {
		writeFileSync(`${work}/planted.html`, readFileSync(path, 'utf8').replace('<p id="notice">', '<script>window.hostile = 1</script><p id="notice">'));
		const open = await openPage(browser, `${work}/planted.html`);
		const ran = await open.page.evaluate(() => window.hostile), found = (await faults(open)).length;
		await open.close();
		return ran ? ['it ran'] : found ? [] : ['it is not found'];
	});
}

async function testPlanted(browser, path, recording) {
	await test('planted: a request is found', async () => {
		writeFileSync(`${work}/planted.html`, readFileSync(path, 'utf8').replace(/default-src 'none'; /, '').replace('img-src data: blob:', 'img-src *')
			.replace('<p id="notice">', '<img src="http://planted.invalid/x.png"><p id="notice">'));
		const open = await openPage(browser, `${work}/planted.html`);
		const found = (await faults(open)).some((line) => line.startsWith('request:'));
		await open.close();
		return found ? [] : ['it is not found'];
	});
	await test('planted: a wrong weight is found', async () => {
		const open = await openPage(browser, path);
		await open.page.evaluate(() => {
			const s = window.pdata.state();
			s.profile.weight = Float64Array.from(s.profile.weight);
			s.profile.weight[0] += 1;
		});
		await setState(open.page, { cpus: null, range: [0, await open.page.evaluate(() => window.pdata.state().duration)] });
		const state = await stateOf(open.page), p = await factsOf(open.page);
		const events = runReport(pdata, recording, []);
		await open.close();
		return differences(state, events.find((e) => e.event === p.events[p.plainEvent]), false).length ? [] : ['it is not found'];
	});
}

/** The states of threads are those of the table thread_states. */
async function testStates(browser, recording) {
	await test('states of threads are those of export', async () => {
		const lines = execFileSync(pdata, ['export', 'csv', 'thread_states', '-i', recording], { encoding: 'utf8', maxBuffer: 1 << 28 }).trim().split('\r\n').slice(1);
		const want = {}, have = {};
		for (const line of lines)
			want[line.split(',')[3]] = (want[line.split(',')[3]] || 0) + 1;
		const open = await openPage(browser, writePage(recording));
		const kinds = await open.page.evaluate(() => {
			const { profile: p } = window.pdata.state();
			return p.states ? [...p.states.kind].map((k) => p.facts.states[k]) : [];
		});
		for (const kind of kinds)
			have[kind] = (have[kind] || 0) + 1;
		const wrong = await faults(open);
		await open.close();
		const sorted = (o) => Object.entries(o).sort();
		return [...wrong, ...(kinds.length ? [] : ['the page has none']), ...equal(sorted(have), sorted(want), 'numbers of states')];
	});
}

const FIELDS = ['prev_comm', 'prev_pid', 'next_prio'];

/** The tables of fields of a tracepoint are those of report, also in a selection that is saved. */
async function testFields(browser, recording) {
	const open = await openPage(browser, writePage(recording), { fragment: '#tab=fields' });
	const rowsOf = (page) => page.evaluate(() => window.pdata.rows().map((r) => r.slice(1)).sort().map((r) => r.join()));
	for (const name of FIELDS)
		await test(`the table of the field ${name} equals report -s ${name}`, async () => {
			const field = await open.page.evaluate((n) => window.pdata.state().profile.fields.findIndex((f) => f.name === n), name);
			await setState(open.page, { field, fields: [], tab: 'fields' });
			const text = execFileSync(pdata, ['report', '--json', '-n', '--no-children', '-g', 'none', '-s', name, '-i', recording], { encoding: 'utf8' });
			const want = JSON.parse(text).events[0].rows.map((r) => `${r.samples},${r[name]}`).sort();
			const values = await rowsOf(open.page);
			const [samples, value] = values[0].split(/,(.*)/);
			const found = await open.page.evaluate(([f, v]) => {
				const { fields } = window.pdata.state().profile;
				return [f, fields[f].values.indexOf(v)];
			}, [field, value]);
			await setState(open.page, { fields: [found] });
			const one = await stateOf(open.page);
			await savePage(open.page, `${work}/field.html`);
			const saved = await openPage(browser, `${work}/field.html`, { fragment: `#tab=fields&field=${field}` });
			const wrong = [...equal(values, want, 'rows'), ...equal(one.samples, Number(samples), 'samples of a value'),
				...equal(await rowsOf(saved.page), [values[0]], 'saved'), ...(await faults(saved))];
			await saved.close();
			return wrong;
		});
	await test('fields of tracepoints: nothing is logged', () => faults(open));
	await open.close();
}

/** A page of samples that are added up says so, and has the same sums. */
async function testSlices(browser, recording) {
	await test('samples that are added up have the same sums, and the page says so', async () => {
		const all = await openPage(browser, writePage(recording)), few = await openPage(browser, writePage(recording, '--samples', '400', '-j', '1'));
		const a = await stateOf(all.page), b = await stateOf(few.page);
		const rows = await few.page.evaluate(() => window.pdata.state().profile.nr), said = await few.page.textContent('.facts');
		const rank = (s) => s.functions.map((f) => f.join()).sort();
		const wrong = [...equal([a.all, a.samples], [b.all, b.samples], 'sums'), ...equal(rank(a), rank(b), 'functions'), ...(await faults(few)),
			...(rows <= 400 ? [] : [`${rows} rows`]), ...(/added up/.test(said) ? [] : ['the page does not say it'])];
		await all.close();
		await few.close();
		return wrong;
	});
}

const browser = await startBrowser(`${build}/tests/html`);
console.log(`   html: seed ${seed}, ${nrFilters} filters, ${recordings.length} recordings`);
const hostile = recordings.filter((r) => r.endsWith('.hostile'));
const pages = [];
for (const recording of recordings)
	if (!recording.endsWith('.hostile'))
		pages.push(await testRecording(browser, recording));
await testHostile(browser, pages[0]);
await testPlanted(browser, pages[0], recordings[0]);
await testSlices(browser, recordings[0]);
await testEmpty(browser);
await testEvents();
for (const recording of recordings)
	if (recording.endsWith('tracepoints')) {
		await testStates(browser, recording);
		await testFields(browser, recording);
	}
for (const recording of hostile) {
	await testNames(browser, recording);
	await testNoPeriods(browser, recording);
}
await browser.close();
finish();
