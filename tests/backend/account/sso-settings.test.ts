import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { lookAtDomains } from "../../../backend/account/look-at-domains";
import { notifyOfProviderEnds } from "../../../backend/account/provider-ends";
import { notices } from "../../../backend/db/schema";
import { createFindText, type TextRecordState } from "../../../backend/session/text-records";
import type { AuditPage } from "../../../shared/account/audit";
import type { SsoSettings } from "../../../shared/account/sso";
import { dayMs } from "../../../shared/base/durations";
import { ssoOfferPath } from "../../../shared/session/sso-offer";
import { addMember, createOwner, inAccount, type TestAccount } from "../fixtures/fleet";
import { dataOf, type Person, type Reply, send } from "../fixtures/people";

const both = ["cloudflare-dns.com", "dns.google"];
const unused = () => `company-${crypto.randomUUID().slice(0, 8)}.example`;
const settings = async (person: Person) => dataOf<SsoSettings>(await person.query("account.getSso"));
const domainOf = ({ domains }: SsoSettings, name: string) => domains.find(({ domain }) => domain === name);
const claim = (person: Person, domain: string) => person.mutate("account.claimDomain", { domain });
const stateAfterLook = async (person: Person, domain: string) =>
	domainOf(dataOf<SsoSettings>(await person.mutate("account.lookAtDomain", { domain })), domain)?.state;
const fieldsOf = ({ error }: Reply) => error?.data.fields;

async function setRecord(name: string, text: string, resolvers = both): Promise<void> {
	for (const resolver of resolvers) {
		await env.LOCAL.fetch(`https://records.aqlcloud.test/?${new URLSearchParams({ resolver, name, text })}`);
	}
}

async function claimed(made?: TestAccount) {
	const account = made ?? (await createOwner());
	const domain = unused();
	const state = domainOf(dataOf<SsoSettings>(await claim(account.owner, domain)), domain);
	if (!state) throw new Error("Not claimed");
	return { ...account, domain, record: state.record, state: state.state };
}

async function makeReady(accountId: string): Promise<void> {
	await env.DIRECTORY.prepare("UPDATE identity_providers SET ready_at = 1 WHERE account_id = ?").bind(accountId).run();
}

const lookAt = (now: number, state: TextRecordState) =>
	lookAtDomains({ directory: env.DIRECTORY, findText: async () => state, accounts: env.ACCOUNT }, now);

