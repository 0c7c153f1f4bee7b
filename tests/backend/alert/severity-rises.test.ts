import { describe, expect, it } from "vitest";
import { alertFollowUps } from "../../../backend/db/schema";
import { type AlertNotification, type AlertRule, plainNotification } from "../../../shared/alert/alert-rule";
import { warmRule } from "../fixtures/alert-rules";
import { createNotifying, headings } from "../fixtures/alert-telling";
import { inAccount } from "../fixtures/fleet";
import { addContact, emailProvider, providerError } from "../fixtures/messages";
import { dataOf } from "../fixtures/people";

type Notifying = Awaited<ReturnType<typeof createNotifying>>;

const level = (severity: "warning" | "critical", value: number) => ({
	severity,
	limit: { from: "value" as const, value },
});
const channels = { quantity: "temperature" as const, unit: "°C", name: null };
const levelsRule: AlertRule = {
	...warmRule,
	condition: { kind: "levels", channels, comparison: ">", levels: [level("warning", 8), level("critical", 15)] },
};
const everyHalfHour = { everySeconds: 1_800, atMost: null };

const notificationOf = (notification: Partial<AlertNotification> = {}) =>
	createNotifying({
		rule: levelsRule,
		notification: { ...plainNotification, reminder: everyHalfHour, ...notification },
	});

async function pass(
	{ send, sendDue, followUp }: Notifying,
	readings: [minute: number, value: number][],
): Promise<void> {
	for (const [minute, value] of readings) {
		await send([[minute, value]]);
		await followUp(minute);
		await sendDue(minute + 1);
	}
}

async function acknowledge({ owner, events }: Notifying): Promise<void> {
	const eventIds = (await events()).map(({ id }) => id);
	dataOf(await owner.mutate("alert.acknowledgeEvents", { eventIds, comment: "On my way" }));
}

const stateOf = async ({ events }: Notifying) => (await events())[0]?.state;
const waiting = ({ id }: Notifying) => inAccount(id, (db) => db.select().from(alertFollowUps).all());

describe("a rise of severity after an acknowledgement", () => {
	it("needs a new one, and reminders go on until it is there", async () => {
		const notifying = await notificationOf();
		await pass(notifying, [[1, 9]]);
		await acknowledge(notifying);
		expect([await stateOf(notifying), await waiting(notifying)]).toMatchObject([
			"acknowledged",
			[{ kind: "stillOut" }],
		]);
		await pass(notifying, [[5, 20]]);
		expect(await notifying.events()).toMatchObject([{ state: "open", acknowledgedBy: null, severity: "critical" }]);
		await notifying.followUp(35);
		await notifying.sendDue(36);
		expect(headings(notifying.provider)).toEqual([
			...["Warning: Freezer 1", "Critical: Freezer 1", "Reminder, critical: Freezer 1"],
		]);
		await acknowledge(notifying);
		expect([await stateOf(notifying), await waiting(notifying)]).toMatchObject([
			"acknowledged",
			[{ kind: "stillOut" }],
		]);
	});

	it("begins the escalation anew, counted from the rise", async () => {
		const notifying = await notificationOf();
		const bob = await addContact(notifying.id, { fullName: "Bob", email: "bob@example.test", phone: null });
		const step = { afterSeconds: 600, contactIds: [bob.id], contactGroupIds: [], channels: null };
		await notifying.change({ notification: { ...plainNotification, escalation: [step] } });
		await pass(notifying, [[1, 9]]);
		await acknowledge(notifying);
		await pass(notifying, [[120, 20]]);
		expect(await waiting(notifying)).toMatchObject([{ kind: "escalation", done: 0, dueAt: notifying.at(130) }]);
		await notifying.change({ notification: { ...plainNotification, escalation: [step], reminder: everyHalfHour } });
		expect(await waiting(notifying)).toContainEqual(
			expect.objectContaining({ kind: "escalation", done: 0, dueAt: notifying.at(130) }),
		);
		await notifying.followUp(130);
		await notifying.sendDue(131);
		expect(notifying.provider.taken.map(({ to }) => to)).toContain("bob@example.test");
	});

	it("appears in the timeline, between the two acknowledgements", async () => {
		const notifying = await notificationOf();
		await pass(notifying, [[1, 9]]);
		await acknowledge(notifying);
		await pass(notifying, [[5, 20]]);
		const [event] = await notifying.events();
		const detail = dataOf<{ timeline: { kind: string; text: string }[] }>(
			await notifying.owner.query("alert.getEvent", { eventId: event?.id }),
		);
		expect(detail.timeline).toContainEqual(
			expect.objectContaining({ kind: "askedAgain", text: "The severity rose: it needs a new acknowledgement" }),
		);
	});
});

describe("the same rise again", () => {
	it("sends nothing within the reminder interval and keeps the acknowledgement", async () => {
		const notifying = await notificationOf();
		await pass(notifying, [
			[1, 9],
			[3, 20],
		]);
		await acknowledge(notifying);
		await pass(notifying, [
			[5, 9],
			[7, 20],
			[9, 9],
			[11, 20],
		]);
		expect(headings(notifying.provider)).toEqual(["Warning: Freezer 1", "Critical: Freezer 1"]);
		expect(await stateOf(notifying)).toBe("acknowledged");
	});

	it("sends nothing either without an acknowledgement, and its reminders continue", async () => {
		const notifying = await notificationOf();
		await pass(notifying, [
			[1, 9],
			[3, 20],
		]);
		const before = await waiting(notifying);
		await pass(notifying, [
			[5, 9],
			[7, 20],
		]);
		expect(headings(notifying.provider)).toHaveLength(2);
		expect(await waiting(notifying)).toEqual(before);
	});

	it("sends a message after that interval, and needs a new acknowledgement", async () => {
		const notifying = await notificationOf();
		await pass(notifying, [
			[1, 9],
			[3, 20],
		]);
		await acknowledge(notifying);
		await pass(notifying, [
			[60, 9],
			[200, 20],
		]);
		expect(headings(notifying.provider)).toEqual([
			...["Warning: Freezer 1", "Critical: Freezer 1", "Critical: Freezer 1"],
		]);
		expect(await stateOf(notifying)).toBe("open");
	});

	it("counts as the same for an hour in a rule without reminders", async () => {
		const notifying = await notificationOf({ reminder: null });
		await pass(notifying, [
			[1, 9],
			[3, 20],
			[30, 9],
			[50, 20],
			[55, 9],
			[70, 20],
		]);
		expect(headings(notifying.provider)).toEqual([
			...["Warning: Freezer 1", "Critical: Freezer 1", "Critical: Freezer 1"],
		]);
	});

	it("sends a message if no message of the first could be sent, nor one to the owners", async () => {
		const notifying = await notificationOf();
		await pass(notifying, [[1, 9]]);
		await notifying.send([[3, 20]]);
		const broken = emailProvider(() => Promise.reject(providerError("E_VALIDATION_ERROR")));
		await notifying.sendDue(4, broken);
		await notifying.sendDue(5, broken);
		await pass(notifying, [
			[5, 9],
			[7, 20],
		]);
		expect(headings(notifying.provider)).toEqual(["Warning: Freezer 1", "Critical: Freezer 1"]);
	});
});
