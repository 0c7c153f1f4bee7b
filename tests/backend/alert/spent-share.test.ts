import { env } from "cloudflare:workers";
import { expect, it, onTestFinished } from "vitest";
import { accountHash } from "../../../backend/base/account-hash";
import { logEvents } from "../../../backend/db/schema";
import type { AlertCoverage } from "../../../shared/alert/alert-coverage";
import { createNotifying } from "../fixtures/alert-telling";
import { inAccount } from "../fixtures/fleet";
import { takeLogs } from "../fixtures/logs";
import { addContact, allChannels, consume, messageOf } from "../fixtures/messages";
import { dataOf } from "../fixtures/people";

it("tries the contact's next address at once when the share of e-mails is used up, and notifies everybody concerned", async () => {
	if (!allChannels?.email) throw new Error("The settings of the test are not valid");
	const notifying = await createNotifying();
	const { id, owner, at, send, messages, timeline, change, provider } = notifying;
	const bea = await addContact(id, { fullName: "Bea", email: "bea@example.test" });
	await change({ contactIds: [bea.id], notification: { ...notifying.alert.notification, channels: ["email"] } });
	const day = new Date(at(1)).toISOString().slice(0, 10);
	// All test files share the directory: with a settled account, others would get no messages on this day.
	onTestFinished(async () => {
		await env.DIRECTORY.prepare("DELETE FROM message_days WHERE channel = 'email' AND day = ?").bind(day).run();
	});
	const spend =
		"INSERT OR REPLACE INTO message_shares (channel, day, account_id, age, own, common) VALUES ('email', ?, ?, 'today', 0, 50000000)";
	await env.DIRECTORY.prepare(spend).bind(day, id).run();
	await env.DIRECTORY.prepare(
		"INSERT INTO message_days (channel, day, settled_accounts, new_accounts) VALUES ('email', ?, 1, 0) ON CONFLICT DO UPDATE SET settled_accounts = 1",
	)
		.bind(day)
		.run();
	await send([[0, 9]]);
	const [mail] = await messages();
	const parts = { email: provider.binding, clock: () => at(1) };
	await consume([{ accountId: id, messageId: mail?.id ?? "", attempt: 1 }], parts);
	expect(await messageOf(id, mail?.id ?? "")).toMatchObject({ state: "failed", reason: "shareSpent" });
	expect(takeLogs().map((line) => JSON.parse(line))).toEqual([
		{ event: "share-spent", account: accountHash(id), channel: "email", age: "today" },
	]);
	expect((await messages()).map(({ channel, contactId }) => [channel, contactId])).toEqual([
		["email", bea.id],
		["sms", bea.id],
	]);
	const said =
		"The e-mails that a new account has a day are used up until 00:00 UTC. Other channels and contacts still get alerts";
	expect(await timeline()).toEqual([`Not notified: Bea by e-mail: ${said}`]);
	const texts = await inAccount(id, (db) => db.select({ text: logEvents.text }).from(logEvents).all());
	expect(texts).toContainEqual({ text: `${said}.` });
	const { spentChannels } = dataOf<AlertCoverage>(await owner.query("alert.getCoverage"));
	expect(spentChannels.listed.map(({ channel }) => channel)).toEqual(["email"]);
});
