import { describe, expect, it } from "vitest";
import { makeDocument } from "../../../../backend/report/document/make-document";
import type { ReportLook } from "../../../../backend/report/formats/render-options";
import { signedEdition } from "../../../../backend/report/formats/signed-pdf";
import { dayMs, hourMs, minuteMs } from "../../../../shared/base/durations";
import { hexOf } from "../../../../shared/base/hex";
import type { ReportDefinition, ReportLayout } from "../../../../shared/report/report";
import type { PrintedPages } from "../../../../shared/report/verify-file";
import { everySo, type FakeDevice, listSource, plainDefinition } from "../../fixtures/report-source";
import { prefixOf, type ReadPage, readPdf, rendered, runId } from "./documents";

const from = Date.UTC(2026, 9, 1);
const to = Date.UTC(2026, 10, 1);
const stepMs = 15 * minuteMs;
const verifyUrl = "https://console.test/verify";
const values = (count: number, value: (index: number) => number) =>
	Array.from({ length: count }, (_, index) => value(index));
const wave = (index: number) => Math.round((5 + Math.sin(index / 15)) * 10) / 10;
const month = (value: (index: number) => number) => everySo(stepMs, from - dayMs, values(33 * 96, value));
const withoutSpan = (all: ReturnType<typeof month>, start: number, end: number) =>
	all.filter(({ at }) => at < start || at >= end);

const within: FakeDevice = { name: "Fridge 1", channels: [{ min: 2, max: 8 }], all: month(wave) };
const out: FakeDevice = {
	name: "Fridge 2",
	channels: [{ min: 2, max: 8 }],
	all: month((index) => (index >= 1_200 && index < 1_209 ? 9.5 : wave(index))),
};
const gap: FakeDevice = {
	name: "Fridge 3",
	channels: [{ min: 2, max: 8 }],
	all: withoutSpan(month(wave), from + 4 * dayMs, from + 4 * dayMs + 7 * hourMs),
};
const silent: FakeDevice = { name: "Fridge 4", channels: [{ min: 2, max: 8 }] };
const unlimited: FakeDevice = { name: "Office", channels: [{}], all: month(() => 21) };

type Request = {
	devices: FakeDevice[];
	definition?: Partial<ReportDefinition>;
	layout?: Partial<ReportLayout>;
	verifyUrl?: string | null;
	companyName?: string;
	look?: ReportLook;
	now?: number;
};

async function made({ devices, definition, layout = {}, now = to, ...options }: Request) {
	const whole = {
		type: "summary",
		format: "pdf",
		...definition,
		layout: { ...plainDefinition.layout, ...layout },
	} as const;
	const source = listSource({ from, to, now, devices, pageSize: 20_000, definition: whole });
	const { document, counts } = await makeDocument(source, { groupId: null, onDevice: () => undefined });
	let printed: PrintedPages | undefined;
	const onPrinted = (pages: PrintedPages) => {
		printed = pages;
	};
	const bytes = await rendered(document, "pdf", { layout, verifyUrl, ...options, onPrinted });
	return { bytes, printed, counts: counts() };
}

