import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { insertRoundEntry, updateRoundRow } from "../../../backend/db/round-rows";
import { contacts, devices, notices, roundEntries } from "../../../backend/db/schema";
import type { CauseFacts } from "../../../backend/message/causes";
import type { AlertEventPage } from "../../../shared/alert/alert";
import { dayMs, hourMs, minuteMs } from "../../../shared/base/durations";
import type { ReportDefinition, ReportPreview } from "../../../shared/report/report";
import type { Round, RoundEntry, RoundHistory, RoundSinceLast } from "../../../shared/round/round";
import { reportDefinition } from "../../report-definition";
import { addAlert, silentRule } from "../fixtures/alert-rules";
import { runWork } from "../fixtures/alert-telling";
import { accountStub, addDevice, addGroup, addMember, createOwner, inAccount, ingest } from "../fixtures/fleet";
import { addContact } from "../fixtures/messages";
import { dataOf, type Person } from "../fixtures/people";
import { roundEntryInput, roundInput } from "../fixtures/rounds";
import { uploadAt } from "../fixtures/uploads";
import { claimAlone, holdAlarm } from "../fixtures/works";

const core = { kind: "hand", id: "b", name: "Core", unit: "°C", low: null, high: 8 };

async function createRound(changes: Partial<typeof roundInput> = {}) {
	const { id, owner } = await createOwner();
	const group = await addGroup(id, "Kitchen");
	const { device, key } = await addDevice(owner, { name: "Fridge 1", groupIds: [group] });
	const air = { kind: "readings", id: "a", channelId: device.channels[0]?.id, low: 2, high: 8 };
	const places = [{ id: "a", name: "Fridge", checks: [air, core] }];
	const input = { ...roundInput, groupId: group, places, ...changes };
	const round = dataOf<Round>(await owner.mutate("round.createRound", input));
	const enter = (person: Person, rest: Partial<typeof roundEntryInput> = {}) => {
		const times = { readAt: Date.now(), sentAt: Date.now() };
		const values = [{ checkId: "b", value: 4.2 }];
		return person.mutate("round.addEntry", {
			...roundEntryInput,
			id: crypto.randomUUID(),
			...times,
			values,
			...rest,
			roundId: round.id,
		});
	};
	const history = async (person: Person = owner) => {
		const span = { from: Date.now() - 10 * dayMs, to: Date.now() + dayMs };
		return dataOf<RoundHistory>(await person.query("round.getRoundHistory", { roundId: round.id, ...span }));
	};
	return { id, owner, group, device, key, round, enter, history, input };
}

const fieldsOf = (result: { error?: { data: { fields?: Record<string, string> } } | null }) =>
	Object.keys(result.error?.data.fields ?? {});

