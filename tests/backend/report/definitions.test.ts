import { describe, expect, it } from "vitest";
import type { GroupListRow } from "../../../shared/device/group";
import { type Report, ReportListRow } from "../../../shared/report/report";
import { reportDefinition } from "../../report-definition";
import { createContact } from "../fixtures/contact-input";
import { addDevice, addGroup, addMember, createOwner } from "../fixtures/fleet";
import { takeLogs } from "../fixtures/logs";
import { dataOf, send } from "../fixtures/people";
import { createReport, finishedRun, runReport } from "../fixtures/reports";

const daily = { recurrence: { kind: "daily", time: "08:00" }, delayMinutes: 30, startsAt: null, endsAt: null } as const;
const toContact = (contactId: string) => {
	const { delivery } = reportDefinition();
	return { delivery: { ...delivery, contactIds: [contactId] } };
};

describe("a report", () => {
	it("lists it with its schedule in a sentence, its next run and its recipients", async () => {
		const { owner } = await createOwner();
		const { id: contactId } = await createContact(owner, { fullName: "Ana Prado" });
		const report = await createReport(owner, { schedule: daily, zone: "Europe/Lisbon", ...toContact(contactId) });
		const [row] = dataOf<ReportListRow[]>(await owner.query("report.getReports"));
		expect(row).toMatchObject({
			schedule: "Every day at 08:00 AM (Europe/Lisbon), 30 minutes later for late readings",
			recipients: ["Ana Prado"],
			scopeText: "All devices",
			isReadable: true,
			lastRun: null,
		});
		expect(row?.nextRunAt?.getTime()).toBeGreaterThan(Date.now());
		expect(report).toMatchObject({ version: 1, savedBy: { name: "Pat Example" } });
		expect(ReportListRow.parse(row)).toEqual(row);
	});

	it("stores the first of two saves at once, and rejects the second", async () => {
		const { id, owner } = await createOwner();
		const other = await addMember(id, "admin");
		const { id: reportId, version, definition } = await createReport(owner);
		const change = (name: string) => ({ ...definition, reportId, version, name });
		expect(dataOf<Report>(await owner.mutate("report.updateReport", change("First")))).toMatchObject({ version: 2 });
		const second = await other.mutate("report.updateReport", change("Second"));
		expect(second.error?.data.reason).toBe("CHANGED_MEANWHILE");
		expect(dataOf<Report>(await other.query("report.getReport", { reportId }))).toMatchObject({ name: "First" });
	});

	it("changes no run that was requested before", async () => {
		const { owner } = await createOwner();
		const report = await createReport(owner, { format: "json" });
		const { id } = await runReport(owner, report.id);
		const change = { ...report.definition, reportId: report.id, version: 1, format: "csv" as const };
		dataOf(await owner.mutate("report.updateReport", change));
		const run = await finishedRun(owner, id);
		expect(run.definitionVersion).toBe(1);
		expect(run.files[0]?.name).toMatch(/\.json$/);
	});

	it("rejects a report beyond the one group that its author sees", async () => {
		const { id, owner } = await createOwner();
		const [own, other] = [await addGroup(id, "Own"), await addGroup(id, "Other")];
		const operator = await addMember(id, "operator", { groupIds: [own] });
		expect((await operator.mutate("report.createReport", reportDefinition())).error?.data.reason).toBe("NOT_PERMITTED");
		const theirs = reportDefinition({ scope: { groupIds: [own, other] } });
		expect((await operator.mutate("report.createReport", theirs)).error?.data.reason).toBe("GROUP_NOT_FOUND");
		await createReport(operator, { scope: { groupIds: [own] } });
		const whole = await createReport(owner, { name: "Whole" });
		const rows = dataOf<ReportListRow[]>(await operator.query("report.getReports"));
		expect(rows.map(({ name, isReadable }) => [name, isReadable])).toEqual([
			["Weekly", true],
			["Whole", false],
		]);
		for (const [path, input] of [
			["report.runReport", { reportId: whole.id, isSent: false }],
			["report.deleteReports", { reportIds: [whole.id] }],
			["report.setReportEnabled", { reportId: whole.id, isEnabled: false }],
		] as const) {
			expect((await operator.mutate(path, input)).error?.data.reason, path).toBe("NOT_PERMITTED");
		}
	});

	it("keeps a group from being deleted, and is counted with it", async () => {
		const { id, owner } = await createOwner();
		const groupId = await addGroup(id, "Rooms");
		await createReport(owner, { scope: { groupIds: [groupId] } });
		const [group] = dataOf<GroupListRow[]>(await owner.query("group.getGroups"));
		expect(group?.useCounts.reports).toBe(1);
		const response = await owner.mutate("group.deleteGroups", { ids: [groupId] });
		expect(response.error?.data.reason).toBe("GROUP_IN_USE");
	});

	it("uses another contact when its only one is deleted", async () => {
		const { owner } = await createOwner();
		const [gone, heir] = [
			await createContact(owner, { fullName: "Ana" }),
			await createContact(owner, { fullName: "Bo" }),
		];
		const { id: reportId } = await createReport(owner, toContact(gone.id));
		const remove = (successorId: string | null) =>
			owner.mutate("contact.deleteContacts", { contactIds: [gone.id], successorId });
		expect((await remove(null)).error?.data.reason).toBe("CONTACT_NEEDED");
		dataOf(await remove(heir.id));
		const report = dataOf<Report>(await owner.query("report.getReport", { reportId }));
		expect(report).toMatchObject({ recipients: ["Bo"], version: 2, contactIds: [heir.id] });
	});

	it("duplicates it as a report that does not run by itself", async () => {
		const { owner } = await createOwner();
		const { id: reportId } = await createReport(owner, { schedule: daily });
		const copy = dataOf<Report>(await owner.mutate("report.duplicateReport", { reportId }));
		expect(copy).toMatchObject({ name: "Weekly (copy)", isEnabled: false, nextRunAt: null });
	});

	it("shows no size error in the preview of one device", async () => {
		const { owner } = await createOwner();
		await addDevice(owner);
		const preview = dataOf(await owner.query("report.previewReport", reportDefinition()));
		expect(preview).toMatchObject({ devices: 1, tooLarge: null });
	});
});

