import { describe, expect, it } from "vitest";
import { type EventSpan, eventSpans, knownSpans, mergedSpans, namedSpans } from "../../client/chart/event-spans";
import { countNew, newCountLabel, newestReceipt } from "../../client/features/log/state/use-log";
import { lateAfter, uploadIntervals } from "../../client/features/log/table/log-readings";
import type { LogDevice, LogEvent, LogPage } from "../../shared/log/log";
import { readingQuality } from "../../shared/log/reading-filter";
import { emptyLogPage, logChannel, logDevice, minuteMs as minute } from "./readings";

const range = { from: 1_000, to: 2_000 };
const now = 5_000;
const event = (at: number, kind: LogEvent["kind"], text: string, change: Partial<LogEvent> = {}): LogEvent => ({
	id: `log_${at}`,
	deviceId: "dev_a",
	at,
	kind,
	level: "warning",
	text,
	author: null,
	...change,
});
const fired = (at: number, rule = "Too warm") =>
	event(at, "alert", `${rule}: above 8 °C for 10 min`, { level: "error" });
const over = (at: number, rule = "Too warm") => event(at, "alert", `${rule}: over, at worst 9.1 °C`, { level: "info" });
const span = (from: number, to: number, text: string, tone = "alert", deviceId = "dev_a") => {
	return { from, to, tone, deviceId, text };
};
const warm = "Too warm: above 8 °C for 10 min";

describe("the times that events report", () => {
	it.each([
		["an alert from its firing to its end", [over(1_500), fired(1_200)], [span(1_200, 1_500, warm)]],
		["an alert that is not over, to the end of the range", [fired(1_200)], [span(1_200, 2_000, warm)]],
		[
			"an alert that began before the range, from its beginning",
			[over(1_500)],
			[span(1_000, 1_500, "Too warm: over, at worst 9.1 °C")],
		],
		[
			"an alert that fired twice, from the first",
			[fired(1_200), fired(1_300), over(1_500)],
			[span(1_200, 1_500, warm)],
		],
		[
			"two rules of one device, each by itself",
			[fired(1_200), fired(1_300, "Far too warm"), over(1_400)],
			[span(1_200, 1_400, warm), span(1_300, 2_000, "Far too warm: above 8 °C for 10 min")],
		],
		[
			"one rule on two devices, each by itself",
			[fired(1_200), { ...fired(1_300), deviceId: "dev_b" }, over(1_400)],
			[span(1_200, 1_400, warm), span(1_300, 2_000, warm, "alert", "dev_b")],
		],
		[
			"a silence from offline to online again",
			[
				event(1_100, "event", "Offline: no upload for 45 minutes"),
				event(1_600, "event", "Online again after 2 h 5 min", { level: "info" }),
			],
			[span(1_100, 1_600, "Offline: no upload for 45 minutes", "offline")],
		],
		[
			"no silence where nobody knows when it began",
			[event(1_600, "event", "Online again after 103 seconds"), event(1_700, "event", "Online: first upload")],
			[],
		],
		[
			"nothing of lateness, batteries, notes and changes",
			[
				event(1_100, "event", "Late: no upload for 23 minutes"),
				event(1_200, "event", "Battery low: 18 %"),
				event(1_300, "note", "Offline: says a person"),
				event(1_400, "config", "Offline after changed"),
			],
			[],
		],
	])("reads the times of an event: %s", (_, events, expected) => {
		expect(eventSpans(events, range, now)).toEqual(expected);
	});

	it("end now, not in the future, while they go on", () => {
		expect(eventSpans([fired(1_200)], range, 1_700)).toEqual([span(1_200, 1_700, warm)]);
	});

	it("shades overlapping times once, each kind by itself", () => {
		const spans = eventSpans(
			[fired(1_100), fired(1_200, "B"), over(1_300), over(1_400, "B"), fired(1_500, "C"), over(1_600, "C")],
			range,
			now,
		);
		expect(mergedSpans(spans).map(({ from, to }) => [from, to])).toEqual([
			[1_100, 1_400],
			[1_500, 1_600],
		]);
		expect(spans[0]?.to).toBe(1_300);
	});

	it("name their device where a chart shows several, and say so where those of several overlap", () => {
		const of = (deviceId: string, from: number, to: number): EventSpan => {
			return { tone: "alert", deviceId, from, to, text: "Too warm: above 8 °C" };
		};
		const spans = [of("a", 1_000, 1_100), of("a", 1_050, 1_200), of("b", 1_400, 1_500), of("a", 1_450, 1_600)];
		const names = new Map([
			["a", "Cold room"],
			["b", "Freezer"],
		]);
		expect(mergedSpans(namedSpans(spans, names)).map(({ device }) => device)).toEqual(["Cold room", "Several devices"]);
		expect(namedSpans(spans, new Map([["a", "Cold room"]]))).toEqual(spans);
	});

	it("end where the log says that the device reports again", () => {
		const ended = event(1_300, "alert", "Silent: reporting again after 45 minutes", { level: "info" });
		expect(eventSpans([fired(1_100, "Silent"), ended], range, now).map(({ to }) => to)).toEqual([1_300]);
	});
});

