import { describe, expect, it } from "vitest";
import type { AlertEvent } from "../../../shared/alert/alert";
import type { AlertCoverage } from "../../../shared/alert/alert-coverage";
import { channelsOf } from "../../../shared/alert/alert-rule";
import type { AlertCondition, ConditionKind } from "../../../shared/alert/conditions/registry";
import type { Rehearsal } from "../../../shared/alert/rehearsal";
import type { DerivedUses } from "../../../shared/device/derived/inputs";
import * as of from "../../conditions";
import { eventsSeen, hourMs, minuteMs } from "../fixtures/alert-account";
import { addAlert, warmAlert, warmRule } from "../fixtures/alert-rules";
import { accountStub, addDevice, createOwner } from "../fixtures/fleet";
import { dataOf } from "../fixtures/people";
import { uploadAt } from "../fixtures/uploads";
import { workThrough } from "../fixtures/works";

/** Readings every five minutes of each channel that the condition names: one event opens, and the last reading ends it. */
type Sent = [condition: AlertCondition, ...readings: number[][]];

const kinds: Record<Exclude<ConditionKind, "noData" | "clockDrift">, Sent> = {
	threshold: [of.threshold(">", 8), [5, 9, 9, 5]],
	range: [of.range("outside", 2, 8), [5, 1, 1, 5]],
	levels: [of.levels(">", ["info", 6], ["critical", 8]), [5, 9, 9, 5]],
	rate: [of.rate("rise", 3, 300), [5, 6, 10, 10]],
	stuck: [of.stuck(600), [5, 6, 6, 6, 7]],
	statistic: [of.statistic("mean", 15, ">", 8), [5, 5, 5, 12, 12, 12, 5, 5]],
	repeated: [of.repeated(2, null, ">", 8), [5, 9, 9, 5]],
	battery: [{ kind: "battery", below: 15 }, [50, 10, 10, 50]],
	signal: [{ kind: "signal", below: -110 }, [-90, -120, -120, -90]],
};

async function createRead([condition, ...readings]: Sent) {
	const { id, owner } = await createOwner();
	const channels = channelsOf(condition).map(({ quantity, unit }, index) => {
		return { name: `Channel ${index}`, quantity, unit, decimals: 1, min: null, max: null };
	});
	const { device, key } = await addDevice(owner, { channels });
	const rule = { ...warmRule, condition };
	const alert = await addAlert(owner, { rule });
	const start = Math.floor(Date.now() / minuteMs) * minuteMs - 48 * hourMs;
	const at = (step: number) => start + 5 * step * minuteMs;
	const steps = readings[0]?.length ?? 0;
	return {
		id,
		owner,
		device,
		alert,
		start,
		steps,
		async send(until: number, lateAt?: number) {
			const all = Array.from({ length: until }, (_, step) =>
				channels.map(({ name }, index) => ({ channel: name, at: at(step), value: readings[index]?.[step] })),
			);
			if (lateAt !== undefined) return uploadAt(key, lateAt, all.flat());
			for (const [step, sent] of all.entries()) await uploadAt(key, at(step), sent);
		},
		sendFirst: (sentAt: number) =>
			uploadAt(
				key,
				sentAt,
				channels.map(({ name }, index) => ({ channel: name, at: sentAt, value: readings[index]?.[0] })),
			),
		async events() {
			const events = await eventsSeen(owner);
			return events.map(({ startedAt, endedAt, peak, channelId }) => ({
				from: startedAt,
				to: endedAt,
				peak,
				channelId,
			}));
		},
	};
}

describe.each(Object.entries(kinds))("a rule of the kind %s", (_, sent) => {
	it("a rehearsal shows the event that the rule had live", async () => {
		const { owner, send, events, steps } = await createRead(sent);
		await send(steps);
		const live = await events();
		expect(live).toMatchObject([{ to: expect.any(Number) }]);
		const rule = { ...warmRule, condition: sent[0] };
		const draft = { rule, severity: warmAlert.severity, scope: "all", contactIds: [], contactGroupIds: [], days: 7 };
		const { devices } = dataOf<Rehearsal>(await owner.query("alert.rehearse", draft));
		expect(devices[0]?.excursions).toMatchObject(live);
	});

	it("late readings open and end the event that they would have had live", async () => {
		const { id, send, sendFirst, events, steps, start } = await createRead(sent);
		await sendFirst(start + 24 * hourMs);
		await send(steps, start + 24 * hourMs + minuteMs);
		await workThrough(accountStub(id), start + 25 * hourMs);
		expect(await events()).toMatchObject([{ from: expect.any(Number), to: expect.any(Number) }]);
	});

	it("its event ends when the readings of a channel are excluded", async () => {
		for (const index of channelsOf(sent[0]).keys()) {
			const { owner, device, send, steps, start } = await createRead(sent);
			await send(steps - 1);
			const states = async () => (await eventsSeen(owner)).map(({ state }: AlertEvent) => state);
			expect(await states()).toEqual(["open"]);
			const channel = { deviceId: device.id, channelId: device.channels[index]?.id };
			const span = { from: start - hourMs, to: start + hourMs };
			const judged = { ...channel, ...span, verdict: "excluded", reason: "Probe in water" };
			dataOf(await owner.mutate("log.judgeReadings", judged));
			expect(await states()).toEqual(["ended"]);
		}
	});

	it("each channel that it reads names the rule among its uses, and none is unwatched", async () => {
		const { owner, device, alert } = await createRead(sent);
		for (const { id: channelId } of device.channels) {
			const { rules } = dataOf<DerivedUses>(await owner.query("device.getDerivedUses", { channelId }));
			expect(rules).toEqual([{ id: alert.id, name: alert.name }]);
		}
		const { unwatchedChannels } = dataOf<AlertCoverage>(await owner.query("alert.getCoverage"));
		expect(unwatchedChannels).toEqual([]);
	});
});
