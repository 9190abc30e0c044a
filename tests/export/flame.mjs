/* SPDX-License-Identifier: BSD-2-Clause */
// flame.mjs MODULES SVG - use a flame graph with mouse and keyboard in Chromium
//
// Prints what is wrong; the status is 1 then. No request but the one for the file is allowed.

import { createRequire } from 'node:module';

const [modules, svg] = process.argv.slice(2);
const { chromium } = createRequire(`${modules}/node_modules/`)('playwright-core');
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await browser.newPage();
const wrong = [];
const expect = (what, is) => is || wrong.push(what);
let answer = null;

// A page that does not react fails after 5 seconds, not after the default 30.
page.setDefaultTimeout(5000);
page.on('pageerror', e => wrong.push(`script error: ${e}`));
page.on('console', m => m.type() === 'error' && wrong.push(`console: ${m.text()}`));
page.on('request', r => expect(`request: ${r.url()}`, r.url().startsWith(`file://${svg}`)));
page.on('dialog', d => answer === null ? d.dismiss() : d.accept(answer));
await page.goto(`file://${svg}`);

// The script follows the address, which changes some time after the key or click.
const settled = () => page.waitForTimeout(200);
const text = id => settled().then(() => page.evaluate(i => document.getElementById(i).textContent, id));
const widths = () => settled().then(() => page.evaluate(() => Array.from(document.querySelectorAll('#frames > g'), g =>
	g.style.display === 'none' ? 0 : Number(g.querySelector('rect').getAttribute('width')))));
const first = await widths();
// A function that is neither the whole nor as wide as it.
const number = first.findIndex(w => w > 20 && w < first[0] / 2);
const rect = page.locator('#frames > g').nth(number).locator('rect');

expect('there is a function to click on', number > 0);
await rect.hover();
expect('details of the function under the pointer', /\(.*sample.*%\)$/.test(await text('details')));
await rect.click();
expect('a click zooms', (await widths())[number] === first[0]);
await page.goBack();
expect('"back" undoes the zoom', (await widths())[number] < first[0] / 2);
await rect.click();
await page.click('#unzoom');
expect('Reset Zoom', (await widths())[number] < first[0] / 2);
answer = '.';
await page.keyboard.press('Control+f');
expect('Ctrl-F searches', (await text('matched')) === 'Matched: 100.0%');
await page.click('#search');
expect('Reset search', (await text('matched')) === '');
answer = '(';
await page.keyboard.press('F3');
expect('a text that is no regular expression', (await text('matched')).startsWith('Matched: '));
await page.keyboard.press('Escape');
expect('Esc ends the search', (await text('matched')) === '');
answer = null;
await page.keyboard.press('Control+f');
expect('a search can be cancelled', (await text('matched')) === '');
await browser.close();
for (const line of wrong)
	console.log(line);
process.exit(wrong.length ? 1 : 0);
