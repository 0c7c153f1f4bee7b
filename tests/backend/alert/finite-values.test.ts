import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { AlertEventDetail } from "../../../shared/alert/alert";
import type { AlertCondition } from "../../../shared/alert/conditions/registry";
import { createAlerted } from "../fixtures/alert-account";
import { addAlert, silentRule, warmRule } from "../fixtures/alert-rules";
import { accountStub } from "../fixtures/fleet";
import { dataOf } from "../fixtures/people";
import { partsOf, workThrough } from "../fixtures/works";

const channels = { quantity: "temperature", unit: "°C", name: null } as const;
const limit = { from: "value", value: 8 } as const;
const windows: [string, AlertCondition][] = [
	["mean", { kind: "statistic", channels, statistic: "mean", windowMinutes: 60, comparison: ">", limit }],
	["sum", { kind: "statistic", channels, statistic: "sum", windowMinutes: 60, comparison: ">", limit }],
	["rise", { kind: "rate", channels, direction: "rise", by: 8, withinSeconds: 3_600 }],
];

/** Stores a value that only an earlier release accepted. */
async function storeLarge(accountId: string, deviceId: string, at: number): Promise<void> {
	await runInDurableObject(accountStub(accountId), async (object) => {
		const { readingStore } = partsOf(object);
		const [kept] = readingStore.watched([deviceId]);
		const [channelId = ""] = kept?.channelIds ?? [];
		const columns = { channelIds: [channelId], channel: [0, 0], at: [at - 60_000, at], value: [-1e308, 1e308] };
		await readingStore.append({ deviceId, seq: readingStore.nextSeq(), receivedAt: at, ...columns });
	});
}

async function watchOf(accountId: string, deviceId: string): Promise<string> {
	return runInDurableObject(accountStub(accountId), (object) => {
		const [kept] = partsOf(object).readingStore.watched([deviceId]);
		return kept?.watch ?? "";
	});
}

describe("readings of ±1e308 that are stored", () => {
	it.each(windows)("fail no upload under a %s, and are in no window", async (_, condition) => {
		const { id, owner, device, send, events, at, stub } = await createAlerted({ rule: { ...warmRule, condition } });
		await addAlert(owner, { name: "Silent", rule: silentRule });
		await send([[0, 5]]);
		await storeLarge(id, device.id, at(2));
		await send([[3, 5]]);
		await send([[4, 9]]);
		await workThrough(stub, at(50));
		const found = await events();
		expect(found.filter(({ ruleName }) => ruleName === "Silent")).toMatchObject([{ state: "open" }]);
		for (const { peak } of found) expect(Math.abs(peak)).toBeLessThan(1e9);
	});
});

/** Packs a peak of null, as an earlier release did with one that was not finite. */
async function packNull(accountId: string, deviceId: string): Promise<void> {
	await runInDurableObject(accountStub(accountId), (object) => {
		const { readingStore } = partsOf(object);
		const [kept] = readingStore.watched([deviceId]);
		const state = JSON.parse(kept?.watch ?? "");
		state[1][0][4][2] = null;
		readingStore.keepWatch(deviceId, JSON.stringify(state));
	});
	await evictDurableObject(accountStub(accountId));
}

describe("a stored state with a value that was not finite", () => {
	it("repairs it at the object's start: its event ends and says why, and the rule begins anew", async () => {
		const { id, owner, device, send, events, at, stub } = await createAlerted();
		await addAlert(owner, { name: "Silent", rule: silentRule });
		await send([[1, 9]]);
		await packNull(id, device.id);
		await workThrough(stub, at(2));
		const [lost] = await events();
		expect(lost).toMatchObject({ state: "ended", endReason: "notWatched" });
		const { timeline } = dataOf<AlertEventDetail>(await owner.query("alert.getEvent", { eventId: lost?.id }));
		const end = timeline.find(({ kind }) => kind === "ended");
		expect(end?.text).toContain("its values were too large to be kept");
		await send([[3, 9]]);
		await workThrough(stub, at(49));
		expect((await events({ states: ["open"] })).map(({ ruleName }) => ruleName)).toEqual(["Silent", "Too warm"]);
		expect(await watchOf(id, device.id)).toContain("evt_");
	});

	it("fails no upload that comes before that", async () => {
		const { id, device, send, events } = await createAlerted();
		await send([[1, 9]]);
		await packNull(id, device.id);
		await send([[2, 5]]);
		await send([[3, 9]]);
		expect(await events()).toMatchObject([
			{ state: "open", peak: 9 },
			{ state: "ended", endReason: "notWatched" },
		]);
	});
});
