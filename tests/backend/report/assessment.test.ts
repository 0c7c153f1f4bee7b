import { beforeAll, describe, expect, it } from "vitest";
import { findUserBySub } from "../../../backend/db/account-rows";
import { insertAttachment } from "../../../backend/db/attachment-rows";
import type { Company } from "../../../shared/account/company";
import { dayMs } from "../../../shared/base/durations";
import type { FleetOverview } from "../../../shared/overview/fleet-overview";
import type { AssessmentFigures, EventAssessment, SavedAssessment } from "../../../shared/report/assessment";
import type { Report, ReportListRow, ReportRun } from "../../../shared/report/report";
import { createAlerted } from "../fixtures/alert-account";
import { addGroup, addMember, inAccount, newId } from "../fixtures/fleet";
import { dataOf, type Person } from "../fixtures/people";

const details = {
	product: "Vaccine A",
	quantity: 120,
	quantityUnit: "vials",
	decision: "Destroyed.",
	attachmentIds: [],
};

describe("the assessment of an excursion", () => {
	let account: Awaited<ReturnType<typeof createAlerted>>;
	let owner: Person;
	let eventId: string;
	const save = (changes: object, person = owner) =>
		person.mutate("report.saveAssessment", { ...details, eventId, version: null, ...changes });
	const stateOf = async (person = owner) =>
		dataOf<EventAssessment>(await person.query("report.getAssessment", { eventId }));
	const overview = async (person = owner) =>
		dataOf<FleetOverview>(await person.query("device.getOverview", { hours: 24 }));

	beforeAll(async () => {
		account = await createAlerted();
		owner = account.owner;
		const company = dataOf<Company>(await owner.query("account.getCompany"));
		dataOf(await owner.mutate("account.updateCompany", { ...company, assessments: "each" }));
		await account.send([
			[0, 4],
			[10, 12],
			[20, 12],
		]);
		[{ id: eventId } = { id: "" }] = await account.events();
	});

	it("rejects an event that is still open, without asking for it on the dashboard", async () => {
		expect((await stateOf()).denial).toBe("open");
		expect((await save({})).error?.data.fields).toEqual({ eventId: expect.stringContaining("not over yet") });
		expect((await overview()).unassessed).toBeUndefined();
	});

	it("asks on the dashboard for an ended excursion of whoever may assess it", async () => {
		await account.send([[30, 4]]);
		expect(await stateOf()).toMatchObject({ denial: null, isMissing: true, report: null });
		expect((await overview()).unassessed).toMatchObject({ count: 1, events: [{ id: eventId }] });
		const viewer = await addMember(account.id, "viewer");
		expect((await overview(viewer)).unassessed).toBeUndefined();
		const elsewhere = await addMember(account.id, "operator", { groupIds: [await addGroup(account.id, "Other")] });
		expect((await overview(elsewhere)).unassessed).toBeUndefined();
		expect((await elsewhere.query("report.getAssessment", { eventId })).error?.data.reason).toBe(
			"ALERT_EVENT_NOT_FOUND",
		);
	});

	it.each([
		["the quantity “many”", { quantity: Number.NaN }, "quantity"],
		["a quantity of nothing", { quantity: 0 }, "quantity"],
		["no product", { product: " " }, "product"],
		["no decision", { decision: "" }, "decision"],
	])("rejects %s at its field", async (_, changes, field) => {
		expect(Object.keys((await save(changes)).error?.data.fields ?? {})).toEqual([field]);
	});

	it("shows its figures before a person has assessed it", async () => {
		const { columns } = dataOf<AssessmentFigures>(await owner.query("report.previewAssessment", { eventId }));
		expect(columns).toEqual(expect.arrayContaining(["Time above the limit", "Time below the limit"]));
	});

	it("shows them in the reader's language, with the decimals and clock of the file", async () => {
		const wanted = { eventId, language: "de" };
		const { columns, rows } = dataOf<AssessmentFigures>(await owner.query("report.previewAssessment", wanted));
		expect(columns.slice(0, 3)).toEqual(["Zeitspanne", "Von", "Bis"]);
		expect(rows[0]?.[2]).toMatch(/ UTC/);
		expect(rows.flat().filter((text) => /[.]\d{4,}|^\d+:\d\d:\d\d$/.test(text))).toEqual([]);
	});

	it("becomes a report that members of other groups do not see", async () => {
		const attachmentId = newId("attachment");
		await inAccount(account.id, (db) =>
			insertAttachment(db, {
				id: attachmentId,
				name: "quality.pdf",
				mediaType: "application/pdf",
				bytes: 9,
				sha256: "a".repeat(64),
				objectKey: "k",
				createdAt: Date.now(),
				createdBy: findUserBySub(db, owner.sub)?.id ?? "",
				use: null,
				useId: null,
				deviceId: null,
				groupId: null,
				dueAt: Date.now() + dayMs,
			}),
		);
		const { reportId, runId } = dataOf<SavedAssessment>(await save({ attachmentIds: [attachmentId] }));
		expect(dataOf<ReportRun>(await owner.query("report.getRun", { runId })).reportId).toBe(reportId);
		const { definition } = dataOf<Report>(await owner.query("report.getReport", { reportId }));
		expect(definition.assessment?.files).toEqual([{ id: attachmentId, name: "quality.pdf", sha256: "a".repeat(64) }]);
		expect((await overview()).unassessed).toBeUndefined();
		const elsewhere = await addMember(account.id, "operator", { groupIds: [await addGroup(account.id, "Third")] });
		expect(dataOf<ReportListRow[]>(await elsewhere.query("report.getReports"))).toEqual([]);
		expect((await elsewhere.query("report.getReport", { reportId })).error?.data.reason).toBe("REPORT_NOT_FOUND");
	});

	it("rejects a second one, and one that another person changed meanwhile", async () => {
		expect((await save({})).error?.data.reason).toBe("CHANGED_MEANWHILE");
		const version = (await stateOf()).report?.version ?? 0;
		dataOf(await save({ version, decision: "Released by quality." }));
		expect((await save({ version })).error?.data.reason).toBe("CHANGED_MEANWHILE");
		expect((await stateOf()).report?.details.decision).toBe("Released by quality.");
	});

	it("changes on the page of its alert alone, and is asked for again once it is deleted", async () => {
		const reportId = (await stateOf()).report?.id ?? "";
		const report = dataOf<Report>(await owner.query("report.getReport", { reportId }));
		const change = { ...report.definition, reportId, version: report.version };
		expect(Object.keys((await owner.mutate("report.updateReport", change)).error?.data.fields ?? {})).toEqual(["type"]);
		expect((await owner.mutate("report.duplicateReport", { reportId })).data).toBeNull();
		dataOf(await owner.mutate("report.deleteReports", { reportIds: [reportId] }));
		expect(await stateOf()).toMatchObject({ isMissing: true, report: null });
	});

	it("takes an excursion whose logger never came back, once a person has cleared it", async () => {
		await account.send([[40, 12]]);
		const [{ id: lost } = { id: "" }] = await account.events({ states: ["open"] });
		dataOf(await owner.mutate("alert.clearEvents", { eventIds: [lost], comment: "The logger is broken" }));
		const input = { ...details, eventId: lost, version: null };
		const { columns, rows } = dataOf<AssessmentFigures>(
			await owner.query("report.previewAssessment", { eventId: lost }),
		);
		expect(rows.every(({ length }) => length === columns.length)).toBe(true);
		const { runId } = dataOf<SavedAssessment>(await owner.mutate("report.saveAssessment", input));
		expect(dataOf<ReportRun>(await owner.query("report.getRun", { runId })).state).toBe("queued");
	});

	it("fails for a deleted device and for an event that is gone", async () => {
		dataOf(await owner.mutate("device.archiveDevices", { deviceIds: [account.device.id] }));
		dataOf(await owner.mutate("device.deleteDevices", { deviceIds: [account.device.id] }));
		expect((await stateOf()).denial).toBe("deviceGone");
		const gone = await owner.query("report.getAssessment", { eventId: newId("alertEvent") });
		expect(gone.error?.data.reason).toBe("ALERT_EVENT_NOT_FOUND");
	});
});
