import { describe, expect, it } from "vitest";
import { importForm } from "../../client/features/import/import-preview";
import { proposedName } from "../../client/features/import/stored-format";
import { likelyZones } from "../../client/features/import/zone-labels";
import { zoneOptions } from "../../client/ui/form/zone-select";
import {
	choicesFrom,
	noChoices,
	optionsOf,
	storedSettings,
	targetsForParts,
	targetsOf,
	wholeFile,
	withAnswer,
	withColumns,
	withDivision,
	withEncoding,
	withFormat,
	withNoValuesConfirmed,
	withReading,
	withTarget,
	withTargetChange,
} from "../../shared/log/file-choices";
import type { LogDevice } from "../../shared/log/log";
import { ImportOptions, type ImportPreview } from "../../shared/log/reading-import";
import type { StoredFormat } from "../../shared/log/stored-format";

const id = (prefix: string, digit: number) => `${prefix}_${String(digit).repeat(26)}`;
const [air, door] = [id("chn", 1), id("chn", 2)];

const preview: ImportPreview = {
	headerKey: null,
	format: {
		encoding: "utf-8",
		separator: ";",
		decimalSign: ",",
		headerRows: 1,
		timeColumns: [0],
		dateOrder: "day-first",
		zone: "device:-420:2",
		timePattern: null,
		clockMinutes: null,
		divideBy: null,
		noValues: [],
	},
	questions: [],
	columns: [
		{ column: 0, name: "Time", unit: null, channelId: null, samples: [] },
		{ column: 1, name: "Air", unit: null, channelId: air, samples: [] },
		{ column: 2, name: "Door", unit: null, channelId: null, samples: [] },
	],
	noValues: [],
	rowsWithoutValue: 0,
	clockDifferenceMinutes: null,
	rows: [],
	readings: 0,
	duplicates: 0,
	replaced: 0,
	rejectedCount: 0,
	rejected: [],
	from: null,
	to: null,
};

const cooler = id("dev", 1);
const start = noChoices(cooler);
const request = (choices = start) => optionsOf(choices, choices.targets[0] ?? wholeFile(null));

describe("the form of an import", () => {
	it("leaves to be detected what was not chosen", () => {
		const form = importForm(new File(["x"], "a.csv"), request() ?? { deviceId: "" });
		expect(JSON.parse(String(form.get("options")))).toEqual({ deviceId: cooler });
		expect(form.get("file")).toMatchObject({ name: "a.csv" });
	});

	it("carries choices as the backend's schema has them", () => {
		const chosen = withAnswer(withFormat(start, preview.format, { dateOrder: "month-first" }), "date-order");
		const choices = withTargetChange(chosen, 0, { columns: targetsOf(preview), isNoValuesAnswered: true });
		expect(ImportOptions.parse(request(choices))).toEqual({
			deviceId: cooler,
			format: { ...preview.format, dateOrder: "month-first" },
			answered: ["date-order", "no-values"],
			columns: [{ column: 1, channelId: air }],
		});
	});

	it("names the problem of a part, and finds none where the part is left out", () => {
		const divideBy = { by: "columns" as const, columns: [2] };
		const parts = [{ text: "Cooler " }, { text: "Archive 2" }];
		const targets = targetsForParts(parts, [{ id: cooler, name: "cooler" }]);
		const choices = withDivision(start, preview.format, { divideBy, targets });
		const [one, other] = choices.targets.map((target) => optionsOf(choices, target));
		expect(one).toMatchObject({ deviceId: cooler, part: "Cooler ", format: { divideBy }, answered: ["parts"] });
		expect(other).toBeNull();
	});

	it("holds a typed pattern only until there is a format", () => {
		const typed = { ...start, timePattern: "dd.MM.yyyy" };
		expect(request(typed)).toEqual({ deviceId: cooler, timePattern: "dd.MM.yyyy" });
		expect(request(withFormat(typed, preview.format, {}))).not.toHaveProperty("timePattern");
	});
});

describe("a column's channel", () => {
	const columns = targetsOf(preview);

	it("adds a channel beside the others, in the order of the file", () => {
		expect(withTarget(columns, 2, door)).toEqual([
			{ column: 1, channelId: air },
			{ column: 2, channelId: door },
		]);
	});

	it("moves from the column that had it", () => {
		expect(withTarget(columns, 2, air)).toEqual([{ column: 2, channelId: air }]);
	});

	it("takes a channel away from its column", () => {
		expect(withTarget(columns, 1, null)).toEqual([]);
	});

	it("stays at another setting, but not at another separator, which makes other columns", () => {
		const chosen = withTargetChange(start, 0, { columns });
		expect(withFormat(chosen, preview.format, { dateOrder: "month-first" }).targets).toMatchObject([{ columns }]);
		expect(withFormat(chosen, preview.format, { separator: "," }).targets).toMatchObject([{ columns: null }]);
	});
});

