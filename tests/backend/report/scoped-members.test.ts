import { beforeAll, describe, expect, it } from "vitest";
import { findReport, saveReport } from "../../../backend/db/report-rows";
import { insertFile, insertRun } from "../../../backend/db/report-run-rows";
import type { AlertEventDetail } from "../../../shared/alert/alert";
import { serverLimits } from "../../../shared/base/limits";
import type { ContactGroup } from "../../../shared/message/contact";
import type { Report, ReportListRow, ReportPreview, ReportRun, ReportRunPage } from "../../../shared/report/report";
import { reportDefinition } from "../../report-definition";
import { addAlert, warmAlert, warmRule } from "../fixtures/alert-rules";
import { createNotifying } from "../fixtures/alert-telling";
import { addApiKey, callApi, pageOf } from "../fixtures/api-keys";
import { createContact } from "../fixtures/contact-input";
import { addDevice, addGroup, addMember, createOwner, inAccount, newId } from "../fixtures/fleet";
import { dataOf, type Person, send } from "../fixtures/people";
import { delivery, endedRun } from "../fixtures/report-run";
import { fileRow, finishedRunRow } from "../fixtures/reports";
import { holdAlarm } from "../fixtures/works";

const now = Date.UTC(2026, 10, 26);

let accountId: string;
let owner: Person;
let operator: Person;
let own: string;
let other: string;
let seen: string;
let hidden: string;

/** The operator sees the group `own` and its contact `seen`. */
beforeAll(async () => {
	({ id: accountId, owner } = await createOwner());
	// The runs below are past their time: the account's own alarm would remove them.
	await holdAlarm(accountId);
	[own, other] = [await addGroup(accountId, "Own"), await addGroup(accountId, "Other")];
	operator = await addMember(accountId, "operator", { groupIds: [own] });
	seen = (await createContact(owner, { fullName: "Ana Prado" })).id;
	hidden = (await createContact(owner, { fullName: "Ben Hidden", email: "ben@example.test" })).id;
	await addAlert(owner, { ...warmAlert, name: "Own rule", scope: { groupIds: [own] }, contactIds: [seen] });
});

const reasonOf = async (person: Person, path: string, input: object) =>
	(await person.mutate(path, input)).error?.data.reason;
const runsOf = async (person: Person, reportId: string) =>
	dataOf<ReportRunPage>(await person.query("report.getRuns", { reportId }));
const rowOf = async (person: Person, reportId: string) =>
	dataOf<ReportListRow[]>(await person.query("report.getReports")).find(({ id }) => id === reportId);

async function runAnew(reportId: string, groupIds: string[]): Promise<string> {
	const runId = newId("reportRun");
	await inAccount(accountId, (db) => {
		const report = findReport(db, reportId);
		if (!report) throw new Error("No such report");
		const definition = { ...report.definition, scope: { groupIds } };
		saveReport(db, { id: reportId, definition, savedBy: null, nextRunAt: null }, now);
		insertRun(db, finishedRunRow({ id: runId, reportId, definitionVersion: report.version + 1 }));
		insertFile(db, fileRow({ id: newId("reportFile"), runId, name: "new.csv" }));
	});
	return runId;
}

