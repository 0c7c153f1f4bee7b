import { describe, expect, it } from "vitest";
import { findUserBySub } from "../../../backend/db/account-rows";
import { contacts } from "../../../backend/db/schema";
import type { AlertEventDetail } from "../../../shared/alert/alert";
import type { RosterDrill, RosterDrillPlan, StartedDrill } from "../../../shared/alert/drill";
import type { RosterDetails } from "../../../shared/duty/roster";
import { runWork } from "../fixtures/alert-telling";
import { createCalling } from "../fixtures/calling";
import { addMember, inAccount } from "../fixtures/fleet";
import { addContact } from "../fixtures/messages";
import { dataOf } from "../fixtures/people";

const [secondMs, minuteMs] = [1_000, 60_000];
const today = () => new Date().toISOString().slice(0, 10);

/** Bea is on duty by call, then Carl by mail, then Dora without an address. Ana is the fallback. */
async function createTested({ people = "ahead" }: { people?: "now" | "ahead" } = {}) {
	const calling = await createCalling();
	const { id, owner, ana, bea, carl } = calling;
	const dora = await addContact(id, { fullName: "Dora", email: null, phone: null });
	const layer = {
		contactIds: [bea.id, carl.id, dora.id],
		pattern: [7],
		startDay: today(),
		handOver: "00:00",
		hours: [],
	};
	const input = { name: "Nights", zone: "UTC", layers: [layer], fallbackContactIds: [ana.id] };
	const { id: rosterId } = dataOf<RosterDetails>(await owner.mutate("contact.createRoster", input));
	const begun = Date.now();
	const start = (whose: string = people) => owner.mutate("alert.startRosterDrill", { rosterId, people: whose });
	const { eventId } = dataOf<StartedDrill>(await start());
	const minuteOf = (afterMs: number) => (begun + afterMs - calling.at(0)) / minuteMs;
	return {
		...calling,
		rosterId,
		eventId,
		start,
		sendAfter: (afterMs: number) => calling.sendAt(minuteOf(afterMs)),
		followUpAfter: (afterMs: number) => runWork(id, "alert follow-ups", begun + afterMs),
		detail: async () => dataOf<AlertEventDetail>(await owner.query("alert.getEvent", { eventId })),
		results: async () => {
			const [drill] = dataOf<RosterDrill[]>(await owner.query("alert.getRosterDrills", { rosterId }));
			return drill?.people.map(({ name, acknowledgedAt, messages }) => [
				name,
				acknowledgedAt !== null,
				...messages.map(({ channel, state, outcome = "" }) => `${channel} ${state} ${outcome}`.trim()),
			]);
		},
	};
}

describe("drill of a roster", () => {
	it("names people and messages of each choice before it starts", async () => {
		const { owner, rosterId } = await createTested();
		expect(dataOf<RosterDrillPlan>(await owner.query("alert.getRosterDrillPlan", { rosterId }))).toEqual({
			now: { people: 1, messages: [{ channel: "call", count: 2 }], lastsMs: 0 },
			ahead: {
				people: 2,
				messages: [
					{ channel: "call", count: 2 },
					{ channel: "email", count: 1 },
				],
				lastsMs: 0,
			},
		});
	});

	it("sends a test to everyone with a turn, and shows what each got and did until the last acknowledges", async () => {
		const drill = await createTested();
		const { id, owner, carl } = drill;
		await drill.sendAfter(secondMs);
		const [call] = drill.service.calls;
		await drill.act(call?.sid ?? "", "pickUp");
		expect(call?.said[1]).toMatch(/^TEST: Warning: Nights: Test of the people of the roster.*nothing has happened$/);
		const [mail] = drill.provider.taken;
		expect(mail?.subject).toMatch(/^TEST: Nights/);
		expect(mail?.text).toContain("This is a TEST of the people of a roster");
		expect(mail?.text).toContain("view=rosters");
		await drill.act(call?.sid ?? "", "1");
		await drill.act(call?.sid ?? "", "1");
		expect(await drill.results()).toEqual([
			["Bea", true, "call sent acknowledged"],
			["Carl", false, "email sent"],
			["Dora", false],
		]);
		expect(await drill.detail()).toMatchObject({ state: "open", isDrill: true, rosterId: drill.rosterId });
		const member = await addMember(id, "operator");
		await inAccount(id, (db) => {
			const linkedUserId = findUserBySub(db, member.sub)?.id ?? null;
			db.update(contacts).set({ linkedUserId }).run();
			return linkedUserId;
		});
		dataOf(await owner.mutate("alert.acknowledgeEvents", { eventIds: [drill.eventId] }));
		expect(await drill.detail()).toMatchObject({ state: "open" });
		dataOf(await member.mutate("alert.acknowledgeEvents", { eventIds: [drill.eventId] }));
		await drill.followUpAfter(minuteMs);
		expect(await drill.detail()).toMatchObject({ state: "ended", endReason: "cleared" });
		expect((await drill.results())?.find(([name]) => name === carl.fullName)).toEqual(["Carl", true, "email sent"]);
	});

	it("rings who is on duty, and their fallback once no one picks up", async () => {
		const drill = await createTested({ people: "now" });
		await drill.sendAfter(secondMs);
		await drill.act(drill.service.calls[0]?.sid ?? "", "noAnswer");
		for (const seconds of [2, 3]) await drill.sendAfter(seconds * secondMs);
		expect((await drill.results())?.map(([name, , ...messages]) => [name, ...messages])).toEqual([
			["Bea", expect.stringContaining("call"), expect.anything()],
			["Ana Prado", "email sent"],
		]);
	});

	it("ends by itself after half an hour, in no list and without a message", async () => {
		const drill = await createTested();
		await drill.sendAfter(secondMs);
		await drill.followUpAfter(29 * minuteMs);
		expect((await drill.detail()).state).toBe("open");
		expect(await drill.events()).toEqual([]);
		await drill.followUpAfter(31 * minuteMs);
		expect((await drill.detail()).state).toBe("ended");
		const before = (await drill.sent()).length;
		await drill.sendAfter(32 * minuteMs);
		expect(await drill.sent()).toHaveLength(before);
	});

	it("starts once at a time for a roster", async () => {
		const { start } = await createTested();
		expect((await start()).error?.data?.fields).toMatchObject({ people: "A test of this roster is under way." });
	});

	it("rejects people whom no message can reach", async () => {
		const { id, owner } = await createCalling();
		const silent = await addContact(id, { fullName: "Dora", email: null, phone: null });
		const layer = { contactIds: [silent.id], pattern: [1], startDay: today(), handOver: "00:00", hours: [] };
		const input = { name: "Days", zone: "UTC", layers: [layer], fallbackContactIds: [silent.id] };
		const { id: rosterId } = dataOf<RosterDetails>(await owner.mutate("contact.createRoster", input));
		const started = await owner.mutate("alert.startRosterDrill", { rosterId, people: "ahead" });
		expect(started.error?.data?.fields).toMatchObject({ people: "None of these people has a usual channel." });
	});
});