const page = (receivedAt: number[], events: LogEvent[], nextCursor: string | null = null): LogPage => {
	const channel = receivedAt.map(() => 0);
	const readings = { readingAt: receivedAt.map((at) => at - 5), receivedAt, channel, value: receivedAt };
	return emptyLogPage({ devices: [], readings, events, nextCursor });
};

describe("the count of what came in since", () => {
	const note = event(120, "note", "Door open");

	it("counts readings by when they were received, and events by when they were", () => {
		expect(countNew(page([90, 100, 101, 130], [note]), 100)).toEqual({ count: 3, isMore: false });
		expect(countNew(page([90], [note]), 120)).toEqual({ count: 0, isMore: false });
	});

	it("counts what passes a filter by itself, not what came with it", () => {
		const found = { ...page([90, 101, 130], []), channels: [logChannel("c")] };
		expect(countNew(found, 100, { values: { min: 120 } })).toEqual({ count: 1, isMore: false });
		expect(countNew(found, 100, { values: { min: 140 } })).toEqual({ count: 0, isMore: false });
	});

	it("may be more than a page holds", () => {
		const more = countNew(page([130, 131], [], "next"), 100);
		expect([more, newCountLabel(more)]).toEqual([{ count: 2, isMore: true }, "2+ new"]);
		expect(newCountLabel({ count: 1_234, isMore: false })).toBe("1,234 new");
		expect(countNew(page([90], [], "next"), 100)).toEqual({ count: 0, isMore: false });
	});

	it("begins after the newest of what is shown, on whichever page it stands", () => {
		expect(newestReceipt([page([90, 95], []), page([99], [event(97, "event", "Online: first upload")])])).toBe(99);
		expect(newestReceipt([page([90], [note])])).toBe(120);
		expect(newestReceipt([page([], [])])).toBeNull();
	});
});

describe("the rule by which a reading is late", () => {
	it.each([
		["right away", 0, minute, false],
		["after a quarter of an hour", 15 * minute, minute, false],
		["after more than a quarter of an hour", 15 * minute + 1, minute, true],
		["within two upload intervals", 60 * minute, 30 * minute, false],
		["after more than two upload intervals", 60 * minute + 1, 30 * minute, true],
		["after an hour, by a device whose interval is not known", 60 * minute, undefined, true],
		["before it was read, by a clock that runs ahead", -60 * minute, minute, false],
	])("judges whether it is late: %s", (_, delay, interval, expected) => {
		const quality = readingQuality({ at: 0, receivedAt: delay, lateAfterMs: lateAfter(interval) });
		expect(quality).toBe(expected ? "late" : "ok");
	});

	it("judges by the interval that the device's own receipts show", () => {
		const device = { ...logDevice, id: "dev_a" };
		const other = { ...device, id: "dev_b" };
		const column = (subject: LogDevice, receivedAt: number[]) => {
			const readings = receivedAt.map((at) => ({
				at,
				value: at,
				receivedAt: at,
				raw: null,
				mark: null,
				gapMs: 0,
				silentMs: 0,
			}));
			return { device: subject, readings };
		};
		const intervals = uploadIntervals([
			column(device, [10, 10, 20, 30]),
			column(device, [20, 40]),
			column(other, [10, 10]),
		]);
		expect([...intervals]).toEqual([["dev_a", 10]]);
	});
});

describe("the times that the backend knows", () => {
	it("cuts the times of the shown devices to the range, and ends those that are not over now", () => {
		const known = (from: number, to: number | null, deviceId = "dev_a") => {
			return { kind: "alert" as const, deviceId, from, to, text: warm, alertEventId: null };
		};
		const spans = [known(500, 1_200), known(1_500, null), known(100, 900), known(1_100, 1_300, "dev_b")];
		const shown = { shownIds: new Set(["dev_a"]), range };
		expect(knownSpans(spans, { ...shown, now: 1_800 })).toEqual([span(1_000, 1_200, warm), span(1_500, 1_800, warm)]);
		expect(knownSpans(spans, { ...shown, now })).toEqual([span(1_000, 1_200, warm), span(1_500, 2_000, warm)]);
	});
});
