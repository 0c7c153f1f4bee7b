import { describe, expect, it } from "vitest";
import type { ReportTable } from "../../../../backend/report/document/report-document";
import type { ReportCell } from "../../../../backend/report/figures/report-channel";
import { countedRows } from "../../../../backend/report/formats/format-caps";
import { ReportTooLargeError, renderReport } from "../../../../backend/report/formats/render-report";
import { ReportFormat, standardLayout } from "../../../../shared/report/report";
import { column, rendered, reportDocument, runId, section, table } from "./documents";

const formats = ReportFormat.options;
const columns = [column("Value", "number")];

function endlessTable(batch: ReportCell[][], onEnd: () => void): ReportTable {
	return {
		...table("Readings", columns, []),
		rows: (async function* () {
			try {
				for (;;) yield batch;
			} finally {
				onEnd();
			}
		})(),
	};
}

describe.each(formats)("a report as %s", (format) => {
	it("counts the rows of its tables", async () => {
		const rows = Array.from({ length: 2_500 }, (_, index): ReportCell[] => [index]);
		let count = 0;
		await rendered(reportDocument([section([table("Readings", columns, rows)])]), format, {
			onRows: (more) => {
				count += more;
			},
		});
		expect(count).toBe(2_500);
	});

	it("ends its sources if they fail, with their error", async () => {
		let isEnded = false;
		const source = endlessTable([[1]], () => {
			isEnded = true;
		});
		const failing = rendered(reportDocument([section([source])]), format, {
			onRows: (() => {
				let calls = 0;
				return () => {
					calls += 1;
					if (calls === 20) throw new Error("The lease is another's");
				};
			})(),
		});
		await expect(failing).rejects.toThrow("The lease is another's");
		expect(isEnded).toBe(true);
	});
});

it.each(["csv", "json", "xlsx"] as const)("ends the sources of a %s file whose reader stops", async (format) => {
	let isEnded = false;
	const batch = Array.from({ length: 1_000 }, (_, index): ReportCell[] => [index]);
	const document = reportDocument([
		section([
			endlessTable(batch, () => {
				isEnded = true;
			}),
		]),
	]);
	const bytes = renderReport(document, {
		format,
		runId,
		companyName: "Hansen",
		productName: "AQLCloud",
		verifyUrl: null,
		layout: standardLayout,
		onRows: () => {},
	});
	for (let pieces = 0; pieces < 3; pieces += 1) expect((await bytes.next()).done).toBe(false);
	await bytes.return();
	expect(isEnded).toBe(true);
});

describe("a report beyond what its format holds", () => {
	it.each([
		["xlsx", 1_000_000, "1,000,000 rows, the most that a workbook holds"],
		["csv", 5_000_000, "5,000,000 rows, the most that a CSV file holds"],
		["json", 5_000_000, "5,000,000 rows, the most that a JSON file holds"],
	] as const)("says so for %s of more than %i rows", (format, most, words) => {
		let counted = 0;
		const count = countedRows(format, (rows) => {
			counted += rows;
		});
		count(most - 1);
		count(1);
		expect(() => count(1)).toThrow(`The report has more than ${words}. Split it by group or week.`);
		expect(counted).toBe(most);
	});

	it("says so for a PDF of more than 300 pages", async () => {
		const batch = Array.from({ length: 1_000 }, (_, index): ReportCell[] => [index]);
		const document = reportDocument([section([endlessTable(batch, () => {})])]);
		const failure = rendered(document, "pdf");
		await expect(failure).rejects.toBeInstanceOf(ReportTooLargeError);
		await expect(failure).rejects.toThrow(
			"The report has more than 300 pages, the most that a PDF holds. Split it by group or week.",
		);
	});
});