describe("runs of a report whose scope changed", () => {
	it("shows a scoped member the runs that were made within their groups, and counts the rest", async () => {
		const { reportId, run } = await endedRun(accountId, { now, definition: { scope: { groupIds: [own, other] } } });
		const narrow = await runAnew(reportId, [own]);
		const wide = await runAnew(reportId, [own, other]);
		expect(await runsOf(operator, reportId)).toMatchObject({ runs: [{ id: narrow }], hidden: 2, nextCursor: null });
		expect((await runsOf(owner, reportId)).runs.map(({ id }) => id).sort()).toEqual([wide, narrow, run.id].sort());
		expect((await runsOf(owner, reportId)).hidden).toBe(0);
	});

	it("gives a program with a key for some groups no more", async () => {
		const wide = { scope: { groupIds: [own, other] }, delivery: { ...delivery, contactIds: [seen, hidden] } };
		const { reportId } = await endedRun(accountId, { now, definition: wide });
		const narrow = await runAnew(reportId, [own]);
		const { key } = await addApiKey(owner, { scope: { groupIds: [own] } });
		const runs = await pageOf<ReportRun>(await callApi(key, `runs?report=${reportId}`));
		expect(runs.data.map(({ id }) => id)).toEqual([narrow]);
		const rows = await pageOf<ReportListRow>(await callApi(key, `reports?id=${reportId}`));
		expect(rows.data.map(({ recipients }) => recipients)).toEqual([["Ana Prado"]]);
	});

	it("names the last run of a report only to a member who sees that run", async () => {
		const { reportId, run } = await endedRun(accountId, { now, definition: { scope: { groupIds: [own, other] } } });
		await inAccount(accountId, (db) => {
			const definition = {
				...findReport(db, reportId)?.definition,
				scope: { groupIds: [own] },
			} as Report["definition"];
			saveReport(db, { id: reportId, definition, savedBy: null, nextRunAt: null }, now);
		});
		expect((await rowOf(owner, reportId))?.lastRun?.id).toBe(run.id);
		expect(await rowOf(operator, reportId)).toMatchObject({ isReadable: true, lastRun: null });
	});

	it("leaves hidden runs out of the files of a year, and sends none of their files", async () => {
		const wide = { scope: { groupIds: [own, other] } };
		const { reportId, file } = await endedRun(accountId, { now, definition: wide });
		await runAnew(reportId, [own]);
		const request = async (query: string) => (await send(`/api/files${query}`, { headers: operator.headers })).status;
		expect(await request(`/${file.id}`)).toBe(404);
		expect(await request(`?report=${reportId}&year=2026`)).toBe(404);
	});

	it("keeps a scoped member from deleting runs that they do not see", async () => {
		const { reportId } = await endedRun(accountId, { now, definition: { scope: "all" } });
		const kept = await runAnew(reportId, [own]);
		expect(await reasonOf(operator, "report.deleteReports", { reportIds: [reportId] })).toBe("REPORT_RUNS_HIDDEN");
		expect((await runsOf(owner, reportId)).runs.map(({ id }) => id)).toContain(kept);
		expect(await reasonOf(owner, "report.deleteReports", { reportIds: [reportId] })).toBeUndefined();
	});

	it("follows a group into the group that it was merged with", async () => {
		const from = await addGroup(accountId, "Former");
		const { reportId, run } = await endedRun(accountId, { now, definition: { scope: { groupIds: [from] } } });
		expect((await runsOf(operator, reportId)).runs).toEqual([]);
		dataOf(await owner.mutate("group.mergeGroups", { fromIds: [from], intoId: own }));
		expect((await runsOf(operator, reportId)).runs.map(({ id }) => id)).toEqual([run.id]);
	});

	it("hides a run of named devices once one of them left the member's groups", async () => {
		const { device } = await addDevice(owner, { name: "Fridge", groupIds: [own] });
		const { reportId, run } = await endedRun(accountId, { now, definition: { scope: { deviceIds: [device.id] } } });
		expect((await runsOf(operator, reportId)).runs.map(({ id }) => id)).toEqual([run.id]);
		const moved = { deviceIds: [device.id], addGroupIds: [other], removeGroupIds: [own] };
		dataOf(await owner.mutate("device.changeDevices", moved));
		expect(await runsOf(operator, reportId)).toMatchObject({ runs: [], hidden: 1 });
	});

	it("shows a run whose version is unknown only to members who see everything", async () => {
		const { reportId, run } = await endedRun(accountId, {
			now,
			definition: { scope: { groupIds: [own] } },
			run: { definitionVersion: 7 },
		});
		expect((await operator.query("report.getRun", { runId: run.id })).error?.data.reason).toBe("REPORT_RUN_NOT_FOUND");
		expect(await runsOf(operator, reportId)).toMatchObject({ runs: [], hidden: 1 });
		expect((await runsOf(owner, reportId)).runs).toHaveLength(1);
	});
});

