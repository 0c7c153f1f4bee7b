import { describe, expect, it } from "vitest";
import { conflictWords, searchOfFilters } from "../../client/features/log/entry-filters";
import { logExport } from "../../client/features/log/export-address";
import {
	eventsInput,
	logsInput,
	moved,
	newestInput,
	seriesInput,
	viewFromSearch,
} from "../../client/features/log/log-view";

const devices = { mode: "local", zone: "Europe/Lisbon" } as const;
const exported = { span: { from: 1, to: 2 }, zone: "UTC", mode: "local", format: "csv", form: "wide" } as const;

describe("the filters of the log's entries in its address", () => {
	it("are what the log, its news and its export are asked by, and are said the same way again", () => {
		const search = { level: "warning,error", text: "door", value: "-20..-15.5", only: "limits,late" };
		const view = viewFromSearch({ ...search, range: "day", offset: "1" });
		const filters = {
			...{ levels: ["warning", "error"], text: "door" },
			...{ values: { min: -20, max: -15.5 }, isOutOfLimits: true, isLate: true },
		};
		expect(logsInput(view, devices)).toEqual({ rangeType: "day", offset: 1, ...filters });
		expect(newestInput(view, 0)).toMatchObject(filters);
		expect(searchOfFilters(view.filters)).toEqual(search);
		expect(logExport({ shown: logsInput(view, devices), ...exported })).toMatchObject(filters);
	});

	it("leave the chart its readings but for the text, and its events but for text and level", () => {
		const view = viewFromSearch({ level: "error", text: "door", value: "2..", only: "limits,late" });
		expect(seriesInput(view, devices, 100)).toEqual({ rangeType: "hour", offset: 0, text: "door", pixels: 100 });
		expect(eventsInput(view, devices)).toMatchObject({ text: "door", levels: ["error"] });
		expect(Object.keys(eventsInput(view, devices) ?? {})).not.toContain("values");
	});

	it.each([
		{ value: ".." },
		{ value: "8..2" },
		{ value: "x..2" },
		{ value: "2" },
		{ level: "fatal" },
		{ text: "  " },
		{ only: "gaps" },
	])("leave out what means nothing: %j", (search) => {
		expect(logsInput(viewFromSearch(search), devices)).toEqual({ rangeType: "hour", offset: 0 });
	});

	it("stay when the log moves in time", () => {
		const search = { text: "door", only: "late", offset: "1" };
		const earlier = viewFromSearch({ ...search, ...moved(viewFromSearch(search), 1) });
		expect([earlier.filters, earlier.offset]).toEqual([viewFromSearch(search).filters, 2]);
	});

	it.each([
		[{ level: "error", only: "late" }, "Readings have no level, so nothing can pass both filters."],
		[{ kind: "note", value: "2.." }, "Only readings can pass these filters, and other kinds are chosen."],
		[{ kind: "reading", level: "error" }, "Readings have no level."],
		[{ kind: "reading", value: "2..", text: "x" }, null],
	])("say where they exclude each other: %j", (search, words) => {
		const { filters, kinds } = viewFromSearch(search);
		expect(conflictWords(filters, kinds)).toBe(words);
	});
});
