import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createNewId } from "../../../backend/base/ids";
import type { MessageRow } from "../../../backend/db/message-rows";
import {
	countToAddress,
	forgetShares,
	giveShareBack,
	quotaDay,
	takeShare,
} from "../../../backend/db/message-share-rows";
import { claimMessage } from "../../../backend/message/claim-message";
import { poolsOf, reserveShare } from "../../../backend/message/message-shares";
import { dayMs } from "../../../shared/base/durations";
import { createOwner, inAccount, newId } from "../fixtures/fleet";
import { takeLogs } from "../fixtures/logs";
import {
	addContact,
	aheadOfTheAlarm,
	alertFacts,
	consume,
	emailProvider,
	messageOf,
	providerError,
	queue,
	testFacts,
} from "../fixtures/messages";

describe("the shares of a day", () => {
	let years = 0;

	/** A deployment in a year before that of any other test, so that only its own accounts exist. */
	function deployment(quota: number) {
		years += 1;
		const dayStart = Date.UTC(2020 - years, 5, 1);
		const now = dayStart + dayMs / 2;
		const join = async (accountId: string, createdAt: number) => {
			const query = env.DIRECTORY.prepare("INSERT INTO members_directory VALUES (?, ?, ?)");
			await query.bind(crypto.randomUUID(), accountId, createdAt).run();
			return accountId;
		};
		const account = (createdAt: number) => join(createNewId(createdAt)("account"), createdAt);
		const take = (accountId: string, isAlert: boolean) =>
			takeShare(env.DIRECTORY, { channel: "email", accountId, isAlert, pools: poolsOf(quota), ...quotaDay(now) });
		const pools = async (accountId: string, isAlert: boolean, times: number) => {
			const taken: (string | null)[] = [];
			for (let one = 0; one < times; one += 1) taken.push((await take(accountId, isAlert)).pool);
			return {
				own: taken.filter((pool) => pool === "own").length,
				common: taken.filter((pool) => pool === "common").length,
			};
		};
		return {
			take,
			pools,
			join,
			dayStart,
			settled: () => account(dayStart - 8 * dayMs),
			fresh: () => account(dayStart - dayMs),
			ofToday: () => account(now - 1),
		};
	}

	it("give a single settled account everything, three tenths of it to alerts", async () => {
		const { settled, pools } = deployment(10);
		const only = await settled();
		expect(await pools(only, false, 12)).toEqual({ own: 0, common: 7 });
		expect(await pools(only, true, 12)).toEqual({ own: 3, common: 0 });
	});

	it("keep each settled account its share for alerts, whatever any number of others uses", async () => {
		const { settled, fresh, ofToday, pools } = deployment(100);
		const victim = await settled();
		for (const attacker of [await settled(), await settled(), await fresh(), await fresh(), await ofToday()]) {
			for (const isAlert of [false, true]) await pools(attacker, isAlert, 60);
		}
		// 30 less 5 for new accounts, divided by three.
		expect(await pools(victim, true, 8)).toEqual({ own: 8, common: 0 });
	});

	it("leave a further account its part of the common share, whoever came first", async () => {
		const { settled, pools } = deployment(100);
		const [greedy, second, third] = [await settled(), await settled(), await settled()];
		expect(await pools(greedy, false, 50)).toEqual({ own: 0, common: 35 });
		// At least a third of it with three accounts.
		expect(await pools(second, false, 50)).toEqual({ own: 0, common: 23 });
		expect(await pools(third, false, 50)).toEqual({ own: 0, common: 12 });
	});

	it("limit new accounts, together too, and reserve nothing for alerts in accounts of today", async () => {
		const { settled, fresh, ofToday, pools } = deployment(1_000);
		await settled();
		const [one, other] = [await fresh(), await fresh()];
		expect(await pools(await ofToday(), true, 100)).toEqual({ own: 0, common: 40 });
		// New accounts share 5 %; two existed as the day began.
		expect(await pools(one, true, 100)).toMatchObject({ own: 25 });
		expect(await pools(other, true, 100)).toMatchObject({ own: 25 });
		let together = 0;
		for (let more = 0; more < 10; more += 1) together += (await pools(await ofToday(), false, 60)).common;
		expect(together).toBeLessThan(200);
	});

	it("give accounts full shares in a deployment that is new as a whole", async () => {
		const { ofToday, pools } = deployment(100);
		expect(await pools(await ofToday(), false, 60)).toEqual({ own: 0, common: 35 });
	});

	it("count exactly if everything is requested at once", async () => {
		const { settled, take } = deployment(10);
		const [one, other] = [await settled(), await settled()];
		const requested = Array.from({ length: 40 }, (_, index) => take(index % 2 === 0 ? one : other, index % 4 < 2));
		const taken = (await Promise.all(requested)).filter(({ pool }) => pool !== null);
		expect(taken.filter(({ pool }) => pool === "common").length).toBeLessThanOrEqual(7);
		expect(taken.filter(({ pool }) => pool === "own").length).toBeLessThanOrEqual(3);
		const query = "SELECT sum(own) AS own, sum(common) AS common FROM message_shares WHERE account_id IN (?, ?)";
		const sums = await env.DIRECTORY.prepare(query).bind(one, other).first<{ own: number; common: number }>();
		expect((sums?.own ?? 0) + (sums?.common ?? 0)).toBe(taken.length);
	});

	it("return what the provider did not take", async () => {
		const { settled, take, dayStart } = deployment(10);
		const only = await settled();
		for (let again = 0; again < 20; again += 1) {
			const taken = await take(only, true);
			expect(taken.pool).toBe("own");
			await giveShareBack(env.DIRECTORY, { channel: "email", accountId: only, ...quotaDay(dayStart), ...taken });
		}
	});

	it("report once a day that an account's share is used up", async () => {
		const { settled, pools, take } = deployment(10);
		const only = await settled();
		await pools(only, false, 7);
		expect([(await take(only, false)).isFirst, (await take(only, false)).isFirst]).toEqual([true, false]);
	});

	it("depend on the oldest member: a joining member makes no account new", async () => {
		const { settled, join, pools, dayStart } = deployment(10);
		const known = await settled();
		await join(known, dayStart + 1);
		expect(await pools(known, false, 7)).toEqual({ own: 0, common: 7 });
	});

	it("delete their counts day by day", async () => {
		const { settled, pools, take, dayStart } = deployment(10);
		const only = await settled();
		await pools(only, false, 7);
		await forgetShares(env.DIRECTORY, quotaDay(dayStart).day);
		expect((await take(only, false)).pool).toBeNull();
		await forgetShares(env.DIRECTORY, quotaDay(dayStart + dayMs).day);
		expect((await take(only, false)).pool).toBe("common");
	});
});

