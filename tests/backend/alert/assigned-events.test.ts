import { describe, expect, it } from "vitest";
import { findUserBySub, saveUserAccess } from "../../../backend/db/account-rows";
import { insertMemberships } from "../../../backend/db/membership-rows";
import { contacts } from "../../../backend/db/schema";
import type { Company } from "../../../shared/account/company";
import type { AlertEventDetail, AlertEventPage, Assignees, EventsOf } from "../../../shared/alert/alert";
import { plainNotification } from "../../../shared/alert/alert-rule";
import { hourMs } from "../fixtures/alert-account";
import { createNotifying, denying, headings, runWork } from "../fixtures/alert-telling";
import { addGroup, addMember, inAccount } from "../fixtures/fleet";
import { dataOf, type Person } from "../fixtures/people";

type Notifying = Awaited<ReturnType<typeof createNotifying>>;

async function withEvent(): Promise<Notifying & { eventIds: string[] }> {
	const notifying = await createNotifying();
	await notifying.send([[1, 9]]);
	return { ...notifying, eventIds: (await notifying.events()).map(({ id }) => id) };
}

const idOf = (id: string, { sub }: Person) => inAccount(id, (db) => findUserBySub(db, sub)?.id ?? "");
const fieldsOf = async (call: ReturnType<Person["mutate"]>) => (await call).error?.data.fields;
const seenBy = async (person: Person, whose?: EventsOf) => {
	const { events, counts } = dataOf<AlertEventPage>(await person.query("alert.getEvents", { whose }));
	return { seen: events.length, mine: counts.mine };
};
const groupsOf = async (id: string, deviceId: string) => {
	const [seen, other] = [await addGroup(id, "Seen"), await addGroup(id, "Other")];
	await inAccount(id, (db) => insertMemberships(db, [{ groupId: seen, deviceId }]));
	return { seen, other };
};
const storyOf = async ({ owner }: Notifying, eventId: string | undefined) => {
	const { timeline } = dataOf<AlertEventDetail>(await owner.query("alert.getEvent", { eventId }));
	return timeline.filter(({ kind }) => kind === "assigned" || kind === "snoozed" || kind === "askedAgain");
};

