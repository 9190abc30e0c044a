/* SPDX-License-Identifier: BSD-2-Clause */
// pictures.mjs MODULES PAGE COMPARISON DIR - make the pictures of the README in DIR, and test that they show something
//
// Each picture has many colours, no control in it is cut off, and it takes at most 100 KB. The last line is
// "N passed, N failed".

import { writeFileSync } from 'node:fs';
import { countColors } from './image.mjs';
import { openPage, setState, settled, startBrowser } from './browser.mjs';

const MAX_SIZE = 100000;
const [modules, path, comparison, dir] = process.argv.slice(2);
let passed = 0, failed = 0;

function test(name, good) {
	if (good)
		passed++;
	else
		console.log(`FAILED pictures: ${name}`, failed++);
}

/** Take a JPEG that is small enough. */
async function shoot(page, selector) {
	const target = selector ? page.locator(selector) : page;
	for (let quality = 92; quality > 30; quality -= 6) {
		const bytes = await target.screenshot({ type: 'jpeg', quality });
		if (bytes.length <= MAX_SIZE)
			return bytes;
	}
	return target.screenshot({ type: 'jpeg', quality: 30 });
}

/** Texts of buttons and headings that do not fit. */
function cutTexts(page) {
	return page.evaluate(() => [...document.querySelectorAll('button, h2, select, .fact, .chip, .note')]
		.filter((e) => e.offsetParent && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline' && !e.closest('.grid'))
		.map((e) => `${e.tagName} ${e.textContent}`));
}

const browser = await startBrowser(modules);
const blank = await (await browser.newContext()).newPage();

async function picture(name, { from = path, state = {}, selector, drag, ...options }) {
	const { page, close } = await openPage(browser, from, { width: 1280, height: 700, ...options });
	// The folders of this machine are no part of a picture.
	await page.evaluate(() => {
		const { profile: p } = window.pdata.state();
		for (const { facts } of p.recordings || [p]) {
			facts.meta.command = facts.meta.command.replace(/\S*\//g, '');
			facts.name &&= facts.name.replace(/.*\//, '');
		}
	});
	await setState(page, { order: 'name' });
	await setState(page, { order: 'weight', ...state });
	if (drag) {
		const { duration } = await page.evaluate(() => ({ duration: window.pdata.state().duration }));
		await setState(page, { range: drag.map((share) => Math.round(share * duration)), named: [['start', 0, Math.round(duration * 0.12)]] });
	}
	await settled(page);
	const bytes = await shoot(page, selector);
	writeFileSync(`${dir}/${name}.jpg`, bytes);
	const cut = await cutTexts(page);
	test(`${name}: no text is cut: ${cut.slice(0, 3).join('; ')}`, !cut.length);
	test(`${name}: ${bytes.length} bytes`, bytes.length <= MAX_SIZE);
	test(`${name}: it shows something`, await countColors(blank, bytes, 'jpeg') >= 6);
	await close();
}

await picture('html-page', {});
await picture('html-timeline', { selector: '.time', drag: [0.35, 0.6] });
await picture('html-tables', { selector: '.tables', state: { tab: 'sandwich' }, width: 1600 });
await picture('html-compare', { from: comparison, width: 1600, height: 640, state: { tab: 'functions' } });
await picture('html-dark', { dark: true, drag: [0.2, 0.8], state: { layout: 'flame', search: 'hash' } });
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
