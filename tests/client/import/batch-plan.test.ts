import { describe, expect, it } from "vitest";
import {
	type BatchChoices,
	type BatchLine,
	choicesOf,
	linesOf,
	noBatchChoices,
	openHeaders,
	overlapsOf,
	type ReadFile,
	withDevice,
	withEntry,
} from "../../../client/features/import/batch-plan";
import type { ChosenFile } from "../../../client/features/import/unpack-files";
import { noChoices, storedSettings, withAnswer, withFormat } from "../../../shared/log/file-choices";
import type { ImportPreview, ImportQuestion } from "../../../shared/log/reading-import";
import type { StoredFormat } from "../../../shared/log/stored-format";

const clock = { timezoneOffset: 0, timeZoneRule: 0 } as const;
const devices = [
	{ id: "one", name: "One", serialNumber: "AQ-1001", ...clock },
	{ id: "two", name: "Two", serialNumber: "AQ-1002", ...clock },
];
const channels = [{ id: "air", name: "Air" }];
const order: ImportQuestion = { kind: "date-order", isAnswered: false, line: 2, text: "04/08/21", orders: [] };
const parts: ImportQuestion = {
	kind: "parts",
	isAnswered: false,
	twoValues: null,
	candidates: [
		{
			divideBy: { by: "columns", columns: [1] },
			name: "Logger",
			parts: ["AQ1001", "aq-1002", "AQ-9"].map((text) => ({ text, rows: 2 })),
		},
	],
};

const preview = (facts: Partial<ImportPreview> = {}): ImportPreview => ({
	headerKey: "key",
	format: {
		encoding: "utf-8",
		separator: ",",
		decimalSign: ".",
		headerRows: 1,
		timeColumns: [0],
		dateOrder: "day-first",
		zone: "UTC",
		timePattern: null,
		clockMinutes: null,
		divideBy: null,
		noValues: [],
	},
	questions: [],
	columns: [{ column: 1, name: "Air", unit: null, channelId: "air", samples: [] }],
	noValues: [],
	rowsWithoutValue: 0,
	clockDifferenceMinutes: null,
	rows: [],
	readings: 4,
	duplicates: 0,
	replaced: 0,
	rejectedCount: 0,
	rejected: [],
	from: 0,
	to: 10,
	...facts,
});

function readFile(key: string, shown = preview(), kept: StoredFormat | null = null): ReadFile {
	const file = { key, name: `${key}.csv`, within: null, file: new File([key], `${key}.csv`), problem: null };
	return { file, preview: shown, kept };
}

const known = (deviceId: string) => ({ deviceId, devices, channels, source: null });
const settled = (shown: ImportPreview) => ({ preview: shown, error: null, isBehind: false, refetch: () => {} });
const made = { devices, batchId: "batch" };

function linesFor(read: ReadFile, shown = read.preview, by: "file" | "several" = "file"): BatchLine[] {
	const choices = choicesOf(read, noBatchChoices, known("one"));
	const match = { deviceId: "one", by };
	return linesOf({ read, choices, previews: [settled(shown)], match, isDeviceChosen: false }, made);
}

describe("the choices for a file of a batch", () => {
	it("follows the choices for its header, whatever the device", () => {
		const [first, second] = [
			readFile("a", preview({ questions: [order] })),
			readFile("b", preview({ questions: [order] })),
		];
		const answered = withAnswer(
			withFormat(noChoices("one"), first.preview.format, { dateOrder: "month-first" }),
			"date-order",
		);
		const chosen: BatchChoices = {
			...noBatchChoices,
			settled: withEntry(noBatchChoices.settled, "a", answered),
			latest: withEntry(noBatchChoices.latest, "key", "a"),
		};
		const source = storedSettings(answered, first.preview.format, first.preview, () => "Air");
		expect(choicesOf(first, chosen, { ...known("one"), source })).toEqual(answered);
		expect(choicesOf(second, chosen, { ...known("two"), source })).toMatchObject({
			format: { dateOrder: "month-first" },
			answered: ["date-order"],
			targets: [{ deviceId: "two" }],
		});
		const moved = withDevice(chosen, { ...(linesFor(first)[0] as BatchLine), part: null }, "two");
		expect([moved.settled.size, moved.latest.size, moved.devices.get("a")]).toEqual([0, 0, "two"]);
	});

	it("uses the stored format of the header, and divides its rows by serial number", () => {
		const kept: StoredFormat = {
			id: "fmt",
			name: "Barn",
			headerKey: "key",
			savedBy: "Ann",
			savedAt: new Date(0),
			format: { divideBy: { by: "columns", columns: [1] } },
			answered: ["parts"],
			readings: [],
			columns: [],
		};
		const read = readFile("a", preview({ questions: [parts] }), kept);
		const { targets } = choicesOf(read, noBatchChoices, known("one"));
		expect(targets.map(({ part, deviceId }) => [part, deviceId])).toEqual([
			["AQ1001", "one"],
			["aq-1002", "two"],
			["AQ-9", null],
		]);
		const chosen = { ...noBatchChoices, parts: new Map([["a AQ-9", "two"]]) };
		expect(choicesOf(read, chosen, known("one")).targets[2]?.deviceId).toBe("two");
	});
});

