import { describe, expect, it } from "vitest";
import { coveredMs, justifiedOf } from "../../../../backend/report/figures/justified-time";
import { hourMs, minuteMs } from "../../../../shared/base/durations";
import * as fc from "../../../properties";
import { everySo, listSource, readDocument, rowsOf } from "../../fixtures/report-source";

const start = Date.UTC(2026, 0, 12);

describe("justified time", () => {
	it("covers each millisecond once, however spans overlap", () => {
		const span = fc
			.tuple(fc.nat({ max: 60 }), fc.integer({ min: 1, max: 30 }))
			.map(([from, length]) => ({ from, to: from + length }));
		fc.assert(
			fc.property(span, fc.array(span, { maxLength: 6 }), (part, spans) => {
				const sorted = spans.toSorted((one, other) => one.from - other.from);
				let naive = 0;
				for (let at = part.from; at < part.to; at += 1) {
					if (spans.some(({ from, to }) => from <= at && at < to)) naive += 1;
				}
				expect(coveredMs(part, sorted)).toBe(naive);
				const { justifiedMs, counted } = justifiedOf({ excursions: [part], channel: { justified: sorted } });
				expect([justifiedMs, counted]).toEqual([naive, naive < part.to - part.from ? 1 : 0]);
			}),
		);
	});
});

/** Out of limits from 02:00 to 04:00. */
const values = Array.from({ length: 24 * 4 }, (_, quarter) => (quarter >= 8 && quarter < 16 ? 9 : 5));

function reportWith(justified: [fromHour: number, toHour: number][]) {
	const spans = justified.map(([from, to]) => ({
		from: start + from * hourMs,
		to: start + to * hourMs,
		reason: "Defrosting",
		author: "Pat Example",
	}));
	const channel = { min: 2, max: 8, ...(spans.length > 0 && { justified: spans }) };
	return listSource({
		definition: { type: "excursions", format: "pdf", zone: "UTC", withSummary: true },
		from: start,
		to: start + 24 * hourMs,
		devices: [{ name: "Freezer", channels: [channel], all: everySo(15 * minuteMs, start, values) }],
		pageSize: 200,
	});
}

describe("a report with justified spans", () => {
	it("prints the time out of limits with and without them, and a line on its first page", async () => {
		const document = await readDocument(reportWith([[2, 3]]));
		const verdict = document.verdict?.();
		expect(verdict).toMatchObject({ state: "out", rows: [{ excursions: 1, outMs: hourMs, state: "out" }] });
		expect(verdict?.details.join(" ")).toMatch(/Justified in 1 channel: 1 h of 2 h out of limits, 4\.2 %/);
		expect(rowsOf(document, "Excursions")[0]?.Note).toMatch(/^Partly justified \(.*\): Defrosting/);
		expect(rowsOf(document, "Justified times")).toMatchObject([{ Reason: "Defrosting", Who: "Pat Example" }]);
		expect(document.counts.excursions).toBe(1);
	});

	it("counts a wholly justified excursion as within limits, and still says so on its first page", async () => {
		const document = await readDocument(reportWith([[1.75, 4.25]]));
		const verdict = document.verdict?.();
		expect(verdict).toMatchObject({ state: "within", rows: [{ excursions: 0, outMs: 0 }] });
		expect(verdict?.details.join(" ")).toContain("2 h of 2 h out of limits");
		expect(document.counts.excursions).toBe(0);
		expect(rowsOf(document, "Excursions")).toHaveLength(1);
	});

	it("reads as ever without a justified span", async () => {
		const document = await readDocument(reportWith([]));
		expect(document.verdict?.().details.join(" ")).not.toContain("ustified");
		expect(document.tables.has("Justified times")).toBe(false);
	});
});
