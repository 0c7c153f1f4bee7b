import { expect, it } from "vitest";
import type { ReportCell } from "../../../../backend/report/figures/report-channel";
import { namedTables } from "../../../../backend/report/formats/named-tables";
import { createRowSpool } from "../../../../backend/report/formats/row-spool";
import * as fc from "../../../properties";
import { column, reportDocument, section, table } from "./documents";

const cell = fc.oneof(
	fc.string({ unit: "grapheme" }),
	fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value)),
	fc.constant(null),
	fc.record({ at: fc.integer(), offsetMinutes: fc.integer({ min: -720, max: 840 }) }),
	fc.record({ ms: fc.integer() }),
);

it("keeps rows as they were, packed or not", async () => {
	const rows = fc.array(fc.array(cell, { maxLength: 3 }), { minLength: 1, maxLength: 20 });
	await fc.assert(
		fc.asyncProperty(rows, fc.integer({ min: 1, max: 300 }), async (some, times) => {
			const spool = createRowSpool();
			for (let round = 0; round < times; round += 1) await spool.write(some);
			expect(spool.rows).toBe(some.length * times);
			const read: ReportCell[][] = [];
			for await (const batch of spool.read()) read.push(...batch);
			expect(read).toEqual(Array.from({ length: times }, () => some).flat());
		}),
		{ numRuns: 30 },
	);
});

it("gives each name all of its rows in order, whatever is between them", async () => {
	const tables = fc.array(
		fc.record({
			name: fc.constantFrom("A", "B", "C"),
			count: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1_500, max: 2_600 })),
		}),
		{ maxLength: 8 },
	);
	await fc.assert(
		fc.asyncProperty(tables, async (all) => {
			const rowsOf = (index: number) =>
				Array.from({ length: all[index]?.count ?? 0 }, (_, row): ReportCell[] => [index, row]);
			const sections = all.map(({ name }, index) => section([table(name, [column(name)], rowsOf(index), 700)]));
			const found = new Map<string, ReportCell[][]>();
			const positions = new Map<string, number>();
			for await (const { name, position, rows } of namedTables(reportDocument(sections), [])) {
				const read: ReportCell[][] = [];
				for await (const batch of rows) read.push(...batch);
				found.set(name, read);
				positions.set(name, position);
			}
			const names = [...new Set(all.map(({ name }) => name))];
			expect([...positions].sort(([, one], [, other]) => one - other).map(([name]) => name)).toEqual(names);
			for (const name of names) {
				expect(found.get(name)).toEqual(all.flatMap((one, index) => (one.name === name ? rowsOf(index) : [])));
			}
		}),
		{ numRuns: 30 },
	);
});
