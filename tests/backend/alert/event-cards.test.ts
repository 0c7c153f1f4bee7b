import { describe, expect, it } from "vitest";
import { insertDeliveryChannel } from "../../../backend/db/contact-rows";
import { listNotices } from "../../../backend/db/notice-rows";
import type { CauseFacts } from "../../../backend/message/causes";
import { plainNotification } from "../../../shared/alert/alert-rule";
import { createNotifying } from "../fixtures/alert-telling";
import { inAccount } from "../fixtures/fleet";
import { dataOf } from "../fixtures/people";

async function createShowing() {
	const reminder = { everySeconds: 600, atMost: null };
	const notifying = await createNotifying({ notification: { ...plainNotification, reminder } });
	const key = "0123456789abcdef0123456789abcdef";
	await inAccount(notifying.id, (db) => {
		const row = { contactId: notifying.ana.id, channel: "pagerduty", address: key, addressVersion: 1 } as const;
		insertDeliveryChannel(db, { ...row, status: "verified", isDefault: true });
	});
	const kinds = async () => {
		const all = await notifying.messages();
		return inAccount(notifying.id, (db) =>
			all.map(({ id, channel }) => {
				const [notice] = listNotices(db, id);
				const { kind } = { ...(notice?.facts as Partial<CauseFacts["alert"]>) }; // of an alert
				return `${channel} ${kind}`;
			}),
		);
	};
	return { ...notifying, kinds };
}

describe("a card of an event", () => {
	it("shows an acknowledgement and the end, but no reminder", async () => {
		const { owner, send, events, kinds, sendDue, followUp } = await createShowing();
		await send([[1, 9]]);
		await sendDue(2);
		await followUp(12);
		await sendDue(13);
		expect((await kinds()).toSorted()).toEqual(["email first", "email reminder", "pagerduty first"]);
		const [event] = await events();
		dataOf(await owner.mutate("alert.acknowledgeEvents", { eventIds: [event?.id] }));
		const cards = (await kinds()).filter((kind) => kind.startsWith("pagerduty"));
		expect(cards.toSorted()).toEqual(["pagerduty acknowledged", "pagerduty first"]);
		await send([[23, 5]]);
		expect((await kinds()).filter((kind) => kind.endsWith("recovered")).toSorted()).toEqual([
			"email recovered",
			"pagerduty recovered",
		]);
	});
});
