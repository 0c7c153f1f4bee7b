import jsQR from "jsqr";
import { getDocument, OPS } from "pdfjs-dist/legacy/build/pdf.mjs";

export type ReadText = { text: string; x: number; y: number; width: number; height: number };

export type ReadPdf = {
	title: string | null;
	outline: { title: string; page: number }[];
	pages: {
		width: number;
		height: number;
		/** In the file's order. */
		texts: ReadText[];
		/** The target of each link: an address, or the number of a page. */
		links: (string | number)[];
		/** The width of the line that a reader draws around each link. */
		linkBorders: number[];
		/** True for each font that is not embedded in the file. */
		isFontMissing: boolean[];
		/** QR codes, with their place in points without the light edge, and the size of a module. */
		codes: ReadCode[];
	}[];
};

export type ReadCode = { text: string | null; x: number; y: number; width: number; module: number };

/** Reads a file by an independent reader. It needs Node; tests in the Workers runtime reach it by a binding. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
	const task = getDocument({ data: bytes, verbosity: 0 });
	const pdf = await task.promise;
	const pageOf = async ([page]: unknown[]) =>
		(await pdf.getPageIndex(page as Parameters<typeof pdf.getPageIndex>[0])) + 1;
	const pages: ReadPdf["pages"] = [];
	for (let number = 1; number <= pdf.numPages; number += 1) {
		const page = await pdf.getPage(number);
		const { width, height } = page.getViewport({ scale: 1 });
		const { items, styles } = await page.getTextContent();
		const operators = await page.getOperatorList();
		const annotations: { url?: string; dest?: unknown; borderStyle: { width: number } }[] = await page.getAnnotations();
		pages.push({
			width,
			height,
			texts: items.flatMap((item) => {
				if (!("str" in item) || item.str.trim() === "") return [];
				const [, , , , x, y] = item.transform as number[];
				return [{ text: item.str, x: x ?? 0, y: y ?? 0, width: item.width, height: item.height }];
			}),
			links: await Promise.all(
				annotations.map(async ({ url, dest }) => (Array.isArray(dest) ? pageOf(dest) : (url ?? ""))),
			),
			linkBorders: annotations.map(({ borderStyle }) => borderStyle.width),
			codes: codesOf(operators),
			isFontMissing: Object.keys(styles).map((name) => {
				return (page.commonObjs.get(name) as { missingFile: boolean }).missingFile;
			}),
		});
	}
	const { info } = await pdf.getMetadata();
	const outline = await Promise.all(
		((await pdf.getOutline()) ?? []).map(async ({ title, dest }) => {
			return { title, page: Array.isArray(dest) ? await pageOf(dest) : 0 };
		}),
	);
	await task.destroy();
	return { title: "Title" in info ? String(info.Title) : null, outline, pages };
}

type Operators = { fnArray: number[]; argsArray: unknown[] };
type Box = { left: number; bottom: number; right: number; top: number };

const leastBoxes = 100;
const modulePixels = 4;
const quietModules = 4;

/** Paints each filled shape of many boxes as a picture, and has it read by a decoder that knows nothing of the file. */
function codesOf({ fnArray, argsArray }: Operators): ReadCode[] {
	let scale = 1;
	return fnArray.flatMap((operator, index) => {
		if (operator === OPS.transform) [scale] = argsArray[index] as [number];
		if (operator !== OPS.constructPath) return [];
		const [paint, [path]] = argsArray[index] as [number, [Float32Array | null]];
		const boxes = paint === OPS.fill && path ? boxesOf(path) : [];
		return boxes.length < leastBoxes ? [] : [codeOf(boxes, scale)];
	});
}

/** Reads `0 x y` as the beginning of a shape, `1 x y` as a line and `4` as its end. */
function boxesOf(path: Float32Array): Box[] {
	const boxes: Box[] = [];
	for (let at = 0; at < path.length; ) {
		const [step = 4, x = 0, y = 0] = path.subarray(at, at + 3);
		at += step === 4 ? 1 : 3;
		if (step === 4) continue;
		if (step === 0) boxes.push({ left: x, bottom: y, right: x, top: y });
		const box = boxes.at(-1);
		if (!box) continue;
		box.left = Math.min(box.left, x);
		box.right = Math.max(box.right, x);
		box.bottom = Math.min(box.bottom, y);
		box.top = Math.max(box.top, y);
	}
	return boxes;
}

function codeOf(boxes: Box[], scale: number): ReadCode {
	const left = Math.min(...boxes.map((box) => box.left));
	const right = Math.max(...boxes.map((box) => box.right));
	const bottom = Math.min(...boxes.map((box) => box.bottom));
	const module = Math.min(...boxes.map((box) => box.top - box.bottom));
	const modules = Math.round((right - left) / module);
	const size = (modules + 2 * quietModules) * modulePixels;
	const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
	const pixelOf = (length: number) => Math.round((length / module + quietModules) * modulePixels);
	for (const box of boxes) {
		for (let row = pixelOf(box.bottom - bottom); row < pixelOf(box.top - bottom); row += 1) {
			for (let column = pixelOf(box.left - left); column < pixelOf(box.right - left); column += 1) {
				pixels.fill(0, ((size - 1 - row) * size + column) * 4, ((size - 1 - row) * size + column) * 4 + 3);
			}
		}
	}
	const text = jsQR(pixels, size, size)?.data ?? null;
	return { text, x: left * scale, y: bottom * scale, width: (right - left) * scale, module: module * scale };
}