describe("recipients that a scoped member does not see", () => {
	const both = { ...delivery, contactIds: [hidden, seen] };
	const reportToBoth = (changes: Partial<typeof delivery> = {}) => {
		const contactIds = [hidden, seen];
		const definition = { scope: { groupIds: [own] }, delivery: { ...both, contactIds, ...changes } };
		return endedRun(accountId, { now, definition });
	};

	it("leaves them out of the report, of its list and of its runs", async () => {
		const { reportId, run } = await reportToBoth();
		const report = dataOf<Report>(await operator.query("report.getReport", { reportId }));
		expect(report).toMatchObject({ contactIds: [seen], recipients: ["Ana Prado"], hiddenRecipients: 1 });
		const results = [
			report,
			await rowOf(operator, reportId),
			await runsOf(operator, reportId),
			dataOf(await operator.query("report.getRun", { runId: run.id })),
		];
		for (const result of results) {
			expect(JSON.stringify(result)).toContain("Ana Prado");
			expect(JSON.stringify(result)).not.toContain(hidden);
			expect(JSON.stringify(result)).not.toContain("Ben Hidden");
		}
		const whole = dataOf<Report>(await owner.query("report.getReport", { reportId }));
		expect(whole).toMatchObject({ contactIds: [hidden, seen], hiddenRecipients: 0 });
	});

	it("counts contact groups among them, and keeps these too", async () => {
		const { id } = dataOf<ContactGroup>(await owner.mutate("contact.createContactGroup", { name: "Directors" }));
		const { reportId } = await reportToBoth({ contactGroupIds: [id] });
		const shown = dataOf<Report>(await operator.query("report.getReport", { reportId }));
		expect(shown).toMatchObject({ hiddenRecipients: 2, definition: { delivery: { contactGroupIds: [] } } });
		dataOf(await operator.mutate("report.updateReport", { ...shown.definition, name: "New", reportId, version: 1 }));
		const stored = dataOf<Report>(await owner.query("report.getReport", { reportId }));
		expect(stored.definition).toMatchObject({ name: "New", delivery: { contactGroupIds: [id] } });
		const copy = dataOf<Report>(await operator.mutate("report.duplicateReport", { reportId }));
		const copied = dataOf<Report>(await owner.query("report.getReport", { reportId: copy.id }));
		expect(copied.definition.delivery).toMatchObject({ contactIds: [seen], contactGroupIds: [] });
	});

	it("copies a report without them", async () => {
		const { reportId } = await reportToBoth({ groups: [{ groupId: own, contactIds: [hidden], contactGroupIds: [] }] });
		const copy = dataOf<Report>(await operator.mutate("report.duplicateReport", { reportId }));
		const whole = dataOf<Report>(await owner.query("report.getReport", { reportId: copy.id }));
		expect(whole.definition.delivery).toMatchObject({ contactIds: [seen], groups: [{ contactIds: [] }] });
	});

	it("keeps them when the member saves what they were shown", async () => {
		const groups = [
			{ groupId: own, contactIds: [seen, hidden], contactGroupIds: [] },
			{ groupId: other, contactIds: [hidden], contactGroupIds: [] },
		];
		const { reportId } = await reportToBoth({ groups });
		const shown = dataOf<Report>(await operator.query("report.getReport", { reportId }));
		expect(shown.definition.delivery.groups).toEqual([{ groupId: own, contactIds: [seen], contactGroupIds: [] }]);
		const save = async (delivery: Report["definition"]["delivery"], version: number) =>
			dataOf(await operator.mutate("report.updateReport", { ...shown.definition, delivery, reportId, version }));
		const stored = async () => {
			const { definition } = dataOf<Report>(await owner.query("report.getReport", { reportId }));
			return definition.delivery;
		};
		await save(shown.definition.delivery, 1);
		expect(await stored()).toMatchObject({ contactIds: [hidden, seen], groups });
		await save({ ...shown.definition.delivery, contactIds: [], groups: [] }, 2);
		expect(await stored()).toMatchObject({
			contactIds: [hidden],
			groups: [
				{ groupId: own, contactIds: [hidden] },
				{ groupId: other, contactIds: [hidden] },
			],
		});
	});

	it("rejects naming them, sending to them again and withdrawing their links", async () => {
		const { reportId, run } = await reportToBoth();
		const shown = dataOf<Report>(await operator.query("report.getReport", { reportId }));
		const named = { ...shown.definition, delivery: { ...delivery, contactIds: [hidden] }, reportId, version: 1 };
		expect(await reasonOf(operator, "report.updateReport", named)).toBe("CONTACT_NOT_FOUND");
		for (const path of ["report.resendReport", "report.revokeLink"]) {
			expect(await reasonOf(operator, path, { runId: run.id, contactId: hidden }), path).toBe("CONTACT_NOT_FOUND");
			expect(await reasonOf(operator, path, { runId: run.id, contactId: seen }), path).toBeUndefined();
		}
	});
});

