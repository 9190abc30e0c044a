/* SPDX-License-Identifier: BSD-2-Clause */
// same.mjs MODULES PAGE FILE - whether Chromium shows the samples and functions that another browser wrote into FILE

import { readFileSync } from 'node:fs';
import { openPage, startBrowser, stateOf } from './browser.mjs';

const [modules, path, file] = process.argv.slice(2);
const browser = await startBrowser(modules);
const { page } = await openPage(browser, path);
const { samples, functions } = await stateOf(page);
await browser.close();
if (JSON.stringify({ samples, functions }) !== readFileSync(file, 'utf8').trim()) {
	console.log('the browsers show different samples or functions');
	process.exit(1);
}
