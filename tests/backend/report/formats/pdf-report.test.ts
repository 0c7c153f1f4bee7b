import { describe, expect, it } from "vitest";
import type { ReportDocument, ReportPart } from "../../../../backend/report/document/report-document";
import type { ReportCell } from "../../../../backend/report/figures/report-channel";
import { jpegFile } from "../../../jpeg-file";
import { pngFile } from "../../../png-file";
import {
	chart,
	column,
	inSummer,
	inWinter,
	lastSecond,
	midnight,
	type ReadPage,
	readPdf,
	rendered,
	reportDocument,
	runId,
	section,
	table,
} from "./documents";

async function pdf(document: ReportDocument, options: Parameters<typeof rendered>[2] = {}) {
	return readPdf(await rendered(document, "pdf", options));
}

const textsOf = (page: ReadPage | undefined) => page?.texts.map(({ text }) => text) ?? [];
const timeAndAir = [column("Time", "time"), column("Air (°C)", "number", { digits: 1 })];
const numbered = (count: number): ReportCell[][] =>
	Array.from({ length: count }, (_, index) => [`Row ${index}`, index]);

describe("a PDF", () => {
	it("holds its text in order, with fonts of its own, its facts, notes and numbers", async () => {
		const rows = [inSummer, inWinter, lastSecond, midnight].map((time, index): ReportCell[] => [time, index - 18.46]);
		const { title, pages } = await pdf(
			reportDocument([section([table("Readings", timeAndAir, rows)], { title: "Freezer 1" })], {
				notes: ["“Freezer 7” stopped reporting."],
			}),
		);
		expect(title).toBe("Daily readings");
		expect(pages.map(({ isFontMissing }) => isFontMissing)).toEqual([[false, false]]);
		expect(pages.map(textsOf)).toEqual([
			[
				...["Hansen Pharma", "Daily readings"],
				...["Times", "By the clock of Europe/Lisbon", "Made by", "AQLCloud"],
				...["Period", "2026-10-25, whole days of Europe/Lisbon"],
				"“Freezer 7” stopped reporting.",
				...["Freezer 1", "Readings", "Time", "Air (°C)"],
				...["2026-10-25 01:30:00 UTC+01:00", "-18.5", "2026-10-25 01:30:00 UTC", "-17.5"],
				...["2026-10-25 23:59:12", "-16.5", "2026-10-26 00:00:00", "-15.5"],
				...["Hansen Pharma · made by AQLCloud", "Page 1 of 1", "By the clock of Europe/Lisbon", runId],
			],
		]);
	});

	it("writes the name of a section and its table, text or signatures once where they are equal", async () => {
		const rows: ReportCell[][] = [[lastSecond, 1]];
		const parts = [table("Checks", timeAndAir, rows), table("Others", timeAndAir, rows)];
		const signatures: ReportPart = { kind: "signatures", roles: ["Made"] };
		const sections = [section(parts, { title: "Checks" }), section([signatures], { title: "Signatures" })];
		const texts = textsOf((await pdf(reportDocument(sections))).pages[0]);
		const times = (name: string) => texts.filter((text) => text === name).length;
		expect([times("Checks"), times("Others"), times("Signatures")]).toEqual([1, 1, 1]);
	});

	it("draws a floor plan with numbered devices, and leaves out a missing picture", async () => {
		const plan = (objectKey: string): ReportPart => ({
			kind: "plan",
			title: "Hall",
			altText: "A hall",
			objectKey,
			width: 80,
			height: 60,
			legend: "A diamond",
			dots: [
				{ number: 1, name: "Freezer 1", x: 0, y: 0, shape: "diamond" },
				{ number: 2, name: "Freezer 2", x: 0.5, y: 1, shape: "square" },
			],
		});
		const pictures = new Map([["png", await pngFile({ width: 80, height: 60 })]]);
		const options = { readPicture: async (key: string) => pictures.get(key) ?? null };
		const { pages } = await pdf(reportDocument([section([plan("png")]), section([plan("gone")])]), options);
		const [drawn, others] = [pages.flatMap(({ texts }) => texts), ["Freezer 1", "Freezer 2", "A diamond"]];
		const [first, second] = ["1", "2"].map((number) => drawn.find(({ text }) => text === number));
		expect((second?.x ?? 0) - (first?.x ?? 0)).toBeGreaterThan(200);
		expect((first?.y ?? 0) - (second?.y ?? 0)).toBeGreaterThan(300);
		for (const text of others) expect(drawn.filter((each) => each.text === text)).toHaveLength(2);
	});

	it("writes names beside a tall floor plan, and keeps dots at its edges within the margins", async () => {
		const dots = Array.from({ length: 40 }, (_, index) => {
			return { number: index + 1, name: `Freezer ${index + 1}`, x: index % 2, y: index / 39, shape: "square" } as const;
		});
		const tall = { kind: "plan", title: "Shaft", altText: "A shaft", width: 20, height: 80, legend: "", dots } as const;
		const readPicture = () => pngFile({ width: 20, height: 80 });
		const { pages } = await pdf(reportDocument([section([{ ...tall, objectKey: "shaft" }])]), { readPicture });
		expect(pages).toHaveLength(1);
		const place = (text: string) => pages[0]?.texts.find((each) => each.text === text) ?? { x: 0, y: 0 };
		expect(place("Freezer 1").x).toBeGreaterThan(place("2").x);
		expect(place("Freezer 1").y).toBeGreaterThan(place("39").y);
		expect(place("1").x).toBeGreaterThan(48);
		expect(place("1").y).toBeLessThan(place("A shaft").y - 10);
	});

	it("prints pictures of notes with their captions, upright, and names those that it cannot print", async () => {
		const bomb = await pngFile({ width: 2_000, height: 2_000, claims: { width: 8, height: 8 } });
		const files: Record<string, () => Uint8Array | null> = {
			photo: () => jpegFile({ width: 400, height: 200, orientation: 6 }),
			bomb: () => bomb,
			cut: () => bomb.slice(0, 200),
			claims: () => jpegFile({ width: 60_000, height: 60_000 }),
			script: () => new TextEncoder().encode("<svg/>"),
			gone: () => null,
			lost: () => {
				throw new Error("The bucket is away");
			},
		};
		const drawing = await pngFile({ width: 8, height: 8 });
		const read = { ...files, drawing: () => drawing, again: () => drawing };
		const pictures = Object.keys(read).map((name) => ({ objectKey: name, name, caption: `Caption of ${name}` }));
		const part: ReportPart = { kind: "pictures", title: "Pictures of notes", pictures };
		const options = { readPicture: async (key: string) => read[key as keyof typeof read]() };
		const bytes = await rendered(reportDocument([section([part])]), "pdf", options);
		const { pages } = await readPdf(bytes);
		const texts = pages.flatMap(textsOf);
		for (const { caption } of pictures) expect(texts).toContain(caption);
		const left = (name: string) => texts.filter((text) => text.includes(`picture ${name} `));
		for (const name of ["bomb", "cut", "script", "gone", "lost"])
			expect(left(name)).toEqual([expect.stringContaining("cannot be printed")]);
		expect(left("claims")).toEqual([expect.stringContaining("too large")]);
		for (const name of ["photo", "drawing", "again"]) expect(left(name)).toEqual([]);
		const { y: title = 0 } = pages[0]?.texts.find(({ text }) => text === "Pictures of notes") ?? {};
		const { y: caption = 0 } = pages[0]?.texts.find(({ text }) => text === "Caption of photo") ?? {};
		// Twice as high as wide once it is turned.
		expect(title - caption).toBeGreaterThan(220);
	});

	it("keeps pictures of notes within the bytes that a file has for them", async () => {
		const photo = jpegFile({ width: 400, height: 300, bytes: 9_000_000 });
		const pictures = ["one", "two", "three"].map((name) => ({ objectKey: name, name, caption: name }));
		const part: ReportPart = { kind: "pictures", title: "Pictures of notes", pictures };
		const bytes = await rendered(reportDocument([section([part])]), "pdf", { readPicture: async () => photo });
		expect(bytes.length).toBeLessThan(25_000_000);
		const texts = (await readPdf(bytes)).pages.flatMap(textsOf);
		expect(texts.filter((text) => text.includes("too large"))).toEqual([expect.stringContaining("picture three ")]);
	});

	it("writes numbers with the report's own decimal sign, in tables and beside charts", async () => {
		const rows: ReportCell[][] = [[inSummer, -18.46]];
		const csv = { separator: "semicolon", decimalSign: "comma" } as const;
		const parts = [table("Readings", timeAndAir, rows), chart({ limits: { min: 2.5, max: 3.5 } })];
		const { pages } = await pdf(reportDocument([section(parts)]), { layout: { csv } });
		const texts = pages.flatMap(textsOf);
		expect(texts).toContain("-18,5");
		expect(texts.filter((text) => /\d\.\d/.test(text))).toEqual([]);
	});

	it("writes shares of time below a histogram and a duration curve, and their limits", async () => {
		const shares = { from: 0, to: 100, excursions: [], lines: [], limits: { min: null, max: 8 } };
		const bars = [
			{ low: 4, high: 5, share: 80 },
			{ low: 9, high: 10, share: 20 },
		];
		const at = Float64Array.from([20, 100]);
		const value = Float64Array.from([9.5, 4.5]);
		const curve = { ...shares, bars: [], lines: [{ name: "", at, min: value, max: value }] };
		const { pages } = await pdf(reportDocument([section([chart({ ...shares, bars }), chart(curve)])]));
		const texts = pages.flatMap(textsOf);
		expect(texts.filter((text) => text === "60 %")).toHaveLength(2);
		expect(texts.filter((text) => text === "max 8")).toHaveLength(2);
		expect(texts).not.toContain("No readings in this period");
	});

	it("repeats a table's head on each page, and names the page, the number of pages and the clock", async () => {
		const { pages } = await pdf(
			reportDocument([
				section([table("Inventory", [column("Device"), column("Count", "number")], numbered(150))], { title: "All" }),
			]),
		);
		expect(pages).toHaveLength(4);
		expect(pages.flatMap(textsOf).filter((text) => text.startsWith("Row "))).toEqual(
			numbered(150).map(([name]) => name),
		);
		for (const [index, page] of pages.entries()) {
			const texts = textsOf(page);
			expect(texts).toEqual(
				expect.arrayContaining([`Page ${index + 1} of 4`, runId, "By the clock of Europe/Lisbon", "Device", "Count"]),
			);
			if (index > 0)
				expect(texts.slice(0, 4)).toEqual(["Device", "Count", expect.stringMatching(/^Row/), expect.any(String)]);
		}
	});

	it.each([
		["a4", 595.28, 841.89],
		["letter", 612, 792],
	] as const)("fits on %s paper whatever its texts", async (paper, width, height) => {
		const long = "Wareneingangskontrolltemperaturprotokoll_".repeat(30);
		const rows: ReportCell[][] = [[long, "short words ".repeat(60), "a\nb", 1 / 3, { ms: 90_000 }]];
		const columns = [column(long), column("B", "text"), column("C"), column(long, "number"), column("E", "duration")];
		const { pages } = await pdf(
			reportDocument(
				[
					section(
						[
							chart({ title: long, lines: [] }),
							table("T", columns, rows),
							{ kind: "text", title: long, lines: [long] },
						],
						{ title: long },
					),
				],
				{
					title: long,
					facts: [[long, long]],
					notes: [long],
					clockText: long,
				},
			),
			{ companyName: long, verifyUrl: `https://${long}.test/verify`, layout: { paper } },
		);
		for (const page of pages) {
			expect([page.width, page.height]).toEqual([width, height].map((size) => expect.closeTo(size, 1)));
			for (const { text, x, y, width: own } of page.texts) {
				expect(x, text).toBeGreaterThanOrEqual(47.9);
				expect(x + own, text).toBeLessThanOrEqual(page.width - 47.5);
				expect(y, text).toBeGreaterThan(14);
			}
		}
	});

	it("never breaks a number, and leaves out what only comes of counting in twos", async () => {
		const columns = Array.from({ length: 13 }, (_, index) => column(`C${index}`, "number"));
		const numbers = [0.1 + 0.2, -18.512345678901, 8_939_010_102, 1e-7, -0, 1e21, ...columns.slice(6).map(() => 1 / 3)];
		const { pages } = await pdf(reportDocument([section([table("Readings", columns, [numbers])])]));
		expect(textsOf(pages[0])).toEqual(
			expect.arrayContaining([
				"0.3",
				"-18.512345678901".slice(0, 14),
				"8,939,010,102",
				"1e-7",
				"0",
				"1e+21",
				"0.333333333333",
			]),
		);
	});

	it("begins with contents above five sections, whose numbers and links lead to their sections", async () => {
		const sections = Array.from({ length: 12 }, (_, index) =>
			section([table("Readings", timeAndAir, [[inSummer, index]])], { title: `Freezer ${index}`, startsPage: true }),
		);
		const { pages, outline } = await pdf(reportDocument(sections), { verifyUrl: "https://console.test/verify" });
		expect(pages).toHaveLength(14);
		const [, contents] = pages;
		const texts = textsOf(contents);
		for (const index of sections.keys()) {
			const position = texts.indexOf(`Freezer ${index}`);
			expect(texts[position + 1]).toBe(String(index + 3));
			expect(textsOf(pages[index + 2])).toContain(`Freezer ${index}`);
		}
		expect(contents?.links).toEqual([...sections.map((_, index) => index + 3), "https://console.test/verify"]);
		expect(outline).toEqual(sections.map(({ title }, index) => ({ title, page: index + 3 })));
		expect(pages[5]?.links).toEqual(["https://console.test/verify"]);
		expect(pages.flatMap(({ linkBorders }) => linkBorders)).toEqual(Array(12 + pages.length).fill(0));
	});

	it("leaves out contents up to five sections of any length, and still has an outline", async () => {
		const long = () => table("Readings", [column("Device"), column("Count", "number")], numbered(150));
		const sections = Array.from({ length: 5 }, (_, index) =>
			section([long()], { title: `Freezer ${index}`, startsPage: true }),
		);
		const { pages, outline } = await pdf(reportDocument(sections));
		expect(pages).toHaveLength(21);
		expect(pages.flatMap(textsOf)).not.toContain("Contents");
		expect(outline.map(({ title }) => title)).toEqual(sections.map(({ title }) => title));
	});

	it("names a section in whole in its contents", async () => {
		const title = `Kühlraum ${"W".repeat(60)} links hinten`;
		const sections = Array.from({ length: 6 }, () => section([], { title, startsPage: true }));
		const { pages } = await pdf(reportDocument(sections));
		const texts = textsOf(pages[1]).join(" ");
		expect(texts).not.toContain("…");
		expect(texts.match(/links hinten/g)).toHaveLength(6);
	});

	it("turns the pages of a section whose table is too wide, and no others", async () => {
		const wide = Array.from({ length: 12 }, (_, index) => column(`Column ${index}`, "text", { width: 3 }));
		const { pages } = await pdf(
			reportDocument([
				section([table("Rules", timeAndAir, [[inSummer, 1]])], { title: "Rules" }),
				section([chart(), chart(), table("Wide", wide, numbered(60))], { title: "Freezer" }),
				section([{ kind: "signatures", roles: ["Made by"] }], { title: "Signatures" }),
				section([table("Narrow", timeAndAir, [[inSummer, 1]])], { title: "Narrow" }),
			]),
		);
		const turned = pages.map(({ width, height }) => width > height);
		// The last narrow table goes on below the wide one.
		expect(turned).toEqual([false, true, true, true]);
		const texts = pages.flatMap(textsOf);
		expect(texts).toContain("Wide");
		expect(texts.some((text) => text.includes("(part"))).toBe(false);
		for (const { texts: own, width } of pages) {
			const edges = own.map((text) => text.x + text.width);
			expect(Math.max(...edges)).toBeLessThanOrEqual(width - 47.5);
			const [number] = own.filter(({ text }) => text.startsWith("Page "));
			expect((number?.x ?? 0) + (number?.width ?? 0)).toBeCloseTo(width - 48, 0);
		}
	});

	it("begins a wide table below the title", async () => {
		const wide = Array.from({ length: 12 }, (_, index) => column(`Column ${index}`, "text", { width: 3 }));
		const checks = section([table("Checks", wide, numbered(2))], { title: "Checks" });
		const { pages } = await pdf(reportDocument([checks]));
		expect(pages.map(({ width, height }) => width > height)).toEqual([true]);
	});

	it("keeps the heading of signatures on the page of their lines, however full the page before is", async () => {
		for (let rows = 20; rows <= 50; rows += 1) {
			const { pages } = await pdf(
				reportDocument([
					section([table("Narrow", timeAndAir, numbered(rows))], { title: "Readings" }),
					section([{ kind: "signatures", roles: ["Made by", "Reviewed by", "Approved by"] }], { title: "Signatures" }),
				]),
			);
			const texts = pages.map(textsOf);
			const withHeading = texts.filter((own) => own.includes("Signatures"));
			expect(withHeading, `${rows} rows`).toHaveLength(1);
			expect(withHeading[0]?.some((text) => text.startsWith("Approved by"))).toBe(true);
		}
	});

	it("puts charts of one line side by side on a landscape page", async () => {
		const wide = Array.from({ length: 12 }, (_, index) => column(`Column ${index}`, "text", { width: 3 }));
		const charts = ["One", "Two", "Three"].map((title) => chart({ title }));
		const { pages } = await pdf(reportDocument([section([...charts, table("Wide", wide, numbered(1))])]));
		const placeOf = (title: string) => {
			const page = pages.findIndex(({ texts }) => texts.some(({ text }) => text === title));
			return { ...pages[page]?.texts.find(({ text }) => text === title), page };
		};
		const [one, two, three] = ["One (°C)", "Two (°C)", "Three (°C)"].map(placeOf);
		expect([two?.page, two?.y]).toEqual([one?.page, one?.y]);
		expect(two?.x).toBeGreaterThan(one?.x ?? 0);
		expect(three?.x).toBe(one?.x);
		expect([three?.page, three?.y]).not.toEqual([one?.page, one?.y]);
	});

	it("writes a long text in whole, over as many pages as it takes", async () => {
		const words = Array.from({ length: 1_500 }, (_, index) => `word${index}`);
		const columns = [column("Time", "time"), column("Text")];
		const { pages } = await pdf(
			reportDocument([section([table("Alerts and notes", columns, [[inSummer, words.join(" ")]])])]),
		);
		expect(pages.length).toBeGreaterThan(2);
		const written = pages
			.flatMap(textsOf)
			.join(" ")
			.match(/word\d+/g);
		expect(written).toEqual(words);
	});

	it("names every line of a chart in rows of its legend", async () => {
		const [line] = chart().lines;
		if (!line) throw new Error("A chart without a line");
		const names = Array.from(
			{ length: 12 },
			(_, index) => `Ψυγείο ${index} Холодильник ${"left ".repeat(index % 3 === 0 ? 12 : 2)}end`,
		);
		const lines = names.map((name) => ({ ...line, name }));
		const { pages } = await pdf(reportDocument([section([chart({ lines })])]));
		const texts = pages.flatMap(textsOf);
		for (const name of names) expect(texts.join(" ")).toContain(name);
		expect(texts.some((text) => text.includes("…"))).toBe(false);
		const legend = pages[0]?.texts.filter(({ text }) => text.includes("end")) ?? [];
		expect(new Set(legend.map(({ y }) => y)).size).toBeGreaterThan(3);
		const plotTop = Math.max(...(pages[0]?.texts.filter(({ text }) => /^\d$/.test(text)).map(({ y }) => y) ?? []));
		for (const { y } of legend) expect(y).toBeGreaterThan(plotTop);
	});

	it("writes each value with its own decimals", async () => {
		const rows: ReportCell[][] = [
			["Air", { value: 4, decimals: 1 }],
			["Door", { value: 1, decimals: 0 }],
			["Light", { value: -1234.5, decimals: 2 }],
		];
		const { pages } = await pdf(
			reportDocument([section([table("Figures", [column("Channel"), column("Lowest", "number")], rows)])]),
		);
		expect(textsOf(pages[0])).toEqual(expect.arrayContaining(["4.0", "1", "-1,234.50"]));
	});

	it("shows a stand-in for letters that its fonts lack, and says so once", async () => {
		const names = ["Hűtő №1 冷蔵庫 ثلاجة", "Ψυγείο Ω", "Холодильник 7", "🧊 Fridge ≤ 5 ㎡", "a\u202Ebc\u0007"];
		const { pages } = await pdf(
			reportDocument([
				section([
					table(
						"Inventory",
						[column("Device")],
						names.map((name) => [name]),
					),
				]),
			]),
		);
		const texts = textsOf(pages[0]);
		expect(texts).toEqual(
			expect.arrayContaining(["Hűtő №1 ��� �����", "Ψυγείο Ω", "Холодильник 7", "� Fridge <= 5 m2", "abc"]),
		);
		expect(texts.filter((text) => text.includes("stands for it"))).toHaveLength(1);
		const plain = await pdf(reportDocument([section([table("Inventory", [column("Device")], [["Ψυγείο"]])])]));
		expect(textsOf(plain.pages[0]).filter((text) => text.includes("stands for it"))).toEqual([]);
	});

	it("draws charts with their unit, limits and times of the clock, and lines to sign on", async () => {
		const { pages } = await pdf(
			reportDocument([section([chart(), { kind: "signatures", roles: ["Reviewed by", "Approved by"] }])]),
		);
		const texts = textsOf(pages[0]);
		expect(texts).toEqual(
			expect.arrayContaining([
				...["Air (°C)", "Limits 2 °C to 8 °C", "Out of limits", "min 2", "max 8", "Oct 25", "Oct 26"],
				...["Reviewed by: name", "Approved by: name", "Signature", "Date"],
			]),
		);
	});

	it("Labels of limits at the ends of a chart are within its plot, off the axis", async () => {
		const { pages } = await pdf(reportDocument([section([chart()])]));
		const heightOf = (text: string) => pages[0]?.texts.find((each) => each.text === text)?.y ?? Number.NaN;
		// Times stand 12 points below the axis.
		const axis = heightOf("Oct 25") + 12;
		expect(heightOf("min 2")).toBeGreaterThan(axis + 5);
		const [plotHeight, letterHeight] = [150, 5];
		expect(heightOf("max 8") + letterHeight).toBeLessThan(axis + plotHeight);
	});

	it("says which limits are beyond a chart, rather than press its readings into a line", async () => {
		const { pages } = await pdf(
			reportDocument([section([chart({ limits: { min: null, max: 900 }, excursions: [] })])]),
		);
		const texts = textsOf(pages[0]);
		expect(texts).toContain("Limit: at most 900 °C, beyond the chart");
		expect(texts).not.toContain("max 900");
	});

	it("gives an empty table one line, without its title and head", async () => {
		const { pages } = await pdf(reportDocument([section([table("Excursions", timeAndAir, [])], { title: "Freezer" })]));
		const texts = textsOf(pages[0]);
		expect(texts).toContain("No excursions in this period.");
		for (const text of ["Excursions", "Time", "Air (°C)"]) expect(texts).not.toContain(text);
	});

	it("says that a chart or a table is empty", async () => {
		const { pages } = await pdf(reportDocument([section([chart({ lines: [] }), table("Excursions", timeAndAir, [])])]));
		expect(textsOf(pages[0])).toEqual(
			expect.arrayContaining(["No readings in this period", "No excursions in this period."]),
		);
	});

	it("writes 500 columns in parts, each with the column that says whose row it is", async () => {
		const columns = [column("Device"), ...Array.from({ length: 499 }, (_, index) => column(`C${index}`, "number"))];
		const row = (name: string): ReportCell[] => [name, ...Array.from({ length: 499 }, (_, index) => index + 1_000)];
		const { pages } = await pdf(reportDocument([section([table("Readings", columns, [row("North"), row("South")])])]));
		const texts = pages.flatMap(textsOf);
		const parts = texts.filter((text) => /^Readings \(part \d+ of \d+\)$/.test(text));
		expect(parts.length).toBeGreaterThan(20);
		expect(texts.filter((text) => text === "South")).toHaveLength(parts.length);
		const numbers = texts.filter((text) => /^1,\d{3}$/.test(text)).map((text) => Number(text.replace(",", "")));
		expect(numbers.filter((number) => number === 1_498)).toHaveLength(2);
		expect(new Set(numbers).size).toBe(499);
	});
});