const textsOf = (page: ReadPage | undefined) => page?.texts.map(({ text }) => text) ?? [];
const sha256Of = async (bytes: Uint8Array) => hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
describe("a verdict page", () => {
	it("leaves the bytes of the pages behind it as they are, and prints their checksum", async () => {
		const { bytes, printed } = await made({ devices: [within, out] });
		const prefix = prefixOf(bytes);
		expect(prefix.length).toBeLessThan(bytes.length);
		expect(printed?.sha256).toBe(await sha256Of(prefix));
		const [before, after] = [await readPdf(prefix), await readPdf(bytes)];
		expect(after.pages.slice(1)).toEqual(before.pages);
		expect(after.outline).toEqual(before.outline.map(({ title, page }) => ({ title, page: page + 1 })));
		const first = textsOf(after.pages[0]);
		expect(first).toContain("1 of 2 within limits, 1 excursion of 2 h 15 min");
		expect(first).toEqual(
			expect.arrayContaining(["Made by: name", "Date", "Signature", "Verdict, page 1 of 1", runId]),
		);
		expect([printed?.sha256.slice(0, 32), printed?.sha256.slice(32)].every((half) => first.includes(half ?? ""))).toBe(
			true,
		);
		expect(printed?.report).toEqual({
			reportName: "Cold rooms",
			periodText: "2026-10-01 to 2026-10-31, whole days of UTC",
			sentence: "1 of 2 within limits, 1 excursion of 2 h 15 min",
			runId,
		});
	});

	it("writes its cross-reference section in the form of the one before, as viewers require", async () => {
		const { bytes } = await made({ devices: [within] });
		const text = new TextDecoder("latin1").decode(bytes);
		const starts = [...text.matchAll(/startxref\s+(\d+)/g)].map(([, start]) => Number(start));
		expect(starts).toHaveLength(2);
		expect(starts.map((start) => text.slice(start, start + 4))).toEqual(["xref", "xref"]);
	});

	it("carries a code that another decoder reads as the address of the check, with its light edge free", async () => {
		const { bytes, printed } = await made({ devices: [within] });
		const [first] = (await readPdf(bytes)).pages;
		const [code, ...others] = first?.codes ?? [];
		expect(others).toEqual([]);
		expect(code?.text).toBe(`${verifyUrl}#${printed?.sha256}`);
		expect(first?.links).toContain(`${verifyUrl}#${printed?.sha256}`);
		if (!code || !first) throw new Error("No code on the page");
		expect(code.module).toBeGreaterThan(1.5);
		const edge = 4 * code.module - 0.2;
		const near = first.texts.filter(({ x, y, width }) => {
			const isBeside = x > code.x + code.width + edge || x + width < code.x - edge;
			return !isBeside && y > code.y - edge - 1 && y < code.y + code.width + edge;
		});
		expect(near).toEqual([]);
	});

	it("leaves out the code if the company's files cannot be checked", async () => {
		const { bytes, printed } = await made({ devices: [within], verifyUrl: null });
		const [first] = (await readPdf(bytes)).pages;
		expect([first?.codes, first?.links]).toEqual([[], []]);
		expect(printed?.sha256).toBe(await sha256Of(prefixOf(bytes)));
	});

	it("calls no device within limits that had a gap, no readings or no limits", async () => {
		const { bytes, counts } = await made({ devices: [within, out, gap, silent, unlimited] });
		const first = textsOf((await readPdf(bytes)).pages[0]);
		expect(first).toEqual(
			expect.arrayContaining([
				"1 of 4 within limits, 1 excursion of 2 h 15 min",
				"1 with unknown time, 1 without readings, 1 without limits",
				"5 devices, 5 channels",
				...["No readings", "31 days", "Not judged"],
			]),
		);
		expect(counts.excursions).toBe(1);
	});

	it("shows in each row the figures that a person computes from the readings", async () => {
		const devices = [within, out, gap];
		const { bytes } = await made({ devices });
		const [first] = (await readPdf(bytes)).pages;
		for (const { name, all = [] } of devices) {
			const own = all.filter(({ at }) => at >= from && at < to).map(({ value }) => value);
			const row = rowOf(first, name);
			const mean = own.reduce((sum, value) => sum + value, 0) / own.length;
			expect(Number(row[0]), name).toBe(Math.min(...own));
			expect(Number(row[1]), name).toBeCloseTo(mean, 1);
			expect(Math.abs(Number(row[1]) - mean), name).toBeLessThanOrEqual(0.005_001);
			expect(Number(row[2]), name).toBe(Math.max(...own));
			expect(Math.abs(Number(row[3]) - kineticOf(all)), name).toBeLessThanOrEqual(0.005_001);
			const outMs = all.filter(({ at, value }) => at >= from && at < to && value > 8).length * stepMs;
			expect(row[4], name).toBe(outMs === 0 ? "None" : "2 h 15 min");
			// One interval of the gap holds the reading before it.
			expect(row[5], name).toBe(name === "Fridge 3" ? "7 h" : "None");
		}
	});

	it("writes numbers with the report's own sign", async () => {
		const { bytes } = await made({
			devices: [within],
			layout: { csv: { separator: "semicolon", decimalSign: "comma" } },
		});
		const row = rowOf((await readPdf(bytes)).pages[0], "Fridge 1");
		expect(row.slice(0, 3)).toEqual(["4,0", expect.stringMatching(/^5,0\d$|^4,9\d$/), "6,0"]);
	});

	it("continues on further pages with its head repeated, the devices out of limits first", async () => {
		const quiet = Array.from({ length: 60 }, (_, index): FakeDevice => {
			const all = everySo(
				6 * hourMs,
				from - dayMs,
				values(33 * 4, () => 5),
			);
			return { name: `Store ${index}`, channels: [{ max: 8 }], all };
		});
		const { bytes } = await made({ devices: [...quiet, out], layout: { paper: "letter" } });
		const { pages } = await readPdf(bytes);
		const texts = pages.map(textsOf);
		const ofVerdict = texts.filter((page) => page.some((text) => text.startsWith("Verdict, page")));
		expect(ofVerdict.length).toBeGreaterThan(2);
		for (const page of ofVerdict) expect(page).toContain("Device, channel");
		const names = ofVerdict.flat().filter((text) => /^(Store|Fridge) \d+$/.test(text));
		expect(names).toEqual(["Fridge 2", ...quiet.map(({ name }) => name)]);
		for (const page of pages.slice(0, ofVerdict.length)) {
			for (const { text, x, y, width } of page.texts) {
				expect(x, text).toBeGreaterThanOrEqual(47.9);
				expect(x + width, text).toBeLessThanOrEqual(page.width - 47.5);
				expect(y, text).toBeGreaterThan(14);
			}
		}
	});

	it.each(["a4", "letter"] as const)(
		"keeps its texts apart and within %s paper, however long they are",
		async (paper) => {
			const long = "Wareneingangskontrolltemperaturprotokoll_".repeat(4);
			const devices = [{ ...out, name: long, channels: [{ name: long, min: 2, max: 8 }] }, gap, silent, unlimited];
			const look = { logo: null, accent: "", footer: long, letter: [long, long, long] };
			const { bytes } = await made({ devices, definition: { name: long }, layout: { paper }, companyName: long, look });
			const [first] = (await readPdf(bytes)).pages;
			for (const { text, x, y, width } of first?.texts ?? []) {
				expect(x, text).toBeGreaterThanOrEqual(47.9);
				expect(x + width, text).toBeLessThanOrEqual((first?.width ?? 0) - 47.5);
				expect(y, text).toBeGreaterThan(14);
			}
			const overlapping = (first?.texts ?? []).flatMap((one, index) =>
				(first?.texts ?? []).slice(index + 1).flatMap((other) => {
					const isBeside = one.x + one.width <= other.x + 0.1 || other.x + other.width <= one.x + 0.1;
					return isBeside || Math.abs(one.y - other.y) > 4.5 ? [] : [`${one.text} / ${other.text}`];
				}),
			);
			expect(overlapping).toEqual([]);
		},
	);

	it("judges a device for part of the time if its limits came later", async () => {
		const limitSpans = [
			{ from: Number.NEGATIVE_INFINITY, bounds: null, by: "" },
			{ from: from + 20 * dayMs, bounds: { max: 8 }, by: "" },
		];
		const { bytes } = await made({ devices: [{ ...within, channels: [{ limitSpans }] }] });
		const first = textsOf((await readPdf(bytes)).pages[0]);
		expect(first).toEqual(
			expect.arrayContaining(["0 of 1 within limits", "1 judged for part of the time", "Air · 20 days not judged"]),
		);
	});

	it("names a period that is not over, and an excursion that lasts", async () => {
		const now = from + 10 * dayMs;
		const all = month((index) => (index >= 11 * 96 - 8 ? 9.5 : wave(index))).filter(({ at }) => at < now);
		const { bytes } = await made({ devices: [{ ...within, all }], now });
		const first = textsOf((await readPdf(bytes)).pages[0]);
		expect(first).toEqual(
			expect.arrayContaining([
				"0 of 1 within limits, 1 excursion of 2 h",
				expect.stringMatching(/1 excursion not over · Counted until 2026-10-11/),
				...["not over", "Not judged, or yet to come"],
			]),
		);
	});

	it("shortens hundreds of devices without readings to a sentence, and counts all of them", async () => {
		const many = Array.from({ length: 499 }, (_, index): FakeDevice => {
			return {
				name: `Silent ${index}`,
				channels: [{ max: 8 }, { name: "Humidity", quantity: "humidity", unit: "%", max: 60 }],
			};
		});
		const { bytes } = await made({ devices: [...many, within] });
		const ofVerdict = (await readPdf(bytes)).pages.map(textsOf).filter((page) => {
			return page.some((text) => text.startsWith("Verdict, page"));
		});
		expect(ofVerdict[0]).toEqual(
			expect.arrayContaining([
				...["1 of 500 within limits", "499 without readings"],
				"479 more devices without readings left out here: the pages that follow name them.",
			]),
		);
		expect(ofVerdict.flat().filter((text) => text === "No readings")).toHaveLength(20);
		expect(ofVerdict).toHaveLength(1);
	});

	it("precedes the signatures of a signed copy, whose bytes begin with the stored file", async () => {
		const { bytes } = await made({ devices: [within] });
		const edition = await signedEdition(bytes, {
			companyName: "Hansen Pharma",
			productName: "AQLCloud",
			fileName: "Cold rooms.pdf",
			sha256: await sha256Of(bytes),
			runId,
			reportName: "Cold rooms",
			periodText: "October 2026",
			verifyUrl: null,
			paper: "a4",
			signatures: [{ name: "Ana Hansen", email: "", meaning: "approved", reason: "", timeText: "2026-11-02" }],
		});
		expect(edition.subarray(0, bytes.length)).toEqual(bytes);
		const [before, { pages }] = [await readPdf(bytes), await readPdf(edition)];
		expect(pages.slice(0, -1)).toEqual(before.pages);
		expect(textsOf(pages.at(-1))).toContain("approved: Ana Hansen");
	});

	it.each([
		["switched off", { withVerdict: false }],
		["of another type", { type: "readings" }],
	] as const)("leaves the file as it is if %s", async (_, definition) => {
		const { bytes, printed } = await made({ devices: [within], definition });
		expect(printed).toBeUndefined();
		expect(prefixOf(bytes)).toEqual(bytes);
	});

	it("carries the lines to sign of an Excursions report, which then has no others", async () => {
		const definition = { type: "excursions" } as const;
		const signed = async (withVerdict: boolean) => {
			const { bytes } = await made({ devices: [out], definition: { ...definition, withVerdict } });
			return (await readPdf(bytes)).pages.map(
				(page) => textsOf(page).filter((text) => text === "Approved by: name").length,
			);
		};
		expect((await signed(true)).reduce((sum, count) => sum + count, 0)).toBe(1);
		expect((await signed(true))[0]).toBe(1);
		expect((await signed(false)).reduce((sum, count) => sum + count, 0)).toBe(1);
	});
});

/** The texts right of a device's name, from left to right. */
function rowOf(page: ReadPage | undefined, name: string): string[] {
	const head = page?.texts.find(({ text }) => text === name);
	if (!page || !head) throw new Error(`No row of ${name}`);
	const row = page.texts.filter(({ x, y }) => Math.abs(y - head.y) < 0.5 && x > head.x);
	return row.sort((a, b) => a.x - b.x).map(({ text }) => text);
}

/** USP <1079>: each reading weighs as long as it holds, here its interval. */
function kineticOf(all: readonly { at: number; value: number }[]): number {
	const ratio = 83.144 / 0.008_314_4;
	let [weight, sum] = [0, 0];
	for (const { at, value } of all) {
		if (at < from || at >= to) continue;
		weight += stepMs;
		sum += stepMs * Math.exp(-ratio / (value + 273.15));
	}
	return ratio / -Math.log(sum / weight) - 273.15;
}
