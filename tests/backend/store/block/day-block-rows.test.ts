import { describe, expect, it } from "vitest";
import { type DayBlock, type DayFacts, dayBlockRows } from "../../../../backend/store/rows/day-block-rows";
import { deviceTotalRows } from "../../../../backend/store/rows/device-total-rows";
import type { Direction } from "../../../../backend/store/rows/reading-tables";
import { createRowsAhead } from "../../../../backend/store/rows/rows-ahead";
import * as fc from "../../../properties";
import { withBlocks } from "../../fixtures/reading-store";

const farthest = 2 ** 23;

const device = fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constant(2 ** 25));
const day = fc.oneof(fc.integer({ min: -3, max: 12 }), fc.constantFrom(-farthest, farthest));
const row = fc.record({ device, day, part: fc.constantFrom(0, 1, 2, 4095), late: fc.nat({ max: 9 }) });
const rows = fc.uniqueArray(row, { maxLength: 40, selector: ({ device, day, part }) => `${device} ${day} ${part}` });
const bound = fc.oneof(day, fc.constantFrom(-(2 ** 26), 2 ** 26));
const ranges = fc.uniqueArray(fc.tuple(device, bound, bound), { selector: ([number]) => number, minLength: 1 });

function toRow({ device, day, part, late }: { device: number; day: number; part: number; late: number }): DayBlock {
	const facts: DayFacts = {
		device,
		day,
		part,
		version: 1,
		isArchived: false,
		readings: part + 1,
		late,
		firstAt: day * 10,
		lastAt: day * 10 + 5,
	};
	return { ...facts, quarters: Uint8Array.of(day & 255), block: late > 4 ? null : Uint8Array.of(part & 255, late) };
}

const byPosition = (one: DayFacts, other: DayFacts) =>
	one.device - other.device || one.day - other.day || one.part - other.part;
const toFacts = ({ quarters: _quarters, block: _block, ...facts }: DayBlock): DayFacts => facts;

describe("rows of days", () => {
	it("equal those of a plain list, of every device and day", async () => {
		await withBlocks(async (_log, _reopen, { storage }) => {
			fc.assert(
				fc.property(
					rows,
					ranges,
					fc.constantFrom<Direction>("newest-first", "oldest-first"),
					(made, requested, direction) => {
						storage.sql.exec("DELETE FROM day_block");
						const table = dayBlockRows(storage.sql, { forget: () => {}, count: () => {} });
						const list = made.map(toRow).sort(byPosition);
						for (const one of list) table.put(one);
						const next = requested.flatMap(([number, from, to]) => {
							const within = list.filter((one) => one.device === number && one.day >= from && one.day <= to);
							const last = within.at(direction === "newest-first" ? -1 : 0)?.day;
							expect(table.factsBetween(number, from, to)).toEqual(within.map(toFacts));
							expect(table.rollUpsBetween(number, from, to).map((one) => one.quarters)).toEqual(
								within.map(({ quarters }) => quarters),
							);
							expect(table.firstDay(number, from, to)).toBe(within[0]?.day ?? null);
							return within.filter((one) => one.day === last);
						});
						expect(table.nextFacts(requested, direction).sort(byPosition)).toEqual(next.map(toFacts).sort(byPosition));
						expect(new Set(table.blocks(next))).toEqual(
							new Set(next.map(({ device, day, part, block }) => ({ device, day, part, block }))),
						);
						for (const { device, day, part, block } of list) expect(table.block(device, day, part)).toEqual(block);
					},
				),
			);
		});
	});

	it("load ahead the same as one by one, also if some are written or deleted in between", async () => {
		const ofTwo = fc.integer({ min: 0, max: 60 }).map((day) => ({ device: 2, day, part: 0, late: 0 }));
		const act = fc.oneof(fc.constant(null), fc.record({ row: ofTwo, isDeleted: fc.boolean() }));
		const made = fc.uniqueArray(ofTwo, { selector: ({ day }) => day, maxLength: 40 });
		const from = fc.constantFrom(-(2 ** 26), -1, 20);
		const to = fc.constantFrom(2 ** 26, 61, 40);
		const direction = fc.constantFrom<Direction>("newest-first", "oldest-first");
		await withBlocks(async (_log, _reopen, { storage }) => {
			fc.assert(
				fc.property(made, from, to, direction, fc.array(act), (made, first, last, direction, acts) => {
					storage.sql.exec("DELETE FROM day_block");
					const table = dayBlockRows(storage.sql, { forget: () => {}, count: () => {} });
					for (const one of made) table.put(toRow(one));
					const isNewestFirst = direction === "newest-first";
					let [from, to] = [first, last];
					const ahead = createRowsAhead(table, direction);
					for (const act of acts) {
						if (act?.isDeleted) table.deleteParts(act.row.device, act.row.day, act.row.part);
						else if (act) table.put(toRow(act.row));
						const next = ahead([2, from, to]);
						expect(next).toEqual(table.nextFacts([[2, from, to]], direction));
						const [found] = next;
						if (!found) continue;
						if (isNewestFirst) to = found.day - 1;
						else from = found.day + 1;
						if (from > to) break;
					}
				}),
			);
		});
	});

	it("disappear and are counted, each device's by themselves", async () => {
		await withBlocks(async (_log, _reopen, { storage }) => {
			fc.assert(
				fc.property(rows, device, day, (made, number, from) => {
					storage.sql.exec("DELETE FROM day_block");
					storage.sql.exec("DELETE FROM device_total");
					const totals = deviceTotalRows(storage.sql, Date.now);
					const table = dayBlockRows(storage.sql, { forget: () => {}, count: totals.count });
					for (const one of made) table.put(toRow(one));
					table.deleteParts(number, from, 1);
					table.deleteBefore(number, from);
					const left = made
						.filter((one) => one.device !== number || one.day > from || (one.day === from && one.part < 1))
						.map(toRow);
					for (const counted of new Set([1, 2, 3, 4, 2 ** 25, number])) {
						const own = left.filter((one) => one.device === counted).sort(byPosition);
						expect(table.factsBetween(counted, -farthest, farthest)).toEqual(own.map(toFacts));
						const readings = own.reduce((sum, one) => sum + one.readings + one.late, 0);
						const bytes = own.reduce((sum, one) => sum + 1 + (one.block?.length ?? 0), 0);
						expect(table.totalsBetween(counted, -farthest, farthest)).toEqual({ readings, bytes });
						const firstAt = own[0]?.firstAt ?? null;
						expect(totals.find(counted) ?? { readings, bytes, firstAt }).toMatchObject({ readings, bytes, firstAt });
						if (own.length > 0) expect(totals.find(counted)).not.toBeNull();
					}
					table.deleteDevice(number);
					expect(totals.find(number) ?? { readings: 0, bytes: 0 }).toMatchObject({ readings: 0, bytes: 0 });
					const others = new Set(left.map((one) => one.device).filter((one) => one !== number));
					expect(totals.of([1, 2, 3, 4, 2 ** 25, number]).filter(({ bytes }) => bytes > 0).length).toBe(others.size);
				}),
			);
		});
	});
});

