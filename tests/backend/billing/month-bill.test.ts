import { runInDurableObject } from "cloudflare:test";
import { expect, it, vi } from "vitest";
import { dayMs, minuteMs } from "../../../shared/base/durations";
import { monthlyCost, withRows } from "../../bench/cost.mjs";
import { accountStub, addDevice, createOwner } from "../fixtures/fleet";
import { uploadAt } from "../fixtures/uploads";

const readingsPerUpload = 15;
const devices = 1_000_000;
const tolerance = 0.2;

/** Counts the rows that an object's SQL writes, as the platform bills them, without those that set the alarm. */
async function countRows(accountId: string): Promise<() => number> {
	let rows = 0;
	await runInDurableObject(accountStub(accountId), (_, { storage }) => {
		const exec = storage.sql.exec.bind(storage.sql);
		vi.spyOn(storage.sql, "exec").mockImplementation((query: string, ...bindings: unknown[]) => {
			const cursor = exec(query, ...bindings);
			rows += cursor.rowsWritten;
			return cursor;
		});
	});
	return () => rows;
}

it("matches docs/cost.md with a month's bill from a day's writes of an account's object", async () => {
	const { id, owner } = await createOwner();
	const { key, device } = await addDevice(owner);
	const start = Math.floor(Date.now() / dayMs) * dayMs - dayMs;
	const sendUntil = async (from: number, to: number) => {
		for (let at = from + readingsPerUpload * minuteMs; at <= to; at += readingsPerUpload * minuteMs) {
			const readings = Array.from({ length: readingsPerUpload }, (_, index) => ({
				channel: device.channels[0]?.name,
				at: at - (readingsPerUpload - index) * minuteMs,
				value: Math.round(100 * Math.sin(at / 1e7 + index)) / 100,
			}));
			await uploadAt(key, at, readings);
		}
	};
	// The first hours write once the device's status and its measured intervals.
	await sendUntil(start - dayMs / 2, start);
	const rows = await countRows(id);
	await sendUntil(start, start + dayMs);
	await runInDurableObject(accountStub(id), (object) => object.runOverdue(Date.now()));
	const uploads = dayMs / minuteMs / readingsPerUpload;
	expect(rows()).toBeGreaterThan(uploads);
	const counted = monthlyCost(devices, withRows(rows() / uploads));
	const said = monthlyCost(devices);
	expect(Math.abs(counted - said) / said, `${rows() / uploads} rows an upload, $${counted} for $${said}`).toBeLessThan(
		tolerance,
	);
});
