import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { updateMessage } from "../../../backend/db/message-rows";
import type { Alert } from "../../../shared/alert/alert";
import { plainNotification } from "../../../shared/alert/alert-rule";
import { contractVersion, headerNames } from "../../../shared/base/header-names";
import { warmAlert } from "../fixtures/alert-rules";
import { addDevice, createOwner, inAccount } from "../fixtures/fleet";
import { addContact, aheadOfTheAlarm, queueTest } from "../fixtures/messages";
import { dataOf } from "../fixtures/people";

async function createOlderPage() {
	const { owner, id } = await createOwner();
	owner.headers.set(headerNames.contractVersion, String(Number(contractVersion) - 1));
	return { owner, id };
}

it("takes the previous release's words from its pages, in queries and mutations", async () => {
	const { owner, id } = await createOlderPage();
	await addDevice(owner);
	expect(await owner.query("device.getDevices", { shelf: "archived" })).toEqual({ data: [], error: null });
	const { reportsMissed: _, ...notification } = plainNotification;
	const sent = { ...warmAlert, notification: { ...notification, tellsMeanwhile: true } };
	const created = await owner.mutate("alert.createAlert", sent);
	expect(created).toMatchObject({ data: { notification: { tellsMeanwhile: true } } });
	expect(created.data).not.toHaveProperty("notification.reportsMissed");
	owner.headers.delete(headerNames.contractVersion);
	const { id: alertId } = dataOf<Alert>(created);
	const alert = await owner.query("alert.getAlert", { alertId });
	expect(alert).toMatchObject({ data: { notification: { reportsMissed: true } } });
	const stored = await inAccount(id, (db) => db.all(sql`SELECT notification ->> 'tellsMeanwhile' AS kept FROM alerts`));
	expect(stored).toEqual([{ kept: 1 }]);
});

it("shows its pages a state that they do not know as one that they do", async () => {
	const { owner, id } = await createOlderPage();
	const contact = await addContact(id);
	const messageId = await queueTest(id, contact.id, aheadOfTheAlarm());
	await inAccount(id, (db) => updateMessage(db, messageId, { state: "mayHaveArrived", dueAt: null }));
	expect(await owner.query("message.getMessages")).toMatchObject({ data: { messages: [{ state: "unknown" }] } });
	owner.headers.delete(headerNames.contractVersion);
	expect(await owner.query("message.getMessages")).toMatchObject({ data: { messages: [{ state: "mayHaveArrived" }] } });
});

it("leaves what a person wrote as it was written", async () => {
	const { owner } = await createOlderPage();
	const name = '"notQueued": "kind":"notified"';
	expect(await addDevice(owner, { name })).toMatchObject({ device: { name } });
});
