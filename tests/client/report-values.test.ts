import { describe, expect, test } from "vitest";
import { reportSearch } from "../../client/entities/report";
import { beginReport, usualPaper } from "../../client/features/reports/form/begin-report";
import { datesOf } from "../../client/features/reports/form/next-runs";
import { reportParts } from "../../client/features/reports/form/report-parts";
import {
	fieldOf,
	newReport,
	previewed,
	type ReportValues,
	toReportInput,
	valuesOf,
} from "../../client/features/reports/form/report-values";
import { excursionsText, periodText, revisionText, signedText } from "../../client/features/reports/report-labels";
import { reportTemplates } from "../../client/features/reports/report-templates";
import { mergeValues } from "../../client/forms/versioned-form";
import { errorsFrom } from "../../client/ui/form/schema-errors";
import { ReportDefinition, type ReportRange, ReportType, standardActivationEnergy } from "../../shared/report/report";
import type { Recurrence, ReportSchedule } from "../../shared/report/report-schedule";
import { sampleDefinition, sampleRun } from "../component/sample-report";
import { exampleId } from "../upstream/ids";

const temperature = { quantity: "temperature" as const, unit: "°C", name: null };
const minute = 60_000;
/** Whole minutes, as people type them. */
const at = Date.UTC(2026, 10, 30, 8, 15);

const ranges: ReportRange[] = [
	{ kind: "rolling", count: 36, unit: "hour" },
	{ kind: "previous", unit: "week" },
	{ kind: "toDate", unit: "month" },
	{ kind: "fixed", from: at, to: at + 90 * minute },
	{ kind: "sinceLast" },
];

const recurrences: Recurrence[] = [
	{ kind: "once", at },
	{ kind: "hourly", everyHours: 6 },
	{ kind: "daily", time: "06:30" },
	{ kind: "weekly", days: [1, 5], time: "22:00" },
	{ kind: "monthly", on: { by: "day", day: 31 }, time: "00:00" },
	{ kind: "monthly", on: { by: "lastDay" }, time: "00:00" },
	{ kind: "monthly", on: { by: "weekday", nth: "last", weekday: 5 }, time: "12:00" },
];

const scheduled = (recurrence: Recurrence): ReportSchedule => ({
	recurrence,
	delayMinutes: 30,
	startsAt: recurrence.kind === "once" ? null : at,
	endsAt: recurrence.kind === "once" ? null : at + 9_000 * minute,
});

describe("an opened and saved report without changes", () => {
	test.each(ranges)("keeps the period %o", (range) => {
		const definition = sampleDefinition({ range });
		expect(toReportInput(valuesOf({ definition }))).toEqual(definition);
	});

	test.each(recurrences)("keeps the schedule %o", (recurrence) => {
		const definition = sampleDefinition({ schedule: scheduled(recurrence) });
		expect(toReportInput(valuesOf({ definition }))).toEqual(definition);
	});

	test("keeps everything that a report can hold", () => {
		const groupId = exampleId("group", 1);
		const contactIds = [exampleId("contact", 1)];
		const definition = sampleDefinition({
			scope: { groupIds: [groupId] },
			channels: [temperature],
			aggregation: { minutes: 60, function: "mean", byChannel: [{ channel: temperature, function: "max" }] },
			limits: [{ channel: temperature, min: null, max: -18.5 }],
			delivery: {
				...sampleDefinition().delivery,
				contactIds,
				isPerGroup: true,
				groups: [{ groupId, contactIds, contactGroupIds: [] }],
			},
		});
		expect(toReportInput(valuesOf({ definition }))).toEqual(definition);
		expect(ReportDefinition.parse(definition)).toEqual(definition);
	});
});

test.each(ReportType.options)("A new report of the type %s needs a name and nothing else", (type) => {
	expect(errorsFrom(ReportDefinition, toReportInput({ ...newReport, type }))).toEqual({ name: "Enter a name." });
	expect(previewed({ ...newReport, type })).not.toBeNull();
});

test("judges new reports and templates by the alert rules, and a saved one as it was saved", () => {
	const begun = reportTemplates.map(({ id }) => beginReport({ template: id }, { accountZone: "UTC", isScoped: false }));
	for (const values of [newReport, ...begun]) {
		const isJudged = ["readings", "summary", "excursions"].includes(values.type);
		expect(toReportInput(values).limitsFrom).toBe(isJudged ? "rules" : undefined);
	}
	const byRules = sampleDefinition({ type: "summary", limitsFrom: "rules", withExcursions: true });
	expect(toReportInput(valuesOf({ definition: byRules }))).toEqual(byRules);
	expect(toReportInput(valuesOf({ definition: sampleDefinition() }))).toEqual(sampleDefinition());
});

