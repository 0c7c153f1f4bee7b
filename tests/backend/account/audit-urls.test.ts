import { evictDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { listAuditRows, saveAuditRow } from "../../../backend/db/audit-rows";
import { rewrites } from "../../../backend/db/schema";
import type { AuditEntity, AuditPage } from "../../../shared/account/audit";
import { maskedAddress } from "../../../shared/message/contact";
import { contactInput } from "../../samples";
import { createContact } from "../fixtures/contact-input";
import { accountStub, createOwner, inAccount, newId } from "../fixtures/fleet";
import { dataOf } from "../fixtures/people";

const secretPart = "a1b2c3d4";
const teams = `https://acme.webhook.office.com/webhookb2/${secretPart}@f00d/IncomingWebhook/${secretPart}/0`;

describe("the URL of a webhook in the audit log", () => {
	it.each([
		[teams, "acme.webhook.office.com"],
		["HTTPS://Hooks.Slack.com/services/T0/B0/x@y", "hooks.slack.com"],
		[`https://hooks.example.com/${"x".repeat(300)}…`, "hooks.example.com"],
		["https://", "•••"],
		["ana@example.com", "a•••@example.com"],
		["+351912345678", "+351•••78"],
	])("masks %s as %s", (address, shown) => {
		expect(maskedAddress(address)).toBe(shown);
	});

	it("shows only the host when a contact is made and changed", async () => {
		const { owner } = await createOwner();
		const { id, version } = await createContact(owner, { webhookUrl: teams, slackUrl: `${teams}?x=1@2` });
		const changed = { ...contactInput({ webhookUrl: `${teams}1` }), contactId: id, version };
		dataOf(await owner.mutate("contact.updateContact", changed));
		const log = JSON.stringify(dataOf<AuditPage>(await owner.query("account.getAudit", {})));
		expect(log).toContain("acme.webhook.office.com");
		expect(log).not.toMatch(/a1b2c3d4|IncomingWebhook|@f00d/);
	});

	it("disappears from older rows when the account starts, once, and nothing else changes", async () => {
		const { id: accountId, owner } = await createOwner();
		const contact = newId("contact");
		const past: AuditEntity[] = [
			{
				kind: "contact",
				id: contact,
				name: "Ana",
				fields: [
					{ field: "webhook.address", before: `h•••@f00d/IncomingWebhook/${secretPart}/0`, after: "http•••/0" },
					{ field: "email.address", before: "a•••@example.com", after: "b•••@example.com" },
				],
			},
			{
				kind: "message",
				id: newId("message"),
				name: `h•••@f00d/IncomingWebhook/${secretPart}/0`,
				fields: [{ field: "address", before: null, after: `h•••@f00d/IncomingWebhook/${secretPart}/0` }],
			},
		];
		const lastYear = Date.now() - 360 * 24 * 60 * 60 * 1000;
		await inAccount(accountId, (db) => {
			db.delete(rewrites).run();
			for (const at of [lastYear, Date.now()]) {
				for (let index = 0; index < 130; index += 1) {
					const by = { actorKind: "system", actorId: null, actorName: "", address: null, browser: null } as const;
					const row = {
						id: newId("audit"),
						at: new Date(at),
						action: "contact.updateContact",
						requestId: null,
						callerRequestId: null,
						provider: null,
						reason: null,
						proof: null,
					};
					saveAuditRow(db, { ...row, ...by, entityCount: 2, entities: past });
				}
			}
		});
		await evictDurableObject(accountStub(accountId));
		const shown = dataOf<AuditPage>(await owner.query("account.getAudit", {}));
		expect(JSON.stringify(shown)).toContain("b•••@example.com");
		const everything = { actorId: undefined, kind: undefined, entityId: undefined, action: undefined };
		const bounds = { from: undefined, to: undefined, beforeId: undefined, limit: 1_000 };
		const rows = await inAccount(accountId, (db) => listAuditRows(db, { ...everything, ...bounds }));
		expect(rows.filter(({ entities }) => JSON.stringify(entities).includes("IncomingWebhook"))).toEqual([]);
		expect(rows.find(({ action }) => action === "contact.updateContact")?.entities).toEqual([
			{
				kind: "contact",
				id: contact,
				name: "Ana",
				fields: [
					{ field: "webhook.address", before: "•••", after: "•••" },
					{ field: "email.address", before: "a•••@example.com", after: "b•••@example.com" },
				],
			},
			{ ...past[1], name: "•••", fields: [{ field: "address", before: null, after: "•••" }] },
		]);
		expect((await inAccount(accountId, (db) => db.select().from(rewrites).all())).length).toBe(1);
	});
});
