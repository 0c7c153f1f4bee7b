export type SheetName = "70x37" | "64x38" | "67x25" | "38x38";

/** Millimetres. `left` and `top` are of the first label, `stepX` and `stepY` from one label to the next. */
export type LabelSheet = {
	page: "A4" | "letter";
	width: number;
	height: number;
	columns: number;
	rows: number;
	labelWidth: number;
	labelHeight: number;
	left: number;
	top: number;
	stepX: number;
	stepY: number;
};

const a4 = { page: "A4", width: 210, height: 297 } as const;
const letter = { page: "letter", width: 215.9, height: 279.4 } as const;
const inch = 25.4;

export const labelSheets: Record<SheetName, LabelSheet> = {
	"70x37": {
		...a4,
		columns: 3,
		rows: 8,
		labelWidth: 70,
		labelHeight: 37,
		left: 0,
		top: 0.5,
		stepX: 70,
		stepY: 37,
	},
	"64x38": {
		...a4,
		columns: 3,
		rows: 7,
		labelWidth: 63.5,
		labelHeight: 38.1,
		left: 7.25,
		top: 15.15,
		stepX: 66,
		stepY: 38.1,
	},
	"67x25": {
		...letter,
		columns: 3,
		rows: 10,
		labelWidth: 2.625 * inch,
		labelHeight: inch,
		left: 0.1875 * inch,
		top: 0.5 * inch,
		stepX: 2.75 * inch,
		stepY: inch,
	},
	"38x38": {
		...letter,
		columns: 4,
		rows: 6,
		labelWidth: 1.5 * inch,
		labelHeight: 1.5 * inch,
		left: 0.625 * inch,
		top: 0.625 * inch,
		stepX: (7.25 - 1.5) * (inch / 3),
		stepY: 1.65 * inch,
	},
};

export const sheetNames = Object.keys(labelSheets) as SheetName[]; // the keys of the record above

export const labelsPerSheet = ({ columns, rows }: LabelSheet) => columns * rows;

type PlacedLabel<Item> = { item: Item; x: number; y: number };

/** Places the items by rows, behind `used` labels of the first sheet. */
export function placeLabels<Item>(items: readonly Item[], sheet: LabelSheet, used: number): PlacedLabel<Item>[][] {
	const perSheet = labelsPerSheet(sheet);
	const pages: PlacedLabel<Item>[][] = [];
	for (const [index, item] of items.entries()) {
		const position = used + index;
		const onPage = position % perSheet;
		const page = Math.floor(position / perSheet);
		pages[page] ??= [];
		pages[page].push({
			item,
			x: sheet.left + (onPage % sheet.columns) * sheet.stepX,
			y: sheet.top + Math.floor(onPage / sheet.columns) * sheet.stepY,
		});
	}
	return pages;
}

/** Countries that print on Letter. */
export function usualSheet(language: string): SheetName {
	return /-(?:US|CA|MX|PH|CO|CL|VE)\b/i.test(language) ? "67x25" : "70x37";
}

export function labelAddress(origin: string, deviceId: string): string {
	return `${origin}/d/${deviceId}`;
}
