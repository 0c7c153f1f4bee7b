import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { accountHash } from "../../../backend/base/account-hash";
import { quotaDay, takeShare } from "../../../backend/db/message-share-rows";
import { poolsOf } from "../../../backend/message/message-shares";
import type { AlertWhy } from "../../../shared/alert/alert";
import { dayMs } from "../../../shared/base/durations";
import { serverLimits } from "../../../shared/base/limits";
import { createCalling } from "../fixtures/calling";
import { takeLogs } from "../fixtures/logs";
import { messageOf } from "../fixtures/messages";
import { dataOf } from "../fixtures/people";

const spentText =
	"The calls that a new account has a day are used up until 00:00 UTC. Other channels and contacts still get alerts";

/** An account of today that has made so many calls of its day. */
async function afterCalls(made: number) {
	const calling = await createCalling();
	const { id, at } = calling;
	const pools = { ...poolsOf(1_000_000), mostOfNew: serverLimits.callsOfNewAccount };
	for (let one = 0; one < made; one += 1) {
		await takeShare(env.DIRECTORY, { channel: "call", accountId: id, isAlert: true, pools, ...quotaDay(at(1)) });
	}
	await calling.send([[0, 9]]);
	return calling;
}

/** Calls in the first hour of a UTC day are of an account of the day before. */
function spentLine(id: string, calledAt: number) {
	const age = calledAt - (calledAt % dayMs) > Date.now() ? "new" : "today";
	return { event: "share-spent", account: accountHash(id), channel: "call", age };
}

describe("calls of a new account", () => {
	it("end after 20 of a day: the next person is notified at once, and the contact and the story say why", async () => {
		const calling = await afterCalls(20);
		const { id, owner, bea } = calling;
		await calling.sendAt(1);
		for (const minute of [1.6, 2.2]) await calling.sendAt(minute);
		expect(calling.service.calls).toEqual([]);
		expect(await calling.sent()).toEqual(["Bea call failed  1", "Bea sms suppressed  1", "Carl email sent  1"]);
		const call = await calling.callOf();
		expect(await messageOf(id, call?.id ?? "")).toMatchObject({ reason: "shareSpent", error: spentText });
		expect(await calling.timeline()).toContain(`Not notified: Bea by phone call: ${spentText}`);
		const [event] = await calling.events();
		const why = await owner.query("alert.getWhy", { eventId: event?.id, contactId: bea.id });
		expect(dataOf<AlertWhy>(why).deliveries[0]).toMatchObject({ channel: "call", state: "failed", error: spentText });
		expect(takeLogs().map((line) => JSON.parse(line))).toEqual([spentLine(id, calling.at(1))]);
	});

	it("lose no step and repeat none: the step that was run at once does not run again at its time", async () => {
		const calling = await afterCalls(20);
		for (const minute of [1, 1.6, 2.2]) await calling.sendAt(minute);
		const before = await calling.sent();
		await calling.followUp(61);
		await calling.sendAt(62);
		expect(await calling.sent()).toEqual(before);
		expect(takeLogs()).toHaveLength(1);
	});

	it("count the second call of a phone: the 20th rings, and the next person was notified before the 21st", async () => {
		const calling = await afterCalls(19);
		await calling.sendAt(1);
		expect(calling.service.calls).toHaveLength(1);
		await calling.act(calling.service.calls[0]?.sid ?? "", "noAnswer");
		for (const minute of [1.6, 2.2]) await calling.sendAt(minute);
		expect(await calling.sent()).toContain("Carl email sent  1");
		await calling.sendAt(4);
		expect(calling.service.calls).toHaveLength(1);
		expect(await calling.callOf()).toMatchObject({ state: "failed", reason: "shareSpent" });
		expect((await calling.sent()).filter((line) => line.startsWith("Carl"))).toHaveLength(1);
		expect(takeLogs()).toHaveLength(1);
	});
});