test("keeps the summary of excursions with its activation energy, from the address too", () => {
	const begun = beginReport({ type: "excursions", summary: "yes" }, { accountZone: "UTC", isScoped: false });
	const values = { ...begun, name: "Audit", activationEnergy: "80" };
	const definition = ReportDefinition.parse(toReportInput(values));
	expect(definition).toMatchObject({ withSummary: true, activationEnergy: 80 });
	expect(toReportInput(valuesOf({ definition }))).toEqual(definition);
	expect(toReportInput({ ...values, type: "summary" }).withSummary).toBeUndefined();
	const without = toReportInput({ ...values, withSummary: false });
	expect(without).toMatchObject({ activationEnergy: standardActivationEnergy });
	expect(without.withSummary).toBeUndefined();
});

test("sends the verdict page only where it is switched off, for types that have one", () => {
	for (const type of ReportType.options) {
		const sent = (withVerdict: boolean) => toReportInput({ ...newReport, type, withVerdict }).withVerdict;
		expect(sent(true)).toBeUndefined();
		expect(sent(false)).toBe(type === "summary" || type === "excursions" ? false : undefined);
	}
	expect(valuesOf({ definition: sampleDefinition() }).withVerdict).toBe(true);
	const without = sampleDefinition({ type: "excursions", format: "pdf", withVerdict: false });
	expect(toReportInput(valuesOf({ definition: without }))).toEqual(without);
});

test("writes the time of a signature with year, offset and zone", () => {
	const at = Date.UTC(2026, 10, 30, 23, 40);
	expect(signedText(at, "America/Chicago")).toBe("Nov 30, 2026, 05:40:00 PM UTC−06:00 (America/Chicago)");
	expect(signedText(at, "UTC")).toBe("Nov 30, 2026, 11:40:00 PM UTC");
});

test("says that a run judged nothing instead of counting no excursion", () => {
	const judged = (excursions: number | null, rows: number | null = 3) => sampleRun({ excursions, rows });
	expect(excursionsText(judged(0), "excursions")).toBe("0 excursions");
	expect(excursionsText(judged(null), "excursions")).toBe("not judged");
	expect(excursionsText(judged(null), "summary")).toBe("not judged");
	expect(excursionsText(judged(null, null), "summary")).toBeNull();
	expect(excursionsText(judged(null), "readings")).toBeNull();
	expect(excursionsText(judged(0), "inventory")).toBeNull();
	expect(excursionsText(judged(2), "alertHistory")).toBe("2 alerts");
});

test("ignores errors in fields that a type does not use", () => {
	const wrong: Partial<ReportValues> = { activationEnergy: "much", limits: [{ channel: null, min: "", max: "" }] };
	const values = { ...newReport, name: "Alerts", ...wrong };
	expect(errorsFrom(ReportDefinition, toReportInput({ ...values, type: "alertHistory" }))).toEqual({});
	expect(Object.keys(errorsFrom(ReportDefinition, toReportInput({ ...values, type: "summary" })))).not.toEqual([]);
	const undated = { ...values, range: { ...newReport.range, kind: "fixed" as const, from: "soon" } };
	expect(errorsFrom(ReportDefinition, toReportInput({ ...undated, type: "inventory" }))).toEqual({});
});

test.each<[Partial<ReportValues>, string]>([
	[{ scopeKind: "groups" }, "scope"],
	[{ scopeKind: "devices" }, "scope"],
	[{ range: { ...newReport.range, kind: "rolling", count: "many" } }, "range.count"],
	[{ range: { ...newReport.range, kind: "fixed", from: "", to: "2026-11-20" } }, "range.from"],
	[{ range: { ...newReport.range, kind: "fixed", from: "2026-11-20", to: "2026-11-19" } }, "range.to"],
	[{ limits: [{ channel: null, min: "2", max: "" }] }, "limits.0.channel"],
	[{ limits: [{ channel: temperature, min: "", max: "" }] }, "limits.0.min"],
	[{ limits: [{ channel: temperature, min: "8", max: "2" }] }, "limits.0.max"],
	[{ minutes: "60", byChannel: [{ channel: null, function: "max" }] }, "aggregation.byChannel.0.channel"],
	[{ schedule: { ...newReport.schedule, kind: "daily", time: "6" } }, "schedule.recurrence.time"],
	[{ schedule: { ...newReport.schedule, kind: "weekly", days: [] } }, "schedule.recurrence.days"],
	[{ schedule: { ...newReport.schedule, kind: "monthly", day: "32" } }, "schedule.recurrence.on.day"],
	[{ schedule: { ...newReport.schedule, kind: "once", once: "" } }, "schedule.recurrence.at"],
	[{ schedule: { ...newReport.schedule, kind: "daily", delay: "-1" } }, "schedule.delayMinutes"],
	[{ layout: { ...newReport.layout, fileName: " " } }, "layout.fileName"],
])("What is wrong in %o is said at %s", (changes, field) => {
	const errors = errorsFrom(ReportDefinition, toReportInput({ ...newReport, name: "Some", ...changes }));
	expect(Object.keys(errors).map(fieldOf)).toEqual([field]);
	expect(Object.values(errors)).not.toContain("Invalid input");
});

