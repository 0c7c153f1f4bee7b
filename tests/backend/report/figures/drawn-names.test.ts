import { describe, expect, it } from "vitest";
import { hourMs } from "../../../../shared/base/durations";
import { listSource, readDocument } from "../../fixtures/report-source";

const from = Date.UTC(2026, 2, 1);
const devices = [
	{ name: "ثلاجة", serialNumber: "SN-1" },
	{ name: "फ्रिज", id: "dev_second" },
	...["冷凍室", "냉장실", "ตู้เย็น", "Холодильник", "Kühlraum №2 🧊"].map((name) => ({ name })),
];
const source = (format: "pdf" | "csv") =>
	listSource({ from, to: from + hourMs, devices, definition: { type: "inventory", format } });

describe("names that a PDF does not draw", () => {
	it("become serial numbers or ids, and one note says so", async () => {
		const { tables, notes } = await readDocument(source("pdf"));
		expect(tables.get("Devices")?.rows.map(([name]) => name)).toEqual(
			expect.arrayContaining(["SN-1", "dev_second", ...devices.slice(2).map(({ name }) => name)]),
		);
		expect(notes.filter((note) => note.startsWith("Names in letters"))).toHaveLength(1);
	});

	it("stay as they are in other formats", async () => {
		const { tables, notes } = await readDocument(source("csv"));
		expect(tables.get("Devices")?.rows.map(([name]) => name)).toContain("ثلاجة");
		expect(notes.filter((note) => note.startsWith("Names in letters"))).toEqual([]);
	});
});
