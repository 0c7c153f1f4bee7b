import { describe, expect, it } from "vitest";
import { notices } from "../../../backend/db/schema";
import { dayMs, hourMs } from "../../../shared/base/durations";
import type { RosterDetails } from "../../../shared/duty/roster";
import { dutySpans, onDuty } from "../../../shared/duty/turns";
import { addGroup, addMember, createOwner, inAccount } from "../fixtures/fleet";
import { addContact } from "../fixtures/messages";
import { dataOf, type Person } from "../fixtures/people";
import { claimAlone } from "../fixtures/works";

/** Daily turns of three members from 08:00 UTC; a contact who does not sign in is the fallback. */
async function createMembers() {
	const { id, owner } = await createOwner();
	await claimAlone(id);
	const join = async () => {
		const person = await addMember(id, "operator");
		return { person, id: dataOf<{ id: string }>(await person.mutate("contact.addMe")).id };
	};
	const [ana, ben, cem] = [await join(), await join(), await join()];
	const outside = await addContact(id, { fullName: "Dan" });
	const startDay = new Date(Date.now() - dayMs).toISOString().slice(0, 10);
	const contactIds = [ana.id, ben.id, cem.id];
	const layer = { contactIds, pattern: [1], startDay, handOver: "08:00", hours: [] };
	const input = { name: "Nights", zone: "UTC", layers: [layer], fallbackContactIds: [outside.id] };
	const { id: rosterId } = dataOf<RosterDetails>(await owner.mutate("contact.createRoster", input));
	const rosterOf = async (person: Person) =>
		dataOf<RosterDetails>(await person.query("contact.getRoster", { rosterId }));
	const turnOf = async (contactId: string, position = 0) => {
		const span = { from: Date.now() + dayMs, to: Date.now() + 12 * dayMs };
		const ahead = dutySpans(await rosterOf(owner), span).slice(1, -1);
		const turn = ahead.filter((each) => each.contactId === contactId)[position];
		if (!turn) throw new Error("No such turn");
		return { from: turn.from, to: turn.to };
	};
	const offer = (person: Person, input: object) =>
		person.mutate("contact.offerSwap", { rosterId, inReturn: null, ...input });
	return { id, owner, ana, ben, cem, outside, rosterId, rosterOf, turnOf, offer };
}

describe("swaps of turns", () => {
	it("exchanges two turns once both have signed", async () => {
		const { id, ana, ben, rosterOf, turnOf, offer } = await createMembers();
		const [given, inReturn] = [await turnOf(ana.id), await turnOf(ben.id)];
		dataOf(await offer(ana.person, { ...given, takerId: ben.id, inReturn }));
		const offered = await rosterOf(ben.person);
		expect(onDuty(offered, given.from).contactId).toBe(ana.id);
		expect(offered.swaps).toMatchObject([{ giverId: ana.id, takerId: ben.id, ...given, inReturn, mine: "taker" }]);
		const [swap] = offered.swaps ?? [];
		const target = { swapId: swap?.id, version: swap?.version };
		const own = await ana.person.mutate("contact.acceptSwap", target);
		expect(own.error?.data.reason).toBe("ROSTER_NOT_FOUND");
		const after = dataOf<RosterDetails>(await ben.person.mutate("contact.acceptSwap", target));
		expect([onDuty(after, given.from).contactId, onDuty(after, inReturn.from).contactId]).toEqual([ben.id, ana.id]);
		expect(after.overrides).toMatchObject([{ acceptedBy: "Pat Example" }, { acceptedBy: "Pat Example" }]);
		const again = await ben.person.mutate("contact.acceptSwap", target);
		expect(again.error?.data.reason).toBe("SWAP_OVER");
		const sent = await inAccount(id, (db) => db.select().from(notices).all());
		expect(sent.map(({ cause, recipientKey }) => [cause, recipientKey.includes(ben.id)])).toEqual([["swap", true]]);
	});

	it("rejects the second of two swaps of one turn", async () => {
		const { ana, ben, cem, rosterOf, turnOf, offer } = await createMembers();
		const given = await turnOf(ana.id);
		dataOf(await offer(ana.person, { ...given, takerId: ben.id }));
		dataOf(await offer(ana.person, { ...given, takerId: cem.id }));
		const { swaps = [] } = await rosterOf(ana.person);
		const target = (takerId: string) => {
			const swap = swaps.find((each) => each.takerId === takerId);
			return { swapId: swap?.id, version: swap?.version };
		};
		const both = await Promise.all([
			ben.person.mutate("contact.acceptSwap", target(ben.id)),
			cem.person.mutate("contact.acceptSwap", target(cem.id)),
		]);
		expect(both.map(({ error }) => error?.data.reason).toSorted()).toEqual(["SWAP_OVER", undefined]);
		const { overrides, swaps: left } = await rosterOf(ana.person);
		expect([overrides.length, left]).toEqual([1, []]);
	});

	it("rejects another's turn, a span of several people, and a taker who does not sign in", async () => {
		const { ana, ben, outside, turnOf, offer } = await createMembers();
		const [own, other] = [await turnOf(ana.id), await turnOf(ben.id)];
		const fieldsOf = async (input: object) => Object.keys((await offer(ana.person, input)).error?.data.fields ?? {});
		expect(await fieldsOf({ ...other, takerId: ben.id })).toEqual(["from"]);
		expect(await fieldsOf({ ...own, to: own.to + hourMs, takerId: ben.id })).toEqual(["from"]);
		expect(await fieldsOf({ ...own, takerId: outside.id })).toEqual(["takerId"]);
		expect(await fieldsOf({ ...own, takerId: ana.id })).toEqual(["takerId"]);
		expect(await fieldsOf({ ...own, takerId: ben.id, inReturn: own })).toEqual(["inReturn"]);
	});

	it("rejects turns that end more than a year ahead", async () => {
		const { ana, ben, turnOf, offer } = await createMembers();
		const own = await turnOf(ana.id);
		const to = Date.now() + 400 * dayMs;
		const fieldsOf = async (input: object) =>
			(await offer(ana.person, { takerId: ben.id, ...input })).error?.data.fields;
		const withinYear = "At most a year from now.";
		expect(await fieldsOf({ ...own, to })).toEqual({ to: withinYear });
		expect(await fieldsOf({ ...own, inReturn: { ...(await turnOf(ben.id)), to } })).toEqual({ inReturn: withinYear });
	});

	it("ends by the taker, who then cannot accept, by the giver, and by a manager", async () => {
		const { id, owner, ana, ben, cem, turnOf, offer } = await createMembers();
		const given = await turnOf(ana.id);
		const offerTo = async (takerId: string) => {
			const { swaps = [] } = dataOf<RosterDetails>(await offer(ana.person, { ...given, takerId }));
			return { swapId: swaps[0]?.id, version: swaps[0]?.version };
		};
		const target = await offerTo(ben.id);
		const stranger = await cem.person.mutate("contact.endSwap", target);
		expect(stranger.error?.data.reason).toBe("ROSTER_NOT_FOUND");
		expect(dataOf<RosterDetails>(await ben.person.mutate("contact.endSwap", target)).swaps).toEqual([]);
		expect((await ben.person.mutate("contact.acceptSwap", target)).error?.data.reason).toBe("SWAP_OVER");
		expect(dataOf<RosterDetails>(await ana.person.mutate("contact.endSwap", await offerTo(cem.id))).swaps).toEqual([]);
		expect(dataOf<RosterDetails>(await owner.mutate("contact.endSwap", await offerTo(ben.id))).swaps).toEqual([]);
		const sent = await inAccount(id, (db) => db.select().from(notices).all());
		expect(sent.filter(({ about }) => about.endsWith("declined"))).toHaveLength(1);
	});
});