describe("an assigned event", () => {
	it("belongs to the one who acknowledges it first, until it is handed over, given back and taken", async () => {
		const notifying = await withEvent();
		const { id, owner, events, eventIds, provider, sendDue } = notifying;
		const operator = await addMember(id, "operator");
		const [ownerId, operatorId] = [await idOf(id, owner), await idOf(id, operator)];
		expect(await seenBy(owner, "nobody")).toEqual({ seen: 1, mine: 0 });
		dataOf(await owner.mutate("alert.acknowledgeEvents", { eventIds }));
		expect(await events()).toMatchObject([{ assigneeId: ownerId, acknowledgedBy: expect.any(String) }]);
		expect([await seenBy(owner, "mine"), await seenBy(operator, "mine")]).toEqual([
			{ seen: 1, mine: 1 },
			{ seen: 0, mine: 0 },
		]);
		dataOf(await owner.mutate("alert.assignEvents", { eventIds, assigneeId: operatorId, from: ownerId }));
		expect(await events()).toMatchObject([{ assigneeId: operatorId, assignee: expect.any(String) }]);
		await sendDue(2);
		expect(headings(provider)).toContainEqual(expect.stringMatching(/^Handed over by .*, warning: Freezer 1$/));
		dataOf(await operator.mutate("alert.assignEvents", { eventIds, assigneeId: null, from: operatorId }));
		dataOf(await operator.mutate("alert.assignEvents", { eventIds, assigneeId: operatorId }));
		expect((await storyOf(notifying, eventIds[0])).map(({ author, text }) => [author, text])).toEqual([
			[expect.any(String), expect.stringMatching(/^Handed over to /)],
			[expect.any(String), "Gave it back: it is no one’s"],
			[expect.any(String), "Took it"],
		]);
	});

	it("goes to one of two people who take it at once, who acknowledges it by that", async () => {
		const { id, owner, events, eventIds } = await withEvent();
		const operator = await addMember(id, "operator");
		const take = async (person: Person) =>
			fieldsOf(person.mutate("alert.assignEvents", { eventIds, assigneeId: await idOf(id, person), from: null }));
		const problems = await Promise.all([take(owner), take(operator)]);
		expect(problems.filter((problem) => problem === undefined)).toHaveLength(1);
		expect(problems.find((problem) => problem !== undefined)).toEqual({
			assigneeId: expect.stringContaining("has this alert now"),
		});
		expect(await events()).toMatchObject([{ state: "acknowledged" }]);
	});

	it("goes to none who cannot see its device or act, and names only those who can", async () => {
		const { id, owner, device, eventIds } = await withEvent();
		const { seen, other } = await groupsOf(id, device.id);
		const within = await addMember(id, "operator", { groupIds: [seen] });
		const without = await addMember(id, "operator", { groupIds: [other] });
		const viewer = await addMember(id, "viewer");
		const able = dataOf<Assignees>(await within.query("alert.getAssignees", { eventIds })).map((one) => one.id);
		expect(able.toSorted()).toEqual([await idOf(id, owner), await idOf(id, within)].toSorted());
		for (const person of [without, viewer]) {
			const assigneeId = await idOf(id, person);
			expect(await fieldsOf(owner.mutate("alert.assignEvents", { eventIds, assigneeId }))).toEqual({
				assigneeId: expect.stringContaining("cannot see the device"),
			});
		}
		expect((await without.query("alert.getAssignees", { eventIds })).error?.data.reason).toBe("ALERT_EVENT_NOT_FOUND");
	});

	it.each(["scope", "role", "removal"] as const)(
		"is no one's again after the assignee lost access by %s",
		async (how) => {
			const notifying = await withEvent();
			const { id, owner, device, eventIds, events, at, provider, sendDue } = notifying;
			const { seen, other } = await groupsOf(id, device.id);
			const operator = await addMember(id, "operator", { groupIds: [seen] });
			const userId = await idOf(id, operator);
			dataOf(await operator.mutate("alert.assignEvents", { eventIds, assigneeId: userId }));
			if (how === "removal") dataOf(await owner.mutate("account.removeUser", { userId, linkedContacts: "keep" }));
			else {
				const role = how === "role" ? "viewer" : "operator";
				const scope = { groupIds: [how === "scope" ? other : seen] };
				await inAccount(id, (db) => saveUserAccess(db, userId, { role, scope }));
			}
			expect(await events()).toMatchObject([{ assigneeId: null, assignee: null }]);
			await runWork(id, "lost alerts", at(5));
			expect(await events()).toMatchObject([{ state: "open", assigneeId: null }]);
			await inAccount(id, (db) => saveUserAccess(db, userId, { role: "operator", scope: { groupIds: [seen] } }));
			expect(await events()).toMatchObject([{ assigneeId: null }]);
			await sendDue(6);
			expect(headings(provider)).toContain("Still not over, warning: Freezer 1");
		},
	);
});