describe("a log in the former table of days", () => {
	const dayMs = 24 * 60 * 60 * 1000;
	const start = 20_000 * dayMs;
	const request = { channels: [{ deviceId: "one", channelId: "a" }], from: start - dayMs, to: start + 9 * dayMs };

	/** The table in version 2 of the tables. */
	const table = `CREATE TABLE day_block (
		device INTEGER NOT NULL, day INTEGER NOT NULL, part INTEGER NOT NULL,
		version INTEGER NOT NULL, archived INTEGER NOT NULL, readings INTEGER NOT NULL, late INTEGER NOT NULL,
		first_at INTEGER NOT NULL, last_at INTEGER NOT NULL, quarters BLOB, block BLOB,
		PRIMARY KEY (device, day, part)
	) WITHOUT ROWID`;
	const columns = "device, day, part, version, archived, readings, late, first_at, last_at, quarters, block";

	it("moves to the new table with all its readings", async () => {
		const now = start + 8 * dayMs;
		await withBlocks(
			async (readingStore, reopen, { storage: { sql } }) => {
				const at = Array.from({ length: 4_000 }, (_, position) => start + position * 100_000);
				const upload = {
					channelIds: ["a"],
					channel: at.map(() => 0),
					at,
					value: at.map((_, position) => position / 7),
				};
				await readingStore.append({
					deviceId: "one",
					seq: readingStore.nextSeq(),
					receivedAt: start + 5 * dayMs,
					...upload,
				});
				for (const work of readingStore.work.filter(({ name }) => name === "seal"))
					for (const subject of work.due(now, 9)) await work.run(subject, now);
				const page = await readingStore.readSpan({ ...request, limit: 9_000, order: "newest-first" });
				const days = `SELECT ${columns} FROM day_block ORDER BY device, day, part`;
				const before = sql.exec(days).toArray();
				const counted = await readingStore.usage(now);
				sql.exec("ALTER TABLE day_block RENAME TO newer");
				sql.exec(table);
				sql.exec(`INSERT INTO day_block SELECT ${columns} FROM newer`);
				sql.exec("DROP TABLE newer");
				sql.exec("DROP TABLE device_total");
				sql.exec("UPDATE log_schema SET version = 2");
				const again = reopen();
				expect(sql.exec(days).toArray()).toEqual(before);
				expect(before.length).toBe(5);
				expect(await again.readSpan({ ...request, limit: 9_000, order: "newest-first" })).toEqual(page);
				expect(page.readingAt.length).toBe(4_000);
				expect(sql.exec("SELECT version FROM log_schema").toArray()).toEqual([{ version: 5 }]);
				expect(await again.usage(now)).toEqual(counted);
				expect(counted[0]?.readings).toBe(4_000);
			},
			{ now: () => now },
		);
	});
});
