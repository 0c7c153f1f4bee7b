import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createAudit, oldAuditWork, systemActor } from "../../../backend/activity/audit";
import type { AccountDb } from "../../../backend/base/context";
import { createNewId } from "../../../backend/base/ids";
import { listAuditRows, saveAuditRow } from "../../../backend/db/audit-rows";
import { insertContact } from "../../../backend/db/contact-rows";
import { groups } from "../../../backend/db/schema";
import { LinkClaims } from "../../../backend/keys/link-tokens";
import type { User } from "../../../shared/account/account";
import { type AuditEntry, type AuditPage, auditActions, type GetAudit } from "../../../shared/account/audit";
import { dayMs } from "../../../shared/base/durations";
import type { ChangedDevices, CreatedDevices } from "../../../shared/device/device-inputs";
import type { NewIntegrationKey } from "../../../shared/ingest/integration-key";
import type { SavedContact } from "../../../shared/message/contact";
import { contactInput } from "../../samples";
import { addAlert, warmAlert, warmRule } from "../fixtures/alert-rules";
import { createContact } from "../fixtures/contact-input";
import { accountStub, addDevice, addGroup, addMember, createOwner, freezer, inAccount, newId } from "../fixtures/fleet";
import { createGroup, groupInput, updateOf } from "../fixtures/group-input";
import { followDirectory } from "../fixtures/invitations";
import { takeLogs } from "../fixtures/logs";
import { createPerson, dataOf, type Person } from "../fixtures/people";
import { procedures } from "../fixtures/procedures";
import { workThrough } from "../fixtures/works";

async function auditOf(person: Person, requested: GetAudit = {}): Promise<AuditPage> {
	return dataOf<AuditPage>(await person.query("account.getAudit", requested));
}

async function newest(person: Person, requested: GetAudit = {}): Promise<AuditEntry> {
	const [entry] = (await auditOf(person, requested)).entries;
	if (!entry) throw new Error("Nothing was recorded");
	return entry;
}

const storeOf = (db: AccountDb, now = Date.now()) => ({ db, newId: createNewId(now), now });

