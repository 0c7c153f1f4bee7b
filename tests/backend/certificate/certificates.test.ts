import { describe, expect, it } from "vitest";
import { findAttachment } from "../../../backend/db/attachment-rows";
import { listCertificates } from "../../../backend/db/certificate-rows";
import { messages, notices, users } from "../../../backend/db/schema";
import type { AuditPage } from "../../../shared/account/audit";
import { type Attachment, attachmentUrl } from "../../../shared/base/attachment";
import { dayMs } from "../../../shared/base/durations";
import type { AffectedByCertificate, Certificate, DueCertificates } from "../../../shared/device/certificate";
import { accountStub, addDevice, addGroup, addMember, createOwner, inAccount, ingest } from "../fixtures/fleet";
import { dataOf, type Person, parseResponse, send } from "../fixtures/people";
import { endedRun } from "../fixtures/report-run";
import { claimAlone, workThrough } from "../fixtures/works";

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const today = dayOf(Date.now());
const inDays = (days: number) => dayOf(Date.now() + days * dayMs);

async function withChannel() {
	const { id, owner } = await createOwner();
	const groupId = await addGroup(id, "Cellar");
	const { device, key } = await addDevice(owner, { groupIds: [groupId] });
	return { id, owner, key, groupId, deviceId: device.id, channelId: device.channels[0]?.id ?? "" };
}

function certificate(changes: object = {}) {
	return {
		laboratory: "Metas",
		number: "25-01",
		calibratedOn: today,
		dueOn: inDays(365),
		asFound: "within",
		unit: "°C",
		points: [{ reference: -20, reading: -19.8, uncertainty: 0.1, result: "within" }],
		note: "",
		attachmentId: null,
		...changes,
	};
}

async function fileOf({ headers }: Person): Promise<string> {
	const body = new FormData();
	body.set("file", new File(["%PDF-1.7\ncertificate\n%%EOF"], "certificate.pdf"));
	const response = await send("/api/proxy/attachment.addAttachment", { method: "POST", headers, body });
	return dataOf<Attachment>(parseResponse(await response.json())).id;
}

const add = (person: Person, channelId: string, changes: object = {}) =>
	person.mutate("device.addCertificate", { channelId, ...certificate(changes) });
const added = async (...of: Parameters<typeof add>) => dataOf<Certificate>(await add(...of));
const fieldsOf = ({ error }: Awaited<ReturnType<typeof add>>) => Object.keys(error?.data.fields ?? {});
const affected = async (person: Person, certificateId: string) =>
	dataOf<AffectedByCertificate>(await person.query("device.getAffectedByCertificate", { certificateId }));

