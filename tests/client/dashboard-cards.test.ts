import { describe, expect, it } from "vitest";
import { reasonLabel } from "../../client/features/dashboard/attention-card";
import {
	greetingAt,
	overviewInput,
	stateFromSearch,
	trendInput,
} from "../../client/features/dashboard/dashboard-filters";
import { areStepsShown } from "../../client/features/dashboard/first-steps-shown";
import { totalsOf, trendAreas, trendSentence } from "../../client/features/dashboard/fleet-trend-chart";
import { headline } from "../../client/features/dashboard/headline";
import { latestLines } from "../../client/features/dashboard/log-card";
import { sampleText } from "../../client/features/dashboard/sample-row";
import type { DeviceListRow } from "../../shared/device/device";
import type { FleetTrend } from "../../shared/device/device-inputs";
import { DeviceStatus } from "../../shared/device/device-terms";
import type { LogEvent } from "../../shared/log/log";
import { attentionReasons } from "../../shared/overview/attention";
import { countFleet, countRows, sumCounts } from "../../shared/overview/count-fleet";
import type { FirstSteps } from "../../shared/overview/first-steps";
import { GetOverview } from "../../shared/overview/fleet-overview";
import * as fc from "../properties";
import { deviceRow } from "./list-rows";

const hour = 3_600_000;

it.each([
	[0, "Hello"],
	[4, "Hello"],
	[5, "Good morning"],
	[11, "Good morning"],
	[12, "Good afternoon"],
	[17, "Good afternoon"],
	[18, "Good evening"],
	[23, "Good evening"],
])("greets a person at %i o'clock with %s", (at, greeting) => {
	expect(greetingAt(at)).toBe(greeting);
});
const now = Date.UTC(2026, 10, 21, 19, 30);

const row = (change: Partial<DeviceListRow>) =>
	deviceRow("Cold room 1", { id: "dev_1", lastReadingAt: now - 60_000, lastReceivedAt: now - 60_000, ...change });

describe("devices that need attention", () => {
	it.each<[string, Partial<DeviceListRow>, string[]]>([
		["none that is well", {}, []],
		["one that is offline", { status: "offline" }, ["Offline"]],
		["one that is late", { status: "late" }, ["Late"]],
		["none that has not reported yet", { status: "never", lastReadingAt: null, lastReceivedAt: null }, []],
		["one with a low battery", { latest: [{ quantity: "battery", value: 19.4 }] }, ["Battery 19 %"]],
		["none at the limit of its battery", { latest: [{ quantity: "battery", value: 20 }] }, []],
		["none by a battery in volts", { latest: [{ quantity: "battery", value: 3.1, unit: "V" }] }, []],
		["none by a battery that says nothing", { latest: [{ quantity: "battery", value: null }] }, []],
		["one with a weak signal", { latest: [{ quantity: "signal", value: -115 }] }, ["Signal −115 dBm"]],
		["one with a memory nearly full", { latest: [{ quantity: "memory", value: 93.6 }] }, ["Memory 94 % full"]],
		["none at the limit of its memory", { latest: [{ quantity: "memory", value: 90 }] }, []],
		["one whose readings are refused", { hasRefusals: true }, ["Readings rejected"]],
		["one with an unknown unit", { hasOpenUnits: true }, ["Unknown unit"]],
		["one whose clock is behind", { clockBehindMs: 400 * 86_400_000 }, ["Clock 400 d behind"]],
		["one whose clock is ahead", { lastReadingAt: now + 12 * 60_000, lastReceivedAt: now }, ["Clock 12 min ahead"]],
		[
			"one with everything wrong, the most urgent first",
			{
				status: "late",
				hasRefusals: true,
				latest: [
					{ quantity: "signal", value: -120 },
					{ quantity: "battery", value: 3 },
				],
			},
			["Late", "Readings rejected", "Battery 3 %", "Signal −120 dBm"],
		],
		["none that is switched off", { status: "disabled", latest: [{ quantity: "battery", value: 1 }] }, []],
	])("are %s", (_, change, labels) => {
		expect(attentionReasons(row(change)).map(reasonLabel)).toEqual(labels);
	});

	it("stand the most urgent first, and among equals the one silent longest", () => {
		const rows = [
			row({ id: "battery", latest: [{ quantity: "battery", value: 1 }] }),
			row({ id: "late", status: "late" }),
			row({ id: "offline since noon", status: "offline", lastReadingAt: null, lastReceivedAt: now - 7 * hour }),
			row({ id: "offline since May", status: "offline", lastReadingAt: null, lastReceivedAt: now - 5_000 * hour }),
			row({ id: "well" }),
		];
		const { attention } = countFleet(rows);
		expect(attention.rows.map(({ id }) => id)).toEqual(["offline since May", "offline since noon", "late", "battery"]);
		expect(attention.reasons).toEqual([
			{ kind: "offline", devices: 2 },
			{ kind: "late", devices: 1 },
			{ kind: "battery", devices: 1 },
		]);
	});

	it("counts all devices and shows the most urgent, in whatever order they come", () => {
		const device = fc.record({
			status: fc.constantFrom(...DeviceStatus.options),
			lastReceivedAt: fc.nat({ max: 20 }),
			isLow: fc.boolean(),
		});
		fc.assert(
			fc.property(fc.array(device, { maxLength: 40 }), fc.integer({ min: 1, max: 40 }), (devices, each) => {
				const rows = devices.map(({ isLow, ...facts }, position) =>
					row({ ...facts, id: `${position}`, latest: [{ quantity: "battery", value: isLow ? 3 : 90 }] }),
				);
				const inNeed = rows.filter((one) => attentionReasons(one).length > 0);
				const found = countFleet(rows);
				expect(found.attention.devices).toBe(inNeed.length);
				expect(found.devices).toBe(rows.length);
				expect(countFleet(rows.toReversed())).toEqual(found);
				const parts = rows.flatMap((_, position) =>
					position % each === 0 ? [countRows(rows.slice(position, position + each))] : [],
				);
				expect(sumCounts(parts)).toEqual(found);
				const newest = rows.map(({ lastReceivedAt }) => lastReceivedAt ?? 0).sort((one, other) => other - one);
				expect(found.uploads.map(({ lastReceivedAt }) => lastReceivedAt)).toEqual(newest.slice(0, 6));
			}),
		);
	});

	it("includes every silent device, and none that has not reported yet", () => {
		fc.assert(
			fc.property(fc.array(fc.constantFrom(...DeviceStatus.options)), (statuses) => {
				const silent = statuses.filter((status) => ["offline", "late"].includes(status));
				const { attention } = countFleet(statuses.map((status) => row({ status, lastReadingAt: null })));
				expect(attention.devices).toBe(silent.length);
			}),
		);
	});
});

