import { env } from "cloudflare:workers";
import type {
	ReportChart,
	ReportColumn,
	ReportDocument,
	ReportPart,
	ReportSection,
	ReportTable,
} from "../../../../backend/report/document/report-document";
import type { ReportCell } from "../../../../backend/report/figures/report-channel";
import { type RenderOptions, renderReport } from "../../../../backend/report/formats/render-report";
import { type ReportLayout, standardLayout } from "../../../../shared/report/report";

const minute = 60_000;

export const runId = "run_01JDPX5Z3M8Q4V7T2B6N9K0WRE";

export function column(
	title: string,
	kind: ReportColumn["kind"] = "text",
	changes: Partial<ReportColumn> = {},
): ReportColumn {
	return { title, kind, digits: null, width: 1, ...changes };
}

export function table(name: string, columns: ReportColumn[], rows: ReportCell[][], batch = 1_000): ReportTable {
	return { kind: "table", name, columns, rows: batched(), emptyText: `No ${name.toLowerCase()} in this period.` };

	async function* batched() {
		for (let index = 0; index < rows.length; index += batch) yield rows.slice(index, index + batch);
	}
}

export function section(parts: ReportPart[], changes: Partial<ReportSection> = {}): ReportSection {
	return { title: "", startsPage: false, parts, ...changes };
}

export function reportDocument(sections: ReportSection[], changes: Partial<ReportDocument> = {}): ReportDocument {
	return {
		title: "Daily readings",
		facts: [["Period", "2026-10-25, whole days of Europe/Lisbon"]],
		notes: [],
		clockText: "By the clock of Europe/Lisbon",
		...changes,
		sections: (async function* () {
			yield* sections;
		})(),
	};
}

/** Lisbon's clock shows 01:30 twice on 25 October 2026. */
export const inSummer = { at: Date.UTC(2026, 9, 25, 0, 30), offsetMinutes: 60 };
export const inWinter = { at: Date.UTC(2026, 9, 25, 1, 30), offsetMinutes: 0 };
export const lastSecond = { at: Date.UTC(2026, 9, 25, 23, 59, 12), offsetMinutes: 0 };
export const midnight = { at: Date.UTC(2026, 9, 26, 0, 0, 0), offsetMinutes: 0 };

type Changes = Partial<Omit<RenderOptions, "layout">> & { layout?: Partial<ReportLayout> };

export async function rendered(
	document: ReportDocument,
	format: RenderOptions["format"],
	{ layout, ...changes }: Changes = {},
): Promise<Uint8Array> {
	const bytes = renderReport(document, {
		format,
		runId,
		companyName: "Hansen Pharma",
		productName: "AQLCloud",
		verifyUrl: null,
		onRows: () => {},
		...changes,
		layout: { ...standardLayout, ...layout },
	});
	const pieces: Uint8Array[] = [];
	for await (const piece of bytes) pieces.push(piece);
	return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

export async function renderedText(...given: Parameters<typeof rendered>): Promise<string> {
	return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await rendered(...given));
}

export function chart(changes: Partial<ReportChart> = {}): ReportChart {
	const from = inSummer.at - 24 * 60 * minute;
	const to = from + 49 * 60 * minute;
	const at = Float64Array.from({ length: 49 }, (_, hour) => from + hour * 60 * minute);
	const min = at.map((_, hour) => (hour === 20 ? Number.NaN : 4 + Math.sin(hour)));
	return {
		kind: "chart",
		title: "Air",
		unit: "°C",
		from,
		to,
		lines: [{ name: "Air", at, min, max: min.map((value) => value + 0.5) }],
		limits: { min: 2, max: 8 },
		excursions: [{ from: from + 3 * 60 * minute, to: from + 4 * 60 * minute }],
		offsetAt: (time) => (time < Date.UTC(2026, 9, 25, 1) ? 60 : 0),
		...changes,
	};
}

export type ReadPage = {
	texts: { text: string; x: number; y: number; width: number }[];
	links: (string | number)[];
	linkBorders: number[];
};

type ReadCode = { text: string | null; x: number; y: number; width: number; module: number };

export async function readPdf(bytes: Uint8Array) {
	const response = await env.PDF_READER.fetch("https://pdf.test/", { method: "POST", body: bytes });
	// Written by tests/backend/pdf-reader.ts, whose types are those of Node.
	return (await response.json()) as {
		title: string | null;
		outline: { title: string; page: number }[];
		pages: (ReadPage & { width: number; height: number; isFontMissing: boolean[]; codes: ReadCode[] })[];
	};
}

const endOfFile = new TextEncoder().encode("%%EOF\n");

/** The bytes up to the first end of a PDF, behind which updates follow. */
export function prefixOf(bytes: Uint8Array): Uint8Array {
	const end = bytes.findIndex((_, index) => endOfFile.every((sign, offset) => bytes[index + offset] === sign));
	return bytes.subarray(0, end + endOfFile.length);
}