describe("the contents of the audit log", () => {
	it("names every mutation by an action with words, except a short list with reasons", () => {
		const mutations = procedures.filter(({ type }) => type === "mutation");
		const without = mutations.filter(({ unaudited }) => unaudited !== null).map(({ path }) => path);
		expect(without).toEqual([
			...["account.lookAtDomain", "account.keepBrandImage", "account.retryFailedWork"],
			"account.changeInEmergency",
			...["attachment.addAttachment", "billing.openPortal", "billing.readPayment"],
			"log.previewImport",
		]);
		const recorded = mutations.map(({ path }) => path).filter((path) => !without.includes(path));
		const procedureActions = Object.keys(auditActions).filter((action) => !/^(link|key|system)\./.test(action));
		expect(procedureActions.sort()).toEqual(recorded.sort());
	});

	it("names what each link does, and filters by it", async () => {
		const byToken = LinkClaims.shape.action.options.map((action) => `link.${action}`);
		const byLink = [...byToken, "link.joinTelegram"];
		expect(
			Object.keys(auditActions)
				.filter((action) => action.startsWith("link."))
				.sort(),
		).toEqual(byLink.sort());
		const { owner } = await createOwner();
		for (const action of Object.keys(auditActions)) {
			expect((await owner.query("account.getAudit", { action })).error).toBeNull();
		}
	});

	it("shows a rule's limit with its unit", async () => {
		const { owner } = await createOwner();
		const { id: alertId, version } = await addAlert(owner);
		const rule = { ...warmRule, condition: { ...warmRule.condition, limit: { from: "value", value: -7.5 } } };
		dataOf(await owner.mutate("alert.updateAlert", { ...warmAlert, rule, alertId, version }));
		const [changed] = (await newest(owner)).entities;
		expect(changed?.fields).toContainEqual({ field: "limit", before: "8 °C", after: "−7.5 °C" });
	});

	it("records the actor, the entity, the values before and after, the time and the address", async () => {
		const { id, owner } = await createOwner();
		const group = await addGroup(id, "South");
		const { device } = await addDevice(owner);
		owner.headers.set("x-forwarded-for", "203.0.113.7");
		const caller = await createPerson({ sub: owner.sub, userAgent: "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0" });
		caller.headers.set("x-request-id", "ours-4711");
		caller.headers.set("x-caller-request-id", "theirs-0815");
		const before = Date.now();
		const change = { deviceIds: [device.id], addTags: ["Spare"], addGroupIds: [group], loggingIntervalSeconds: 120 };
		dataOf(await caller.mutate("device.changeDevices", change));
		const entry = await newest(owner, { entityId: device.id });
		expect(entry).toMatchObject({
			action: "device.changeDevices",
			entityCount: 1,
			browser: "Firefox on Windows",
			actor: { kind: "user", id: expect.stringMatching(/^usr_/), name: "Pat Example" },
			requestId: "ours-4711",
			callerRequestId: "theirs-0815",
		});
		expect(entry.at.getTime()).toBeGreaterThanOrEqual(before);
		const [recorded] = entry.entities;
		expect(recorded).toMatchObject({ kind: "device", id: device.id, name: device.name });
		expect(recorded?.fields).toEqual(
			expect.arrayContaining([
				{ field: "tags", before: null, after: "Spare", as: "list" },
				{ field: "groups", before: null, after: group, as: "list" },
				{ field: "loggingIntervalSeconds", before: device.loggingIntervalSeconds, after: 120 },
			]),
		);
		expect((await auditOf(owner)).names).toMatchObject({ [group]: "South" });
	});

	it("records the address that the edge has seen, and no text in its place", async () => {
		const { id, owner } = await createOwner();
		for (const [sent, kept] of [
			["2001:db8::7", "2001:db8::7"],
			["<b>nowhere</b>", null],
		]) {
			const headers = new Headers({ ...Object.fromEntries(owner.headers), "content-type": "application/json" });
			headers.set("x-forwarded-for", sent ?? "");
			const { exports } = await import("cloudflare:workers");
			const body = JSON.stringify({ json: { name: `Group ${sent}` } });
			const url = "https://backend.test/api/proxy/contact.createContactGroup";
			const response = await exports.default.fetch(new Request(url, { method: "POST", headers, body }));
			expect(response.status).toBe(200);
			const [row] = await inAccount(id, (db) => listAuditRows(db, { ...everything, limit: 1 }));
			expect(row?.address).toBe(kept);
		}
	});

	it("records nothing for a call that fails or changes nothing", async () => {
		const { owner } = await createOwner();
		const { device } = await addDevice(owner);
		const count = async () => (await auditOf(owner)).entries.length;
		const before = await count();
		await owner.mutate("device.updateDevice", { deviceId: device.id, version: 99, name: "X" });
		await owner.mutate("contact.createContactGroup", { name: "" });
		dataOf(await owner.mutate("device.updateDevice", { deviceId: device.id, version: 1, name: device.name }));
		expect(await count()).toBe(before);
	});

	it("distinguishes a group's retention of for ever from none", async () => {
		const { owner } = await createOwner();
		const group = await createGroup(owner, { defaults: { retentionDays: null } });
		const fields = async () => (await newest(owner, { entityId: group.id })).entities[0]?.fields;
		const field = "defaults.retentionDays";
		expect(await fields()).toContainEqual({ field, before: null, after: "for ever" });
		dataOf(await owner.mutate("group.updateGroup", updateOf(group, { defaults: {} })));
		expect(await fields()).toEqual([{ field, before: "for ever", after: null }]);
	});

	it("records how a device and its group send, and that a device follows its group again", async () => {
		const { owner } = await createOwner();
		const { device } = await addDevice(owner);
		const fields = async (entityId: string) => (await newest(owner, { entityId })).entities[0]?.fields;
		dataOf(await owner.mutate("device.changeDevices", { deviceIds: [device.id], sends: "changes" }));
		const inherits = { field: "inherits", before: "sends", after: null, as: "list" };
		expect(await fields(device.id)).toEqual(
			expect.arrayContaining([{ field: "sends", before: "regular", after: "changes" }, inherits]),
		);
		dataOf(await owner.mutate("device.changeDevices", { deviceIds: [device.id], inherit: ["sends"] }));
		expect(await fields(device.id)).toEqual(
			expect.arrayContaining([
				{ field: "sends", before: "changes", after: "regular" },
				{ ...inherits, before: null, after: "sends" },
			]),
		);
		const group = await createGroup(owner, { defaults: { sends: "changes" } });
		expect(await fields(group.id)).toContainEqual({ field: "defaults.sends", before: null, after: "changes" });
	});

	it("records an undo as an undo", async () => {
		const { owner } = await createOwner();
		const { device } = await addDevice(owner);
		const change = { deviceIds: [device.id], addTags: ["Spare"] };
		const { undoId } = dataOf<ChangedDevices>(await owner.mutate("device.changeDevices", change));
		dataOf(await owner.mutate("account.undo", { undoId }));
		const entry = await newest(owner);
		expect(entry.action).toBe("account.undo");
		expect(entry.entities[0]?.fields).toEqual([{ field: "tags", before: "Spare", after: null, as: "list" }]);
	});

	it("writes one row a call, which names a hundred entities at most and counts the others", async () => {
		const { owner } = await createOwner();
		const devices = Array.from({ length: 120 }, (_, at) => ({ ...freezer, groupIds: [], name: `Freezer ${at}` }));
		const created = dataOf<CreatedDevices>(await owner.mutate("device.createDevices", { devices }));
		const added = await newest(owner);
		expect([added.action, added.entities.length, added.entityCount]).toEqual(["device.createDevices", 100, 120]);
		const deviceIds = created.flatMap((result) => ("id" in result ? result.id : []));
		dataOf(await owner.mutate("device.archiveDevices", { deviceIds }));
		const archived = await newest(owner);
		expect([archived.action, archived.entities.length, archived.entityCount]).toEqual([
			"device.archiveDevices",
			100,
			120,
		]);
	}, 60_000);

	it("stays within 64 kB, and names what did not fit without its fields", async () => {
		const { id } = await createOwner();
		const description = "é".repeat(255);
		await inAccount(id, (db) => {
			const ids = Array.from({ length: 90 }, () => newId("group"));
			const fat = { description, filter: { tags: Array.from({ length: 40 }, (_, at) => `${at} ${"x".repeat(60)}`) } };
			createAudit(storeOf(db), { action: "group.createGroup", actor: systemActor }).change({ group: ids }, () => {
				for (const group of ids) {
					db.insert(groups)
						.values({ id: group, name: group, kind: "dynamic", ...fat, createdAt: new Date() })
						.run();
				}
			});
			const [row] = listAuditRows(db, { ...everything, limit: 1 });
			expect(row?.entities).toHaveLength(90);
			expect(row?.entities[0]?.fields).not.toEqual([]);
			expect(row?.entities.at(-1)?.fields).toEqual([]);
			expect(new TextEncoder().encode(JSON.stringify(row?.entities)).length).toBeLessThan(80_000);
		});
	});

	it("logs a fault if a call forgets to record a change", async () => {
		const { id } = await createOwner();
		await inAccount(id, (db) => {
			const forgetful = createAudit(storeOf(db), { action: "contact.createContact", actor: systemActor });
			const row = { id: newId("contact"), fullName: "Ana", timeZone: "UTC", createdAt: new Date() };
			insertContact(db, row);
			forgetful.finish();
			const idle = createAudit(storeOf(db), { action: "contact.createContact", actor: systemActor });
			idle.finish();
		});
		expect(takeLogs()).toEqual([expect.stringContaining("contact.createContact changed something")]);
	});

	it("forgets changes of a transaction that fails", async () => {
		const { id } = await createOwner();
		await inAccount(id, (db) => {
			const before = listAuditRows(db, everything).length;
			const audit = createAudit(storeOf(db), { action: "group.createGroup", actor: systemActor });
			const group = newId("group");
			const fail = () =>
				audit.change({ group: [group] }, () => {
					audit.act({ account: [id] }, { note: "X" });
					db.insert(groups).values({ id: group, name: "X", kind: "static", createdAt: new Date() }).run();
					throw new Error("no");
				});
			expect(fail).toThrow("no");
			audit.act({ account: [id] }, { note: "Y" });
			const rows = listAuditRows(db, everything);
			expect(rows).toHaveLength(before + 1);
			expect(rows[0]?.entities.map(({ fields }) => fields)).toEqual([[{ field: "note", before: null, after: "Y" }]]);
		});
	});
});

