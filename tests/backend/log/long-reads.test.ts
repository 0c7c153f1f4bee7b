import { beforeAll, describe, expect, it } from "vitest";
import { dayMs, minuteMs } from "../../../shared/base/durations";
import { limits, serverLimits } from "../../../shared/base/limits";
import { type Call, queryBatch, reasonsOf } from "../fixtures/batch";
import { addDevice, addMember, createOwner, ingest, type TestAccount } from "../fixtures/fleet";
import type { Person } from "../fixtures/people";
import { uploadAt } from "../fixtures/uploads";

const now = Date.now();

let account: TestAccount;
let key: string;
let viewer: Person;

beforeAll(async () => {
	account = await createOwner();
	viewer = await addMember(account.id, "viewer");
	const long = await addDevice(account.owner);
	key = (await addDevice(account.owner)).key;
	for (let part = 4; part > 0; part -= 1) {
		const start = now - part * 15 * dayMs;
		const readings = Array.from({ length: limits.ingestReadings }, (_, minute) => {
			return { channel: "Air", at: start + minute * minuteMs, value: minute % 10 };
		});
		await uploadAt(long.key, now - part * minuteMs, readings);
	}
});

const span = { rangeType: "hour", offset: 0, from: now - 400 * dayMs, to: now };
const attacks: [what: string, call: Call][] = [
	["gaps", ["log.getLogs", { ...span, isAfterGap: true, limit: 20_000 }]],
	["filtered pages", ["log.getLogs", { ...span, values: { min: 1e6 }, limit: 20_000 }]],
	["charts of every quantity", ["log.getSeries", { ...span, isEveryQuantity: true, pixels: 4_000, zone: "UTC" }]],
	["the highest values", ["log.getLogs", { ...span, order: "highest-first", quantity: "temperature", isLate: true }]],
];

describe("a batch of long reads", () => {
	it.each(attacks)("lets an upload and a small call in before a batch of %s ends", async (_, call) => {
		// Warms keys, tokens and tables.
		await Promise.all([
			viewer.query("account.getCurrent"),
			queryBatch(viewer, [call]),
			ingest(key, [{ channel: "Air", at: now - 1, value: 4 }]),
		]);
		const order: string[] = [];
		const attack = queryBatch(
			viewer,
			Array.from({ length: serverLimits.batchCalls }, () => call),
		).then((response) => {
			order.push("batch");
			return response;
		});
		await new Promise((resolve) => setTimeout(resolve, 0));
		const small = account.owner.query("account.getCurrent").then(() => order.push("call"));
		const upload = ingest(key, [{ channel: "Air", at: now, value: 4 }]).then(() => order.push("upload"));
		const [result] = await Promise.all([attack, small, upload]);
		expect(order.at(-1)).toBe("batch");
		expect(reasonsOf(result).filter((reason) => reason !== undefined && reason !== "TOO_MUCH_WORK")).toEqual([]);
		expect(result.answers[0]?.error).toBeNull();
	});

	it("returns the same as each call alone", async () => {
		const calls = attacks.map(([, call]) => call);
		const together = await queryBatch(account.owner, calls);
		for (const [position, call] of calls.entries()) {
			expect((await queryBatch(account.owner, [call])).answers).toEqual([together.answers[position]]);
		}
	});
});
