import { describe, expect, it } from "vitest";
import { account, notices } from "../../../backend/db/schema";
import type { CurrentAccount } from "../../../shared/account/account";
import type { ApiKey } from "../../../shared/account/api-key";
import type { AuditPage } from "../../../shared/account/audit";
import { dayMs } from "../../../shared/base/durations";
import { listUsers, reasonOf, userOf } from "../fixtures/account-users";
import { addApiKey, callApi } from "../fixtures/api-keys";
import { addMember, createOwner, inAccount, joinToo, type TestAccount } from "../fixtures/fleet";
import { takeLogs } from "../fixtures/logs";
import { createPerson, dataOf, type Person, send } from "../fixtures/people";
import { procedures } from "../fixtures/procedures";

async function notify({ headers }: Person, secondStep: string): Promise<number> {
	const submitted = new Headers(headers);
	submitted.set("content-type", "application/json");
	const body = JSON.stringify({ secondStep });
	return (await send("/api/session/second-step", { method: "POST", headers: submitted, body })).status;
}

const currentOf = async (person: Person) => dataOf<CurrentAccount>(await person.query("account.getCurrent"));
const requireIn = (asks: Person, graceDays: number | null) => asks.mutate("account.requireSecondStep", { graceDays });

async function strictAccount(graceDays: number): Promise<TestAccount> {
	const made = await createOwner();
	expect(await notify(made.owner, "on")).toBe(204);
	dataOf(await requireIn(made.owner, graceDays));
	return made;
}

describe("a second step that an account requires", () => {
	it("closes every procedure to who lacks it, but the one that leads to setting it up", async () => {
		const { id } = await strictAccount(0);
		const member = await addMember(id, "owner");
		const open: string[] = [];
		for (const { path, type, capability } of procedures) {
			if (capability === null) continue;
			const reason = await reasonOf(member[type === "query" ? "query" : "mutate"](path, {}));
			if (reason !== "SECOND_STEP_REQUIRED") open.push(path);
		}
		expect(open).toEqual(["account.getCurrent"]);
	});

	it("opens accounts once they have it, and closes them when it is switched off", async () => {
		const { id, owner } = await strictAccount(0);
		const member = await addMember(id, "viewer");
		expect(await reasonOf(member.query("device.getDevices"))).toBe("SECOND_STEP_REQUIRED");
		expect(await notify(member, "on")).toBe(204);
		dataOf(await member.query("device.getDevices"));
		expect((await userOf(owner, member.email)).secondStep).toBe("on");
		await notify(member, "off");
		expect(await reasonOf(member.query("device.getDevices"))).toBe("SECOND_STEP_REQUIRED");
		expect(await notify({ ...member, headers: new Headers() }, "on")).toBe(401);
		expect(takeLogs()).toHaveLength(1);
	});

	it("pauses the API keys of who lacks it, and no others, until they have it", async () => {
		const { id, owner } = await createOwner();
		await notify(owner, "on");
		const member = await addMember(id, "admin");
		const [kept, lacking] = [await addApiKey(owner), await addApiKey(member)];
		const statuses = async () =>
			Promise.all([kept, lacking].map(async ({ key }) => (await callApi(key, "devices")).status));
		expect(await statuses()).toEqual([200, 200]);
		dataOf(await requireIn(owner, 7));
		expect(await statuses()).toEqual([200, 200]);
		dataOf(await requireIn(owner, 0));
		expect(await statuses()).toEqual([200, 403]);
		expect(await (await callApi(lacking.key, "devices")).json()).toMatchObject({ title: "PausedKey" });
		const states = dataOf<ApiKey[]>(await owner.query("account.getApiKeys"));
		expect(new Map(states.map(({ id: keyId, state }) => [keyId, state]))).toEqual(
			new Map([
				[kept.apiKey.id, "active"],
				[lacking.apiKey.id, "paused"],
			]),
		);
		await notify(member, "on");
		expect(await statuses()).toEqual([200, 200]);
	});

	it("reaches each account of a person", async () => {
		const [strict, other] = [await strictAccount(0), await createOwner()];
		const member = await addMember(strict.id, "viewer");
		await joinToo(member, other.id);
		expect(await notify(member, "on")).toBe(204);
		for (const { owner } of [strict, other]) expect((await userOf(owner, member.email)).secondStep).toBe("on");
	});

	it("waits for a time that every member sees, along with the members who lack it", async () => {
		const { id, owner } = await strictAccount(7);
		const member = await addMember(id, "viewer");
		dataOf(await member.query("device.getDevices"));
		const from = (await currentOf(member)).secondStepFrom?.getTime() ?? 0;
		expect(Math.abs(from - Date.now() - 7 * dayMs)).toBeLessThan(60_000);
		expect((await listUsers(owner)).map(({ email, secondStep }) => [email, secondStep])).toEqual(
			expect.arrayContaining([
				[owner.email, "on"],
				[member.email, null],
			]),
		);
		await inAccount(id, (db) =>
			db
				.update(account)
				.set({ secondStepFrom: new Date(Date.now() - 1) })
				.run(),
		);
		expect(await reasonOf(member.query("device.getDevices"))).toBe("SECOND_STEP_REQUIRED");
	});

	it("can be required only by owners who have it themselves", async () => {
		const { id, owner } = await createOwner();
		expect(await reasonOf(requireIn(owner, 0))).toBe("SECOND_STEP_MISSING");
		await notify(owner, "off");
		expect(await reasonOf(requireIn(owner, 0))).toBe("SECOND_STEP_MISSING");
		const admin = await addMember(id, "admin");
		await notify(admin, "on");
		expect(await reasonOf(requireIn(admin, 0))).toBe("NOT_PERMITTED");
		expect((await currentOf(owner)).secondStepFrom).toBeNull();
		dataOf(await requireIn(owner, null));
	});

	it("writes an audit entry, and mails the members who lack it", async () => {
		const { id, owner } = await createOwner();
		const [lacking, having] = [await addMember(id, "viewer"), await addMember(id, "admin")];
		await notify(owner, "on");
		await notify(having, "on");
		dataOf(await requireIn(owner, 14));
		const notified = await inAccount(id, (db) => db.select().from(notices).all());
		const { id: userId } = await userOf(owner, lacking.email);
		expect(notified.map(({ cause, facts }) => [cause, facts])).toEqual([
			["secondStep", expect.objectContaining({ userId, path: "/profile" })],
		]);
		dataOf(await requireIn(owner, null));
		const { entries } = dataOf<AuditPage>(await owner.query("account.getAudit", { kind: "account" }));
		expect(
			entries.slice(0, 2).map(({ action, entities }) => [action, entities[0]?.fields.map(({ field }) => field)]),
		).toEqual([
			["account.requireSecondStep", ["secondStepFrom"]],
			["account.requireSecondStep", ["secondStepFrom"]],
		]);
	});

	it("lets in who is signed in by a provider, of whose second step nothing is known here", async () => {
		const { id, owner } = await strictAccount(0);
		const plain = await addMember(id, "viewer");
		const byProvider = (username: string) =>
			createPerson({
				sub: plain.sub,
				email: plain.email,
				claims: { "cognito:username": username, identities: [{ providerName: "Google", userId: "1" }] },
			});
		// Linked to a provider, and with a password of the pool.
		expect(await reasonOf((await byProvider(plain.sub)).query("device.getDevices"))).toBe("SECOND_STEP_REQUIRED");
		dataOf(await (await byProvider("google_1")).query("device.getDevices"));
		expect((await userOf(owner, plain.email)).secondStep).toBe("provider");
	});
});
