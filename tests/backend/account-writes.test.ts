import { runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import type { ReadDb } from "../../backend/base/context";
import { findUserBySub } from "../../backend/db/account-rows";
import { accountStub, createOwner } from "./fixtures/fleet";
import { partsOf, testWork } from "./fixtures/works";

it("leaves an account's object no way to its rows but the named ones", async () => {
	const { id } = await createOwner();
	const own = await runInDurableObject(accountStub(id), (object) => {
		const account: object = Reflect.get(object, "account");
		return { fields: Object.keys(object), ways: Object.keys(account) };
	});
	expect(own).toEqual({
		fields: ["ctx", "env", "account"],
		ways: [
			"live",
			"ready",
			"mustWait",
			"isClosed",
			"goOnClosing",
			"serve",
			"serveKey",
			"serveMail",
			"serveWall",
			"servePublicLink",
			"serveCalendar",
			"first",
			"read",
			"write",
			"runDue",
			"writePast",
		],
	});
});

it("lets a call that only reads change nothing", () => {
	// @ts-expect-error: it has no rows to add, so a call that adds some and says it reads does not compile.
	type Insert = ReadDb["insert"];
	expect<Insert | undefined>(undefined).toBeUndefined();
});

it("sets the alarm after every write, also one that fails", async () => {
	const { id, owner } = await createOwner();
	const requested: string[] = [];
	await runInDurableObject(accountStub(id), async (object) => {
		const { work } = testWork("follow", []);
		partsOf(object).works.push({
			...work,
			nextDueAt: () => {
				requested.push("armed");
				return null;
			},
		});
		const account: {
			read(now: number, request: (store: { db: ReadDb }) => unknown): unknown;
			write(now: number, act: () => unknown): Promise<unknown>;
		} = Reflect.get(object, "account");
		account.read(0, ({ db }) => findUserBySub(db, owner.sub));
		expect(requested).toEqual([]);
		await account.write(0, () => null);
		expect(requested).toEqual(["armed"]);
		await expect(account.write(0, () => Promise.reject(new Error("Refused")))).rejects.toThrow("Refused");
		expect(requested).toEqual(["armed", "armed"]);
	});
});
