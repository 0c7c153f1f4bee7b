import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { endingKeysWork, warningsOf } from "../../../backend/api/ending-keys";
import { insertApiKey, listEndingApiKeys } from "../../../backend/db/api-key-rows";
import { messages, notices, users } from "../../../backend/db/schema";
import type { User } from "../../../shared/account/account";
import type { NewApiKey } from "../../../shared/account/api-key";
import type { NewPublicLink } from "../../../shared/account/public-link";
import type { NewWall } from "../../../shared/account/wall";
import { dayMs, hourMs } from "../../../shared/base/durations";
import * as fc from "../../properties";
import { addApiKey } from "../fixtures/api-keys";
import { inObject } from "../fixtures/billed-account";
import { accountStub, addDevice, addGroup, addMember, createOwner, inAccount } from "../fixtures/fleet";
import { dataOf, type Person } from "../fixtures/people";
import { claimAlone, workThrough } from "../fixtures/works";

const sentWarnings = (accountId: string) =>
	inAccount(accountId, (db) => {
		const emails = new Map(
			db
				.select()
				.from(users)
				.all()
				.map(({ id, email }) => [`user:${id}:email`, email]),
		);
		const sent = db.select().from(notices).all();
		return sent
			.filter(({ cause }) => ["apiKeyEnding", "wallEnding", "publicLinkEnding"].includes(cause))
			.map(({ step, facts, recipientKey, messageId }) => {
				return { to: emails.get(recipientKey), days: warnedDays(facts, step), messageId };
			});
	});

/** A notice's step is the day on which it is due. */
function warnedDays(facts: unknown, step: number): number {
	const { expiresAt } = facts as { expiresAt: number }; // facts of these causes
	return Math.floor(expiresAt / dayMs) - step;
}

const userOf = async (owner: Person, { email }: Person) => {
	const found = dataOf<User[]>(await owner.query("account.getUsers")).find((user) => user.email === email);
	if (!found) throw new Error(`No user ${email}`);
	return found;
};

const endOf = ({ apiKey }: NewApiKey) => apiKey.expiresAt?.getTime() ?? 0;
const claimed = (accountId: string, messageId: string, now: number) =>
	accountStub(accountId).claimMessage({ messageId, attempt: 1 }, now);

async function createWarned() {
	const account = await createOwner();
	await claimAlone(account.id);
	return account;
}