describe("checks of a round", () => {
	it("hold lowest and highest since the last check, from the last reading that it covered", async () => {
		const { owner, key, enter, round } = await createRound();
		const now = Date.now();
		await ingest(key, [
			{ channel: "Air", at: now - 3 * hourMs, value: 3 },
			{ channel: "Air", at: now - 2 * hourMs, value: 9 },
		]);
		const first = dataOf<RoundEntry>(await enter(owner));
		expect(first).toMatchObject({ by: expect.any(String), clockOffMs: null });
		expect(first.results).toMatchObject([
			{ kind: "readings", name: "Fridge 1, Air", lowest: 3, highest: 9, low: 2, high: 8 },
			{ kind: "hand", name: "Core", value: 4.2 },
		]);
		// A logger sends late what it read before the check.
		await ingest(key, [{ channel: "Air", at: now - hourMs, value: -1 }]);
		const [since] = dataOf<RoundSinceLast>(await owner.query("round.getSinceLast", { roundId: round.id }));
		expect(since).toMatchObject({ last: { by: first.by }, results: [{ lowest: -1, highest: -1 }] });
		const second = dataOf<RoundEntry>(await enter(owner));
		expect(second.results[0]).toMatchObject({ lowest: -1, highest: -1 });
		expect(dataOf<RoundEntry>(await enter(owner)).results[0]).toMatchObject({ lowest: null, highest: null });
	});

	it("count once however often they are sent, and belong to who made them", async () => {
		const { id, owner, enter } = await createRound();
		const entry = { id: crypto.randomUUID() };
		for (let sent = 0; sent < 5; sent += 1) dataOf(await enter(owner, entry));
		await Promise.all([1, 2].map(() => enter(owner, entry)));
		await inAccount(id, (db) => expect(db.select().from(roundEntries).all()).toHaveLength(1));
		const other = await addMember(id, "operator");
		expect(fieldsOf(await enter(other, entry))).toEqual(["id"]);
	});

	it("let two people do one round, and name both", async () => {
		const { id, owner, enter, history } = await createRound();
		const other = await addMember(id, "operator");
		for (const person of [owner, other]) dataOf(await enter(person));
		await inAccount(id, (db) => {
			const userIds = db
				.select()
				.from(roundEntries)
				.all()
				.map(({ userId }) => userId);
			expect(new Set(userIds).size).toBe(2);
		});
		expect((await history()).entries).toHaveLength(2);
	});

	it("show both times of a phone whose clock is two days off", async () => {
		const { owner, enter } = await createRound();
		const off = -2 * dayMs;
		const now = Date.now();
		const entry = dataOf<RoundEntry>(await enter(owner, { readAt: now - 3 * hourMs + off, sentAt: now + off }));
		expect(entry.readAt).toBe(now - 3 * hourMs + off);
		expect(Math.abs(entry.at - (now - 3 * hourMs))).toBeLessThan(minuteMs);
		expect(Math.abs((entry.clockOffMs ?? 0) - off)).toBeLessThan(minuteMs);
		const future = dataOf<RoundEntry>(await enter(owner, { readAt: now + 5 * dayMs }));
		expect(future.at).toBe(future.receivedAt);
		expect(fieldsOf(await enter(owner, { readAt: now - 40 * dayMs }))).toEqual(["readAt"]);
	});

	it("need a reason where a value by hand is out of limits or missing", async () => {
		const { owner, enter } = await createRound();
		const warm = { values: [{ checkId: "b", value: 11 }] };
		expect(fieldsOf(await enter(owner, warm))).toEqual(["reason"]);
		expect(fieldsOf(await enter(owner, { values: [] }))).toEqual(["reason"]);
		expect(dataOf<RoundEntry>(await enter(owner, { ...warm, reason: "Door was open" })).reason).toBe("Door was open");
	});

	it("take a reason later once, for readings that an offline phone did not know", async () => {
		const { owner, key, enter, round } = await createRound();
		await ingest(key, [{ channel: "Air", at: Date.now() - hourMs, value: 9 }]);
		const { id: entryId } = dataOf<RoundEntry>(await enter(owner));
		const explained = { roundId: round.id, entryId, reason: "Loaded at nine" };
		expect(dataOf<RoundEntry>(await owner.mutate("round.explainEntry", explained))).toMatchObject({
			reason: "Loaded at nine",
		});
		const again = await owner.mutate("round.explainEntry", explained);
		expect(again.error?.data.reason).toBe("CHANGED_MEANWHILE");
	});

	it("stay possible once the device is deleted, and fail at a place that is gone", async () => {
		const { id, owner, enter, round, input } = await createRound();
		const deletedFrom = new Date(Date.now() - 1);
		await inAccount(id, (db) => db.update(devices).set({ deletedFrom }).run());
		const entry = dataOf<RoundEntry>(await enter(owner));
		expect(entry.results).toMatchObject([{ kind: "hand", value: 4.2 }]);
		const places = [{ id: "z", name: "Freezer", checks: [] }];
		dataOf(await owner.mutate("round.updateRound", { ...input, roundId: round.id, version: 1, places }));
		expect(fieldsOf(await enter(owner))).toEqual(["placeId"]);
	});

	it("stay out of the store of readings", async () => {
		const { owner, device, enter } = await createRound();
		dataOf(await enter(owner));
		const logs = await owner.query("log.getLogs", { deviceIds: [device.id], rangeType: "day", offset: 0 });
		expect(JSON.stringify(logs)).not.toContain("4.2");
	});
});

