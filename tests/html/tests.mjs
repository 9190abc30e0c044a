/* SPDX-License-Identifier: BSD-2-Clause */
// Runs named tests, which return the lines of what is wrong, and counts them.

/**
 * Make the functions of a file of tests.
 * @param {string} area what the lines of failures begin with
 * @returns {{ test: (name: string, run: () => any) => Promise<void>, finish: () => never }} test: run one test; finish:
 *   print the closing line and end the process
 */
export function testsOf(area) {
	let passed = 0, failed = 0;
	return {
		async test(name, run) {
			let wrong;
			try {
				wrong = (await run()) ?? ['the test returned nothing'];
			} catch (e) {
				wrong = [e.stack];
			}
			if (!wrong.length) {
				passed++;
				return;
			}
			failed++;
			console.log(`FAILED ${area}: ${name}`);
			for (const line of wrong.slice(0, 5))
				console.log(`    ${line}`);
		},
		finish() {
			console.log(`${passed} passed, ${failed} failed`);
			process.exit(failed ? 1 : 0);
		},
	};
}

/** What is wrong if two values are not equal as JSON. */
export const equal = (a, b, what) => (JSON.stringify(a) === JSON.stringify(b) ? [] : [`${what}: ${JSON.stringify(a).slice(0, 300)} and ${JSON.stringify(b).slice(0, 300)}`]);
