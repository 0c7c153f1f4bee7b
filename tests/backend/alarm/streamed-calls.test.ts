import superjson from "superjson";
import { expect, it } from "vitest";
import { accountStub, createOwner } from "../fixtures/fleet";
import { send } from "../fixtures/people";
import { alarmOf } from "../fixtures/works";

const invited = (email: string) => superjson.serialize({ email, role: "viewer", scope: "all", note: "" });

/** An owner without a due alarm, so that only the call arms the next. */
async function createQuietOwner() {
	const account = await createOwner();
	await accountStub(account.id).runOverdue(Date.now());
	return account;
}

it.each([
	["one batch, as a stream", "account.inviteUser,account.inviteUser?batch=1", "application/jsonl"],
	["one batch, as a whole", "account.inviteUser,account.inviteUser?batch=1", "application/json"],
])("arms the alarm for work that mutations make due, in any form of response: %s", async (_, path, accepted) => {
	const { id, owner } = await createQuietOwner();
	const headers = new Headers(owner.headers);
	headers.set("content-type", "application/json");
	headers.set("trpc-accept", accepted);
	const body = JSON.stringify({ 0: invited("one@example.test"), 1: invited("two@example.test") });
	const before = await alarmOf(id);
	const response = await send(`/api/proxy/${path}`, { method: "POST", headers, body });
	const text = await response.text();
	expect(text.trim().split("\n").length > 1).toBe(accepted === "application/jsonl");
	expect(text).not.toContain('"error"');
	const armedFor = await alarmOf(id);
	expect(before === null || before > Date.now() + 60_000).toBe(true);
	expect(armedFor ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(Date.now() + 60_000);
});