describe("a dead logger beside hourly checks by hand", () => {
	it("alarms as one beside which no person reads a thermometer", async () => {
		const { id, owner, device, key, enter } = await createRound();
		const { device: twin, key: otherKey } = await addDevice(owner, { name: "Fridge 2" });
		await addAlert(owner, { rule: silentRule });
		const now = Date.now();
		const diedAt = now - 40 * minuteMs;
		for (const each of [key, otherKey]) await uploadAt(each, diedAt, [{ channel: "Air", at: diedAt, value: 4 }]);
		for (const hours of [3, 2, 1, 0]) dataOf(await enter(owner, { readAt: now - hours * hourMs }));
		const { events: before } = dataOf<AlertEventPage>(await owner.query("alert.getEvents", {}));
		await runWork(id, "alert deadlines", diedAt + 46 * minuteMs);
		const { events } = dataOf<AlertEventPage>(await owner.query("alert.getEvents", {}));
		expect(before).toEqual([]);
		expect(events.map(({ deviceId }) => deviceId).toSorted()).toEqual([device.id, twin.id].toSorted());
		for (const event of events) expect(event).toMatchObject({ startedAt: diedAt, firedValue: 45 * 60, state: "open" });
	});
});

describe("the scope of a round", () => {
	it("shows a member of another group neither the round nor its entries, and one of its group no foreign place", async () => {
		const { id, owner, group, enter, history } = await createRound();
		const { device: far } = await addDevice(owner, { name: "Far freezer" });
		const [inside, outside] = [
			await addMember(id, "operator", { groupIds: [group] }),
			await addMember(id, "operator", { groupIds: [await addGroup(id, "Depot")] }),
		];
		const check = { kind: "readings", id: "a", channelId: far.channels[0]?.id, low: null, high: null };
		const places = [{ id: "y", name: "Far place", checks: [check] }];
		const hidden = { ...roundInput, name: "Second round", places, groupId: group };
		const { id: farRound } = dataOf<Round>(await owner.mutate("round.createRound", hidden));
		dataOf(await enter(owner));
		expect(dataOf<Round[]>(await outside.query("round.getRounds"))).toEqual([]);
		const seen = dataOf<Round[]>(await inside.query("round.getRounds"));
		expect(seen.map(({ name, places: shown, people }) => [name, shown.length, people])).toEqual([
			["Kitchen round", 1, { contactIds: [], rosterIds: [], escalation: null }],
			["Second round", 0, null],
		]);
		expect(JSON.stringify(seen)).not.toContain("Far ");
		expect((await history(inside)).entries).toHaveLength(1);
		const entry = { ...roundEntryInput, roundId: farRound, placeId: "y", readAt: Date.now(), sentAt: Date.now() };
		expect(fieldsOf(await inside.mutate("round.addEntry", entry))).toEqual(["placeId"]);
		expect((await enter(outside)).error?.data.reason).toBe("ROUND_NOT_FOUND");
	});

	it("lets a member of its group change it, and make one of their own groups and devices alone", async () => {
		const { id, owner, group, round, input, device } = await createRound();
		const { device: far } = await addDevice(owner, { name: "Far freezer" });
		const member = await addMember(id, "operator", { groupIds: [group] });
		const inner = { roundId: round.id, version: 1, ...input, name: "Morning round" };
		expect(dataOf<Round>(await member.mutate("round.updateRound", inner)).name).toBe("Morning round");
		const own = { ...input, name: "Own round" };
		const { id: roundId } = dataOf<Round>(await member.mutate("round.createRound", own));
		const check = { kind: "readings", id: "a", channelId: far.channels[0]?.id, low: null, high: null };
		const places = [{ id: "y", name: "Far place", checks: [check] }];
		const stranger = await addContact(id, { fullName: "Stranger" });
		const rejected = async (changes: object) =>
			fieldsOf(await member.mutate("round.createRound", { ...own, name: "Another", ...changes }));
		expect([
			await rejected({ groupId: null }),
			await rejected({ groupId: await addGroup(id, "Depot") }),
			await rejected({ places }),
			await rejected({ contactIds: [stranger.id] }),
		]).toEqual([["groupId"], ["groupId"], ["places.0.checks.0.channelId"], ["contactIds"]]);
		dataOf(await member.mutate("round.deleteRound", { roundId }));
		expect(device.channels).not.toEqual([]);
	});

	it("stays read-only for a member who does not see all its devices and people, and says why", async () => {
		const { id, owner, group, input } = await createRound();
		const { device: far } = await addDevice(owner, { name: "Far freezer" });
		const stranger = await addContact(id, { fullName: "Stranger" });
		const member = await addMember(id, "operator", { groupIds: [group] });
		const check = { kind: "readings", id: "a", channelId: far.channels[0]?.id, low: null, high: null };
		const places = [...input.places, { id: "y", name: "Far place", checks: [check] }];
		const both = [
			{ ...input, name: "Far round", places },
			{ ...input, name: "People round", contactIds: [stranger.id] },
		];
		for (const each of both) dataOf(await owner.mutate("round.createRound", each));
		const seen = dataOf<Round[]>(await member.query("round.getRounds"));
		expect(seen.map(({ name, readOnly = null, people }) => [name, readOnly, people === null])).toEqual([
			["Far round", "places", true],
			["Kitchen round", null, false],
			["People round", "people", true],
		]);
		for (const { id: roundId, version, readOnly } of seen) {
			if (readOnly === undefined) continue;
			const changed = await member.mutate("round.updateRound", { ...input, name: `${roundId} x`, roundId, version });
			expect(changed.error?.data.reason).toBe("NOT_PERMITTED");
			expect((await member.mutate("round.deleteRound", { roundId })).error?.data.reason).toBe("NOT_PERMITTED");
		}
		const all = dataOf<Round[]>(await owner.query("round.getRounds"));
		expect(all.every(({ readOnly }) => readOnly === undefined)).toBe(true);
	});

	it("denies an entry of a member who lost the group", async () => {
		const { id, owner, group, enter, history } = await createRound();
		const member = await addMember(id, "operator", { groupIds: [group] });
		dataOf(await enter(member));
		const { id: userId } = dataOf<{ id: string; email: string }[]>(await owner.query("account.getUsers")).find(
			({ email }) => email === member.email,
		) ?? { id: "" };
		const scope = { groupIds: [await addGroup(id, "Depot")] };
		dataOf(await owner.mutate("account.updateUser", { userId, role: "operator", scope, version: 1 }));
		expect((await enter(member)).error?.data.reason).toBe("ROUND_NOT_FOUND");
		expect((await history()).entries).toHaveLength(1);
	});
});

