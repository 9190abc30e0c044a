/* SPDX-License-Identifier: BSD-2-Clause */
// firefox.mjs MODULES PAGE PROFILE PICTURE - open a page in Firefox, and print its samples and functions as JSON
//
// Drives Firefox by WebDriver BiDi. Exit status 1: the page does not get ready, or it has an error.

import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [modules, path, profile, picture] = process.argv.slice(2);
const { ws: WebSocket } = createRequire(pathToFileURL(modules + '/'))('playwright-core/lib/utilsBundle');
const firefox = spawn('firefox-esr', ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0', 'about:blank'],
	{ env: { ...process.env, HOME: profile }, stdio: ['ignore', 'ignore', 'pipe'] });
const address = await new Promise((resolve, reject) => {
	let text = '';
	firefox.stderr.on('data', (part) => {
		text += part;
		const found = /listening on (ws:\S+)/.exec(text);
		if (found)
			resolve(found[1]);
	});
	firefox.on('exit', () => reject(new Error(text)));
});
const socket = new WebSocket(`${address}/session`);
await new Promise((resolve, reject) => {
	socket.on('open', resolve);
	socket.on('error', reject);
});
const waiting = new Map(), errors = [];
socket.on('message', (data) => {
	const message = JSON.parse(data);
	if (message.method === 'log.entryAdded' && message.params.level === 'error')
		errors.push(message.params.text);
	waiting.get(message.id)?.(message);
});

let last = 0;
async function ask(method, params) {
	const id = ++last;
	const answer = await new Promise((resolve) => {
		waiting.set(id, resolve);
		socket.send(JSON.stringify({ id, method, params }));
	});
	if (answer.type === 'error')
		throw new Error(`${method}: ${answer.message}`);
	return answer.result;
}

async function main() {
	await ask('session.new', { capabilities: {} });
	await ask('session.subscribe', { events: ['log.entryAdded'] });
	const { contexts } = await ask('browsingContext.getTree', {});
	const { context } = contexts[0];
	const run = async (expression) => (await ask('script.evaluate', { expression, target: { context }, awaitPromise: true })).result?.value;
	await ask('browsingContext.setViewport', { context, viewport: { width: 1300, height: 800 } });
	await ask('browsingContext.navigate', { context, url: pathToFileURL(path).href, wait: 'complete' });
	const end = Date.now() + 60000;
	while (!await run('Boolean(window.pdata && window.pdata.state().ready)')) {
		if (Date.now() > end)
			throw new Error(`the page is not ready: ${await run('document.body.textContent.slice(0, 200)')}`);
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
	const text = await run('JSON.stringify({ samples: window.pdata.state().samples, functions: window.pdata.state().functions() })');
	const shot = await ask('browsingContext.captureScreenshot', { context });
	writeFileSync(picture, Buffer.from(shot.data, 'base64'));
	return text;
}

try {
	const text = await main();
	if (errors.length)
		throw new Error(errors.join('; '));
	console.log(text);
} catch (e) {
	console.error(String(e.message));
	process.exitCode = 1;
}
socket.close();
firefox.kill();
