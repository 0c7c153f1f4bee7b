import { expect, it } from "vitest";
import { plainNotification } from "../../../shared/alert/alert-rule";
import { silentRule } from "../fixtures/alert-rules";
import { createNotifying, runWork } from "../fixtures/alert-telling";
import { eventsOf } from "../fixtures/uploads";

const everyHour = { everySeconds: 3_600, atMost: null };

/** The last upload is at minute 0; the device counts as silent 45 minutes later. */
async function createSilent() {
	const notifying = await createNotifying({
		rule: silentRule,
		notification: { ...plainNotification, reminder: everyHour },
	});
	await notifying.send([[0, 5]]);
	await runWork(notifying.id, "alert deadlines", notifying.at(45));
	return notifying;
}

it("counts a silence from the last upload, not from the missed one", async () => {
	const { at, events } = await createSilent();
	const [event] = await events();
	expect(event).toMatchObject({ startedAt: at(0), firedAt: at(45), firedValue: 45 * 60, state: "open" });
});

it("shows the length of a silence up to now", async () => {
	const { sendDue, followUp, provider } = await createSilent();
	await sendDue(46);
	await followUp(46 + 60);
	await sendDue(107);
	await followUp(46 + 49 * 60);
	await sendDue(47 + 49 * 60);
	expect(provider.taken.map(({ text }) => /\((for [^)]*)\)/.exec(text ?? "")?.[1])).toEqual([
		...["for 45 minutes", "for 1 h 46 min", "for 2 days 1 h"],
	]);
});

it("shows the real length after its end, in the event, the log and the message", async () => {
	const { id, at, send, sendDue, events, provider } = await createSilent();
	await sendDue(46);
	await send([[3 * 24 * 60, 5]]);
	const seconds = 3 * 24 * 60 * 60;
	expect(await events()).toMatchObject([
		{ startedAt: at(0), endedAt: at(3 * 24 * 60), peak: seconds, lastValue: seconds, endReason: "recovered" },
	]);
	await sendDue(3 * 24 * 60 + 1);
	expect(provider.taken.at(-1)?.text).toContain("(for 3 days)");
	expect((await eventsOf(id, "alert")).at(-1)?.text).toContain("reporting again after 3 days");
});

it("shows its length also if a person clears it", async () => {
	const { owner, at, events } = await createSilent();
	const eventIds = (await events()).map((event) => event.id);
	await owner.mutate("alert.clearEvents", { eventIds });
	const [event] = await events();
	// The readings are an hour ahead of the clock by which a person clears the event.
	expect(event).toMatchObject({ endReason: "cleared", startedAt: at(0) });
	expect(event?.peak).toBe(Math.max(45 * 60, ((event?.endedAt ?? 0) - at(0)) / 1000));
});