describe("an encoding", () => {
	it("detects everything else anew once an encoding is chosen", () => {
		expect(ImportOptions.parse(request(withEncoding(cooler, "shift_jis")))).toEqual({
			deviceId: cooler,
			encoding: "shift_jis",
			answered: ["encoding"],
		});
	});

	it("goes with what is changed before the file is read by it", () => {
		const changed = withFormat(withEncoding(cooler, "shift_jis"), preview.format, { dateOrder: "year-first" });
		expect(changed.format).toEqual({ ...preview.format, encoding: "shift_jis", dateOrder: "year-first" });
	});
});

describe("a stored format", () => {
	const nameOf = (channelId: string) => ({ [air]: "Air", [door]: "Door" })[channelId] ?? null;
	const kept = (settings: Partial<StoredFormat>): StoredFormat => ({
		id: id("fmt", 1),
		name: "Barn",
		headerKey: "0".repeat(32),
		savedBy: "Ann",
		savedAt: new Date(0),
		format: {},
		answered: [],
		readings: [],
		columns: [],
		...settings,
	});
	const noValues = (...values: number[]): ImportPreview => ({
		...preview,
		format: { ...preview.format, noValues: values },
		questions: [
			{
				kind: "no-values",
				isAnswered: false,
				values: values.map((value) => ({ column: 1, value, count: 1, line: 2, isDeclared: false })),
			},
		],
	});

	it("holds what was said, and nothing that was detected", () => {
		const said = withAnswer(withFormat(start, preview.format, { zone: "UTC", dateOrder: "day-first" }), "date-order");
		const choices = withTargetChange(said, 0, { columns: [{ column: 1, channelId: air, unit: "convert" }] });
		expect(storedSettings(choices, preview.format, preview, nameOf)).toEqual({
			format: { zone: "UTC", dateOrder: "day-first" },
			answered: ["date-order"],
			readings: [],
			columns: [
				{ heading: "Time", channelName: null },
				{ heading: "Air", channelName: "Air", unit: "convert" },
				{ heading: "Door", channelName: null },
			],
		});
	});

	it("holds the numbers that mean no value once they were gone through, which other columns undo", () => {
		const read = withReading(start, preview.format, -200, true);
		const said = withNoValuesConfirmed(read, preview.format, { index: 0, asked: [-888.88, -200] });
		expect(said.targets[0]?.isNoValuesAnswered).toBe(true);
		expect(storedSettings(said, preview.format, preview, nameOf)).toMatchObject({
			format: { noValues: [-888.88] },
			readings: [-200],
		});
		const columns = [{ column: 1, channelId: air, unit: "convert" as const }];
		const other = withColumns(withTargetChange(said, 0, { columns }), 0, withTarget(columns, 2, door));
		expect(other.targets[0]).toMatchObject({
			isNoValuesAnswered: false,
			columns: [{ column: 1, unit: "convert" }, { column: 2 }],
		});
	});

	it("leads columns by heading to the channels of that name of another device", () => {
		const columns = [
			{ heading: "Air", channelName: "Outside", unit: "convert" as const },
			{ heading: "Door", channelName: "Gone" },
		];
		const channels = [{ id: door, name: "outside" }];
		const choices = choicesFrom(kept({ columns, format: { zone: "UTC" } }), preview, {
			deviceId: cooler,
			devices: [],
			channels,
		});
		expect(choices.targets[0]?.columns).toEqual([{ column: 1, channelId: door, unit: "convert" }]);
		expect(choices.format).toEqual({ ...preview.format, zone: "UTC" });
	});

	it("holds an encoding, and leads the columns of the next file by their places, as its headings read otherwise", () => {
		const chosen = withTargetChange(withEncoding(cooler, "gbk"), 0, { columns: [{ column: 2, channelId: air }] });
		const read = preview.columns.map((column) => ({ ...column, name: `名${column.column}`, channelId: null }));
		const columns = read.map((column) => (column.column === 2 ? { ...column, channelId: air } : column));
		const settings = storedSettings(chosen, preview.format, { columns }, nameOf);
		expect(settings).toMatchObject({ format: { encoding: "gbk" }, answered: ["encoding"] });
		const known = { deviceId: cooler, devices: [], channels: [{ id: air, name: "Air" }] };
		const choices = choicesFrom(kept(settings), preview, known);
		expect(choices).toMatchObject({ encoding: "gbk", format: { encoding: "gbk" }, answered: ["encoding"] });
		expect(choices.targets[0]?.columns).toEqual([{ column: 2, channelId: air }]);
	});

	it("keeps winter time all year for the file of autumn, though this one's device has that clock", () => {
		const winter = "device:60:2";
		const detected = { ...preview.format, zone: winter };
		const choices = withAnswer(withFormat(noChoices(cooler), detected, { zone: winter }), "zone");
		const settings = storedSettings(choices, detected, preview, nameOf);
		expect(settings.format.zone).toBe(winter);
		const autumn = { ...preview, format: { ...preview.format, zone: "Europe/Berlin" } };
		const next = choicesFrom(kept(settings), autumn, { deviceId: cooler, devices: [], channels: [] });
		expect(next.format?.zone).toBe(winter);
	});

	it("separates columns of one heading by their order", () => {
		const columns = [
			{ heading: "Temp", channelName: "Air" },
			{ heading: "Temp", channelName: "Floor" },
		];
		const named = preview.columns.map((column) => (column.column === 0 ? column : { ...column, name: "Temp" }));
		const channels = [
			{ id: door, name: "Floor" },
			{ id: air, name: "Air" },
		];
		const known = { deviceId: cooler, devices: [], channels };
		expect(choicesFrom(kept({ columns }), { ...preview, columns: named }, known).targets[0]?.columns).toEqual([
			{ column: 1, channelId: air },
			{ column: 2, channelId: door },
		]);
	});

	it("fills in numbers that were confirmed before, and leaves new ones open", () => {
		const known = kept({ format: { noValues: [-888.88] }, readings: [-200] });
		const returned = (...values: number[]) =>
			choicesFrom(known, noValues(...values), { deviceId: cooler, devices: [], channels: [] });
		expect(returned(-888.88, -200)).toMatchObject({
			format: { noValues: [-888.88] },
			targets: [{ isNoValuesAnswered: true }],
		});
		expect(returned(-888.88, -7999)).toMatchObject({
			format: { noValues: [-888.88, -7999] },
			targets: [{ isNoValuesAnswered: false }],
		});
	});

	it("divides a file as before, each part to the device of its name, or asks where it does not divide this one", () => {
		const divideBy = { by: "columns" as const, columns: [2] };
		const known = { deviceId: cooler, devices: [{ id: cooler, name: "Archive 1" }], channels: [] };
		const parts = [{ text: "Archive 1", rows: 3 }];
		const candidates = [{ divideBy, name: "TRANSMITTER", parts }];
		const divided = {
			...preview,
			questions: [{ kind: "parts" as const, isAnswered: false, candidates, twoValues: null }],
		};
		const format = kept({ format: { divideBy }, answered: ["parts", "clock"] });
		expect(choicesFrom(format, divided, known)).toMatchObject({
			format: { divideBy },
			answered: ["parts", "clock"],
			targets: [{ part: "Archive 1", deviceId: cooler }],
		});
		expect(choicesFrom(format, preview, known)).toMatchObject({
			format: { divideBy: null },
			answered: ["clock"],
			targets: [{ part: null, deviceId: cooler }],
		});
	});

	it("proposes a format by the file's name without what numbers it", () => {
		expect(proposedName("cooler-2026-11-25 (2).csv")).toBe("cooler");
		expect(proposedName("20261125.csv")).toBe("Logger files");
	});
});

describe("the zones of a file", () => {
	const device: LogDevice = { id: id("dev", 1), name: "Cooler", timezoneOffset: -420, timeZoneRule: 1 };
	const likely = (zone: string, subject = device) => likelyZones(subject, zone);

	it("begin with the device's clock and hold the one that was detected, each once", () => {
		const values = likely("device:60:2").map(({ value }) => value);
		expect(values.slice(0, 2)).toEqual(["device:-420:1", "UTC"]);
		expect(likely("device:60:2")).toContainEqual({ value: "device:60:2", label: "As the file says, UTC+01:00" });
		expect(likely("UTC")).toContainEqual({ value: "device:60:2", label: "UTC+01:00 all year" });
		const all = zoneOptions(likely("device:60:2")).map(({ value }) => value);
		expect(new Set(all).size).toBe(all.length);
		expect(all).toContain("Europe/Berlin");
	});
});
