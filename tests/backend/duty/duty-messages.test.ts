import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { updateDeliveryChannel } from "../../../backend/db/contact-rows";
import { rosterWatches } from "../../../backend/db/duty-schema";
import { findRoster, saveRosterWatch } from "../../../backend/db/roster-rows";
import { notices } from "../../../backend/db/schema";
import { dutyWork } from "../../../backend/duty/duty-messages";
import type { CauseFacts } from "../../../backend/message/causes";
import { plainNotification } from "../../../shared/alert/alert-rule";
import { dayMs, hourMs, minuteMs } from "../../../shared/base/durations";
import type { RosterDetails } from "../../../shared/duty/roster";
import { dutySpans } from "../../../shared/duty/turns";
import * as fc from "../../properties";
import { createNotifying, messagesOf, runWork, sendAll } from "../fixtures/alert-telling";
import { accountStub, addMember, createOwner, inAccount } from "../fixtures/fleet";
import { addContact, emailProvider } from "../fixtures/messages";
import { dataOf, type Person } from "../fixtures/people";
import { claimAlone, holdAlarm, partsOf } from "../fixtures/works";

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

type Told = { what: string; to: string; from: number | undefined };

const nights = [{ days: [1, 2, 3, 4, 5, 6, 7], from: "20:00", to: "06:00" }];

/** Daily turns of Ana and Ben from 08:00 UTC; Cem is the fallback. `at`: hours after the first hand-over, which is 32 to 56 ahead. */
async function createTurns({ isNightly = false } = {}) {
	const { id, owner } = await createOwner();
	await claimAlone(id);
	await holdAlarm(id);
	await mayRun(id);
	const person = (name: string) =>
		addContact(id, { fullName: name, email: `${name.toLowerCase()}@example.test`, phone: null });
	const [ana, ben, cem] = [await person("Ana"), await person("Ben"), await person("Cem")];
	const first = Math.ceil(Date.now() / dayMs) * dayMs + dayMs + 8 * hourMs;
	const contactIds = isNightly ? [ana.id] : [ana.id, ben.id];
	const hours = isNightly ? nights : [];
	const layer = { contactIds, pattern: [1], startDay: dayOf(first), handOver: "08:00", hours };
	const input = { name: "Nights", zone: "UTC", layers: [layer], fallbackContactIds: [cem.id] };
	const { id: rosterId } = dataOf<RosterDetails>(await owner.mutate("contact.createRoster", input));
	const names = new Map([ana, ben, cem].map((each) => [each.id, each.fullName]));
	const at = (hours: number) => first + hours * hourMs;
	const facts = async (cause: string) => {
		const rows = await inAccount(id, (db) => db.select().from(notices).all());
		return rows.filter((row) => row.cause === cause);
	};
	const told = async (): Promise<Told[]> =>
		(await facts("duty"))
			.map((row) => {
				const { what, contactId, turns } = row.facts as CauseFacts["duty"]; // of this cause
				return { what, to: names.get(contactId) ?? contactId, from: turns[0] && (turns[0].from - first) / hourMs };
			})
			.sort((one, other) => (one.from ?? 0) - (other.from ?? 0) || one.what.localeCompare(other.what));
	const gaps = async () =>
		(await facts("dutyGap")).map((row) => (row.facts as CauseFacts["dutyGap"]).gaps.map(({ name }) => name));
	/** As if every message before this hour had been sent already. */
	const begin = (hours: number) =>
		inAccount(id, (db) => {
			saveRosterWatch(db, { rosterId, lookedAt: at(hours), lookAt: at(hours), changedAt: null, before: null });
			db.delete(notices).run();
		});
	const look = (hours: number) => runWork(id, "duty messages", at(hours));
	return { id, owner, ana, ben, cem, rosterId, at, told, gaps, begin, look };
}

/** Jobs that reach people wait until the account knows that it was not restored. */
const mayRun = (id: string) => runInDurableObject(accountStub(id), (object) => object.runOverdue(0));