const everything = {
	actorId: undefined,
	kind: undefined,
	entityId: undefined,
	action: undefined,
	from: undefined,
	to: undefined,
	beforeId: undefined,
	limit: 1_000,
};

describe("the actor of a row", () => {
	it("can be a joining user, a program, or no one", async () => {
		const { id, owner } = await createOwner();
		const joiner = await createPerson({ email: `${crypto.randomUUID()}@example.test`, name: "Jo Joiner" });
		const invited = dataOf<User>(
			await owner.mutate("account.inviteUser", { email: joiner.email, role: "viewer", scope: "all", note: "" }),
		);
		await followDirectory(id);
		dataOf(await joiner.mutate("account.acceptInvitation", { invitationId: invited.id }));
		const joined = await newest(owner);
		expect(joined).toMatchObject({ action: "account.acceptInvitation", actor: { kind: "user", name: "Jo Joiner" } });
		expect(joined.entities.map(({ kind }) => kind).sort()).toEqual(["invitation", "user"]);
		const { device } = await addDevice(owner);
		dataOf(await owner.mutate("device.deleteDevices", { deviceIds: [device.id] }));
		await workThrough(accountStub(id), Date.now() + 8 * dayMs);
		const purged = await newest(owner, { actorId: "system" });
		expect(purged).toMatchObject({ action: "system.deleteDevices", actor: systemActor, address: null, browser: null });
		expect(purged.entities).toMatchObject([{ kind: "device", id: device.id, became: "deleted" }]);
		expect((await newest(owner, { action: "account.createAccount" })).entities.map(({ kind }) => kind)).toEqual([
			"account",
			"user",
		]);
	});
});

