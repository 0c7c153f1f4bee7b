import { describe, expect, it } from "vitest";
import { logExport } from "../../client/features/log/actions/log-export";
import { conflictMessage, searchOfFilters } from "../../client/features/log/state/entry-filters";
import {
	eventsInput,
	logsInput,
	moved,
	newestInput,
	seriesInput,
	stateFromSearch,
} from "../../client/features/log/state/log-state";
import { gatherReadings } from "../../client/features/log/table/log-readings";
import { longRows, wideRows } from "../../client/features/log/table/log-rows";
import { emptyLogPage, logChannel, logDevice } from "./readings";

const devices = { mode: "local", zone: "Europe/Lisbon" } as const;
const exported = { span: { from: 1, to: 2 }, zone: "UTC", mode: "local", format: "csv", form: "wide" } as const;

describe("the filters of the log's entries in its address", () => {
	it("reach the log, its news and its export, and read the same back", () => {
		const search = { level: "warning,error", text: "door", value: "-20..-15.5", only: "limits,late,gaps" };
		const state = stateFromSearch({ ...search, range: "day", offset: "1" });
		const filters = {
			levels: ["warning", "error"],
			text: "door",
			values: { min: -20, max: -15.5 },
			isOutOfLimits: true,
			isLate: true,
			isAfterGap: true,
		};
		expect(logsInput(state, devices)).toEqual({ rangeType: "day", offset: 1, ...filters });
		expect(newestInput(state, { since: 0, now: 0 })).toMatchObject(filters);
		expect(searchOfFilters(state.filters)).toEqual(search);
		expect(logExport({ shown: logsInput(state, devices), ...exported })).toMatchObject(filters);
	});

	it("leave the chart its readings but for the text, and its events but for text and level", () => {
		const state = stateFromSearch({ level: "error", text: "door", value: "2..", only: "limits,late,gaps" });
		expect(seriesInput(state, devices, 100)).toEqual({ rangeType: "hour", offset: 0, text: "door", pixels: 100 });
		expect(eventsInput(state, devices)).toMatchObject({ text: "door", levels: ["error"] });
		expect(Object.keys(eventsInput(state, devices) ?? {})).not.toContain("values");
	});

	it("look for news as far back as what came late or ends a gap may be of", () => {
		const hour = 3_600_000;
		const since = 1_000 * hour;
		const lookBack = (search: object) =>
			since - (newestInput(stateFromSearch(search), { since, now: since }).from ?? 0);
		expect(lookBack({ range: "day" })).toBe(hour);
		expect(lookBack({ range: "day", value: "2.." })).toBe(hour);
		expect(lookBack({ range: "day", only: "late" })).toBe(25 * hour);
		expect(lookBack({ range: "week", only: "gaps" })).toBe(169 * hour);
	});

	it("mark a row by all that was read at its time: the last to come in, and the longest gap", () => {
		const log = gatherReadings([
			emptyLogPage({
				devices: [{ ...logDevice, lateAfterMs: 100 }],
				channels: [logChannel("Air"), logChannel("Door")],
				readings: {
					readingAt: [9, 9, 5],
					receivedAt: [10, 200, 6],
					channel: [0, 1, 0],
					value: [1, 2, 3],
					gapMs: [0, 4, 0],
				},
			}),
		]);
		const marks = wideRows(log).map(({ at, receivedAt, quality, gapMs }) => ({ at, receivedAt, quality, gapMs }));
		expect(marks).toEqual([
			{ at: 9, receivedAt: 200, quality: "late", gapMs: 4 },
			{ at: 5, receivedAt: 6, quality: "ok", gapMs: 0 },
		]);
		expect(longRows(log).map(({ gapMs }) => gapMs)).toEqual([0, 4, 0]);
	});

	it.each([
		{ value: ".." },
		{ value: "8..2" },
		{ value: "x..2" },
		{ value: "2" },
		{ level: "fatal" },
		{ text: "  " },
		{ only: "holes" },
	])("leave out what means nothing: %j", (search) => {
		expect(logsInput(stateFromSearch(search), devices)).toEqual({ rangeType: "hour", offset: 0 });
	});

	it("stay when the log moves in time", () => {
		const search = { text: "door", only: "late", offset: "1" };
		const earlier = stateFromSearch({ ...search, ...moved(stateFromSearch(search), 1) });
		expect([earlier.filters, earlier.offset]).toEqual([stateFromSearch(search).filters, 2]);
	});

	it.each([
		[{ level: "error", only: "late" }, "Readings have no level, so nothing can pass both filters."],
		[{ kind: "note", value: "2.." }, "Only readings can pass these filters, and other kinds are chosen."],
		[{ kind: "reading", level: "error" }, "Readings have no level."],
		[{ kind: "reading", value: "2..", text: "x" }, null],
	])("say where they exclude each other: %j", (search, words) => {
		const { filters, kinds } = stateFromSearch(search);
		expect(conflictMessage(filters, kinds)).toBe(words);
	});
});
