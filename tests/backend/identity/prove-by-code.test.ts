import { and, desc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { notices, proofCodes } from "../../../backend/db/schema";
import type { CurrentAccount, User } from "../../../shared/account/account";
import type { AuditPage } from "../../../shared/account/audit";
import { minuteMs } from "../../../shared/base/durations";
import { isRecord } from "../../../shared/base/json-record";
import { type ProofWay, transferPurpose } from "../../../shared/session/identity-confirmation";
import { confirmedPath } from "../../../shared/session/session";
import { reasonOf, userOf } from "../fixtures/account-users";
import { addMember, inAccount } from "../fixtures/fleet";
import { dataOf, type Person, send } from "../fixtures/people";
import { arrive, company, ssoPerson } from "../fixtures/sso-company";

const saml = { kind: "saml", address: "https://id.example.com/metadata" } as const;
const google = { kind: "oidc", address: "https://accounts.google.com" } as const;

/** An owner of the company, signed in by its service, and a member who could become the owner. */
async function ownerBySso(service: NonNullable<Parameters<typeof company>[0]>["service"] = saml) {
	const made = await company({ newcomer: { role: "viewer", scope: "all" }, service });
	const ada = await ssoPerson({ provider: made.provider, email: `ada@${made.domain}` });
	expect(await arrive(ada)).toBe("member");
	const adaId = (await userOf(made.owner, ada.email)).id;
	dataOf(await made.owner.mutate("account.updateUser", { userId: adaId, version: 1, role: "owner", scope: "all" }));
	const ben = await addMember(made.id, "admin");
	const benId = (await userOf(made.owner, ben.email)).id;
	return { ...made, ada, adaId, benId, purpose: transferPurpose({ userId: benId }) };
}

const sendCode = (person: Person, purpose: string) => person.mutate("session.sendProofCode", { purpose });
const confirm = (person: Person, purpose: string, code: string) =>
	person.mutate("session.confirmByCode", { purpose, code });
const faultOf = async (response: ReturnType<Person["mutate"]>) => (await response).error?.data.fields?.code ?? null;
const wayOf = async (person: Person) => dataOf<ProofWay>(await person.query("session.getProofWay"));
const transfer = (person: Person, userId: string) => person.mutate("account.transferOwnership", { userId });

async function lastCode(accountId: string, userId: string): Promise<string> {
	const isTheirs = and(eq(notices.cause, "code"), eq(notices.recipientKey, `user:${userId}:email`));
	const [found] = await inAccount(accountId, (db) =>
		db.select({ facts: notices.facts }).from(notices).where(isTheirs).orderBy(desc(notices.id)).all(),
	);
	const facts = found?.facts;
	if (!isRecord(facts) || typeof facts.code !== "string") throw new Error("No code was sent");
	return facts.code;
}

const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

describe("the proof by a code in an e-mail", () => {
	it("S94 serves people whose service cannot ask again, and no one else", async () => {
		expect(await wayOf((await ownerBySso()).ada)).toBe("code");
		expect(await wayOf((await ownerBySso(google)).ada)).toBe("code");
		const { ada, owner, purpose } = await ownerBySso({ kind: "oidc", address: "https://id.example.com/tenant" });
		expect(await wayOf(ada)).toBe("provider");
		expect(await wayOf(owner)).toBe("password");
		for (const person of [ada, owner]) {
			expect(await faultOf(sendCode(person, purpose))).toContain("does not confirm you");
			expect(await faultOf(confirm(person, purpose, "123456"))).toContain("does not confirm you");
		}
	});

	it("S94 confirms one action by the code that was sent to the member's address, and names the proof", async () => {
		const { id, owner, ada, adaId, benId, purpose } = await ownerBySso();
		expect(await reasonOf(transfer(ada, benId))).toBe("IDENTITY_NOT_CONFIRMED");
		const sent = dataOf<{ address: string }>(await sendCode(ada, purpose));
		expect(sent.address).toBe(ada.email);
		const code = await lastCode(id, adaId);
		const [row] = await inAccount(id, (db) => db.select().from(proofCodes).all());
		expect(JSON.stringify(row)).not.toContain(code);
		expect(await faultOf(confirm(ada, purpose, other(code)))).toBe("This is not the code that was sent.");
		dataOf(await confirm(ada, purpose, code));
		expect(await faultOf(confirm(ada, purpose, code))).toBe("This code is over. Send a new one.");
		expect(dataOf<User>(await transfer(ada, benId)).role).toBe("owner");
		const { entries } = dataOf<AuditPage>(await owner.query("account.getAudit", {}));
		const proofs = entries.slice(0, 3).map(({ action, entities }) => {
			const fields = entities.flatMap((entity) => entity.fields);
			return [action, fields.find(({ field }) => field === "proof")?.after];
		});
		expect(proofs).toEqual([
			["account.transferOwnership", "code"],
			["session.confirmByCode", "code"],
			["session.confirmByCode", "wrong code"],
		]);
	});

	it("S94 confirms neither another action, nor another sign-in, nor after ten minutes", async () => {
		const { id, ada, adaId, provider, purpose } = await ownerBySso();
		dataOf(await sendCode(ada, purpose));
		const code = await lastCode(id, adaId);
		expect(await faultOf(confirm(ada, transferPurpose({ userId: adaId }), code))).toContain("not the code");
		const elsewhere = await ssoPerson({ provider, email: ada.email, sub: ada.sub });
		expect(await faultOf(confirm(elsewhere, purpose, code))).toContain("not the code");
		await inAccount(id, (db) =>
			db
				.update(proofCodes)
				.set({ expiresAt: new Date(Date.now() - 1) })
				.run(),
		);
		expect(await faultOf(confirm(ada, purpose, code))).toBe("This code is over. Send a new one.");
	});

	it("S94 takes five tries and three codes in ten minutes, however they are mixed", async () => {
		const { id, ada, adaId, purpose } = await ownerBySso();
		const faults: (string | null)[] = [];
		for (let count = 0; count < 3; count += 1) {
			dataOf(await sendCode(ada, purpose));
			const wrong = other(await lastCode(id, adaId));
			for (let tries = 0; tries < 2; tries += 1) faults.push(await faultOf(confirm(ada, purpose, wrong)));
		}
		expect(faults.slice(0, 4)).toEqual(Array(4).fill("This is not the code that was sent."));
		expect(faults.slice(4).every((fault) => fault?.includes("Wait ten minutes"))).toBe(true);
		expect(await faultOf(confirm(ada, purpose, await lastCode(id, adaId)))).toContain("Wait ten minutes");
		expect(await faultOf(sendCode(ada, purpose))).toContain("Wait ten minutes");
		await inAccount(id, (db) =>
			db
				.update(proofCodes)
				.set({ countedUntil: Date.now() - minuteMs })
				.run(),
		);
		dataOf(await sendCode(ada, purpose));
		dataOf(await confirm(ada, purpose, await lastCode(id, adaId)));
	});
});

describe("a provider that its account has replaced", () => {
	it("S95 confirms nothing any more, by itself or by a code", async () => {
		const { owner, ada, purpose } = await ownerBySso({ kind: "oidc", address: "https://id.example.com/tenant" });
		const report = () => {
			const headers = new Headers(ada.headers);
			headers.set("content-type", "application/json");
			return send(confirmedPath, { method: "POST", headers, body: JSON.stringify({ purpose, by: "sso" }) });
		};
		expect((await report()).status).toBe(204);
		const next = { kind: "saml", metadataUrl: "https://id.example.com/m" };
		dataOf(await owner.mutate("account.requestProvider", next));
		expect((await report()).status).toBe(409);
		expect(await wayOf(ada)).toBe("replaced");
		expect(await faultOf(sendCode(ada, purpose))).toContain("has changed its sign-in service");
		expect(dataOf<CurrentAccount>(await ada.query("account.getCurrent")).me.role).toBe("owner");
	});

	it("S95 takes no proof of a service that cannot ask again, whatever the console reports", async () => {
		const { ada, purpose } = await ownerBySso();
		const headers = new Headers(ada.headers);
		headers.set("content-type", "application/json");
		const body = JSON.stringify({ purpose, by: "sso" });
		expect((await send(confirmedPath, { method: "POST", headers, body })).status).toBe(409);
	});
});