describe("an API key that ends", () => {
	it("warns its keeper alone 14 and 3 days before the end, once each", async () => {
		const { id, owner } = await createWarned();
		const admin = await addMember(id, "admin");
		const made = await addApiKey(admin, { name: "Nightly job", days: 30 });
		await addApiKey(owner, { name: "For good", days: null });
		const end = endOf(made);
		await workThrough(accountStub(id), end - 14 * dayMs - 1);
		expect(await sentWarnings(id)).toEqual([]);
		for (const at of [
			end - 14 * dayMs,
			end - 13 * dayMs,
			end - 3 * dayMs,
			end - 3 * dayMs,
			end - hourMs,
			end + dayMs,
		]) {
			await workThrough(accountStub(id), at);
		}
		const sent = await sentWarnings(id);
		expect(sent).toMatchObject([
			{ to: admin.email, days: 14 },
			{ to: admin.email, days: 3 },
		]);
		expect(sent.length).toBe(2);
	});

	it("states the time left when it is sent, not when it was queued", async () => {
		const { id, owner } = await createWarned();
		const made = await addApiKey(owner, { name: "Nightly job", days: 30 });
		const end = endOf(made);
		await workThrough(accountStub(id), end - 3 * dayMs);
		const messageId = (await sentWarnings(id))[0]?.messageId ?? "";
		const facts = {
			name: "Nightly job",
			expiresAt: end,
			daysLeft: 2,
			lastUsedAt: null,
			keeperName: expect.any(String),
		};
		expect(await claimed(id, messageId, end - 2 * dayMs)).toMatchObject({
			message: { notices: [{ cause: "apiKeyEnding", facts }] },
		});
	});

	it("warns the owners if its keeper has left, is disabled, or can no longer see and make it", async () => {
		const { id, owner } = await createWarned();
		const group = await addGroup(id, "Vans");
		const people = {
			left: await addMember(id, "admin"),
			disabled: await addMember(id, "admin"),
			lowered: await addMember(id, "admin"),
			scoped: await addMember(id, "admin"),
			kept: await addMember(id, "admin"),
		};
		const ends: number[] = [];
		for (const each of Object.values(people)) ends.push(endOf(await addApiKey(each, { days: 30 })));
		const change = async (person: Person, changes: object) => {
			const { id: userId, role, scope, version } = await userOf(owner, person);
			dataOf(await owner.mutate("account.updateUser", { userId, version, role, scope, ...changes }));
		};
		dataOf(await owner.mutate("account.removeUser", { userId: (await userOf(owner, people.left)).id }));
		dataOf(await owner.mutate("account.disableUser", { userId: (await userOf(owner, people.disabled)).id }));
		await change(people.lowered, { role: "viewer" });
		await change(people.scoped, { scope: { groupIds: [group] } });
		await workThrough(accountStub(id), Math.max(...ends) - 3 * dayMs);
		const sent = (await sentWarnings(id)).map(({ to }) => to).sort();
		expect(sent).toEqual([...Array(4).fill(owner.email), people.kept.email].sort());
	});

	it("sends no warning once it was revoked or has ended, even if the message already waits", async () => {
		const { id, owner } = await createWarned();
		const [revoked, ended, gone] = [
			await addApiKey(owner, { days: 30 }),
			await addApiKey(owner, { days: 30 }),
			await addApiKey(owner, { days: 30 }),
		];
		const revoke = async ({ apiKey }: NewApiKey) =>
			dataOf(await owner.mutate("account.revokeApiKey", { keyId: apiKey.id }));
		await revoke(gone);
		const end = endOf(ended);
		await workThrough(accountStub(id), end - 3 * dayMs);
		const waiting = await sentWarnings(id);
		expect(waiting.length).toBe(2);
		await revoke(revoked);
		for (const { messageId } of waiting) {
			expect((await claimed(id, messageId, end)).status).toBe("ignored");
			const state = await inAccount(id, (db) => {
				return db
					.select()
					.from(messages)
					.all()
					.find((message) => message.id === messageId)?.state;
			});
			expect(state).toBe("suppressed");
		}
	});

	it("warns of a wall screen alike: the person who added it, otherwise the owners, and never once it was removed", async () => {
		const { id, owner } = await createWarned();
		const [admin, left] = [await addMember(id, "admin"), await addMember(id, "admin")];
		const groupId = await addGroup(id, "Kitchen");
		const addScreen = async (person: Person, days: number | null = 30) =>
			dataOf<NewWall>(await person.mutate("group.createWall", { groupId, name: "By the door", days })).wall;
		const made = await addScreen(admin);
		await addScreen(admin, null);
		await addScreen(left);
		const removed = await addScreen(owner);
		dataOf(await owner.mutate("account.removeUser", { userId: (await userOf(owner, left)).id }));
		const end = made.expiresAt?.getTime() ?? 0;
		await workThrough(accountStub(id), end - 14 * dayMs - hourMs);
		expect(await sentWarnings(id)).toEqual([]);
		await workThrough(accountStub(id), end - 14 * dayMs + hourMs);
		dataOf(await owner.mutate("group.removeWall", { wallId: removed.id }));
		for (const at of [end - 13 * dayMs, end - 3 * dayMs + hourMs]) await workThrough(accountStub(id), at);
		const sent = await sentWarnings(id);
		const read = sent.map(({ to, days }) => `${to} ${days}`).sort();
		const twice = (to: string) => [`${to} 14`, `${to} 3`];
		expect(read).toEqual([...twice(admin.email), ...twice(owner.email), `${owner.email} 14`].sort());
		const last = sent.find(({ to, days }) => to === admin.email && days === 3)?.messageId ?? "";
		const facts = {
			name: "By the door",
			groupName: "Kitchen",
			path: `/groups/${groupId}`,
			expiresAt: end,
			daysLeft: 2,
		};
		expect(await claimed(id, last, end - 2 * dayMs)).toMatchObject({
			message: { notices: [{ cause: "wallEnding", facts: { ...facts, wallId: made.id, lastSeenAt: null } }] },
		});
		await workThrough(accountStub(id), end + dayMs);
		expect((await sentWarnings(id)).length).toBe(sent.length);
	});

	it("warns of a public link a week before: its maker, otherwise the owners, and again after an extension", async () => {
		const { id, owner } = await createWarned();
		const [admin, other] = [await addMember(id, "admin"), await addMember(id, "admin")];
		const { device } = await addDevice(owner);
		const chosen = { span: "day", origins: [], allowsPicture: false, allowsData: false };
		const addLink = async (person: Person, days: number) => {
			const target = { kind: "device", deviceId: device.id };
			const input = { ...chosen, name: "For Fred", target, days };
			return dataOf<NewPublicLink>(await person.mutate("account.createPublicLink", input)).link;
		};
		const made = await addLink(admin, 30);
		await addLink(admin, 7);
		await addLink(other, 30);
		const end = made.expiresAt.getTime();
		await workThrough(accountStub(id), end - 7 * dayMs - hourMs);
		expect(await sentWarnings(id)).toEqual([]);
		// Without the right the link shows nothing, so the owners decide.
		await inAccount(id, (db) => db.update(users).set({ role: "viewer" }).where(eq(users.email, other.email)).run());
		for (const at of [end - 7 * dayMs + hourMs, end - 3 * dayMs]) await workThrough(accountStub(id), at);
		const sent = await sentWarnings(id);
		expect(sent.map(({ to, days }) => `${to} ${days}`).sort()).toEqual([`${admin.email} 7`, `${owner.email} 7`].sort());
		const waiting = sent.find(({ to }) => to === admin.email)?.messageId ?? "";
		const facts = { linkId: made.id, name: "For Fred", expiresAt: end, daysLeft: 5, openCount: 0 };
		expect(await claimed(id, waiting, end - 5 * dayMs)).toMatchObject({
			message: { notices: [{ cause: "publicLinkEnding", facts }] },
		});
		const until = end + 30 * dayMs;
		dataOf(await owner.mutate("account.extendPublicLink", { linkId: made.id, until }));
		await workThrough(accountStub(id), until - 7 * dayMs + hourMs);
		expect((await sentWarnings(id)).filter(({ to }) => to === admin.email)).toHaveLength(2);
	});

	it("begins its list of warnings with those that its life has room for", () => {
		const key = (lives: number, warnedDays: number | null = null) => ({
			createdAt: new Date(0),
			expiresAt: new Date(lives),
			warnedDays,
		});
		const days = (lives: number, warned: number | null = null) =>
			warningsOf(key(lives, warned)).map((each) => each.days);
		expect(days(30 * dayMs)).toEqual([14, 3]);
		expect(days(14 * dayMs)).toEqual([3]);
		expect(days(14 * dayMs + 1)).toEqual([14, 3]);
		expect(days(3 * dayMs)).toEqual([]);
		expect(days(30 * dayMs, 14)).toEqual([3]);
		expect(days(30 * dayMs, 3)).toEqual([]);
		expect(warningsOf({ ...key(1), expiresAt: null })).toEqual([]);
	});
});