describe("overrides", () => {
	it("disappear by their undo, and come back by the undo of their end", async () => {
		const { owner, cem, rosterId, rosterOf, turnOf } = await createMembers();
		const span = { from: Date.now() + hourMs, to: (await turnOf(cem.id)).from };
		const add = async () =>
			dataOf<RosterDetails>(await owner.mutate("contact.addOverride", { rosterId, contactId: cem.id, ...span }));
		const { undoId } = await add();
		expect(dataOf(await owner.mutate("account.undo", { undoId }))).toEqual({ restored: 1, skipped: 0 });
		expect((await rosterOf(owner)).overrides).toEqual([]);
		const { overrides } = await add();
		const ended = dataOf<RosterDetails>(await owner.mutate("contact.endOverride", { overrideId: overrides[0]?.id }));
		expect(ended.overrides).toEqual([]);
		expect(dataOf(await owner.mutate("account.undo", { undoId: ended.undoId }))).toEqual({ restored: 1, skipped: 0 });
		expect((await rosterOf(owner)).overrides).toMatchObject([{ contactId: cem.id, ...span }]);
	});
});

describe("names of a roster", () => {
	it("stay hidden from a member of some groups, except those they may read", async () => {
		const { id, owner, ana } = await createMembers();
		const scoped = await addMember(id, "operator", { groupIds: [await addGroup(id, "Cold rooms")] });
		const me = dataOf<{ id: string; fullName: string }>(await scoped.mutate("contact.addMe"));
		const layer = { contactIds: [me.id, ana.id], pattern: [1], startDay: "2026-06-01", handOver: "08:00", hours: [] };
		const input = { name: "Days", zone: "UTC", layers: [layer], fallbackContactIds: [ana.id] };
		const { id: rosterId } = dataOf<RosterDetails>(await owner.mutate("contact.createRoster", input));
		const { people } = dataOf<RosterDetails>(await scoped.query("contact.getRoster", { rosterId }));
		expect(people).toMatchObject([
			{ id: me.id, name: me.fullName },
			{ id: ana.id, name: null },
		]);
	});

	it("may include a deleted person, whom saving keeps or replaces", async () => {
		const { owner, ana, ben, rosterOf } = await createMembers();
		dataOf(await owner.mutate("contact.deleteContacts", { contactIds: [ana.id], successorId: null }));
		const { id: rosterId, version, name, zone, layers, fallbackContactIds } = await rosterOf(owner);
		const renamed = { rosterId, version, name: `${name} 2`, zone, layers, fallbackContactIds };
		const kept = dataOf<RosterDetails>(await owner.mutate("contact.updateRoster", renamed));
		expect(kept.layers[0]?.contactIds[0]).toBe(ana.id);
		const replaced = layers.map((layer) => ({
			...layer,
			contactIds: layer.contactIds.map((each) => (each === ana.id ? ben.id : each)),
		}));
		dataOf(await owner.mutate("contact.updateRoster", { ...renamed, version: kept.version, layers: replaced }));
		const back = { ...renamed, version: kept.version + 1, name: `${name} 3` };
		const denied = await owner.mutate("contact.updateRoster", back);
		expect(denied.error?.data.fields).toHaveProperty("layers.0.contactIds");
	});
});