describe("the address of the dashboard", () => {
	const group = `grp_${"0".repeat(26)}`;

	it.each([
		[{}, { groupId: null, period: null }],
		[{ period: "24h" }, { groupId: null, period: "24h" }],
		[
			{ group, period: "7d" },
			{ groupId: group, period: "7d" },
		],
		[
			{ group: "nonsense", period: "century" },
			{ groupId: null, period: null },
		],
		[
			{ group: "constructor", period: "__proto__" },
			{ groupId: null, period: null },
		],
		[{ group: `${group},${group}` }, { groupId: null, period: null }],
	])("%o asks for %o", (search, state) => {
		expect(stateFromSearch(search)).toEqual(state);
	});

	it("requests the trend of its period and group", () => {
		expect(trendInput({ groupId: null, period: "24h" })).toEqual({ hours: 24 });
		expect(trendInput({ groupId: group, period: "7d" })).toEqual({ hours: 168, groupId: group });
	});

	it("requests what the schema takes, whatever history is shown", () => {
		const input = overviewInput(stateFromSearch({ group, period: "7d" }));
		expect(GetOverview.parse(input)).toEqual({ hours: 24, groupId: group });
	});
});

describe("the head of the dashboard", () => {
	type Notice = Parameters<typeof headline>[0];
	const notified = (change: Partial<Notice> = {}): Notice => ({
		alerts: { open: 0, acknowledged: 0, unreached: 0 },
		attention: { devices: 0, reasons: [], rows: [] },
		counts: { online: 3, late: 0, offline: 0, never: 0, imported: 0, disabled: 0 },
		muted: { devices: 0, rules: 0 },
		unwatched: 0,
		...change,
	});
	const fine = { online: 3, late: 0, offline: 0, never: 0, imported: 0, disabled: 0 };
	const inNeed = (devices: number) => ({ devices, reasons: [], rows: [] });

	it.each<[Partial<Notice>, string, string]>([
		[{}, "ok", "All clear. Every device is reporting normally."],
		[{ alerts: { open: 1, acknowledged: 0, unreached: 0 } }, "bad", "1 open alert."],
		[{ alerts: { open: 1, acknowledged: 0, unreached: 1 } }, "bad", "1 open alert, for which nobody was reached."],
		[
			{
				alerts: { open: 3, acknowledged: 1, unreached: 1 },
				attention: inNeed(4),
				counts: { online: 1, late: 1, offline: 2, never: 0, imported: 0, disabled: 0 },
				muted: { devices: 2, rules: 1 },
			},
			"bad",
			"3 open alerts (nobody was reached for 1), 1 acknowledged alert, 3 silent devices, 1 other device in need of attention, 2 muted devices and 1 muted rule.",
		],
		[{ alerts: { open: 0, acknowledged: 2, unreached: 0 } }, "warn", "2 acknowledged alerts."],
		[{ muted: { devices: 0, rules: 1 } }, "warn", "1 muted rule."],
		[{ attention: inNeed(1) }, "warn", "1 device in need of attention."],
		[
			{ beyond: { devices: 1, side: "above", since: now - 12 * 60_000, alertAt: now + 33 * 60_000 } },
			"bad",
			"1 device above its limit for 12 min, alert in 33 min.",
		],
		[
			{ beyond: { devices: 3, side: "both", since: now - 2 * hour, alertAt: now + 60_000 } },
			"bad",
			"3 devices beyond a limit, longest for 2 h, next alert in 1 min.",
		],
		[
			{ beyond: { devices: 1, side: "below", since: null, alertAt: null }, muted: { devices: 1, rules: 0 } },
			"bad",
			"1 device below its limit and 1 muted device.",
		],
		[
			{ beyond: { devices: 0, side: "both", since: null, alertAt: null } },
			"ok",
			"All clear. Every device is reporting normally.",
		],
		[{ counts: { ...fine, online: 0, never: 500 } }, "ok", "500 devices not heard of yet."],
		[
			{ counts: { ...fine, never: 2 }, unwatched: 2 },
			"ok",
			"2 devices not heard of yet. No alert rule watches 2 devices.",
		],
		[
			{ counts: { ...fine, late: 1, never: 500 }, attention: inNeed(1) },
			"warn",
			"1 silent device and 500 devices not heard of yet.",
		],
		[{ unwatched: 1 }, "ok", "Every device is reporting normally. No alert rule watches 1 device."],
		[{ unwatched: 3 }, "warn", "Every device is reporting normally. No alert rule watches 3 devices."],
	])("of %o is %s: %s", (change, tone, text) => {
		expect(headline(notified(change), now)).toEqual({ tone, text });
	});

	it("says all clear of nothing else", () => {
		const some = fc.nat({ max: 2 });
		fc.assert(
			fc.property(fc.array(some, { minLength: 8, maxLength: 8 }), (numbers) => {
				const [open = 0, acknowledged = 0, offline = 0, devices = 0, rules = 0, unwatched = 0, outside = 0, never = 0] =
					numbers;
				const { text } = headline(
					notified({
						alerts: { open, acknowledged, unreached: 0 },
						attention: inNeed(offline),
						counts: { online: 1, late: 0, offline, never, imported: 0, disabled: 0 },
						muted: { devices, rules },
						unwatched,
						beyond: { devices: outside, side: "above", since: null, alertAt: null },
					}),
					now,
				);
				const sum = open + acknowledged + offline + devices + rules + unwatched + outside + never;
				expect(text.startsWith("All clear")).toBe(sum === 0);
			}),
		);
	});
});

