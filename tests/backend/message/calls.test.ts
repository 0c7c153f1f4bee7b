import { describe, expect, it } from "vitest";
import { findAlertEvent } from "../../../backend/db/alert-event-rows";
import { spokenText } from "../../../backend/message/templates/call-text";
import { wordsIn } from "../../../shared/words/made/messages-in";
import { createCalling } from "../fixtures/calling";
import { inAccount } from "../fixtures/fleet";
import { handOverAt } from "../fixtures/messages";

type Calling = Awaited<ReturnType<typeof createCalling>>;

async function ringing() {
	const calling = await createCalling();
	await calling.send([[0, 9]]);
	await calling.sendAt(1);
	const [call] = calling.service.calls;
	if (!call) throw new Error("No call was made");
	return { ...calling, sid: call.sid, call };
}

async function eventOf({ id, events }: Calling) {
	const [event] = await events();
	return inAccount(id, (db) => findAlertEvent(db, event?.id ?? ""));
}

describe("phone calls of alerts", () => {
	it("speaks thing, value, limit and beginning twice, and acknowledges by two presses", async () => {
		const calling = await ringing();
		const { act, call, sid } = calling;
		expect(call.to).toBe(calling.bea.phone);
		await act(sid, "pickUp");
		const [greeting, text = "", press, again] = call.said;
		expect(greeting).toContain("automatic call");
		expect(text).toMatch(/Freezer 1: .* 8 degrees Celsius.*9 point 0 degrees Celsius.*, since /);
		expect(text).not.toContain("UTC");
		expect([press, again]).toEqual(["To acknowledge, press 1, then 1 again.", text]);
		await act(sid, "1");
		expect((await eventOf(calling))?.acknowledgedAt).toBeNull();
		await act(sid, "1");
		expect(await eventOf(calling)).toMatchObject({ acknowledgedBy: "Bea (call)" });
		expect(call.said.at(-1)).toBe("It is acknowledged. Goodbye.");
		expect(await calling.sent()).toEqual(["Bea call sent acknowledged 1"]);
	});

	it("counts a call as heard if nothing is pressed, and notifies no one else", async () => {
		const calling = await ringing();
		await calling.act(calling.sid, "pickUp");
		await calling.act(calling.sid, "hangUp");
		expect(await calling.sent()).toEqual(["Bea call sent heard 1"]);
		expect((await eventOf(calling))?.acknowledgedAt).toBeNull();
	});

	it("explains the keys again after another key, and ends at the third", async () => {
		const calling = await ringing();
		const { act, call, sid } = calling;
		await act(sid, "pickUp");
		for (const key of ["7", "1", "2", "9"] as const) await act(sid, key);
		expect(call.said.slice(-4)).toEqual([
			"That was another key. To acknowledge, press 1, then 1 again.",
			"Press 1 again to acknowledge.",
			"That was another key. To acknowledge, press 1, then 1 again.",
			"Nothing was acknowledged. Goodbye.",
		]);
		expect(await act(sid, "1")).toBe(false);
		expect((await eventOf(calling))?.acknowledgedAt).toBeNull();
		expect(await calling.sent()).toEqual(["Bea call sent heard 1"]);
	});

	it.each(["busy", "noAnswer", "voicemail", "fail"] as const)(
		"tries the next address at once after %s, and calls once more two minutes later",
		async (act) => {
			const outcome = act === "fail" ? "failed" : act;
			const calling = await ringing();
			await calling.act(calling.sid, act);
			expect(await calling.sent()).toEqual([`Bea call queued ${outcome} 2`, "Bea sms queued  1"]);
			await calling.sendAt(2);
			expect(calling.service.calls).toHaveLength(1);
			await calling.sendAt(3);
			const [second] = calling.service.calls;
			expect(calling.service.calls).toHaveLength(2);
			await calling.act(second?.sid ?? "", act);
			expect(await calling.sent()).toContain(`Bea call failed ${outcome} 2`);
			await calling.sendAt(10);
			expect(calling.service.calls).toHaveLength(2);
		},
	);

	it("runs the next step at once if no address of the step is reached", async () => {
		const calling = await ringing();
		await calling.act(calling.sid, "busy");
		await calling.sendAt(1.6);
		expect(await calling.sent()).toEqual(["Bea call queued busy 2", "Bea sms suppressed  1", "Carl email queued  1"]);
		expect(await calling.timeline()).toContain(
			"Not notified: Bea by phone call: the number was busy; it is called again in 2 minutes",
		);
		await calling.sendAt(3);
		await calling.act(calling.service.calls[0]?.sid ?? "", "busy");
		expect(await calling.sent()).toHaveLength(3);
	});

	it("does not call a second time once a person has acknowledged", async () => {
		const calling = await ringing();
		await calling.act(calling.sid, "busy");
		const [event] = await calling.events();
		await calling.owner.mutate("alert.acknowledgeEvents", { eventIds: [event?.id] });
		await calling.sendAt(4);
		expect(calling.service.calls).toHaveLength(1);
		expect((await calling.callOf())?.state).toBe("failed");
	});

	it("sends the end of an alert as a text, without another call", async () => {
		const calling = await ringing();
		await calling.act(calling.sid, "pickUp");
		await calling.act(calling.sid, "hangUp");
		await calling.send([[2, 5]]);
		expect(await calling.sent()).toEqual(["Bea call sent heard 1", "Bea sms queued  1"]);
	});

	it("calls no number that is not confirmed for calls", async () => {
		const calling = await createCalling();
		await inAccount(calling.id, async (db) => {
			const { updateDeliveryChannel } = await import("../../../backend/db/contact-rows");
			updateDeliveryChannel(db, { contactId: calling.bea.id, channel: "call" }, { status: "unverified" });
		});
		await calling.send([[0, 9]]);
		await calling.sendAt(1);
		expect(calling.service.calls).toEqual([]);
		expect((await calling.callOf())?.reason).toBe("unconfirmed");
	});
});

