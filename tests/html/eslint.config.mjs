/* SPDX-License-Identifier: BSD-2-Clause */
// Rules for the viewer's modules and the tests. tsc checks that names are defined.

import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const js = createRequire(pathToFileURL(`${process.env.MODULES}/`))('@eslint/js');

export default [
	js.configs.recommended,
	{
		files: ['**/*.js', '**/*.mjs'],
		languageOptions: { ecmaVersion: 2023, sourceType: 'module' },
		rules: { 'no-undef': 'off', eqeqeq: 'error', 'prefer-const': 'error', 'no-var': 'error', 'no-eval': 'error', 'no-implied-eval': 'error' },
	},
];