describe("an acknowledged event that is not over", () => {
	it("comes back to its assignee after four hours, and to everyone after four more without an act", async () => {
		const notifying = await withEvent();
		const { id, owner, eventIds, events, followUp, sendDue, provider } = notifying;
		const operator = await addMember(id, "operator");
		dataOf(await operator.mutate("alert.acknowledgeEvents", { eventIds }));
		await sendDue(2);
		const sentTo = () => provider.taken.map(({ to, text = "" }) => [to, text.split("\n")[0]]);
		const before = sentTo().length;
		await followUp(230);
		await sendDue(231);
		expect(sentTo()).toHaveLength(before + 1);
		expect(sentTo().at(-1)).toEqual([operator.email, "Still not over, warning: Freezer 1"]);
		expect(await events()).toMatchObject([{ state: "acknowledged" }]);
		await followUp(480);
		await sendDue(481);
		expect(await events()).toMatchObject([{ state: "open", assigneeId: null }]);
		expect(sentTo().at(-1)).toEqual(["ana@example.test", "Still not over, warning: Freezer 1"]);
		expect(await storyOf(notifying, eventIds[0])).toMatchObject([{ kind: "askedAgain", author: null }]);
		expect(await seenBy(owner, "nobody")).toMatchObject({ seen: 1 });
	});

	it("comes back after the hours that the company chose", async () => {
		const notifying = await withEvent();
		const { id, owner, eventIds, events, followUp, sendDue, provider } = notifying;
		const company = dataOf<Company>(await owner.query("account.getCompany"));
		dataOf(await owner.mutate("account.updateCompany", { ...company, stillOutHours: 2 }));
		const operator = await addMember(id, "operator");
		dataOf(await operator.mutate("alert.acknowledgeEvents", { eventIds }));
		await followUp(110);
		await sendDue(111);
		expect(headings(provider)).toContain("Still not over, warning: Freezer 1");
		await followUp(240);
		expect(await events()).toMatchObject([{ state: "open", assigneeId: null }]);
		expect((await storyOf(notifying, eventIds[0])).map(({ text }) => text)).toEqual([
			expect.stringMatching(/^Acknowledged and still not over \(\d.*\): it needs a new acknowledgement$/),
		]);
	});

	it("comes back to everyone at once if its assignee is not reached", async () => {
		const { id, eventIds, events, followUp, sendDue } = await withEvent();
		const operator = await addMember(id, "operator");
		dataOf(await operator.mutate("alert.acknowledgeEvents", { eventIds }));
		await sendDue(2);
		await followUp(230);
		await sendDue(231, denying());
		await sendDue(4_000, denying());
		expect(await events()).toMatchObject([{ state: "open", assigneeId: null }]);
	});
});

describe("a snooze", () => {
	it("hides an event from one person's list and reminders, and brings it back with a message", async () => {
		const notifying = await createNotifying({
			notification: { ...plainNotification, reminder: { everySeconds: 600, atMost: null } },
		});
		const { id, owner, ana, events, at, send, sendDue, followUp, provider } = notifying;
		const userId = await idOf(id, owner);
		await inAccount(id, (db) => db.update(contacts).set({ linkedUserId: userId }).run());
		await send([[1, 9]]);
		const eventIds = (await events()).map((event) => event.id);
		await sendDue(2);
		expect(await seenBy(owner, "mine")).toEqual({ seen: 1, mine: 0 });
		dataOf(await owner.mutate("alert.snoozeEvents", { eventIds, until: at(60) }));
		expect([await seenBy(owner, "mine"), await seenBy(owner, "snoozed")]).toMatchObject([{ seen: 0 }, { seen: 1 }]);
		const before = headings(provider).length;
		await followUp(12);
		await sendDue(13);
		expect(headings(provider)).toHaveLength(before);
		await followUp(60);
		await sendDue(61);
		expect(headings(provider)).toContain("Still not over, warning: Freezer 1");
		expect(await seenBy(owner, "mine")).toMatchObject({ seen: 1 });
		expect(ana.email).toBe(provider.taken.at(-1)?.to);
	});

	it("rejects a past end and one more than a day ahead, and passes over an event that has ended", async () => {
		const { owner, eventIds, events, send } = await withEvent();
		const snooze = (until: number | null) => owner.mutate("alert.snoozeEvents", { eventIds, until });
		expect(await fieldsOf(snooze(Date.now() - 1))).toEqual({ until: "Choose a time to come." });
		expect(await fieldsOf(snooze(Date.now() + 30 * hourMs))).toEqual({ until: "At most a day from now." });
		dataOf(await snooze(Date.now() + hourMs));
		await send([[2, 5]]);
		expect(await events()).toMatchObject([{ state: "ended" }]);
		expect(dataOf(await snooze(Date.now() + 2 * hourMs))).toEqual({ changed: 0 });
		expect(await seenBy(owner, "snoozed")).toMatchObject({ seen: 0 });
	});
});