let days = 0;

/** A future day on which no other test sends. */
function newDay(): number {
	days += 1;
	return aheadOfTheAlarm() + (400 + days) * dayMs;
}

async function createAccountAt(createdAt: number): Promise<string> {
	const { id } = await createOwner();
	for (const table of ["members_directory", "memberships"]) {
		await env.DIRECTORY.prepare(`UPDATE ${table} SET created_at = ? WHERE account_id = ?`).bind(createdAt, id).run();
	}
	return id;
}

const settingsOf = (dailyQuota: number) => ({
	consoleUrl: "https://console.test",
	mailDomain: null,
	sms: null,
	call: null,
	push: null,
	telegram: null,
	email: { from: "console@aqlcloud.test", dailyQuota },
});

type Many = { cause: "test" | "alert"; count: number; now: number; quota: number; email?: string };

/** Queues messages of one cause to `count` contacts, and consumes all at once. */
async function sendMany(
	account: string,
	{ cause, count, now, quota, email }: Many,
	{ binding } = emailProvider(),
): Promise<MessageRow[]> {
	const ids: string[] = [];
	for (let index = 0; index < count; index += 1) {
		const contact = await addContact(account, {
			email: email ?? `${newId("contact")}@example.test`,
			...(email !== undefined && { emailStatus: "unverified" as const }),
		});
		const recipient = { to: "contact", contactId: contact.id, channel: "email" } as const;
		const about = newId("notice");
		ids.push(
			cause === "test"
				? await queue(account, { cause, about, recipient, facts: testFacts }, now)
				: await queue(account, { cause, about, recipient, facts: alertFacts }, now),
		);
	}
	const handOvers = ids.map((messageId) => ({ accountId: account, messageId, attempt: 1 }));
	await consume(handOvers, { email: binding, settings: settingsOf(quota), clock: () => now });
	return Promise.all(ids.map((id) => messageOf(account, id)));
}

const countOf = (messages: MessageRow[], state: MessageRow["state"]) =>
	messages.filter((message) => message.state === state).length;

const events = () => takeLogs().map((line) => JSON.parse(line).event);

