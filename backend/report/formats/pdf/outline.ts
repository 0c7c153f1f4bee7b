import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfString } from "@libpdf/core";
import type { ContentsEntry } from "./flow";

export function writeOutline(pdf: PDF, entries: readonly ContentsEntry[]): void {
	if (entries.length === 0) return;
	const root = PdfDict.of({ Type: PdfName.of("Outlines"), Count: PdfNumber.of(entries.length) });
	const rootRef = pdf.register(root);
	const items = entries.map(({ title, page: { page } }) =>
		PdfDict.of({
			Title: PdfString.fromString(title),
			Parent: rootRef,
			Dest: new PdfArray([page.ref, PdfName.of("Fit")]),
		}),
	);
	const refs = items.map((item) => pdf.register(item));
	const link = (from: PdfDict, key: string, index: number) => {
		const ref = refs[index];
		if (ref) from.set(key, ref);
	};
	for (const [index, item] of items.entries()) {
		link(item, "Prev", index - 1);
		link(item, "Next", index + 1);
	}
	link(root, "First", 0);
	link(root, "Last", refs.length - 1);
	pdf.getCatalog().set("Outlines", rootRef);
}