describe("a claimed domain", () => {
	it("waits until both resolvers know its record, and is then held", async () => {
		const { owner, domain, record, state } = await claimed();
		expect(record).toEqual({
			name: `_aqlcloud.${domain}`,
			text: expect.stringMatching(/^aqlcloud-domain=[0-9a-z]{32}$/),
		});
		expect(state).toBe("waiting");
		await setRecord(record.name, record.text, ["cloudflare-dns.com"]);
		expect(await stateAfterLook(owner, domain)).toBe("waiting");
		await setRecord(record.name, `${record.text}0`, ["dns.google"]);
		expect(await stateAfterLook(owner, domain)).toBe("waiting");
		await setRecord(record.name, record.text);
		expect(await stateAfterLook(owner, domain)).toBe("held");
		const again = domainOf(dataOf<SsoSettings>(await claim(owner, domain)), domain);
		expect(again).toMatchObject({ state: "held", record });
	});

	it("sleeps seven days after its record was gone, leads nobody then, and wakes with it", async () => {
		const { id, owner, domain, record } = await claimed();
		await setRecord(record.name, record.text);
		expect(await stateAfterLook(owner, domain)).toBe("held");
		dataOf(await owner.mutate("account.requestProvider", { kind: "saml", metadataUrl: "https://id.example.com/m" }));
		await makeReady(id);
		const isOffered = async () => (await send(`${ssoOfferPath}?domain=${domain}`)).status === 200;
		expect(await isOffered()).toBe(true);
		await setRecord(record.name, "");
		expect(await stateAfterLook(owner, domain)).toBe("missing");
		expect(await isOffered()).toBe(true);
		const since = Date.now() - 7 * dayMs - 1_000;
		await env.DIRECTORY.prepare("UPDATE domain_claims SET missing_since = ? WHERE domain = ?")
			.bind(since, domain)
			.run();
		expect(domainOf(await settings(owner), domain)?.state).toBe("asleep");
		expect(await isOffered()).toBe(false);
		await setRecord(record.name, record.text);
		expect(await stateAfterLook(owner, domain)).toBe("held");
		expect(await isOffered()).toBe(true);
	});

	it("keeps its state while a resolver does not respond", async () => {
		const { owner, domain, record } = await claimed();
		await setRecord(record.name, record.text);
		expect(await stateAfterLook(owner, domain)).toBe("held");
		await setRecord(record.name, "");
		await setRecord(record.name, "down", ["dns.google"]);
		expect(await stateAfterLook(owner, domain)).toBe("held");
	});

	it("waits a day after each look, and counts what the next one finds", async () => {
		const { owner, domain, record } = await claimed();
		await setRecord(record.name, record.text);
		expect(await stateAfterLook(owner, domain)).toBe("held");
		await lookAt(Date.now() + dayMs / 2, "absent");
		expect(domainOf(await settings(owner), domain)?.state).toBe("held");
		await lookAt(Date.now() + 2 * dayMs, "absent");
		expect(domainOf(await settings(owner), domain)?.state).toBe("missing");
		await lookAt(Date.now() + 4 * dayMs, "unknown");
		expect(domainOf(await settings(owner), domain)?.missingSince?.getTime()).toBeLessThan(Date.now() + 3 * dayMs);
		await lookAt(Date.now() + 5 * dayMs, "there");
		expect(domainOf(await settings(owner), domain)?.state).toBe("held");
	});

	it("tells each owner at once, on the third day and when it falls asleep, once each", async () => {
		const { id, owner, domain, record } = await claimed();
		await addMember(id, "admin");
		const second = await addMember(id, "owner");
		await setRecord(record.name, record.text);
		expect(await stateAfterLook(owner, domain)).toBe("held");
		const first = Date.now() + dayMs + 1_000;
		for (let day = 0; day < 10; day += 1) await lookAt(first + day * (dayMs + 1_000), "absent");
		const told = await inAccount(id, (db) =>
			db
				.select({ step: notices.step, recipient: notices.recipientKey, facts: notices.facts })
				.from(notices)
				.where(eq(notices.cause, "domain"))
				.all(),
		);
		const owners = [owner, second].length;
		expect(told.map(({ step }) => step).sort()).toEqual([1, 3, 7].flatMap((day) => Array(owners).fill(day)));
		expect(new Set(told.map(({ recipient }) => recipient)).size).toBe(owners);
		expect(told.map(({ facts }) => facts)).toContainEqual(
			expect.objectContaining({ domain, record, isAsleep: true, path: "/accounts/company/" }),
		);
	});

	it("belongs to one account, until that account's record was gone for seven days", async () => {
		const [first, second] = [await claimed(), await createOwner()];
		await setRecord(first.record.name, first.record.text);
		expect(await stateAfterLook(first.owner, first.domain)).toBe("held");
		const waiting = domainOf(dataOf<SsoSettings>(await claim(second.owner, first.domain)), first.domain);
		expect(waiting?.state).toBe("taken");
		await setRecord(first.record.name, waiting?.record.text ?? "");
		expect(await stateAfterLook(second.owner, first.domain)).toBe("taken");
		expect(await stateAfterLook(first.owner, first.domain)).toBe("missing");
		await env.DIRECTORY.prepare("UPDATE domain_claims SET missing_since = 1 WHERE account_id = ?").bind(first.id).run();
		expect(await stateAfterLook(second.owner, first.domain)).toBe("held");
		expect(domainOf(await settings(first.owner), first.domain)?.state).toBe("taken");
	});

	it("stays free of another account that only claims it", async () => {
		const [squatter, holder] = [await claimed(), await createOwner()];
		const own = domainOf(dataOf<SsoSettings>(await claim(holder.owner, squatter.domain)), squatter.domain);
		await setRecord(own?.record.name ?? "", own?.record.text ?? "");
		expect(await stateAfterLook(holder.owner, squatter.domain)).toBe("held");
		expect(await stateAfterLook(squatter.owner, squatter.domain)).toBe("taken");
	});

	it.for([
		["Bücher-X.example", "xn--bcher-x-n2a.example"],
		["COMPANY-x.Example.", "company-x.example"],
		["  company-y.example ", "company-y.example"],
	])("reads %s as DNS does", async ([typed, domain]) => {
		const { owner } = await createOwner();
		expect(dataOf<SsoSettings>(await claim(owner, typed ?? "")).domains[0]?.domain).toBe(domain);
	});

	it.for([
		"https://company.example",
		"company.example/x",
		"me@company.example",
		"company",
		"10.0.0.1",
		"[::1]",
		"a b.example",
		`${"a".repeat(64)}.example`,
	])("does not take %s for a domain", async (typed) => {
		const { owner } = await createOwner();
		expect(fieldsOf(await claim(owner, typed))).toEqual({ domain: "Enter a domain, such as example.com." });
	});

	it("counts to twenty in an account", async () => {
		const { owner } = await createOwner();
		for (let count = 0; count < 20; count += 1) dataOf(await claim(owner, unused()));
		expect(fieldsOf(await claim(owner, unused()))).toEqual({ domain: "An account claims at most 20 domains." });
	});

	it("names who may join, and is given up, in the audit log", async () => {
		const { owner, domain } = await claimed();
		const newcomer = { role: "operator", scope: "all" } as const;
		const saved = dataOf<SsoSettings>(await owner.mutate("account.saveNewcomer", { domain, newcomer }));
		expect(domainOf(saved, domain)?.newcomer).toEqual(newcomer);
		const released = dataOf<SsoSettings>(await owner.mutate("account.releaseDomain", { domain }));
		expect(released.domains).toEqual([]);
		expect(fieldsOf(await owner.mutate("account.saveNewcomer", { domain, newcomer }))).toHaveProperty("domain");
		const { entries } = dataOf<AuditPage>(await owner.query("account.getAudit", {}));
		expect(entries.slice(0, 3).map(({ action }) => action)).toEqual([
			"account.releaseDomain",
			"account.saveNewcomer",
			"account.claimDomain",
		]);
	});
});

