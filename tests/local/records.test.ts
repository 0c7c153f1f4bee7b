import { describe, expect, it } from "vitest";
import { demoGroups } from "../../local/seed/demo-accounts";
import { demoDevices } from "../../local/seed/demo-devices";
import { demoRecords } from "../../local/seed/records/demo-records";
import { silencesOf } from "../../local/seed/records/silences";
import { AlertRule } from "../../shared/alert/alert-rule";
import { ruleSentence } from "../../shared/alert/alert-sentence";
import { dayMs, hourMs, minuteMs } from "../../shared/base/durations";
import { nextRuns } from "../../shared/report/report-times";

const now = Date.UTC(2026, 10, 21, 14, 3, 20);
const records = demoRecords(now, now);
const { contacts, alerts, reports, events } = records;

function eventsOf(serialNumber: string, at = { storyStart: now, now }) {
	return demoRecords(at.storyStart, at.now).events.filter((event) => event.serialNumber === serialNumber);
}

describe("the demo's records", () => {
	it("contain eight contacts of every kind, eight rules and five reports, each name once", () => {
		expect(new Set(contacts.map(({ fullName }) => fullName)).size).toBe(8);
		const statuses = new Set(contacts.flatMap(({ emailStatus, phoneStatus }) => [emailStatus, phoneStatus]));
		expect(statuses).toEqual(new Set(["verified", "unverified", "bouncing", "unsubscribed"]));
		expect(new Set(alerts.map(({ name }) => name)).size).toBe(8);
		expect(alerts.filter(({ isEnabled }) => !isEnabled)).toHaveLength(2);
		expect(new Set(alerts.map(({ severity }) => severity))).toEqual(new Set(["critical", "warning", "info"]));
		expect(new Set(reports.map(({ name }) => name)).size).toBe(5);
	});

	it("name only contacts, groups and devices that there are", () => {
		const names = contacts.map(({ fullName }) => fullName);
		const serials = demoDevices.map(({ serialNumber }) => serialNumber);
		const groups: string[] = Object.values(demoGroups).map(({ name }) => name);
		for (const { contactNames } of [...alerts, ...reports]) expect(names).toEqual(expect.arrayContaining(contactNames));
		for (const { scope } of alerts) {
			if (scope === "all") continue;
			if ("groupNames" in scope) expect(groups).toEqual(expect.arrayContaining(scope.groupNames));
			else expect(serials).toEqual(expect.arrayContaining(scope.serialNumbers));
		}
		const named = events.flatMap(({ serialNumber }) => serialNumber ?? []);
		expect(serials).toEqual(expect.arrayContaining(named));
	});

	it("reach no one outside: every address is of a reserved domain", () => {
		for (const { email } of contacts) expect(email ?? "a@b.test").toMatch(/@[a-z]+\.test$/);
	});

	it("hold no alert: what fired is found by the rules in the readings", () => {
		expect(events.filter(({ kind }) => kind === "alert")).toEqual([]);
		for (const { rule } of alerts) expect(AlertRule.safeParse(rule).error).toBeUndefined();
	});

	it("say in words what the rules watch", () => {
		expect(alerts.map(({ rule }) => ruleSentence(rule))).toEqual([
			"Temperature is above 8 °C for 20 minutes.",
			"Temperature is above −15 °C for 45 minutes.",
			"Temperature is outside 2 to 8 °C for 10 minutes.",
			"No upload for 3 upload intervals (min. 15 min).",
			"Battery is below 15 %.",
			"Level is above 1.8 m for 30 minutes.",
			"Temperature is above 28 °C for 15 minutes.",
			"Door is open for 20 minutes.",
		]);
	});

	it("state when a device went silent and was reported again", () => {
		const [gauge] = demoDevices.filter(({ name }) => name === "River gauge A");
		if (!gauge) throw new Error("No river gauge");
		expect(silencesOf(gauge, { storyStart: now, now }).at(-1)).toEqual({
			offlineAt: now - 9 * hourMs + 45 * minuteMs,
			afterMinutes: 45,
			onlineAt: now - 8 * hourMs,
		});
		const dock = eventsOf("AQ-10513");
		expect(dock).toEqual([
			{
				serialNumber: "AQ-10513",
				kind: "event",
				level: "warning",
				at: now - 140 * minuteMs,
				text: "Offline: no upload for 45 minutes",
				said: { key: "device.offline", params: { span: { span: 45 * minuteMs } } },
				isMoving: true,
				author: null,
			},
		]);
		const gaugeEvents = eventsOf(gauge.serialNumber).filter(({ kind }) => kind === "event");
		expect(gaugeEvents.slice(-2).map(({ at, text }) => [at, text])).toEqual([
			[now - 9 * hourMs + 45 * minuteMs, "Offline: no upload for 45 minutes"],
			[now - 8 * hourMs, "Online again after 1 h"],
		]);
	});

	it("state a trend of the same silences as the log, the oldest of each device first", () => {
		const reported = events
			.filter(({ text }) => text.startsWith("Offline: "))
			.map(({ serialNumber, at }) => [serialNumber, at]);
		expect(reported.length).toBeGreaterThan(5);
		expect(records.silences.map(({ serialNumber, offlineAt }) => [serialNumber, offlineAt])).toEqual(reported);
		for (const device of demoDevices) {
			const ends = records.silences
				.filter(({ serialNumber }) => serialNumber === device.serialNumber)
				.flatMap(({ offlineAt, onlineAt }) => [offlineAt, onlineAt ?? now]);
			expect(ends).toEqual(ends.toSorted((one, other) => one - other));
		}
	});

	it("contain the same events a week later, with what happened since", () => {
		const later = demoRecords(now, now + 7 * dayMs).events.filter(({ isMoving }) => !isMoving);
		const before = events.filter(({ isMoving }) => !isMoving);
		expect(later).toEqual(expect.arrayContaining(before));
		expect(later.length).toBeGreaterThan(before.length);
		expect(new Set(later.map(({ serialNumber, at, text }) => `${serialNumber} ${at} ${text}`)).size).toBe(later.length);
	});

	it("hold reports as their form would, each with a next run but for the paused one and what is run by hand", () => {
		const next = reports.map(({ name, schedule, zone, isEnabled }) => {
			const [at] = schedule && isEnabled ? nextRuns(schedule, zone, { after: now, count: 1 }) : [];
			return [name, at === undefined ? null : new Date(at).toISOString()];
		});
		expect(next).toEqual([
			["Weekly cold chain record", "2026-11-23T07:00:00.000Z"],
			["Daily temperatures", "2026-11-22T05:30:00.000Z"],
			["Monthly audit", "2026-12-01T04:00:00.000Z"],
			["Shift handover", null],
			["Calibration list", null],
		]);
	});

	it("lie in the past, but for the next runs", () => {
		for (const { at } of events) expect(at).toBeLessThan(now);
		for (const { createdAt } of [...contacts, ...alerts, ...reports])
			expect(createdAt.getTime()).toBeLessThan(now - 30 * dayMs);
	});
});