describe("sending a run again", () => {
	it("stops after a number of times for one contact and run", async () => {
		const definition = { delivery: { ...delivery, contactIds: [seen, hidden] } };
		const { run } = await endedRun(accountId, { now, definition });
		const again = (contactId: string) => reasonOf(owner, "report.resendReport", { runId: run.id, contactId });
		for (let sent = 1; sent < serverLimits.sendsPerReportFile; sent += 1) expect(await again(seen)).toBeUndefined();
		expect(await again(seen)).toBe("REPORT_SENDS_LIMIT");
		expect(await again(hidden)).toBeUndefined();
	});
});

describe("a rule of a group that a scoped member does not see", () => {
	it("names neither its contacts in the timeline nor itself among the rules of a report", async () => {
		const notifying = await createNotifying({ name: "Hidden rule" });
		const { id, owner: teller, device } = notifying;
		const [mine, theirs] = [await addGroup(id, "Mine"), await addGroup(id, "Theirs")];
		const person = await addMember(id, "operator", { groupIds: [mine] });
		const moved = { deviceIds: [device.id], addGroupIds: [mine, theirs], removeGroupIds: [] };
		dataOf(await teller.mutate("device.changeDevices", moved));
		await notifying.change({ scope: { groupIds: [theirs] } });
		await addAlert(teller, {
			name: "Quiet rule",
			scope: { groupIds: [theirs] },
			rule: { ...warmRule, forSeconds: 86_400 },
		});
		await notifying.send([[0, 99]]);
		await notifying.sendDue(2);
		const [event] = await notifying.events();
		const timelineOf = async (reader: Person) => {
			const { timeline } = dataOf<AlertEventDetail>(await reader.query("alert.getEvent", { eventId: event?.id }));
			return timeline.flatMap(({ kind, text }) => (kind === "notified" ? text : []));
		};
		expect(await timelineOf(teller)).toEqual(["Notified Ana Prado by e-mail"]);
		expect(await timelineOf(person)).toEqual(["Notified a contact who is not shown"]);
		const range = { kind: "fixed", from: notifying.at(-60), to: notifying.at(60) } as const;
		const scope = { groupIds: [mine] };
		const previewBy = async (reader: Person, type: "excursions" | "alertHistory") => {
			const { tables } = dataOf<ReportPreview>(
				await reader.query("report.previewReport", reportDefinition({ type, range, scope })),
			);
			return { tables, text: JSON.stringify(tables) };
		};
		for (const type of ["excursions", "alertHistory"] as const) {
			expect((await previewBy(teller, type)).text, type).toContain("Ana Prado");
			expect((await previewBy(person, type)).text, type).not.toContain("Ana Prado");
		}
		const rulesOf = async (reader: Person) => {
			const { tables } = await previewBy(reader, "excursions");
			return tables.find(({ title }) => title === "Rules")?.rows.map(([name]) => name);
		};
		expect(await rulesOf(teller)).toContain("Quiet rule");
		expect(await rulesOf(person)).not.toContain("Quiet rule");
	});
});
