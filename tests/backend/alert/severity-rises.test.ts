import { describe, expect, it } from "vitest";
import { alertFollowUps } from "../../../backend/db/schema";
import { type AlertNotification, type AlertRule, plainNotification } from "../../../shared/alert/alert-rule";
import { warmRule } from "../fixtures/alert-rules";
import { createTelling, headings } from "../fixtures/alert-telling";
import { inAccount } from "../fixtures/fleet";
import { addContact, emailProvider, providerError } from "../fixtures/messages";
import { dataOf } from "../fixtures/people";

type Telling = Awaited<ReturnType<typeof createTelling>>;

const level = (severity: "warning" | "critical", value: number) => ({
	severity,
	limit: { from: "value" as const, value },
});
const channels = { quantity: "temperature" as const, unit: "°C", name: null };
/** A warning above 8 °C, critical above 15 °C. */
const levelsRule: AlertRule = {
	...warmRule,
	condition: { kind: "levels", channels, comparison: ">", levels: [level("warning", 8), level("critical", 15)] },
};
const everyHalfHour = { everySeconds: 1_800, atMost: null };

const tellingOf = (notification: Partial<AlertNotification> = {}) =>
	createTelling({ rule: levelsRule, notification: { ...plainNotification, reminder: everyHalfHour, ...notification } });

/** A reading at each minute, and what is due right after it. */
async function pass({ send, sendDue, followUp }: Telling, readings: [minute: number, value: number][]): Promise<void> {
	for (const [minute, value] of readings) {
		await send([[minute, value]]);
		await followUp(minute);
		await sendDue(minute + 1);
	}
}

async function acknowledge({ owner, events }: Telling): Promise<void> {
	const eventIds = (await events()).map(({ id }) => id);
	dataOf(await owner.mutate("alert.acknowledgeEvents", { eventIds, comment: "On my way" }));
}

const stateOf = async ({ events }: Telling) => (await events())[0]?.state;
const waiting = ({ id }: Telling) => inAccount(id, (db) => db.select().from(alertFollowUps).all());

describe("a rise of severity after an acknowledgement", () => {
	it("needs a new one, and reminders go on until it is there", async () => {
		const telling = await tellingOf();
		await pass(telling, [[1, 9]]);
		await acknowledge(telling);
		expect([await stateOf(telling), await waiting(telling)]).toEqual(["acknowledged", []]);
		await pass(telling, [[5, 20]]);
		expect(await telling.events()).toMatchObject([{ state: "open", acknowledgedBy: null, severity: "critical" }]);
		await telling.followUp(35);
		await telling.sendDue(36);
		expect(headings(telling.provider)).toEqual([
			...["Warning: Freezer 1", "Critical: Freezer 1", "Reminder, critical: Freezer 1"],
		]);
		await acknowledge(telling);
		expect([await stateOf(telling), await waiting(telling)]).toEqual(["acknowledged", []]);
	});

	it("begins the escalation anew, counted from the rise", async () => {
		const telling = await tellingOf();
		const bob = await addContact(telling.id, { fullName: "Bob", email: "bob@example.test", phone: null });
		const step = { afterSeconds: 600, contactIds: [bob.id], contactGroupIds: [], channels: null };
		await telling.change({ notification: { ...plainNotification, escalation: [step] } });
		await pass(telling, [[1, 9]]);
		await acknowledge(telling);
		await pass(telling, [[120, 20]]);
		expect(await waiting(telling)).toMatchObject([{ kind: "escalation", done: 0, dueAt: telling.at(130) }]);
		// Another change of what is sent takes nothing of it away.
		await telling.change({ notification: { ...plainNotification, escalation: [step], reminder: everyHalfHour } });
		expect(await waiting(telling)).toContainEqual(
			expect.objectContaining({ kind: "escalation", done: 0, dueAt: telling.at(130) }),
		);
		await telling.followUp(130);
		await telling.sendDue(131);
		expect(telling.provider.taken.map(({ to }) => to)).toContain("bob@example.test");
	});

	it("is said in the timeline, between the two acknowledgements", async () => {
		const telling = await tellingOf();
		await pass(telling, [[1, 9]]);
		await acknowledge(telling);
		await pass(telling, [[5, 20]]);
		const [event] = await telling.events();
		const detail = dataOf<{ timeline: { kind: string; text: string }[] }>(
			await telling.owner.query("alert.getEvent", { eventId: event?.id }),
		);
		expect(detail.timeline).toContainEqual(
			expect.objectContaining({ kind: "askedAgain", text: "The severity rose: it needs a new acknowledgement" }),
		);
	});
});

describe("the same rise again", () => {
	it("within the reminder interval sends nothing and keeps the acknowledgement", async () => {
		const telling = await tellingOf();
		await pass(telling, [
			[1, 9],
			[3, 20],
		]);
		await acknowledge(telling);
		await pass(telling, [
			[5, 9],
			[7, 20],
			[9, 9],
			[11, 20],
		]);
		expect(headings(telling.provider)).toEqual(["Warning: Freezer 1", "Critical: Freezer 1"]);
		expect(await stateOf(telling)).toBe("acknowledged");
	});

	it("sends nothing either where nobody has acknowledged, whose reminders go on as they were", async () => {
		const telling = await tellingOf();
		await pass(telling, [
			[1, 9],
			[3, 20],
		]);
		const before = await waiting(telling);
		await pass(telling, [
			[5, 9],
			[7, 20],
		]);
		expect(headings(telling.provider)).toHaveLength(2);
		expect(await waiting(telling)).toEqual(before);
	});

	it("later than that is sent, and needs a new acknowledgement", async () => {
		const telling = await tellingOf();
		await pass(telling, [
			[1, 9],
			[3, 20],
		]);
		await acknowledge(telling);
		await pass(telling, [
			[60, 9],
			[200, 20],
		]);
		expect(headings(telling.provider)).toEqual([
			...["Warning: Freezer 1", "Critical: Freezer 1", "Critical: Freezer 1"],
		]);
		expect(await stateOf(telling)).toBe("open");
	});

	it("of a rule without reminders counts as the same for an hour", async () => {
		const telling = await tellingOf({ reminder: null });
		await pass(telling, [
			[1, 9],
			[3, 20],
			[30, 9],
			[50, 20],
			[55, 9],
			[70, 20],
		]);
		expect(headings(telling.provider)).toEqual([
			...["Warning: Freezer 1", "Critical: Freezer 1", "Critical: Freezer 1"],
		]);
	});

	it("is sent where no message of the first could be, nor to the owners", async () => {
		const telling = await tellingOf();
		await pass(telling, [[1, 9]]);
		await telling.send([[3, 20]]);
		const broken = emailProvider(() => Promise.reject(providerError("E_VALIDATION_ERROR")));
		await telling.sendDue(4, broken);
		await telling.sendDue(5, broken);
		await pass(telling, [
			[5, 9],
			[7, 20],
		]);
		expect(headings(telling.provider)).toEqual(["Warning: Freezer 1", "Critical: Freezer 1"]);
	});
});