describe("two new accounts", () => {
	it("block no other account: its alert still goes, and the operator gets a message", async () => {
		const now = newDay();
		const quota = 40;
		const victim = await createAccountAt(now - 100 * dayMs);
		for (const cause of ["test", "alert"] as const) {
			for (const attacker of [await createAccountAt(now - 1), await createAccountAt(now - 1)]) {
				await sendMany(attacker, { cause, count: 30, now, quota });
			}
		}
		expect(events()).toEqual(expect.arrayContaining(["share-spent", "share-spent"]));
		expect(countOf(await sendMany(victim, { cause: "alert", count: 2, now, quota }), "sent")).toBe(2);
	});
});

describe("a share that is used up", () => {
	it("fails the channel, and says until when and what still goes", async () => {
		const now = newDay();
		const account = await createAccountAt(now - 1);
		const sent = await sendMany(account, { cause: "alert", count: 4, now, quota: 10 });
		const [failed] = sent.filter(({ state }) => state !== "sent");
		expect(failed).toMatchObject({ state: "failed", reason: "shareSpent", dueAt: null });
		expect(failed?.error).toBe(
			"The e-mails that a new account has a day are used up until 00:00 UTC. Other channels and contacts still get alerts",
		);
		expect(events()).toEqual(["share-spent"]);
	});

	it("stays unused if the provider takes nothing", async () => {
		const now = newDay();
		const account = await createAccountAt(now - 1);
		const down = emailProvider(() => Promise.reject(providerError("E_INTERNAL_SERVER_ERROR")));
		expect(countOf(await sendMany(account, { cause: "alert", count: 6, now, quota: 10 }, down), "failed")).toBeLessThan(
			6,
		);
		takeLogs();
		expect(countOf(await sendMany(account, { cause: "alert", count: 1, now, quota: 10 }), "sent")).toBe(1);
	});
});

describe("the limit of an address", () => {
	async function text(phone: string, phoneStatus: "verified" | "unverified", now: number): Promise<string> {
		const account = await createAccountAt(now - 100 * dayMs);
		const contact = await addContact(account, { phone, phoneStatus });
		const recipient = { to: "contact", contactId: contact.id, channel: "sms" } as const;
		const messageId = await queue(
			account,
			{ cause: "alert", about: newId("notice"), recipient, facts: alertFacts },
			now,
		);
		const common = { now, invalidations: { changed: () => {} }, hooks: {}, openDeliveryChannels: ["sms"] as const };
		const claimed = await inAccount(account, (db) => claimMessage({ ...common, db }, { messageId, attempt: 1 }));
		if (claimed.status !== "send") return claimed.why;
		const parts = { directory: env.DIRECTORY, quota: 10_000, now };
		const { decline } = await reserveShare(parts, account, claimed.message);
		return decline === null ? "sent" : "reason" in decline ? decline.reason : decline.kind;
	}

	it("allows five SMS from all accounts without confirmation, in any spelling, and its owner's still go", async () => {
		const now = newDay();
		const outcomes: string[] = [];
		for (let account = 0; account < 7; account += 1) {
			outcomes.push(await text(account % 2 === 0 ? "+447400123456" : "+4407400123456", "unverified", now));
		}
		expect(outcomes).toEqual([...Array(5).fill("sent"), "unverifiedLimit", "unverifiedLimit"]);
		expect(await text("+447400123456", "verified", now)).toBe("sent");
		expect(await text("+447400123456", "unverified", newDay())).toBe("sent");
	});

	it("counts exactly if everything is requested at once", async () => {
		const counted = { channel: "sms", day: "2001-01-01", digest: crypto.randomUUID(), limit: 5 } as const;
		const requested = await Promise.all(Array.from({ length: 20 }, () => countToAddress(env.DIRECTORY, counted)));
		expect(requested.filter(Boolean)).toHaveLength(5);
	});

	it("ignores an account that has no share left to send with", async () => {
		const now = newDay();
		const account = await createAccountAt(now - 1);
		const email = `${newId("contact")}@example.test`;
		await sendMany(account, { cause: "alert", count: 20, now, quota: 4, email });
		takeLogs();
		const row = await env.DIRECTORY.prepare("SELECT max(sent) AS most FROM message_addresses WHERE day = ?")
			.bind(quotaDay(now).day)
			.first<{ most: number | null }>();
		expect(row?.most ?? 0).toBeLessThanOrEqual(2);
	});
});