describe("the sheet of rounds", () => {
	it("lists each check with lowest, highest, initials and action, and no check of foreign devices", async () => {
		const { id, owner, key, group, enter } = await createRound();
		const depot = await addGroup(id, "Depot");
		const outside = await addMember(id, "operator", { groupIds: [depot] });
		await ingest(key, [
			{ channel: "Air", at: Date.now() - 2 * hourMs, value: 3 },
			{ channel: "Air", at: Date.now() - hourMs, value: 9 },
		]);
		dataOf(await enter(owner, { reason: "Door was open" }));
		const range = { kind: "fixed", from: Date.now() - dayMs, to: Date.now() + hourMs } as const;
		const rowsOf = async (reader: Person, scope: ReportDefinition["scope"]) => {
			const definition = reportDefinition({ type: "rounds", range, scope });
			const { tables } = dataOf<ReportPreview>(await reader.query("report.previewReport", definition));
			return tables.find(({ title }) => title === "Checks")?.rows ?? [];
		};
		for (const scope of ["all" as const, { groupIds: [group] }]) {
			const [air, byHand, ...others] = (await rowsOf(owner, scope)).map((row) => row.join(" | "));
			expect(air).toMatch(
				/Kitchen round \| Fridge \| Fridge 1, Air \| 3.* \| 9.* \| °C \| 2 – 8 \| Out \| PE \| Door was open/,
			);
			expect(byHand).toMatch(/Core \| 4\.2.* \| 4\.2.* \| °C \| … – 8 \| {2}\| PE/);
			expect(others).toEqual([]);
		}
		expect(await rowsOf(outside, { groupIds: [depot] })).toEqual([]);
	});
});