describe("the exclusions of the audit log", () => {
	it("records no key, no digest, no webhook's secret and no whole address", async () => {
		const { id, owner } = await createOwner();
		const { key, device } = await addDevice(owner);
		const rotated = dataOf<{ key: string }>(
			await owner.mutate("device.rotateDeviceKey", { deviceId: device.id, graceSeconds: 60 }),
		);
		const integration = dataOf<NewIntegrationKey>(
			await owner.mutate("account.createIntegrationKey", { name: "Network", isCreatingDevices: true }),
		);
		const webhook = { email: "anna.secret@example.test", webhookUrl: "https://hooks.example.org/path/unguessable" };
		const made = dataOf<SavedContact>(await owner.mutate("contact.createContact", contactInput(webhook)));
		const target = { contactId: made.contact.id, channel: "webhook" };
		const replaced = dataOf<SavedContact>(await owner.mutate("contact.replaceSecret", target));
		const moved = { ...contactInput({ ...webhook, email: "anne.secret@example.test" }), contactId: made.contact.id };
		dataOf(await owner.mutate("contact.updateContact", { ...moved, version: replaced.contact.version }));
		dataOf(await owner.mutate("contact.sendCode", { contactId: made.contact.id, channel: "email" }));
		const rows = await inAccount(id, (db) => listAuditRows(db, everything));
		const recorded = JSON.stringify(rows);
		for (const secret of [key, rotated.key, integration.key, made.secret, replaced.secret]) {
			expect(secret).toEqual(expect.any(String));
			expect(recorded).not.toContain(secret);
		}
		expect(recorded).not.toMatch(/[0-9a-f]{64}|whsec_|anna\.secret|anne\.secret|unguessable/);
		expect(recorded).not.toContain(owner.sub);
		expect(recorded).not.toContain(owner.email);
		const update = rows.find(({ action }) => action === "contact.updateContact");
		expect(update?.entities[0]?.fields).toContainEqual({
			field: "email.address",
			before: "a•••@example.test",
			after: "a•••@example.test",
		});
		const newSecret = rows.find(({ action }) => action === "contact.replaceSecret");
		expect(newSecret?.entities[0]?.fields).toEqual([
			{ field: "webhook.secret", before: null, after: null, as: "hidden" },
		]);
	});

	it("records no name of a contact once the contact is deleted", async () => {
		const { id, owner } = await createOwner();
		const contact = await createContact(owner, { fullName: "Berta Quist", company: "Quist Ltd" });
		dataOf(await owner.mutate("contact.deleteContacts", { contactIds: [contact.id], successorId: null }));
		const rows = await inAccount(id, (db) => listAuditRows(db, { ...everything, entityId: contact.id }));
		expect(rows.map(({ action }) => action)).toEqual(["contact.deleteContacts", "contact.createContact"]);
		for (const { entities } of rows) expect(entities).toMatchObject([{ id: contact.id, name: "Deleted contact" }]);
		expect(JSON.stringify(rows)).not.toMatch(/Berta|Quist/);
	});
});