const looks = fc.array(fc.integer({ min: -5 * dayMs, max: 40 * dayMs }), { minLength: 1, maxLength: 12 });
const keyLife = fc.integer({ min: 1, max: 35 * dayMs });

describe("warnings under any clock", () => {
	it("sends each warning at most once, within its days, and misses one only if no job ran or the key had ended", async () => {
		const { id } = await createWarned();
		let made = 0;
		await fc.assert(
			fc.asyncProperty(keyLife, looks, async (livesMs, times) => {
				made += 1;
				const keyId = `apk_${made}`;
				const endsAt = livesMs;
				const sent = await inObject({ id }, async ({ db, invalidations }) => {
					insertApiKey(db, {
						id: keyId,
						name: "Key",
						access: "read",
						scope: "all",
						keyDigest: keyId,
						keptBy: "nobody",
						createdAt: new Date(0),
						expiresAt: new Date(endsAt),
						warnedDays: null,
						lastUsedAt: null,
						lastUsedFrom: null,
						revokedAt: null,
					});
					const countOf = () => {
						return db
							.select()
							.from(notices)
							.all()
							.flatMap(({ about, facts, step }) => (about === keyId ? [warnedDays(facts, step)] : []));
					};
					const sent: { at: number; days: number }[] = [];
					for (const at of times) {
						const work = endingKeysWork({ db, invalidations });
						const before = countOf().length;
						for (const subject of work.due(at, 100)) await work.run(subject, at);
						const after = countOf().slice(before);
						for (const days of after) sent.push({ at, days });
						expect(work.due(at, 100)).toEqual([]);
						expect(work.nextDueAt() ?? Number.POSITIVE_INFINITY).toBeGreaterThan(at);
					}
					return sent;
				});
				for (const { at, days } of sent) {
					expect(days * dayMs).toBeLessThan(livesMs);
					expect(at).toBeGreaterThanOrEqual(endsAt - days * dayMs);
					expect(at).toBeLessThan(endsAt);
				}
				const days = sent.map((each) => each.days);
				expect(days).toEqual([...new Set(days)].sort((one, other) => other - one));
				// The first run within the shortest span decides whether the warning is sent.
				const span = (livesMs > 3 * dayMs ? 3 : 0) * dayMs;
				const first = times.find((at) => at >= endsAt - span);
				if (span > 0) expect(days.includes(3)).toBe(first !== undefined && first < endsAt);
				await inObject({ id }, ({ db }) => {
					expect(listEndingApiKeys(db).filter((key) => key.id === keyId).length).toBe(1);
				});
			}),
		);
	});
});