describe("the latest of the log", () => {
	const event = (change: Partial<LogEvent>): LogEvent => {
		return {
			id: "e",
			deviceId: "dev_1",
			at: now,
			kind: "event",
			level: "info",
			text: "Offline",
			author: null,
			...change,
		};
	};

	const shown = (id: string, lastReceivedAt: number) => ({ ...row({ id, lastReceivedAt }), latest: [] });

	it("lists uploads and events together, newest first", () => {
		const uploads = [shown("a", now - 10), shown("b", now - 30)];
		const events = [
			{ ...event({ id: "1", deviceId: "b", at: now - 20 }), device: shown("b", now - 30) },
			{ ...event({ id: "3", deviceId: null, at: now - 40, text: "Storage is full" }), device: null },
		];
		expect(latestLines({ uploads, events }).map(({ key, device, text }) => [key, device?.id ?? null, text])).toEqual([
			["a", "a", null],
			["1", "b", "Offline"],
			["b", "b", null],
			["3", null, "Storage is full"],
		]);
	});

	it("keep places for events in a fleet that uploads all the time", () => {
		const uploads = Array.from({ length: 6 }, (_, index) => shown(`${index}`, now - index));
		const events = Array.from({ length: 3 }, (_, index) => {
			return { ...event({ id: `e${index}`, at: now - hour - index }), device: shown("0", now) };
		});
		expect(latestLines({ uploads, events }).map(({ key }) => key)).toEqual(["0", "e0", "e1", "e2"]);
	});
});

