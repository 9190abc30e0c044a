/* SPDX-License-Identifier: BSD-2-Clause */
// image.mjs MODULES PNG - whether a picture has at least six colours, as a page that is drawn has; a blank one has fewer

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { startBrowser } from './browser.mjs';

/** Number of colours, in steps of 32, that take part of a picture. */
export async function countColors(page, bytes, type) {
	return page.evaluate(async (data) => {
		const image = await createImageBitmap(await (await fetch(data)).blob());
		const canvas = new OffscreenCanvas(image.width, image.height), ctx = canvas.getContext('2d');
		ctx.drawImage(image, 0, 0);
		const { data: pixels } = ctx.getImageData(0, 0, image.width, image.height);
		const counts = new Map();
		for (let i = 0; i < pixels.length; i += 4) {
			const key = (pixels[i] >> 5 << 6) | (pixels[i + 1] >> 5 << 3) | (pixels[i + 2] >> 5);
			counts.set(key, (counts.get(key) || 0) + 1);
		}
		return [...counts.values()].filter((n) => n > pixels.length / 4 / 500).length;
	}, `data:image/${type};base64,` + bytes.toString('base64'));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
	const browser = await startBrowser(process.argv[2]);
	const page = await (await browser.newContext()).newPage();
	const nr = await countColors(page, readFileSync(process.argv[3]), 'png');
	await browser.close();
	console.log(`${nr} colours`);
	process.exit(nr >= 6 ? 0 : 1);
}
