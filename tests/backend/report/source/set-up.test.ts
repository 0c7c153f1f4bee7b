import { describe, expect, it } from "vitest";
import { insertSignature } from "../../../../backend/db/report-signature-rows";
import { type Report, standardLayout } from "../../../../shared/report/report";
import { reportDefinition } from "../../../report-definition";
import { addAlert } from "../../fixtures/alert-rules";
import { createContact } from "../../fixtures/contact-input";
import { addDevice, addGroup, addMember, createOwner, inAccount, newId } from "../../fixtures/fleet";
import { dataOf, type Person, send } from "../../fixtures/people";
import { reportOf } from "../../fixtures/report-responses";
import { readDocument, rowsOf } from "../../fixtures/report-source";
import { createReport, finishedRun, runReport } from "../../fixtures/reports";

const setUp = { type: "setUp", range: { kind: "toDate", unit: "day" }, format: "json" } as const;
const read = (id: string) => readDocument(reportOf(id, { definition: setUp }));

describe("the qualification of the set-up", () => {
	it("lists settings, devices, rules, contacts and users as of now", async () => {
		const { id, owner } = await createOwner();
		const { device } = await addDevice(owner, { name: "Freezer 1", serialNumber: "SN-1" });
		const contact = await createContact(owner, { fullName: "Ana Prado", email: "ana@example.test" });
		const rule = await addAlert(owner, { name: "Too warm", contactIds: [contact.id] });
		dataOf(await owner.mutate("alert.testAlert", { alertId: rule.id }));
		await addMember(id, "operator", { groupIds: [await addGroup(id, "Cellar")] });
		const reasons = { kinds: { rules: "reason", reports: "proof" }, reasons: [] };
		dataOf(await owner.mutate("account.saveChangeReasons", reasons));
		const document = await read(id);
		expect(rowsOf(document, "Devices")).toMatchObject([
			{ Device: device.name, "Serial number": "SN-1", "Readings kept": expect.any(String) },
		]);
		expect(rowsOf(document, "Rules")).toMatchObject([
			{
				Rule: "Too warm",
				State: "On",
				Recipients: "Ana Prado",
				"Last drill": null,
				"Last test": { at: expect.any(Number) },
			},
		]);
		const [listed] = rowsOf(document, "Contacts");
		expect(listed).toMatchObject({ Contact: "Ana Prado" });
		expect(listed?.Addresses).not.toContain("ana@");
		const german = { ...setUp, layout: { ...standardLayout, language: "de" } };
		const inGerman = await readDocument(reportOf(id, { definition: german }));
		expect(rowsOf(inGerman, "Einstellungen")).toContainEqual({
			Einstellung: "Änderungen, die einen Grund brauchen",
			Wert: "Regeln: Grund; Berichte: Grund und Passwort",
		});
		const [kontakt] = rowsOf(inGerman, "Kontakte");
		expect(kontakt?.Adressen).toMatch(/^E-Mail a.*\(nicht bestätigt\)$/);
		expect(rowsOf(document, "Users and roles")).toEqual(
			expect.arrayContaining([
				expect.objectContaining({ Role: "Owner", Groups: "Every group" }),
				expect.objectContaining({ Role: "Operator", Groups: "Cellar" }),
			]),
		);
		expect(rowsOf(document, "Settings")).toContainEqual({ Setting: "Time zone", Value: "America/Denver" });
		expect(rowsOf(document, "Changed since the last signed file")).toEqual([]);
	});

	it("lists what changed since the instant of the last signed file, and no later rejected one", async () => {
		const { id, owner } = await createOwner();
		const { device } = await addDevice(owner, { name: "Freezer 1" });
		const run = await ran(owner);
		const change = (name: string, version: number) =>
			owner.mutate("device.updateDevice", { deviceId: device.id, version, name });
		dataOf(await change("Freezer A", device.version));
		expect(rowsOf(await read(id), "Changed since the last signed file")).toEqual([]);
		await signAs(id, run.id, "approved");
		const later = await ran(owner);
		await signAs(id, later.id, "rejected");
		dataOf(await owner.mutate("log.addNote", { deviceId: device.id, at: Date.now(), text: "Door open" }));
		expect(rowsOf(await read(id), "Changed since the last signed file")).toMatchObject([
			{ Action: "Changed a device", About: "Freezer A", "Before → after": "name: Freezer 1 → Freezer A" },
		]);
	});

	it("lets those alone save, run and read it who may read the whole audit log, and has no recipients", async () => {
		const { id, owner } = await createOwner();
		const run = await ran(owner);
		const [file] = run.files;
		const report = dataOf<Report>(await owner.query("report.getReport", { reportId: run.reportId }));
		const others = [
			await addMember(id, "operator"),
			await addMember(id, "viewer"),
			await addMember(id, "admin", { groupIds: [await addGroup(id, "Cellar")] }),
		];
		for (const other of others) {
			const wanted = reportDefinition(setUp);
			expect((await other.mutate("report.createReport", wanted)).error?.data.reason).toBe("NOT_PERMITTED");
			expect((await other.query("report.previewReport", wanted)).error?.data.reason).toBe("NOT_PERMITTED");
			expect((await other.query("report.getRun", { runId: run.id })).error?.data.reason).toBe("REPORT_RUN_NOT_FOUND");
			expect((await other.query("report.getRuns", { reportId: run.reportId })).data).toMatchObject({
				runs: [],
				hidden: 1,
			});
			const again = { reportId: run.reportId, isSent: false };
			expect((await other.mutate("report.runReport", again)).error?.data.reason).toBe("NOT_PERMITTED");
			expect((await send(`/api/files/${file?.id}`, { headers: other.headers })).status).not.toBe(200);
		}
		const admin = await addMember(id, "admin");
		expect((await send(`/api/files/${file?.id}`, { headers: admin.headers })).status).toBe(200);
		const contact = await createContact(owner, { fullName: "Ana Prado" });
		const delivery = { ...report.definition.delivery, contactIds: [contact.id] };
		const { error } = await owner.mutate("report.createReport", reportDefinition({ ...setUp, delivery }));
		expect(error?.data.fields?.["delivery.contactIds"]).toMatch(/stays with members/);
	});
});

async function ran(person: Person) {
	const report = await createReport(person, setUp);
	return finishedRun(person, (await runReport(person, report.id)).id);
}

async function signAs(id: string, runId: string, meaning: "approved" | "rejected"): Promise<void> {
	const by = { name: "Ana Prado", email: null, userId: newId("user"), sub: "ana", reason: "", proof: null };
	const of = { runId, fileId: newId("reportFile"), sha256: "", meaning, at: Date.now() };
	await inAccount(id, (db) => insertSignature(db, { id: newId("reportSignature"), ...by, ...of }));
}
