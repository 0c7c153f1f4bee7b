import { evictDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { AlertListRow } from "../../../shared/alert/alert";
import type { PlannedMute } from "../../../shared/alert/planned-mute";
import type { FleetOverview } from "../../../shared/overview/fleet-overview";
import { hourMs, minuteMs } from "../fixtures/alert-account";
import { createNotifying, headings, runWork } from "../fixtures/alert-telling";
import { addMember } from "../fixtures/fleet";
import { dataOf, type Person } from "../fixtures/people";

const span = (from: number, to: number) => ({ zone: "account", weekly: [], spans: [{ from, to }] });
const plansOf = async (person: Person, input?: object) =>
	dataOf<PlannedMute[]>(await person.query("alert.getPlannedMutes", input));
const plan = async (person: Person, input: object) => dataOf<string[]>(await person.mutate("alert.planMutes", input));

async function createGroupOf(owner: Person, deviceId: string): Promise<string> {
	const members = { kind: "static", deviceIds: [deviceId] };
	const input = { name: "Cold", description: "", colour: null, defaults: {}, members };
	return dataOf<{ id: string }>(await owner.mutate("group.createGroup", input)).id;
}

describe("a mute ahead", () => {
	it.each(["device", "group", "alert"] as const)(
		"suppresses messages of a %s in its time, and reports open events afterwards",
		async (kind) => {
			const notifying = await createNotifying();
			const { owner, device, alert, at, send, sendDue, followUp, provider, stub } = notifying;
			const groupId = await createGroupOf(owner, device.id);
			const targets = {
				device: { deviceIds: [device.id] },
				group: { groupIds: [groupId] },
				alert: { alertIds: [alert.id] },
			};
			const windows = span(at(10), at(60));
			const [id] = await plan(owner, { ...targets[kind], windows, reason: "Defrosting" });
			await send([[11, 9]]);
			await sendDue(12);
			await evictDurableObject(stub);
			await send([[13, 12]]);
			await sendDue(14);
			await followUp(30);
			await sendDue(31);
			expect(headings(provider)).toEqual([]);
			await evictDurableObject(stub);
			await runWork(notifying.id, "planned mutes", at(60));
			await followUp(60);
			await sendDue(61);
			expect(headings(provider)).toEqual(["Warning, still open: Freezer 1"]);
			expect((await plansOf(owner)).map((one) => one.id)).not.toContain(id);
		},
	);

	it("appears on the dashboard before it begins, to members who see it and in its group", async () => {
		const { id, owner, device } = await createNotifying();
		const groupId = await createGroupOf(owner, device.id);
		const from = Date.now() + hourMs;
		await plan(owner, { deviceIds: [device.id], windows: span(from, from + hourMs) });
		await plan(owner, { groupIds: [groupId], windows: span(from + hourMs, from + 2 * hourMs) });
		const aheadOf = async (person: Person, group?: string) => {
			const input = { hours: 24, ...(group !== undefined && { groupId: group }) };
			return dataOf<FleetOverview>(await person.query("device.getOverview", input)).mutesAhead;
		};
		const next = { kind: "device", targetId: device.id, name: device.name, from, to: from + hourMs };
		expect(await aheadOf(owner)).toEqual({ count: 2, next });
		expect(await aheadOf(owner, groupId)).toEqual({ count: 2, next });
		expect(await aheadOf(await addMember(id, "viewer", { groupIds: [] }))).toEqual({ count: 0, next: null });
	});

	it("sends events that opened before it at once, and none that began and ended within it", async () => {
		const { owner, device, at, send, sendDue, followUp, provider } = await createNotifying();
		await plan(owner, { deviceIds: [device.id], windows: span(at(10), at(60)) });
		await send([[1, 9]]);
		await sendDue(2);
		await send([[3, 7]]);
		await sendDue(4);
		expect(headings(provider)).toHaveLength(2);
		await send([[20, 9]]);
		await sendDue(21);
		await send([[30, 7]]);
		await sendDue(31);
		await followUp(60);
		await sendDue(61);
		expect(headings(provider)).toHaveLength(2);
	});

	it("continues if another one overlaps it and ends early", async () => {
		const { owner, device, alert, at, send, sendDue, followUp, provider } = await createNotifying();
		await plan(owner, { deviceIds: [device.id], windows: span(at(10), at(60)) });
		const [later = ""] = await plan(owner, { alertIds: [alert.id], windows: span(at(50), at(90)) });
		await send([[11, 9]]);
		await sendDue(12);
		await followUp(60);
		await sendDue(61);
		expect(headings(provider)).toEqual([]);
		dataOf(await owner.mutate("alert.endPlannedMute", { plannedMuteId: later, how: "remove" }));
		await followUp(90);
		await sendDue(91);
		expect(headings(provider)).toEqual(["Warning, still open: Freezer 1"]);
	});

	it("appears everywhere while it mutes, and mutes the next time again if ended early", async () => {
		const { owner, device, alert } = await createNotifying();
		const now = Date.now();
		const next = { from: now + 24 * hourMs, to: now + 25 * hourMs };
		const windows = { zone: "account", weekly: [], spans: [{ from: now - minuteMs, to: now + hourMs }, next] };
		const [id = ""] = await plan(owner, { alertIds: [alert.id], windows, reason: "Works" });
		const [row] = dataOf<AlertListRow[]>(await owner.query("alert.getAlerts"));
		expect(row).toMatchObject({ mutedUntil: now + hourMs, muteReason: "Works" });
		expect(await plansOf(owner, { alertId: alert.id })).toMatchObject([
			{ id, kind: "alert", name: "Too warm", mutedUntil: now + hourMs, next, isEditable: true },
		]);
		expect(await plansOf(owner, { deviceId: device.id })).toEqual([]);
		dataOf(await owner.mutate("alert.endPlannedMute", { plannedMuteId: id, how: "end" }));
		expect(dataOf<AlertListRow[]>(await owner.query("alert.getAlerts"))[0]).not.toHaveProperty("mutedUntil");
		expect(await plansOf(owner)).toMatchObject([{ id, mutedUntil: null, next }]);
	});

	it("rejects a time in the past, without an end or too far ahead, at its field", async () => {
		const { owner, device } = await createNotifying();
		const now = Date.now();
		const always = {
			zone: "account",
			weekly: [{ days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" }],
			spans: [],
		};
		const denied = async (windows: object) => {
			const { error } = await owner.mutate("alert.planMutes", { deviceIds: [device.id], windows });
			return error?.data.fields;
		};
		expect(await denied(span(now - 2 * hourMs, now - hourMs))).toEqual({
			"windows.spans.0.to": "Choose a time to come.",
		});
		expect(await denied(span(now, now + 400 * 24 * hourMs))).toEqual({
			"windows.spans.0.to": "At most a year from now.",
		});
		expect(await denied({ ...span(0, 1), spans: [] })).toEqual({ windows: "Say from when to when." });
		expect(await denied(always)).toEqual({ windows: "This would mute nothing, or without an end." });
	});

	it("hides the name of a group outside a member's scope, who cannot end the mute", async () => {
		const { id, owner, device } = await createNotifying();
		const own = await createGroupOf(owner, device.id);
		const members = { kind: "static", deviceIds: [device.id] };
		const other = dataOf<{ id: string }>(
			await owner.mutate("group.createGroup", { name: "Secret", description: "", colour: null, defaults: {}, members }),
		);
		const now = Date.now();
		const [plannedMuteId] = await plan(owner, {
			groupIds: [other.id],
			windows: span(now, now + hourMs),
			reason: "Why",
		});
		const operator = await addMember(id, "operator", { groupIds: [own] });
		expect(await plansOf(operator, { deviceId: device.id })).toMatchObject([
			{ name: "", reason: "", targetId: "", createdBy: "", isEditable: false },
		]);
		const { error } = await operator.mutate("alert.endPlannedMute", { plannedMuteId, how: "remove" });
		expect(error?.data.reason).toBe("PLANNED_MUTE_NOT_FOUND");
	});

	it("ends with its device, group or rule", async () => {
		const { owner, device, alert } = await createNotifying();
		const groupId = await createGroupOf(owner, device.id);
		const now = Date.now();
		const windows = span(now + hourMs, now + 2 * hourMs);
		await plan(owner, { groupIds: [groupId], alertIds: [alert.id], windows });
		expect(await plansOf(owner)).toHaveLength(2);
		dataOf(await owner.mutate("alert.deleteAlert", { alertId: alert.id }));
		dataOf(await owner.mutate("group.deleteGroups", { ids: [groupId] }));
		expect(await plansOf(owner)).toEqual([]);
	});
});
