import { describe, expect, it } from "vitest";
import { clockOfDevice, likelyZones } from "../../client/features/import/file-settings";
import { importForm, noChoices, targetsOf, withFormat, withTarget } from "../../client/features/import/import-preview";
import { zoneOptions } from "../../client/ui/form/zone-select";
import type { LogDevice } from "../../shared/log";
import { ImportOptions, type ImportPreview } from "../../shared/reading-import";

const id = (prefix: string, digit: number) => `${prefix}_${String(digit).repeat(26)}`;
const [air, door] = [id("chn", 1), id("chn", 2)];

const preview: ImportPreview = {
	headerKey: null,
	format: {
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

describe("the form of an import", () => {
	it("leaves to be detected what nobody has chosen", () => {
		const form = importForm({ file: new File(["x"], "a.csv"), deviceId: id("dev", 1), choices: noChoices });
		expect(JSON.parse(String(form.get("options")))).toEqual({ deviceId: id("dev", 1) });
		expect(form.get("file")).toMatchObject({ name: "a.csv" });
	});

	it("carries choices as the backend's schema has them", () => {
		const choices = { format: preview.format, columns: targetsOf(preview) };
		const form = importForm({ file: new File(["x"], "a.csv"), deviceId: id("dev", 1), choices });
		const options = { deviceId: id("dev", 1), format: preview.format, columns: [{ column: 1, channelId: air }] };
		expect(ImportOptions.parse(JSON.parse(String(form.get("options"))))).toEqual(options);
	});
});

describe("a column's channel", () => {
	it("is given beside the others, in the order of the file", () => {
		expect(withTarget(preview, 2, door)).toEqual([
			{ column: 1, channelId: air },
			{ column: 2, channelId: door },
		]);
	});

	it("moves from the column that had it", () => {
		expect(withTarget(preview, 2, air)).toEqual([{ column: 2, channelId: air }]);
	});

	it("is taken away", () => {
		expect(withTarget(preview, 1, null)).toEqual([]);
	});

	it("stays at another setting, but not at another separator, which makes other columns", () => {
		expect(withFormat(preview, { dateOrder: "month-first" })).toEqual({
			format: { ...preview.format, dateOrder: "month-first" },
			columns: [{ column: 1, channelId: air }],
		});
		expect(withFormat(preview, { separator: "," })).toEqual({
			format: { ...preview.format, separator: "," },
			columns: null,
		});
	});
});

describe("the zones of a file", () => {
	const device: LogDevice = { id: id("dev", 1), name: "Cooler", timezoneOffset: -420, timeZoneRule: 1 };
	const likely = (zone: string, of = device) => likelyZones(of, zone);

	it("begin with the device's clock and hold the one that was detected, each once", () => {
		const values = likely("device:60:2").map(({ value }) => value);
		expect(values.slice(0, 2)).toEqual(["device:-420:1", "UTC"]);
		expect(likely("device:60:2").at(-1)).toEqual({ value: "device:60:2", label: "As the file says, UTC+01:00" });
		const all = zoneOptions(likely("Europe/Berlin")).map(({ value }) => value);
		expect(new Set(all).size).toBe(all.length);
		expect(all).toContain("Europe/Berlin");
	});

	it("name a device that keeps UTC as the backend does", () => {
		expect(clockOfDevice({ ...device, timeZoneRule: 0 })).toBe("device:0:0");
	});
});
