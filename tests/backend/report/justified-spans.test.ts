import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { AuditPage } from "../../../shared/account/audit";
import { hourMs, minuteMs } from "../../../shared/base/durations";
import type { LogPage } from "../../../shared/log/log";
import type { JustifiedSpan } from "../../../shared/report/justified-span";
import type { ReportRun } from "../../../shared/report/report";
import { accountStub, addDevice, addMember, createOwner, ingest } from "../fixtures/fleet";
import { dataOf, type Person } from "../fixtures/people";
import { createReport, finishedRun, runOf, runReport } from "../fixtures/reports";
import { partsOf } from "../fixtures/works";

async function work(accountId: string, name: string, now: number): Promise<void> {
	await accountStub(accountId).takeHold();
	await runInDurableObject(accountStub(accountId), async (object) => {
		const found = partsOf(object).works.find((one) => one.name === name);
		for (const subject of found?.due(now, 1_000) ?? []) await found?.run(subject, now);
	});
}

const quarterMs = 15 * minuteMs;
const to = Math.floor(Date.now() / hourMs) * hourMs;
const from = to - hourMs;

async function withAir() {
	const account = await createOwner();
	const { device, key } = await addDevice(account.owner);
	await ingest(key, [{ channel: "Air", at: from + minuteMs, value: 40 }]);
	return { ...account, deviceId: device.id, channelId: device.channels[0]?.id ?? "" };
}

const justify = (person: Person, input: object) =>
	person.mutate("report.justifySpan", { from, to, reason: "Door open for cleaning", ...input });

async function spansOf(owner: Person, deviceId: string): Promise<JustifiedSpan[]> {
	return dataOf<JustifiedSpan[]>(await owner.query("report.getJustifiedSpans", { deviceId }));
}

describe("justified spans", () => {
	it("hold until they are taken back, with author and reason in log and audit, and leave readings alone", async () => {
		const { owner, deviceId, channelId } = await withAir();
		const made = dataOf<JustifiedSpan>(await justify(owner, { channelId }));
		expect(made).toMatchObject({ from, to, reason: "Door open for cleaning", author: "Pat Example", endedAt: null });
		const day = { rangeType: "day", offset: 0, from: from - hourMs, to: Date.now() + hourMs };
		const page = dataOf<LogPage>(await owner.query("log.getLogs", { ...day, deviceIds: [deviceId] }));
		expect(page.readings.value).toEqual([40]);
		expect(page.readings.mark).toBeUndefined();
		expect(page.events.map(({ text }) => text).join()).toContain("for compliance: Door open for cleaning");
		for (let again = 0; again < 2; again += 1) {
			const { seq } = made;
			const ended = dataOf<JustifiedSpan>(await owner.mutate("report.endJustifiedSpan", { channelId, seq }));
			expect(ended).toMatchObject({ seq, endedBy: "Pat Example" });
		}
		expect(await spansOf(owner, deviceId)).toMatchObject([{ seq: made.seq, endedBy: "Pat Example" }]);
		const { entries } = dataOf<AuditPage>(await owner.query("account.getAudit", { kind: "device" }));
		expect(entries.map(({ action }) => action)).toEqual(
			expect.arrayContaining(["report.justifySpan", "report.endJustifiedSpan"]),
		);
		expect(JSON.stringify(entries)).toContain("Door open for cleaning");
	});

	it.each([
		["a beginning off the quarters", { from: from + minuteMs }, "from"],
		["an end off the quarters", { to: to - 1 }, "to"],
		["an end before its beginning", { to: from - quarterMs }, "to"],
		["32 days", { from: to - 32 * 24 * hourMs }, "to"],
		["a time to come", { to: to + 48 * hourMs }, "to"],
		["no reason", { reason: " \u202e " }, "reason"],
	])("reject %s at its field", async (_, change, field) => {
		const { owner, deviceId, channelId } = await withAir();
		const { error } = await justify(owner, { channelId, ...change });
		expect(Object.keys(error?.data.fields ?? {})).toEqual([field]);
		expect(await spansOf(owner, deviceId)).toEqual([]);
	});

	it("need the right to edit reports", async () => {
		const { id, channelId } = await withAir();
		const viewer = await addMember(id, "viewer");
		expect((await justify(viewer, { channelId })).error?.data.reason).toBe("NOT_PERMITTED");
	});

	it("mark finished runs of their time as revised, and of no other", async () => {
		const { id, owner, channelId } = await withAir();
		const report = await createReport(owner, { type: "excursions" });
		const { id: runId } = await runReport(owner, report.id, { from, to });
		await finishedRun(owner, runId);
		const look = async () => {
			await work(id, "report revisions", (await runOf(id, runId)).dueAt ?? 0);
			return dataOf<ReportRun>(await owner.query("report.getRun", { runId })).revision;
		};
		dataOf(await justify(owner, { channelId, from: from - hourMs, to: from }));
		expect(await look()).toBeNull();
		const { seq } = dataOf<JustifiedSpan>(await justify(owner, { channelId }));
		expect(await look()).toMatchObject({ readings: 0, justified: 1 });
		dataOf(await owner.mutate("report.endJustifiedSpan", { channelId, seq }));
		expect((await look())?.justified).toBeUndefined();
	});
});
