import { describe, expect, it } from "vitest";
import * as rows from "../../../backend/db/alert-event-rows";
import { insertDeliveryChannel } from "../../../backend/db/contact-rows";
import type { AlertEventDetail } from "../../../shared/alert/alert";
import type { DrillPlan, PastDrill, StartedDrill } from "../../../shared/alert/drill";
import { runWork } from "../fixtures/alert-telling";
import { createCalling } from "../fixtures/calling";
import { inAccount } from "../fixtures/fleet";
import { dataOf } from "../fixtures/people";

const secondsMs = 1_000;

const drilling = async () => drillingIn(await createCalling());

async function drillingIn(calling: Awaited<ReturnType<typeof createCalling>>) {
	const { id, owner, alert } = calling;
	const begun = Date.now();
	const start = () => owner.mutate("alert.startDrill", { alertId: alert.id });
	const { eventId } = dataOf<StartedDrill>(await start());
	/** Minutes of the calling fixture count from an hour of the future. */
	const minuteOf = (afterMs: number) => (begun + afterMs - calling.at(0)) / 60_000;
	return {
		...calling,
		eventId,
		start,
		sendAfter: (afterMs: number, send = calling.place) => calling.sendAt(minuteOf(afterMs), send),
		followUpAfter: (afterMs: number) => runWork(id, "alert follow-ups", begun + afterMs),
		detail: async () => dataOf<AlertEventDetail>(await owner.query("alert.getEvent", { eventId })),
	};
}

describe("drill of a rule", () => {
	it("names people, messages and time before it starts", async () => {
		const { owner, alert } = await createCalling();
		expect(dataOf<DrillPlan>(await owner.query("alert.getDrillPlan", { alertId: alert.id }))).toEqual({
			people: 2,
			messages: [
				{ channel: "call", count: 2 },
				{ channel: "email", count: 1 },
			],
			lastsMs: 360 * secondsMs,
		});
	});

	it("rings the chain in a tenth of its time, as a test, and ends when a person acknowledges", async () => {
		const drill = await drilling();
		await drill.sendAfter(secondsMs);
		const [call] = drill.service.calls;
		await drill.act(call?.sid ?? "", "pickUp");
		expect(call?.said[1]).toMatch(/^TEST: Warning: Freezer 1.*A drill of .*nothing has happened$/);
		await drill.act(call?.sid ?? "", "hangUp");
		await drill.followUpAfter(359 * secondsMs);
		expect(await drill.sent()).toEqual(["Bea call sent heard 1"]);
		await drill.followUpAfter(361 * secondsMs);
		await drill.sendAfter(362 * secondsMs);
		const [mail] = drill.provider.taken;
		expect(mail?.subject).toMatch(/^TEST: /);
		expect(mail?.text).toContain("This is a TEST of the whole chain");
		await drill.owner.mutate("alert.acknowledgeEvents", { eventIds: [drill.eventId] });
		await drill.followUpAfter(400 * secondsMs);
		expect(await drill.detail()).toMatchObject({ state: "ended", isDrill: true, endReason: "cleared" });
		await drill.sendAfter(500 * secondsMs);
		expect(await drill.sent()).toHaveLength(2);
		const kinds = (await drill.detail()).timeline.map(({ kind }) => kind);
		expect(kinds.toSorted()).toEqual(["acknowledged", "ended", "notified", "notified", "opened"]);
	});

	it("lists what each person got and who acknowledged it", async () => {
		const drill = await drilling();
		await drill.sendAfter(secondsMs);
		await drill.act(drill.service.calls[0]?.sid ?? "", "pickUp");
		await drill.act(drill.service.calls[0]?.sid ?? "", "hangUp");
		await drill.owner.mutate("alert.acknowledgeEvents", { eventIds: [drill.eventId] });
		await drill.followUpAfter(400 * secondsMs);
		const [past] = dataOf<PastDrill[]>(await drill.owner.query("alert.getDrills", { alertId: drill.alert.id }));
		expect(past).toMatchObject({
			eventId: drill.eventId,
			startedBy: past?.acknowledgedBy,
			endedAt: expect.any(Number),
		});
		expect(past?.messages).toEqual([{ name: "Bea", channel: "call", state: "sent", outcome: "heard" }]);
	});

	it("ends by itself, without a message", async () => {
		const drill = await drilling();
		await drill.sendAfter(secondsMs);
		await drill.followUpAfter(3_600 * secondsMs);
		await drill.followUpAfter(3_601 * secondsMs);
		expect((await drill.detail()).state).toBe("ended");
		const before = (await drill.sent()).length;
		await drill.sendAfter(3_700 * secondsMs);
		expect(await drill.sent()).toHaveLength(before);
	});

	it("closes the cards of its services at its end", async () => {
		const calling = await createCalling();
		await inAccount(calling.id, (db) => {
			const row = {
				contactId: calling.bea.id,
				channel: "pagerduty",
				address: "0".repeat(32),
				addressVersion: 1,
			} as const;
			insertDeliveryChannel(db, { ...row, status: "verified", isDefault: true });
		});
		const drill = await drillingIn(calling);
		const actions: unknown[] = [];
		const post = async (_: string, init: RequestInit) => {
			const { event_action: action, payload } = JSON.parse(String(init.body));
			actions.push(action === "trigger" ? payload.summary.slice(0, 6) : action);
			return Response.json({ status: "success" }, { status: 202 });
		};
		const sendAfter = (afterMs: number) =>
			drill.sendAfter(afterMs, (url, init) => (url.includes("pagerduty") ? post(url, init) : drill.place(url, init)));
		await sendAfter(secondsMs);
		await drill.owner.mutate("alert.acknowledgeEvents", { eventIds: [drill.eventId] });
		await drill.followUpAfter(400 * secondsMs);
		await sendAfter(500 * secondsMs);
		expect(actions).toEqual(["TEST: ", "resolve"]);
	});

	it("appears in no list, count or state", async () => {
		const drill = await drilling();
		const { id, device, alert } = drill;
		const from = { from: 0, to: Number.MAX_SAFE_INTEGER };
		const all = { deviceIds: "all" as const, now: Date.now(), severities: undefined, alertIds: undefined };
		const listed = await inAccount(id, (db) => [
			rows.listOpenEvents(db),
			rows.listOpenEvents(db, device.id),
			rows.listOpenEventsOf(db, [device.id]),
			[...rows.openStatesByDevice(db)],
			[...rows.openOfChannels(db).since],
			rows.listEventsTouching(db, { ...from, deviceIds: "all", after: null, limit: 10 }),
			rows.listEventSpans(db, { ...from, alertId: alert.id, deviceId: device.id, channelId: null }),
			rows.hasEventsSince(db, { deviceId: device.id, since: 0, count: 1 }) ? ["counted"] : [],
			Object.values(rows.countOpenEvents(db, all)).filter((count) => count > 0),
			[...rows.alertFacts(db, "all").values()].filter(({ lastFiredAt }) => lastFiredAt !== null),
		]);
		expect(listed.flat()).toEqual([]);
		expect(await drill.events()).toEqual([]);
		expect(await drill.state()).toBe("ok");
	});

	it("starts once at a time for a rule", async () => {
		const { start } = await drilling();
		expect((await start()).error?.data?.fields).toMatchObject({ alertId: "A drill of this rule is under way." });
	});
});
