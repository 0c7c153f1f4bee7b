import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

export type InkPage = {
	/** One byte for each pixel: 1 is dark. In Base64. */
	dark: string;
	/** Texts, and the share of dark pixels within the box of each. */
	texts: { text: string; ink: number }[];
};

const scale = 2;
const darkBelow = 160;

/** Draws each page by an independent reader: a text can be read from a file although its letters are not drawn. */
export async function readInk(bytes: Uint8Array): Promise<InkPage[]> {
	const task = getDocument({ data: bytes, verbosity: 0 });
	const pdf = await task.promise;
	const pages: InkPage[] = [];
	for (let number = 1; number <= pdf.numPages; number += 1) {
		const page = await pdf.getPage(number);
		const viewport = page.getViewport({ scale });
		const { canvas, context } = pdf.canvasFactory.create(viewport.width, viewport.height);
		await page.render({ canvas, canvasContext: context, viewport }).promise;
		const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
		const dark = new Uint8Array(width * height).map((_, index) => ((data[index * 4 + 1] ?? 255) < darkBelow ? 1 : 0));
		const { items } = await page.getTextContent();
		const texts = items.flatMap((item) => {
			if (!("str" in item) || item.str.trim() === "") return [];
			const [, , , , x = 0, y = 0] = item.transform as number[];
			const [left, bottom] = [Math.floor(x * scale), Math.ceil(height - y * scale)];
			const box = { left, top: Math.floor(bottom - item.height * scale), bottom, right: left + item.width * scale };
			return [{ text: item.str, ink: inkWithin(box, { dark, width }) }];
		});
		pages.push({ dark: Buffer.from(dark).toString("base64"), texts });
	}
	await task.destroy();
	return pages;
}

type Box = { left: number; top: number; right: number; bottom: number };

function inkWithin({ left, top, right, bottom }: Box, { dark, width }: { dark: Uint8Array; width: number }): number {
	let [inked, all] = [0, 0];
	for (let row = top; row < bottom; row += 1) {
		for (let column = left; column < right; column += 1) {
			inked += dark[row * width + column] ?? 0;
			all += 1;
		}
	}
	return all === 0 ? 0 : inked / all;
}
