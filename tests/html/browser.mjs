/* SPDX-License-Identifier: BSD-2-Clause */
// Opens pages of `pdata html` in Chromium and notes everything that a page must not do.

import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const CHROMES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** @param {string} modules a directory with node_modules */
export async function startBrowser(modules) {
	const { chromium } = createRequire(pathToFileURL(modules + '/'))('playwright-core');
	return chromium.launch({
		executablePath: CHROMES.find((path) => existsSync(path)),
		args: ['--no-sandbox', '--disable-gpu', '--js-flags=--expose-gc'],
	});
}

/**
 * Open a page with every request but the file itself refused.
 * @returns page, and the list of what it did wrong
 */
export async function openPage(browser, path, { fragment = '', width = 1400, height = 900, dark = false, bypassCSP = false } = {}) {
	const context = await browser.newContext({
		viewport: { width, height }, colorScheme: dark ? 'dark' : 'light', acceptDownloads: true, bypassCSP,
	});
	const page = await context.newPage();
	const wrong = [];
	const url = pathToFileURL(path).href;
	await page.route('**', (route) => {
		const asked = route.request().url();
		if (asked.split('#')[0] === url || asked.startsWith('blob:') || asked.startsWith('data:'))
			return route.continue();
		wrong.push(`request: ${asked}`);
		return route.abort();
	});
	page.on('console', (m) => wrong.push(`log: ${m.text()}`));
	page.on('pageerror', (e) => wrong.push(`error: ${e.stack}`));
	await page.addInitScript(() => {
		window.violations = [];
		document.addEventListener('securitypolicyviolation', (e) => window.violations.push(`${e.violatedDirective} ${e.blockedURI}`));
	});
	await page.goto(url + fragment);
	await settled(page);
	return { page, wrong, close: () => context.close() };
}

/** Wait until the page shows its state in all views, or its notice. */
export async function settled(page) {
	await page.waitForFunction(() => (window.pdata ? window.pdata.state().ready : document.getElementById('notice')?.getAttribute('role')),
		null, { timeout: 60000, polling: 'raf' });
}

/** The errors of a page, and its violations of the Content-Security-Policy. */
export async function faults({ page, wrong }) {
	return [...wrong, ...(await page.evaluate(() => window.violations)).map((v) => `policy: ${v}`)];
}

/** The state of a page without the parts that cannot be sent. */
export function stateOf(page) {
	return page.evaluate(() => {
		const s = window.pdata.state();
		return { ...s, functions: s.functions(), profile: undefined };
	});
}

/** Write the page of what is selected, as "Save selection" does, to a file. @returns {Promise<string>} its text */
export async function savePage(page, path) {
	const text = (await page.evaluate(() => window.pdata.page())).join('');
	writeFileSync(path, text);
	return text;
}

/** Change the state as a click would, and wait. */
export async function setState(page, change) {
	await page.evaluate((c) => window.pdata.set(c), change);
	await settled(page);
}
