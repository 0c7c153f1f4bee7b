import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { accountStub, newId } from "../fixtures/fleet";
import { createListLogStore } from "../fixtures/list-log-store";
import { openLog } from "../fixtures/log-store";

const dayMs = 24 * 60 * 60 * 1000;
const start = 20_000 * dayMs;
const channelIds = ["a", "b"];
const channels = ["one", "two"].flatMap((deviceId) => channelIds.map((channelId) => ({ deviceId, channelId })));

/** The tables as the first version made them. */
const oldTables = [
	`CREATE TABLE readings (device INTEGER NOT NULL, at INTEGER NOT NULL, channel INTEGER NOT NULL, value REAL NOT NULL,
		received_at INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (device, at, channel)) WITHOUT ROWID`,
	`CREATE TABLE device_logs (device_id TEXT PRIMARY KEY, number INTEGER NOT NULL, last_seq INTEGER NOT NULL,
		last_received_at INTEGER NOT NULL, oldest_reading_at INTEGER, readings INTEGER NOT NULL, latest TEXT NOT NULL,
		received TEXT NOT NULL) WITHOUT ROWID`,
];

describe("a log of plain rows", () => {
	it("is taken over with all it held, once", async () => {
		await runInDurableObject(accountStub(newId("account")), async (_, { storage, ...state }) => {
			const { sql } = storage;
			const ours = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*'";
			for (const { name } of sql.exec(ours).toArray()) sql.exec(`DROP TABLE "${name}"`);
			for (const table of oldTables) sql.exec(table);
			const list = createListLogStore();
			const newest = new Map<string, number>();
			for (const [index, deviceId] of ["one", "two"].entries()) {
				for (let seq = 1; seq <= 60; seq += 1) {
					const at = start + seq * 5_000_000;
					const value = [seq / 3, seq];
					const columns = { channelIds, channel: [0, 1], at: [at, at], value };
					list.append({ deviceId, seq, receivedAt: at + 1, ...columns });
					for (const [channel, one] of value.entries())
						sql.exec("INSERT INTO readings VALUES (?, ?, ?, ?, ?, ?)", index + 5, at, channel, one, at + 1, seq);
					newest.set(deviceId, at);
				}
				const latest = channelIds.map((id, channel) => ({
					id,
					at: newest.get(deviceId) ?? 0,
					value: channel === 0 ? 20 : 60,
				}));
				const row = [
					deviceId,
					index + 5,
					60,
					(newest.get(deviceId) ?? 0) + 1,
					start + 5_000_000,
					120,
					JSON.stringify(latest),
					'{"20000":120}',
				];
				sql.exec("INSERT INTO device_logs VALUES (?, ?, ?, ?, ?, ?, ?, ?)", ...row);
			}
			for (let opened = 0; opened < 2; opened += 1) {
				const log = openLog({ ...state, storage });
				const request = { channels, from: start, to: start + 10 * dayMs };
				const series = await log.readSeries(request);
				expect(series.map(({ at, value }) => ({ at: [...at], value: [...value] }))).toEqual(list.series(request));
				const page = await log.readSpan({ ...request, limit: 10, order: "oldest-first" });
				expect(page.receivedAt).toEqual(page.readingAt.map((at) => at + 1));
				for (const [deviceId, expected] of list.latest())
					expect((await log.latest([deviceId])).get(deviceId)).toMatchObject(expected);
				expect((await log.usage(start)).map(({ readings }) => readings)).toEqual([120, 120]);
				expect(log.receivedOn("one", start)).toBe(120);
				expect(log.nextSeq()).toBe(61);
			}
			const left = sql.exec("SELECT name FROM sqlite_master WHERE name IN ('readings', 'device_logs')").toArray();
			expect(left).toEqual([]);
		});
	});
});
