/* SPDX-License-Identifier: BSD-2-Clause */
// Regular expressions run in a worker, so that one that takes too long can be stopped.

const LIMIT_MS = 1000;

const WORKER_SOURCE = `
let lists = {};
onmessage = ({ data }) => {
	if (data.list)
		lists[data.key] = data.list;
	const list = lists[data.key], out = new Uint8Array(list.length);
	try {
		const re = new RegExp(data.pattern, 'iu');
		for (let i = 0; i < list.length; i++)
			out[i] = re.test(list[i]) ? 1 : 0;
		postMessage({ out });
	} catch (e) {
		postMessage({ error: 'not a regular expression' });
	}
};`;

/** @type {Worker|null} */
let matcher = null;
let matcherLists = new Map();
/** @type {Promise<any>} */
let matcherBusy = Promise.resolve();

function startMatcher() {
	if (!matcher) {
		const url = URL.createObjectURL(new Blob([WORKER_SOURCE], { type: 'text/javascript' }));
		matcher = new Worker(url);
		matcherLists = new Map();
	}
	return matcher;
}

function stopMatcher() {
	matcher?.terminate();
	matcher = null;
}

/** @param {string} key @param {string[]} list @param {string} pattern */
function askMatcher(key, list, pattern) {
	return new Promise((resolve) => {
		const worker = startMatcher();
		const timer = setTimeout(() => {
			stopMatcher();
			resolve({ error: 'stopped: it took longer than 1 s' });
		}, LIMIT_MS);
		worker.onmessage = ({ data }) => {
			clearTimeout(timer);
			resolve(data);
		};
		worker.onerror = () => {
			clearTimeout(timer);
			stopMatcher();
			resolve({ error: 'cannot be searched' });
		};
		const known = matcherLists.get(key) === list;
		matcherLists.set(key, list);
		worker.postMessage({ key, pattern, list: known ? null : list });
	});
}

/**
 * Which elements of a list match. The list is sent once for each key.
 * @param {string} key @param {string[]} list @param {string} pattern
 * @returns {Promise<{out?: Uint8Array, error?: string}>}
 */
export function matchList(key, list, pattern) {
	const next = matcherBusy.then(() => askMatcher(key, list, pattern));
	matcherBusy = next.catch(() => {});
	return next;
}
