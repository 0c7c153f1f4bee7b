import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

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
	}[];
};

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
		await page.getOperatorList();
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