describe("a calibration certificate", () => {
	it("records facts and file, changes no reading, and is in the audit log", async () => {
		const { owner, key, deviceId, channelId } = await withChannel();
		await ingest(key, [{ at: Date.now(), channel: "Air", value: 4.2 }]);
		const read = async () =>
			dataOf<{ channels: { value: number; calibrations: object[] }[] }>(
				await owner.query("device.getDevice", { deviceId }),
			).channels.map(({ value, calibrations }) => ({ value, calibrations }));
		const before = await read();
		const attachmentId = await fileOf(owner);
		const { id } = await added(owner, channelId, { attachmentId });
		const [listed] = dataOf<Certificate[]>(await owner.query("device.getCertificates", { deviceId }));
		expect(listed).toMatchObject({ id, laboratory: "Metas", attachment: { name: "certificate.pdf" }, version: 1 });
		expect(await read()).toEqual(before);
		const { entries } = dataOf<AuditPage>(await owner.query("account.getAudit", { limit: 10 }));
		expect(entries[0]).toMatchObject({ action: "device.addCertificate", entities: [{ kind: "device", id: deviceId }] });
	});

	it("shows to a viewer of the device's group, and to no one of another group or account", async () => {
		const { id, owner, groupId, deviceId, channelId } = await withChannel();
		const attachmentId = await fileOf(owner);
		const { id: certificateId } = await added(owner, channelId, { attachmentId });
		const viewer = await addMember(id, "viewer", { groupIds: [groupId] });
		const other = await addMember(id, "admin", { groupIds: [await addGroup(id, "Roof")] });
		const stranger = (await createOwner()).owner;
		const dueOf = async (person: Person) =>
			dataOf<DueCertificates>(await person.query("device.getDueCertificates")).certificates.length;
		expect(await dueOf(viewer)).toBe(1);
		expect((await send(attachmentUrl(attachmentId), { headers: viewer.headers })).status).toBe(200);
		for (const person of [other, stranger]) {
			expect(await dueOf(person)).toBe(0);
			expect((await send(attachmentUrl(attachmentId), { headers: person.headers })).status).toBe(404);
			const replies = await Promise.all([
				person.query("device.getAffectedByCertificate", { certificateId }),
				person.mutate("device.deleteCertificate", { certificateId, version: 1 }),
			]);
			expect(replies.map(({ error }) => error?.data.reason)).toEqual(Array(2).fill("CERTIFICATE_NOT_FOUND"));
			expect((await person.query("device.getCertificates", { deviceId })).error?.data.reason).toBe("DEVICE_NOT_FOUND");
		}
		expect((await add(viewer, channelId)).error?.data.reason).toBe("NOT_PERMITTED");
	});

	it.each([
		["a day before its device was there", { calibratedOn: inDays(-30) }, "calibratedOn"],
		["a day to come", { calibratedOn: inDays(3) }, "calibratedOn"],
		["a due day before it", { dueOn: inDays(-1) }, "dueOn"],
		["points in a unit of something else", { unit: "hPa" }, "unit"],
		["a file that is nobody's", { attachmentId: `att_${"0".repeat(26)}` }, "attachmentId"],
	])("rejects %s at its field", async (_, change, field) => {
		const { owner, deviceId, channelId } = await withChannel();
		expect(fieldsOf(await add(owner, channelId, change))).toEqual([field]);
		expect(dataOf<Certificate[]>(await owner.query("device.getCertificates", { deviceId }))).toEqual([]);
	});

	it("takes an older day once the user confirms that it is this logger's", async () => {
		const { owner, channelId } = await withChannel();
		const older = { calibratedOn: inDays(-30), isOlderThanDevice: true, unit: "°F" };
		expect(await added(owner, channelId, older)).toMatchObject({ calibratedOn: inDays(-30), unit: "°F" });
	});

	it("keeps the change of the first of two people, and frees a replaced file", async () => {
		const { id, owner, deviceId, channelId } = await withChannel();
		const admin = await addMember(id, "admin");
		const first = await fileOf(owner);
		const { id: certificateId } = await added(owner, channelId, { attachmentId: first });
		const attachmentId = await fileOf(admin);
		const change = { certificateId, version: 1, ...certificate({ laboratory: "PTB", attachmentId }) };
		expect(dataOf<Certificate>(await admin.mutate("device.updateCertificate", change)).version).toBe(2);
		const late = await owner.mutate("device.updateCertificate", { ...change, laboratory: "NPL", attachmentId: first });
		expect(late.error?.data.reason).toBe("CHANGED_MEANWHILE");
		const [kept] = await inAccount(id, (db) => listCertificates(db, [deviceId]));
		expect(kept).toMatchObject({ laboratory: "PTB", attachmentId });
		expect(await inAccount(id, (db) => findAttachment(db, first))).toMatchObject({ use: null });
	});

	it("lists runs and events since the last good certificate if the logger was found out of tolerance", async () => {
		const { id, owner, deviceId, channelId } = await withChannel();
		const at = (days: number) => Date.now() + days * dayMs;
		const keptFrom = { [deviceId]: 0 };
		const ran = async (from: number) =>
			(await endedRun(id, { run: { from, to: from + dayMs, keptFrom }, now: at(0) })).run.id;
		const [early, within] = [await ran(at(-60)), await ran(at(-20))];
		const isOlderThanDevice = true;
		await added(owner, channelId, { calibratedOn: inDays(-40), isOlderThanDevice });
		const out = await added(owner, channelId, { asFound: "out", isOlderThanDevice });
		const found = await affected(owner, out.id);
		expect(found).toMatchObject({ since: inDays(-40), runs: [{ id: within, reportName: "Monthly compliance" }] });
		expect(found.runs.map(({ id: runId }) => runId)).not.toContain(early);
		const member = await addMember(id, "viewer", { groupIds: [await addGroup(id, "Roof")] });
		expect((await member.query("device.getAffectedByCertificate", { certificateId: out.id })).data).toBeNull();
	});

	it("reminds who recorded it 30 and 7 days before, once each, and no longer after a new one", async () => {
		const { id, owner, channelId } = await withChannel();
		await claimAlone(id);
		const admin = await addMember(id, "admin");
		await added(admin, channelId, { dueOn: inDays(100) });
		const due = Date.parse(inDays(100));
		const reminders = () =>
			inAccount(id, (db) => {
				const emails = new Map(
					db
						.select()
						.from(users)
						.all()
						.map((user) => [`user:${user.id}:email`, user.email]),
				);
				const sent = db.select().from(notices).all();
				return sent
					.filter(({ cause }) => cause === "certificatesDue")
					.map(({ recipientKey, step }) => [emails.get(recipientKey), step]);
			});
		await workThrough(accountStub(id), due - 30 * dayMs - 1);
		expect(await reminders()).toEqual([]);
		for (const days of [30, 29, 7, 6]) await workThrough(accountStub(id), due - days * dayMs);
		expect(await reminders()).toEqual([
			[admin.email, 30],
			[admin.email, 7],
		]);
		const messageIds = await inAccount(id, (db) => db.select().from(messages).all());
		await added(owner, channelId, { dueOn: inDays(400) });
		const claims = await Promise.all(
			messageIds.map((message) => accountStub(id).claimMessage({ messageId: message.id, attempt: 1 }, due)),
		);
		expect(claims.every(({ status }) => status !== "send")).toBe(true);
	});

	it("goes with its device, and its file with it", async () => {
		const { id, owner, deviceId, channelId } = await withChannel();
		const attachmentId = await fileOf(owner);
		await added(owner, channelId, { attachmentId });
		dataOf(await owner.mutate("device.deleteDevices", { deviceIds: [deviceId] }));
		await workThrough(accountStub(id), Date.now() + 40 * dayMs);
		expect(await inAccount(id, (db) => listCertificates(db, [deviceId]))).toEqual([]);
		expect(await inAccount(id, (db) => findAttachment(db, attachmentId))).toMatchObject({ use: null });
	});
});