describe("the list of the audit log", () => {
	it("returns filtered rows, page by page to its end", async () => {
		const { owner } = await createOwner();
		const admin = await addMember((await createOwner()).id, "admin");
		const { device } = await addDevice(owner);
		for (const name of ["A", "B", "C"]) dataOf(await owner.mutate("group.createGroup", { ...groupInput(), name }));
		const actions = async (requested: GetAudit) =>
			(await auditOf(owner, requested)).entries.map(({ action }) => action);
		expect(await actions({ kind: "group" })).toEqual(Array(3).fill("group.createGroup"));
		expect(await actions({ entityId: device.id })).toEqual(["device.createDevice"]);
		expect(await actions({ action: "device.createDevice" })).toEqual(["device.createDevice"]);
		expect(await actions({ actorId: "system" })).toEqual([]);
		expect(await actions({ to: Date.now() - dayMs })).toEqual([]);
		expect(await actions({ from: Date.now() - dayMs, to: Date.now() + dayMs })).toHaveLength(5);
		const me = (await newest(owner)).actor.id ?? "";
		expect(await actions({ actorId: me })).toHaveLength(5);
		const seen: string[] = [];
		let cursor: string | null | undefined;
		do {
			const page: AuditPage = await auditOf(owner, { limit: 2, ...(cursor && { cursor }) });
			expect(page.entries.length).toBeLessThanOrEqual(2);
			seen.push(...page.entries.map(({ id }) => id));
			cursor = page.nextCursor;
		} while (cursor);
		expect(seen).toHaveLength(5);
		expect(seen).toEqual([...new Set(seen)].sort().reverse());
		expect(await auditOf(admin, { entityId: device.id })).toMatchObject({ entries: [], names: {}, nextCursor: null });
	});

	it("shows a scoped member what lies within their groups, and no name of others", async () => {
		const { id, owner } = await createOwner();
		const [own, hidden] = [await addGroup(id, "Own"), await addGroup(id, "Hidden")];
		const scoped = await addMember(id, "admin", { groupIds: [own] });
		const { device } = await addDevice(owner, { name: "Mine", groupIds: [own, hidden] });
		const { device: other } = await addDevice(owner, { name: "Theirs", groupIds: [hidden] });
		dataOf(await owner.mutate("device.changeDevices", { deviceIds: [device.id, other.id], addTags: ["both"] }));
		await createContact(owner);
		const page = await auditOf(scoped);
		expect(page.entries.map(({ action, entities }) => [action, entities.map(({ name }) => name)])).toEqual([
			["device.createDevice", ["Mine"]],
		]);
		expect(Object.values(page.names).sort()).toEqual(["Air", "Door", "Own"]);
		expect((await auditOf(scoped, { entityId: other.id })).entries).toEqual([]);
	});
});

describe("a month that an earlier release began", () => {
	it("reads and extends it as a month of today", async () => {
		const { id, owner } = await createOwner();
		await addDevice(owner);
		await inAccount(id, (db) => {
			const [month] = db.all<{ name: string }>(sql`SELECT name FROM sqlite_master WHERE name GLOB 'audit_[0-9]*'`);
			db.run(sql.raw(`ALTER TABLE ${month?.name} DROP COLUMN caller_request_id`));
		});
		expect(await newest(owner)).toMatchObject({ action: "device.createDevice", callerRequestId: null });
		owner.headers.set("x-caller-request-id", "theirs-0815");
		await addDevice(owner);
		const said = (await auditOf(owner)).entries.map(({ callerRequestId }) => callerRequestId);
		expect(said.slice(0, 2)).toEqual(["theirs-0815", null]);
	});
});

describe("the retention of the audit log", () => {
	it("keeps addresses for 90 days and whole months for 400", async () => {
		const { id } = await createOwner();
		await inAccount(id, async (db) => {
			const now = Date.UTC(2030, 5, 15);
			const rowAt = (at: number) => ({
				id: `${at}`.padStart(26, "0"),
				at: new Date(at),
				action: "group.createGroup",
				actorName: "Pat",
				actorKind: "user" as const,
				actorId: null,
				address: "203.0.113.7",
				browser: null,
				requestId: null,
				callerRequestId: null,
				provider: null,
				reason: null,
				proof: null,
				entityCount: 0,
				entities: [],
			});
			const ages = [1, 89, 91, 390, 401, 435];
			for (const days of ages) saveAuditRow(db, rowAt(now - days * dayMs));
			const work = oldAuditWork(db);
			expect(work.nextDueAt()).toBeLessThan(now);
			for (const subject of work.due(now, 10)) await work.run(subject, now);
			const kept = listAuditRows(db, { ...everything, to: now });
			const ageOf = ({ at }: { at: Date }) => (now - at.getTime()) / dayMs;
			expect(kept.map((row) => [ageOf(row), row.address !== null])).toEqual([
				[1, true],
				[89, true],
				[91, false],
				[390, false],
				// Its month ended less than 400 days ago.
				[401, false],
			]);
			expect(work.due(now, 10)).toEqual([]);
		});
	});
});
