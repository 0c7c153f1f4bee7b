import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { crc32, deflateSync } from "node:zlib";
import { readCommandLine } from "../../local/tasks/command-line.mjs";
import { launchChromium } from "./chromium.ts";

readCommandLine({ usage: "npm run icons" });

const publicFolder = fileURLToPath(new URL("../../client/public/", import.meta.url));
const mark = readFileSync(`${publicFolder}favicon.svg`, "utf8");
// Systems cut these icons to their own shape: the ground has no corners, and the drop stays in the safe zone.
const uncut = mark.replace(' rx="8"', "");
const icons = [
	{ name: "icon-192", size: 192, svg: mark },
	{ name: "icon-512", size: 512, svg: mark },
	{ name: "maskable-512", size: 512, svg: uncut },
	{ name: "apple-touch-icon", size: 180, svg: uncut },
];

const browser = await launchChromium();
const page = await browser.newPage();
for (const { name, size, svg } of icons) {
	const pixels = await page.evaluate(
		async ({ source, side }) => {
			const image = new Image();
			image.src = `data:image/svg+xml,${encodeURIComponent(source)}`;
			await image.decode();
			const canvas = document.createElement("canvas");
			canvas.width = canvas.height = side;
			const context = canvas.getContext("2d");
			context.drawImage(image, 0, 0, side, side);
			return [...context.getImageData(0, 0, side, side).data];
		},
		{ source: svg, side: size },
	);
	writeFileSync(`${publicFolder}icons/${name}.png`, toPng(pixels.map(withoutNoise), size));
}
await browser.close();

/** Chromium adds noise to gradients, which makes the files ten times as large. */
function withoutNoise(value) {
	return value > 253 ? 255 : value & 0xfc;
}

/** https://www.w3.org/TR/png-3/: eight bits of red, green, blue and alpha, each row as its difference to the one above. */
function toPng(pixels, side) {
	const width = side * 4;
	const rows = Buffer.alloc(side * (width + 1));
	for (let y = 0; y < side; y += 1) {
		rows[y * (width + 1)] = 2;
		for (let x = 0; x < width; x += 1) {
			const above = y === 0 ? 0 : pixels[(y - 1) * width + x];
			rows[y * (width + 1) + 1 + x] = pixels[y * width + x] - above;
		}
	}
	const header = Buffer.alloc(13);
	header.writeUInt32BE(side, 0);
	header.writeUInt32BE(side, 4);
	header.set([8, 6, 0, 0, 0], 8);
	const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
	const data = deflateSync(rows, { level: 9 });
	return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(type, data) {
	const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
	const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(data.length);
	check.writeUInt32BE(crc32(named));
	return Buffer.concat([length, named, check]);
}