describe("a missed round", () => {
	const first = Math.ceil(Date.now() / dayMs) * dayMs + dayMs + 8 * hourMs;
	const at = (minutes: number) => first + minutes * minuteMs;

	async function createWatched(changes: Partial<typeof roundInput> = {}) {
		const made = await createRound({
			zone: "UTC",
			places: [
				{ id: "a", name: "Fridge", checks: [] },
				{ id: "b", name: "Freezer", checks: [] },
			],
			...changes,
		});
		const { id, round } = made;
		await claimAlone(id);
		await holdAlarm(id);
		await runInDurableObject(accountStub(id), (object) => object.runOverdue(0));
		await inAccount(id, (db) => updateRoundRow(db, round.id, { lookedTo: at(0), lookAt: at(61) }));
		const check = (placeId: string) =>
			inAccount(id, (db) =>
				insertRoundEntry(db, {
					...{ id: crypto.randomUUID(), roundId: round.id, roundName: "", placeId, placeName: "", deviceIds: [] },
					...{
						at: at(0),
						readAt: at(0),
						receivedAt: at(0),
						dueAt: at(0),
						userId: "",
						userName: "Ana",
						results: [],
						reason: "",
					},
				}),
			);
		const told = async () => {
			const rows = await inAccount(id, (db) => db.select().from(notices).all());
			return rows
				.filter(({ cause }) => cause === "missedRound")
				.map(({ step, facts, recipientKey }) => {
					const { done, places, isEscalated } = facts as CauseFacts["missedRound"]; // of this cause
					return { step, done, places, isEscalated, recipientKey };
				});
		};
		return { ...made, check, told, look: (minutes: number) => runWork(id, "missed rounds", at(minutes)) };
	}

	it("notifies its people once, then others at the second step", async () => {
		const { id, owner, round, input, check, told, look } = await createWatched();
		const [ana, ben] = [
			await addContact(id),
			await addContact(id, { fullName: "Ben Okri", email: "ben@example.test" }),
		];
		const escalation = { afterMinutes: 30, contactIds: [ben.id], rosterIds: [] };
		dataOf(
			await owner.mutate("round.updateRound", {
				...input,
				roundId: round.id,
				version: 1,
				contactIds: [ana.id],
				escalation,
			}),
		);
		await check("a");
		await look(60);
		expect(await told()).toEqual([]);
		for (const minutes of [61, 62]) await look(minutes);
		const one = { step: 0, done: 1, places: 2, isEscalated: false, recipientKey: expect.stringContaining(ana.id) };
		const notified = await told();
		expect(notified.length).toBeGreaterThan(0);
		for (const each of notified) expect(each).toEqual(one);
		await look(91);
		const later = (await told()).filter(({ step }) => step === 1);
		expect(later.length).toBeGreaterThan(0);
		for (const each of later)
			expect(each).toMatchObject({ isEscalated: true, recipientKey: expect.stringContaining(ben.id) });
	});

	it("notifies owners and admins if it names no one, and no one once it is done", async () => {
		const { check, told, look } = await createWatched();
		await check("a");
		await check("b");
		await look(61);
		expect(await told()).toEqual([]);
		await look(61 + 8 * 60);
		expect((await told()).map(({ done }) => done)).toEqual([0]);
	});

	it("waits for the end of a contact's quiet hours, and is dropped if the round is done by then", async () => {
		const { id, owner, round, input, check, told, look } = await createWatched();
		const quietHours = [{ days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "10:00" }];
		const ana = await addContact(id, { timeZone: "UTC" });
		await inAccount(id, (db) => db.update(contacts).set({ quietHours }).run());
		dataOf(await owner.mutate("round.updateRound", { ...input, roundId: round.id, version: 1, contactIds: [ana.id] }));
		await look(61);
		expect(await told()).toEqual([]);
		await check("a");
		await look(121);
		expect((await told()).map(({ done }) => done)).toContain(1);
	});
});