describe("A new report", () => {
	const beginning = { accountZone: "America/Chicago", isScoped: false };

	test("takes the account's zone and the paper of its country", () => {
		const begun = beginReport({}, beginning);
		expect([begun.zone, begun.layout.paper]).toEqual(["America/Chicago", "letter"]);
		expect(["Europe/Lisbon", "America/Sao_Paulo", "America/Indiana/Knox"].map(usualPaper)).toEqual([
			...["a4", "a4", "letter"],
		]);
	});

	test.each(reportTemplates)("begins complete from the template $id", ({ id, type, format }) => {
		const begun = beginReport({ template: id }, beginning);
		expect(begun).toMatchObject({ type, format });
		expect(errorsFrom(ReportDefinition, toReportInput(begun))).toEqual({});
	});

	test("covers the same as the screen that it reports", () => {
		const channels = [{ ...temperature, name: "Door, left" }];
		const deviceIds = [exampleId("device", 1), exampleId("device", 2)];
		const span = { from: at, to: at + 90 * minute };
		const search = reportSearch({ type: "excursions", deviceIds, channels, span, zone: "Europe/Lisbon" });
		const input = toReportInput({ ...beginReport(search, beginning), name: "This" });
		expect(input).toMatchObject({
			type: "excursions",
			scope: { deviceIds },
			channels,
			zone: "Europe/Lisbon",
			range: { kind: "fixed", ...span },
		});
	});

	test("leaves out what an address names wrongly", () => {
		const search = {
			template: "none",
			type: "x",
			device: "1",
			channels: "[[1",
			from: "9",
			to: "8",
			zone: "device:60:2",
		};
		expect(beginReport(search, beginning)).toEqual(beginReport({}, beginning));
	});

	test("begins with groups for a person who sees some groups", () => {
		expect(beginReport({}, { ...beginning, isScoped: true }).scopeKind).toBe("groups");
	});
});

test("The next dates come with the delay, each with the period that it is about", () => {
	const schedule: ReportSchedule = {
		recurrence: { kind: "monthly", on: { by: "day", day: 1 }, time: "06:00" },
		delayMinutes: 90,
		startsAt: null,
		endsAt: null,
	};
	const now = Date.UTC(2026, 8, 20);
	const dates = datesOf(schedule, { zone: "Europe/Berlin", range: { kind: "previous", unit: "month" }, now });
	expect(dates.slice(0, 2)).toEqual([
		// Summer time ends between the two.
		{ at: Date.UTC(2026, 9, 1, 5, 30), period: "Sep 01, 2026 to Sep 30, 2026" },
		{ at: Date.UTC(2026, 10, 1, 6, 30), period: "Oct 01, 2026 to Oct 31, 2026" },
	]);
	expect(dates).toHaveLength(5);
});

test.each([
	[Date.UTC(2026, 10, 2), Date.UTC(2026, 10, 3), "UTC", "Nov 02, 2026"],
	[Date.UTC(2026, 10, 2), Date.UTC(2026, 10, 9), "UTC", "Nov 02, 2026 to Nov 08, 2026"],
	[Date.UTC(2026, 10, 2, 6), Date.UTC(2026, 10, 2, 14), "UTC", "Nov 02, 2026, 06:00 AM to 02:00 PM"],
	[Date.UTC(2026, 10, 2, 6), Date.UTC(2026, 10, 3, 6), "UTC", "Nov 02, 2026, 06:00 AM to Nov 03, 2026, 06:00 AM"],
	[Date.UTC(2026, 8, 6, 4), Date.UTC(2026, 8, 7, 3), "America/Santiago", "Sep 06, 2026"],
])("The span from %d to %d reads in %s as %s", (from, to, zone, text) => {
	expect(periodText({ from, to }, zone)).toBe(text);
});

test("Later data is said in numbers", () => {
	const revision = { noticedAt: at, readings: 1_204, devices: 1, calibrations: 2 };
	expect(revisionText(revision)).toBe("1,204 readings of 1 device and 2 calibrations");
});

test("Two people at different parts of a report both keep theirs", () => {
	const parts = reportParts({ groups: [], contacts: [], contactGroups: [] });
	const base = valuesOf({ definition: sampleDefinition() });
	const mine = { ...base, name: "Mine" };
	const theirs = { ...base, format: "pdf" as const, name: "Theirs" };
	const { values, taken, conflicts } = mergeValues(parts, { base, mine, theirs });
	expect([values.name, values.format, taken]).toEqual(["Mine", "pdf", ["Format"]]);
	expect(conflicts.map(({ label, mine: own, theirs: other }) => [label, own, other])).toEqual([
		["Name", "Mine", "Theirs"],
	]);
});

test("Every field of the form is a part that two people can change", () => {
	const parts = reportParts({ groups: [], contacts: [], contactGroups: [] });
	expect(parts.flatMap(({ fields }) => fields).sort()).toEqual(Object.keys(newReport).sort());
});
