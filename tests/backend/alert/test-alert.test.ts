import { describe, expect, it } from "vitest";
import { alertEvents, ruleOptOuts } from "../../../backend/db/schema";
import type { TestedAlert } from "../../../shared/alert/alert";
import { limits } from "../../../shared/base/limits";
import type { MessagePage } from "../../../shared/message/message";
import { suppressionText } from "../../../shared/message/suppression-text";
import { createNotifying, sendAll } from "../fixtures/alert-telling";
import { addMember, inAccount, newId } from "../fixtures/fleet";
import { addContact } from "../fixtures/messages";
import { dataOf } from "../fixtures/people";

const test = async (notifying: Awaited<ReturnType<typeof createNotifying>>) =>
	dataOf<TestedAlert>(await notifying.owner.mutate("alert.testAlert", { alertId: notifying.alert.id })).recipients;

describe("a test of a rule", () => {
	it("sends its whole message to its recipients, marked as a test, and makes no event", async () => {
		const notifying = await createNotifying({ severity: "critical" });
		const { id, owner, ana, send, provider } = notifying;
		const bob = await addContact(id, { fullName: "Bob Reyes", email: "bob@example.test", phone: null });
		await notifying.change({ severity: "critical", contactIds: [ana.id, bob.id] });
		await send([[1, 5]]);
		expect(await test(notifying)).toEqual([
			{ contactId: ana.id, name: "Ana Prado", channel: "email", refusal: null },
			{ contactId: bob.id, name: "Bob Reyes", channel: "email", refusal: null },
		]);
		await sendAll(id, Date.now() + 60_000, provider);
		const mail = provider.taken.find(({ to }) => to === ana.email);
		expect(mail?.subject).toBe("TEST: Critical: Freezer 1 5.0 °C, limit 8 °C");
		expect(mail?.text).toMatch(/^TEST: Critical: Freezer 1\n\nThis is a TEST, sent by /);
		for (const words of ["Shut the door.", "Also notified: Bob Reyes"]) expect(mail?.text).toContain(words);
		expect(mail?.text).not.toContain("Acknowledge:");
		expect(await inAccount(id, (db) => db.select().from(alertEvents).all())).toEqual([]);
		const log = dataOf<MessagePage>(await owner.query("message.getMessages", {}));
		expect(log.messages.map(({ cause, state }) => [cause, state])).toEqual([
			["alertTest", "sent"],
			["alertTest", "sent"],
		]);
	});

	it("shows which recipients get nothing, and why", async () => {
		const notifying = await createNotifying();
		const { id, alert, ana } = notifying;
		const optOut = { alertId: alert.id, channel: "email" as const, address: "ana@example.test", createdAt: new Date() };
		await inAccount(id, (db) => db.insert(ruleOptOuts).values(optOut).run());
		expect(await test(notifying)).toEqual([
			{ contactId: ana.id, name: "Ana Prado", channel: "email", refusal: suppressionText.optedOut },
		]);
	});

	it("rejects a test at its limit, in the result of each recipient", async () => {
		const notifying = await createNotifying();
		for (let sent = 0; sent < limits.testsPerAddressAndHour; sent++) {
			expect(await test(notifying)).toMatchObject([{ refusal: null }]);
		}
		expect(await test(notifying)).toMatchObject([{ refusal: suppressionText.testLimit }]);
	});

	it("denies the test of a rule beyond the member's groups", async () => {
		const notifying = await createNotifying();
		const scoped = await addMember(notifying.id, "operator", { groupIds: [newId("group")] });
		const { error } = await scoped.mutate("alert.testAlert", { alertId: notifying.alert.id });
		expect(error?.data.reason).toBe("NOT_PERMITTED");
	});
});
