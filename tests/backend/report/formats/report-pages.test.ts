import { describe, expect, it } from "vitest";
import { makeDocument } from "../../../../backend/report/document/make-document";
import { previewReport } from "../../../../backend/report/document/preview-report";
import { minuteMs } from "../../../../shared/base/durations";
import type { ReportType } from "../../../../shared/report/report";
import { everySo, type FakeDevice, listSource } from "../../fixtures/report-source";
import { readPdf, rendered } from "./documents";

const from = Date.UTC(2026, 2, 1);
const to = Date.UTC(2026, 2, 8);
const pagedTypes = ["readings", "summary", "excursions"] as const satisfies ReportType[];

const withData = (count: number, readings: number): FakeDevice[] =>
	Array.from({ length: count }, (_, index) => ({
		name: `Room ${index}`,
		channels: [{ max: 8 }, { name: "Humidity", quantity: "humidity" as const, unit: "%" }],
		all: [0, 1].flatMap((channel) => everySo(15 * minuteMs, from, Array<number>(readings).fill(5), channel)),
	}));
const silent = (count: number): FakeDevice[] =>
	Array.from({ length: count }, (_, index) => ({ name: `Silent ${index}`, channels: [{ max: 8 }] }));

function sourceOf(type: ReportType, devices: FakeDevice[], withDistribution = false) {
	const definition = { type, format: "pdf", withDistribution } as const;
	return listSource({ definition, from, to, devices, pageSize: 5_000 });
}

async function pagesOf(...given: Parameters<typeof sourceOf>): Promise<string[][]> {
	const { document } = await makeDocument(sourceOf(...given), { groupId: null, onDevice: () => undefined });
	const { pages } = await readPdf(await rendered(document, "pdf"));
	return pages.map(({ texts }) => texts.map(({ text }) => text));
}

describe("a PDF of many devices", () => {
	it.each(pagedTypes)("lists the 499 of 501 devices without readings in one table of %s", async (type) => {
		const pages = await pagesOf(type, [...silent(499), ...withData(2, 10)]);
		expect(pages.length).toBeLessThan(30);
		const texts = pages.flat();
		expect(texts.filter((text) => text === "Devices without readings").length).toBeGreaterThan(0);
		for (const name of ["Silent 0", "Silent 498", "Room 0", "Room 1"]) expect(texts).toContain(name);
	});

	it.each([...pagedTypes.map((type) => [type, false] as const), ["summary", true] as const])(
		"takes about as many pages as the preview of %s says, with distributions: %s",
		async (...[type, withDistribution]) => {
			const devices = [...withData(12, 300), ...silent(60)];
			const preview = await previewReport(sourceOf(type, devices, withDistribution), { devices: 1, rows: 1 });
			const made = (await pagesOf(type, devices, withDistribution)).length;
			expect(Math.abs((preview.pages ?? 0) - made) / made).toBeLessThan(0.25);
		},
	);

	it("fails beyond 300 pages before anything is read", async () => {
		const source = sourceOf("summary", withData(308, 1));
		const { tooLarge } = await previewReport(source, { devices: 1, rows: 1 });
		expect(tooLarge).toContain("about 301 pages, and a PDF has at most 300.");
		expect(source.asked).toEqual([]);
		expect((await previewReport(sourceOf("summary", withData(307, 1)), { devices: 1, rows: 1 })).tooLarge).toBeNull();
	});
});