describe("the lines of a batch", () => {
	it("offers to import exactly what the preview shows", () => {
		const [line] = linesFor(readFile("a"));
		expect(line?.state).toMatchObject({
			kind: "ready",
			job: { readings: 4, options: { deviceId: "one", batchId: "batch", columns: [{ column: 1, channelId: "air" }] } },
		});
	});

	it.each([
		["a question", preview({ questions: [order] }), "file", { kind: "open", text: "Answer 1 question above." }],
		[
			"several serial numbers",
			preview(),
			"several",
			{ kind: "open", text: expect.stringContaining("several devices") },
		],
		["no channel", preview({ columns: [], readings: 0 }), "file", { kind: "open" }],
		["nothing new", preview({ readings: 0, duplicates: 3 }), "file", { kind: "nothing" }],
	] as const)("keeps a file with %s from being imported", (_, shown, by, state) => {
		expect(linesFor(readFile("a"), shown, by)[0]?.state).toMatchObject(state);
	});

	it("lets a file fail alone, with a sentence and another try", () => {
		const read = readFile("a");
		const failing = { preview: null, error: new TypeError("x"), isBehind: false, refetch: () => {} };
		const choices = choicesOf(read, noBatchChoices, known("one"));
		const [line] = linesOf({ read, choices, previews: [failing], match: null, isDeviceChosen: false }, made);
		expect(line?.state).toMatchObject({ kind: "failed", retry: failing.refetch });
	});

	it("names the earlier line of the device whose time it shares", () => {
		const at = (key: string, from: number, to: number) => linesFor(readFile(key, preview({ from, to })));
		const lines = [...at("a", 0, 10), ...at("b", 10, 20), ...at("c", 21, 30)];
		expect([...overlapsOf(lines)].map(([key, { file }]) => [key, file.name])).toEqual([["b", "a.csv"]]);
		const [elsewhere] = at("d", 0, 10);
		expect(overlapsOf([...at("a", 0, 10), { ...(elsewhere as BatchLine), deviceId: "two" }]).size).toBe(0);
	});
});

describe("the questions of a batch", () => {
	const asked = (read: ReadFile, shown: ImportPreview | null = null) => ({ read, preview: shown });
	const names = (files: ReturnType<typeof asked>[], latest: [string, string][] = []) =>
		openHeaders(files, { ...noBatchChoices, latest: new Map(latest) }).map((group) => {
			const file: ChosenFile = group.lead.read.file;
			return [group.header, file.name, group.count];
		});

	it("shows the questions once for each header, of the first open file", () => {
		const open = preview({ questions: [order] });
		const other = preview({ headerKey: null, questions: [order] });
		const files = [
			asked(readFile("a", open)),
			asked(readFile("b", open)),
			asked(readFile("c", other)),
			asked(readFile("d")),
		];
		expect(names(files)).toEqual([
			["key", "a.csv", 3],
			["file c", "c.csv", 1],
		]);
	});

	it("keeps settled questions in view, unless another file has a new one", () => {
		const open = preview({ questions: [order] });
		const done = preview({ questions: [{ ...order, isAnswered: true }] });
		const [first, second] = [readFile("a", open), readFile("b", open)];
		expect(names([asked(first, done), asked(second, done)], [["key", "a"]])).toEqual([["key", "a.csv", 2]]);
		expect(names([asked(first, done), asked(second, open)], [["key", "a"]])).toEqual([["key", "b.csv", 2]]);
		expect(names([asked(first, done)])).toEqual([]);
	});
});