const addOverride = (owner: Person, input: object) => owner.mutate("contact.addOverride", input);

describe("messages about turns", () => {
	it("notifies a day before a turn and at the hand-over, each once", async () => {
		const { begin, look, told } = await createTurns();
		await begin(-24.5);
		for (const hours of [-24, -23.9, 0, 0, 0.1, 24]) await look(hours);
		expect(await told()).toEqual([
			{ what: "ahead", to: "Ana", from: 0 },
			{ what: "begins", to: "Ana", from: 0 },
			{ what: "ahead", to: "Ben", from: 24 },
			{ what: "begins", to: "Ben", from: 24 },
			{ what: "ahead", to: "Ana", from: 48 },
		]);
	});

	it("says until when, and how many alerts are open", async () => {
		const { id, owner, at, ana, change, send } = await createNotifying();
		const layer = { contactIds: [ana.id], pattern: [7], startDay: "2026-01-05", handOver: "08:00", hours: [] };
		const input = { name: "Nights", zone: "UTC", layers: [layer], fallbackContactIds: [ana.id] };
		const { id: rosterId } = dataOf<RosterDetails>(await owner.mutate("contact.createRoster", input));
		await change({ contactIds: [], notification: { ...plainNotification, rosterIds: [rosterId] } });
		await send([[1, 9]]);
		const ben = await addContact(id, { fullName: "Ben", email: "ben@example.test", phone: null });
		const from = Math.ceil((Date.now() + dayMs) / hourMs) * hourMs;
		dataOf(await addOverride(owner, { rosterId, contactId: ben.id, from, to: from + 2 * hourMs }));
		await mayRun(id);
		await inAccount(id, (db) =>
			saveRosterWatch(db, { rosterId, lookedAt: from - minuteMs, lookAt: from, changedAt: null, before: null }),
		);
		await runWork(id, "duty messages", from);
		const provider = emailProvider();
		await sendAll(id, from, provider);
		const mail = provider.taken.find(({ to }) => to === "ben@example.test");
		expect(mail?.subject).toBe("You are on duty in Nights now");
		expect(mail?.text).toMatch(/You are on duty in Nights until .+\. 1 alert is open\./);
		expect(at(0)).toBeGreaterThan(0);
	});

	it("notifies of nothing that passed during an outage", async () => {
		const { begin, look, told } = await createTurns();
		await begin(-1);
		await look(30);
		expect(await told()).toEqual([]);
		await look(48);
		expect((await told()).filter(({ what }) => what === "begins")).toEqual([{ what: "begins", to: "Ana", from: 48 }]);
	});

	it("notifies a day ahead only of the first of turns every night", async () => {
		const { begin, look, told } = await createTurns({ isNightly: true });
		await begin(-14);
		for (let hours = -12; hours <= 40; hours += 2) await look(hours);
		expect(await told()).toEqual([
			{ what: "ahead", to: "Ana", from: 12 },
			{ what: "begins", to: "Ana", from: 12 },
			{ what: "begins", to: "Ana", from: 36 },
		]);
	});

	it("joins changes within ten minutes, and omits one that was taken back", async () => {
		const { owner, ben, cem, rosterId, at, begin, look, told } = await createTurns();
		await begin(-100);
		const [one, two] = [
			{ rosterId, contactId: ben.id, from: at(1), to: at(2) },
			{ rosterId, contactId: cem.id, from: at(3), to: at(4) },
		];
		dataOf(await addOverride(owner, one));
		const { overrides } = dataOf<RosterDetails>(await addOverride(owner, two));
		dataOf(await owner.mutate("contact.endOverride", { overrideId: overrides[1]?.id }));
		const since = (Date.now() - at(0)) / hourMs;
		await look(since + 5 / 60);
		expect(await told()).toEqual([]);
		await look(since + 11 / 60);
		expect((await told()).map(({ what, to }) => `${what} ${to}`).sort()).toEqual(["changed Ana", "changed Ben"]);
		await look(since + 30 / 60);
		expect(await told()).toHaveLength(2);
	});

	it("mails managers of a gap, and of a person who is paused or deleted in their turn", async () => {
		const { id, owner, ana, ben, at, begin, look, gaps, told } = await createTurns();
		await addMember(id, "operator");
		await begin(-100);
		await look(-7);
		expect(await gaps()).toEqual([[null]]);
		await look(-6);
		expect(await gaps()).toHaveLength(1);
		dataOf(await owner.mutate("contact.pauseContacts", { contactIds: [ana.id], until: at(1_000) }));
		await look(-5);
		expect((await gaps()).slice(1)).toEqual([["Ana"]]);
		dataOf(await owner.mutate("contact.deleteContacts", { contactIds: [ben.id], successorId: null }));
		await look(1);
		expect((await gaps()).slice(2)).toEqual([[null]]);
		expect((await told()).filter(({ to }) => to === ben.id)).toEqual([]);
	});

	it("counts a person with a pause that ends before their turn as reachable", async () => {
		const { owner, ana, at, begin, look, gaps } = await createTurns();
		await begin(-100);
		await look(-7);
		dataOf(await owner.mutate("contact.pauseContacts", { contactIds: [ana.id], until: at(-1) }));
		await look(-6);
		expect(await gaps()).toHaveLength(1);
	});

	it("drops the mail about a gap that was closed meanwhile", async () => {
		const { id, ana, begin, look, at } = await createTurns();
		const setStatus = (status: "bouncing" | "verified") =>
			inAccount(id, (db) => updateDeliveryChannel(db, { contactId: ana.id, channel: "email", id: "" }, { status }));
		await begin(1);
		await setStatus("bouncing");
		await look(2);
		await setStatus("verified");
		const provider = emailProvider();
		await sendAll(id, at(2) + 11 * minuteMs, provider);
		expect(provider.taken.filter(({ subject = "" }) => subject.includes("can be reached"))).toEqual([]);
		expect((await messagesOf(id)).map(({ reason }) => reason)).toContain("noLongerNeeded");
	});

	it("notifies each person of each hand-over at most once, over kills and outages", async () => {
		const { id, rosterId, begin, told, at } = await createTurns();
		const step = fc.record({ minutes: fc.integer({ min: 0, max: 200 }), isKilled: fc.boolean() });
		await fc.assert(
			fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
				await begin(-25);
				let now = at(-25);
				const looks = [now];
				await runInDurableObject(accountStub(id), async (object) => {
					const { db, invalidations } = partsOf(object);
					for (const { minutes, isKilled } of steps) {
						now += minutes * minuteMs;
						const killed = new Proxy(db, {
							get: (target, name) => {
								if (name !== "transaction") return Reflect.get(target, name);
								return (act: () => unknown) =>
									target.transaction(() => {
										const result = act();
										if (isKilled) throw new Error("Killed");
										return result;
									});
							},
						});
						const work = dutyWork({ db: killed, invalidations });
						await work.run(rosterId, now).catch(() => {});
						if (!isKilled) looks.push(now);
					}
				});
				const begins = (await told()).filter(({ what }) => what === "begins");
				const roster = await inAccount(id, (db) => findRoster(db, rosterId));
				const spans = roster ? dutySpans(roster, { from: at(-25), to: now + 1 }) : [];
				const due = spans.filter(({ from, contactId }) => {
					const seenAt = looks.find((each) => each >= from);
					return contactId !== null && seenAt !== undefined && seenAt - from < 10 * minuteMs;
				});
				expect(begins.map(({ from }) => from)).toEqual(due.map(({ from }) => (from - at(0)) / hourMs));
			}),
			{ numRuns: 40 },
		);
	});

	it("begins to look at rosters of the release before without a message of the past", async () => {
		const { id, begin, look, told, gaps } = await createTurns();
		await begin(0);
		await inAccount(id, (db) => db.delete(rosterWatches).run());
		await look(1);
		expect(await told()).toEqual([]);
		expect(await gaps()).toEqual([]);
	});
});