describe("endpoint for reports of calls", () => {
	it("ends a call as unknown where no report comes, and tries the next address", async () => {
		const calling = await ringing();
		calling.passTo(5);
		await handOverAt(calling.id, calling.at(5));
		expect(await calling.sent()).toEqual(["Bea call unknown unknown 1", "Bea sms queued  1"]);
		await calling.sendAt(9);
		expect(calling.service.calls).toHaveLength(1);
	});

	it("takes a late press though the outcome was given up", async () => {
		const calling = await ringing();
		await handOverAt(calling.id, calling.at(5));
		calling.passTo(6);
		for (const act of ["pickUp", "1", "1"] as const) await calling.act(calling.sid, act);
		expect(await eventOf(calling)).toMatchObject({ acknowledgedBy: "Bea (call)" });
		expect((await calling.callOf())?.outcome).toBe("acknowledged");
	});

	it("counts a report once that comes twice or in another order", async () => {
		const calling = await ringing();
		const { act, sid, service, post } = calling;
		await act(sid, "busy");
		for (const status of ["busy", "ringing", "completed", "no-answer"] as const)
			await service.report(sid, status, post);
		expect(await calling.sent()).toEqual(["Bea call queued busy 2", "Bea sms queued  1"]);
	});

	it("fails a call that ended before its text was fetched", async () => {
		const calling = await ringing();
		await calling.service.report(calling.sid, "completed", calling.post);
		expect((await calling.callOf())?.outcome).toBe("failed");
	});

	it("rejects a forged signature, a changed field and another address", async () => {
		const calling = await ringing();
		const { call, service, post } = calling;
		const fields = new URLSearchParams({ AccountSid: `AC${"0".repeat(32)}`, CallStatus: "busy" });
		const { status: url } = call.urls;
		const signature = await service.sign(url, fields);
		const changed = new URLSearchParams({ AccountSid: `AC${"0".repeat(32)}`, CallStatus: "failed" });
		const statuses = await Promise.all([
			post(url, fields.toString(), ""),
			post(url, fields.toString(), `${"A".repeat(27)}=`),
			post(url, changed.toString(), signature),
			post(`${url}&round=1`, fields.toString(), signature),
			post(
				url.replace(/.(?=\?)/, (last) => (last === "A" ? "B" : "A")),
				fields.toString(),
				signature,
			),
		]);
		expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
		expect((await calling.callOf())?.state).toBe("sending");
	});

	it("changes nothing when a report is replayed after the call", async () => {
		const calling = await ringing();
		const recorded: Parameters<typeof calling.post>[] = [];
		const post: typeof calling.post = (...request) => {
			recorded.push(request);
			return calling.post(...request);
		};
		for (const act of ["pickUp", "1", "1"] as const) await calling.service.act(calling.sid, act, post);
		const before = await calling.sent();
		await inAccount(calling.id, async (db) => {
			const { updateAlertEvent } = await import("../../../backend/db/alert-event-rows");
			const [event] = await import("../../../backend/db/alert-event-rows").then((rows) => rows.listOpenEvents(db));
			updateAlertEvent(db, event?.id ?? "", { acknowledgedAt: null, acknowledgedBy: null });
		});
		for (const request of recorded) await calling.post(...request);
		expect((await eventOf(calling))?.acknowledgedAt).toBeNull();
		expect(await calling.sent()).toEqual(before);
	});
});

describe("spoken text", () => {
	const say = wordsIn("en");
	it.each([
		["−18.2 °C", "point", "minus 18 point 2 degrees Celsius"],
		["−18,2 °C", "comma", "minus 18 point 2 degrees Celsius"],
		["1,204 W", "point", "1204 watts"],
		["45 % RH, since 02:10", "point", "45 percent relative humidity, since 02:10"],
		["23.11.2026, 14:05 (UTC+01:00)", "comma", "23.11.2026, 14:05"],
		["Freezer 1: above 8 °C", "point", "Freezer 1: above 8 degrees Celsius"],
		["12 m³ and 4 m", "point", "12 cubic metres and 4 metres"],
		["5 more", "point", "5 more"],
	] as const)("reads %s", (text, decimalSign, spoken) => {
		expect(spokenText(text, { say, formats: { decimalSign } })).toBe(spoken);
	});
});