describe("the first steps", () => {
	const open = { device: false, reading: false, contact: false, alert: false, colleague: false, report: false };
	const all = { device: true, reading: true, contact: true, alert: true, colleague: true, report: true };
	const sample = { state: "none", share: 0, endsAt: null } as const;
	const shown = (done: FirstSteps["done"], { isHidden = false, canAdd = true, steps = "" } = {}) =>
		areStepsShown({ done, isHidden, sample }, { search: { steps }, canAdd });

	it("shows the steps until all are done or put away, and finds them again by the menu", () => {
		expect(shown(open)).toBe(true);
		expect(shown({ ...all, report: false })).toBe(true);
		expect(shown(all)).toBe(false);
		expect(shown(open, { isHidden: true })).toBe(false);
		expect(shown(all, { steps: "yes" })).toBe(true);
		expect(shown(open, { isHidden: true, steps: "yes" })).toBe(true);
		expect(areStepsShown(undefined, { search: { steps: "yes" }, canAdd: true })).toBe(false);
	});

	it("shows the steps until there are readings to a person who may not take them", () => {
		expect(shown(open, { canAdd: false })).toBe(true);
		expect(shown({ ...open, device: true, reading: true }, { canAdd: false })).toBe(false);
		expect(shown(open, { canAdd: false, isHidden: true, steps: "yes" })).toBe(false);
	});

	it("say of the sample that it is made up, and how far it is", () => {
		expect(sampleText(sample)).toContain("made-up");
		expect(sampleText({ ...sample, state: "loading", share: 0.499 })).toContain("49 %");
		expect(sampleText({ state: "loaded", share: 1, endsAt: new Date(now) })).toContain("no device sends it");
		expect(sampleText({ ...sample, state: "removing" })).toContain("being removed");
	});
});

describe("the drawing of a trend", () => {
	const trend: FleetTrend = { at: [0, 1, 2], online: [1, 2, 4], late: [0, 0, 0], offline: [1, 2, 0], never: [0, 0, 0] };

	it("stacks what occurs, to the whole height where there were most", () => {
		expect(trendAreas(trend, 100, 40)).toEqual([
			{ status: "online", path: "M0,30L50,20L100,0L100,40L50,40L0,40Z" },
			{ status: "offline", path: "M0,20L50,0L100,0L100,0L50,20L0,30Z" },
		]);
	});

	it("describes the trend in one sentence", () => {
		expect(trendSentence(trend, "24 hours")).toBe(
			"Over the last 24 hours between 1 and 4 devices were online, 4 of 4 at the end.",
		);
	});

	it.each([
		["no instant", []],
		["one instant", [3]],
	])("draws the trend with %s", (_, online) => {
		const zeros = online.map(() => 0);
		const short: FleetTrend = {
			at: online.map((_, index) => index),
			online,
			late: zeros,
			offline: zeros,
			never: zeros,
		};
		expect(JSON.stringify(trendAreas(short, 100, 40))).not.toContain("null");
		expect(trendSentence(short, "7 days")).toMatch(/\.$/);
	});

	it("stays in its box, its topmost edge being the sum of all", () => {
		const column = fc.array(fc.nat({ max: 10_000 }), { minLength: 25, maxLength: 25 });
		fc.assert(
			fc.property(column, column, column, column, (online, late, offline, never) => {
				const some: FleetTrend = { at: online.map((_, index) => index), online, late, offline, never };
				const numbers = trendAreas(some, 480, 84).flatMap(({ path }) => path.match(/-?[\d.]+/g)?.map(Number) ?? []);
				expect(numbers.every((number) => number >= 0 && number <= 480)).toBe(true);
				const last = trendAreas(some, 480, 84).at(-1)?.path.split("L").slice(0, 25) ?? [];
				const most = Math.max(...totalsOf(some), 1);
				for (const [index, point] of last.entries()) {
					const y = Number(point.split(",")[1]);
					expect(Math.abs(y - (84 - ((totalsOf(some)[index] ?? 0) / most) * 84))).toBeLessThan(0.1);
				}
			}),
		);
	});
});