describe("a provider that an owner enters", () => {
	const oidc = {
		kind: "oidc",
		issuer: "https://login.example.com/tenant/v2.0",
		clientId: "abc",
		clientSecret: "top-secret",
	};

	it("waits for the operator with a secret that the operator's key alone opens", async () => {
		const { id, owner } = await createOwner();
		const response = await owner.mutate("account.requestProvider", oidc);
		expect(JSON.stringify(response)).not.toContain("top-secret");
		expect(dataOf<SsoSettings>(response).provider).toMatchObject({
			name: expect.stringMatching(/^sso-[0-9a-z]{16}$/),
			kind: "oidc",
			address: oidc.issuer,
			clientId: "abc",
			isReady: false,
		});
		const row = await env.DIRECTORY.prepare("SELECT * FROM identity_providers WHERE account_id = ?").bind(id).first();
		expect(JSON.stringify(row)).not.toContain("top-secret");
		const bytes = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
		const algorithm = { name: "RSA-OAEP", hash: "SHA-256" };
		const key = await crypto.subtle.importKey("pkcs8", bytes(env.SSO_PRIVATE_KEY), algorithm, false, ["decrypt"]);
		const secret = await crypto.subtle.decrypt(algorithm, key, bytes(String(row?.sealed_secret)));
		expect(new TextDecoder().decode(secret)).toBe("top-secret");
	});

	it("gets another name when it is replaced, so that the former one's people are nobody's", async () => {
		const { owner } = await createOwner();
		const first = dataOf<SsoSettings>(await owner.mutate("account.requestProvider", oidc)).provider;
		const second = dataOf<SsoSettings>(
			await owner.mutate("account.requestProvider", { kind: "saml", metadataUrl: "https://id.example.com/m" }),
		).provider;
		expect(second).toMatchObject({ kind: "saml", address: "https://id.example.com/m", clientId: null });
		expect(second?.name).not.toBe(first?.name);
		expect(dataOf<SsoSettings>(await owner.mutate("account.removeProvider")).provider).toBeNull();
	});

	it("shows to owners alone", async () => {
		const { id } = await createOwner();
		const admin = await addMember(id, "admin");
		expect((await admin.query("account.getSso")).error?.data.reason).toBe("NOT_PERMITTED");
	});
});