describe("a file", () => {
	it("returns it to members who see all that its report is about, at that moment", async () => {
		const { id, owner } = await createOwner();
		const groupId = await addGroup(id, "Rooms");
		await addDevice(owner, { groupIds: [groupId] });
		const viewer = await addMember(id, "viewer", { groupIds: [groupId] });
		const inside = await createReport(owner, { scope: { groupIds: [groupId] } });
		const whole = await createReport(owner, { name: "Whole" });
		const fileOf = async ({ id: reportId }: Report) => {
			const { files } = await finishedRun(owner, (await runReport(owner, reportId)).id);
			return files[0]?.id ?? "";
		};
		const statusOf = async (fileId: string, headers: Headers) => {
			const response = await send(`/api/files/${fileId}`, { headers });
			await response.arrayBuffer();
			return response.status;
		};
		const [open, closed] = [await fileOf(inside), await fileOf(whole)];
		expect(await statusOf(open, viewer.headers)).toBe(200);
		expect(await statusOf(closed, viewer.headers)).toBe(404);
		const { owner: stranger } = await createOwner();
		expect(await statusOf(open, stranger.headers)).toBe(404);
		expect(await statusOf("nonsense", owner.headers)).toBe(404);
		expect(await statusOf(open, new Headers())).toBe(401);
		expect(takeLogs()).toHaveLength(1);
		const response = await send(`/api/files/${open}`, { headers: owner.headers });
		expect(response.headers.get("content-disposition")).toContain("attachment");
		await response.arrayBuffer();
		dataOf(await owner.mutate("report.deleteReports", { reportIds: [inside.id] }));
		expect(await statusOf(open, owner.headers)).toBe(404);
	});
});