describe("a resolver's response", () => {
	const respondingWith = (body: unknown, status = 200) =>
		createFindText({ fetch: async () => Response.json(body, { status }) } as unknown as Fetcher); // fetch alone is called

	it.for<[string, unknown, TextRecordState]>([
		["of a record", { Status: 0, Answer: [{ type: 16, data: '"a text"' }] }, "there"],
		["without one", { Status: 0 }, "absent"],
		["of a name that does not exist", { Status: 3 }, "absent"],
		["of a server that fails", { Status: 2 }, "unknown"],
		["of another form", { records: [] }, "unknown"],
		["that is no JSON", "<html>", "unknown"],
		["of another type with that text", { Status: 0, Answer: [{ type: 5, data: "a text" }] }, "absent"],
	])("%s counts as what it is", async ([, body, state]) => {
		expect(await respondingWith(body)("_aqlcloud.company.example", "a text")).toBe(state);
	});
});

describe("the end of a provider's secret or certificate", () => {
	const saml = { kind: "saml", metadataUrl: "https://id.example.com/m" };

	async function ending(inDays: number) {
		const made = await createOwner();
		const { provider } = dataOf<SsoSettings>(await made.owner.mutate("account.requestProvider", saml));
		const end = { name: provider?.name ?? "", endsAt: Date.now() + inDays * dayMs };
		const saved = dataOf<SsoSettings>(await made.owner.mutate("account.saveProviderEnd", end));
		expect(saved.provider?.endsAt?.getTime()).toBe(end.endsAt);
		const tellAfter = (days: number) =>
			notifyOfProviderEnds({ directory: env.DIRECTORY, accounts: env.ACCOUNT }, Date.now() + days * dayMs);
		const told = () =>
			inAccount(made.id, (db) =>
				db.select({ step: notices.step }).from(notices).where(eq(notices.cause, "providerEnd")).all(),
			);
		return {
			...made,
			end,
			tellAfter,
			steps: async () => (await told()).map(({ step }) => step).sort((one, other) => other - one),
		};
	}

	it("reaches owners 30, 7 and 1 days before, once each, and not after it", async () => {
		const { tellAfter, steps } = await ending(40);
		for (const [day, expected] of [
			[5, []],
			[11, [30]],
			[12, [30]],
			[34, [30, 7]],
			[39.5, [30, 7, 1]],
			[41, [30, 7, 1]],
		] as const) {
			await tellAfter(day);
			await tellAfter(day);
			expect(await steps(), `day ${day}`).toEqual(expected);
		}
	});

	it("reaches owners by its nearest step alone where it was entered late, and anew for another date", async () => {
		const { owner, end, tellAfter, steps } = await ending(5);
		await tellAfter(0);
		expect(await steps()).toEqual([7]);
		const later = { ...end, endsAt: Date.now() + 6 * dayMs };
		dataOf(await owner.mutate("account.saveProviderEnd", later));
		await tellAfter(0);
		expect(await steps()).toEqual([7, 7]);
	});

	it("reaches no owner once the provider is replaced or the date is taken back", async () => {
		const { owner, end, tellAfter, steps } = await ending(5);
		dataOf(await owner.mutate("account.saveProviderEnd", { ...end, endsAt: null }));
		await tellAfter(0);
		dataOf(await owner.mutate("account.saveProviderEnd", end));
		dataOf(await owner.mutate("account.requestProvider", saml));
		await tellAfter(0);
		expect(await steps()).toEqual([]);
		expect((await owner.mutate("account.saveProviderEnd", end)).error?.data.reason).toBe("CHANGED_MEANWHILE");
	});
});
