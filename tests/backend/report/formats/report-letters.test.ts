import { env } from "cloudflare:workers";
import { PDF } from "@libpdf/core";
import { describe, expect, it } from "vitest";
import { makeDocument } from "../../../../backend/report/document/make-document";
import { createFlow } from "../../../../backend/report/formats/pdf/flow";
import { embedTypefaces } from "../../../../backend/report/formats/pdf/typefaces";
import { createFontReader } from "../../../../backend/report/formats/render-options";
import { minuteMs } from "../../../../shared/base/durations";
import { standardLayout } from "../../../../shared/report/report";
import { everySo, listSource } from "../../fixtures/report-source";
import { column, inSummer, readPdf, rendered, reportDocument, section, table } from "./documents";

const readFont = createFontReader(env.FONTS);

const sentences = {
	ja: "東京第2倉庫「冷凍室」の温度は−18.5℃を超えました。髙橋さん、ご確認ください。",
	"zh-Hans": "上海仓库的冷藏室温度超过了八摄氏度，请张伟立即检查门是否关好。",
	ko: "서울 창고의 냉장실 온도가 8 °C를 넘었습니다. 확인해 주세요.",
	th: "อุณหภูมิห้องเย็นที่เชียงใหม่สูงเกินไป โปรดตรวจสอบประตู",
};
const languages = Object.keys(sentences) as (keyof typeof sentences)[];

/** A page of each letter at its own place, because the library writes no widths with a whole font. */
async function drawn(language: keyof typeof sentences, subsetFonts: boolean) {
	const pdf = PDF.create();
	const faces = embedTypefaces(pdf, { language, readFont });
	await faces.prepare(sentences[language]);
	const flow = createFlow({ pdf, faces, paper: "a4" });
	flow.startPage();
	for (const [index, letter] of [...sentences[language]].entries()) {
		const [x, y] = [60 + (index % 12) * 40, 760 - Math.floor(index / 12) * 40];
		flow.canvas.text(letter, x, y, { face: faces.bold, size: 24 });
	}
	flow.canvas.finish();
	const [page] = await inkOf(await pdf.save({ subsetFonts }));
	return { hasStandIns: faces.hasStandIns(), dark: page?.dark ?? new Uint8Array(), texts: page?.texts ?? [] };
}

async function inkOf(bytes: Uint8Array) {
	const response = await env.INK_READER.fetch("https://ink.test/", { method: "POST", body: bytes });
	// Written by tests/backend/ink-reader.ts, whose types are those of Node.
	const pages = (await response.json()) as { dark: string; texts: { text: string; ink: number }[] }[];
	return pages.map(({ dark, texts }) => ({ texts, dark: Uint8Array.from(atob(dark), (sign) => sign.charCodeAt(0)) }));
}

describe("a PDF with letters of other scripts", () => {
	it.each(languages)("draws %s from a part of the font as from the whole", async (language) => {
		const [part, whole] = [await drawn(language, true), await drawn(language, false)];
		expect(part.hasStandIns).toBe(false);
		const differing = part.dark.reduce((sum, pixel, at) => sum + (pixel === whole.dark[at] ? 0 : 1), 0);
		expect(differing).toBeLessThan(part.dark.length / 1000);
		for (const { text, ink } of part.texts) expect([text, ink > 0.01]).toEqual([text, true]);
	});

	it("draws every text of a report in Japanese", async () => {
		const name = "東京第2倉庫の冷凍室にある温度計".repeat(3);
		const rows = [[inSummer, "峠の茶屋", 3.5]];
		const parts = [table("測定値", [column("時刻", "time"), column("機器"), column("温度 (°C)", "number")], rows)];
		const document = reportDocument([section(parts, { title: name })], { title: "日次報告書", notes: [sentences.ja] });
		const bytes = await rendered(document, "pdf", { layout: { language: "ja" }, readFont });
		expect(bytes.length).toBeLessThan(100_000);
		const { pages } = await readPdf(bytes);
		const texts = pages.flatMap((page) => page.texts.map(({ text }) => text));
		expect(texts.join("")).toContain("峠の茶屋");
		expect(texts.join("")).not.toContain("\uFFFD");
		expect(pages.flatMap(({ isFontMissing }) => isFontMissing)).not.toContain(true);
		for (const page of await inkOf(bytes)) {
			for (const { text, ink } of page.texts) expect([text, ink > 0.02]).toEqual([text, true]);
		}
	});

	it("draws the same report in German and in Japanese, with no text of the one in the other", async () => {
		const names = "Room 1, Air, Cold rooms, Hansen Pharma, AQLCloud, Acme Stores, run_01JDPX5Z3M8Q4V7T2B6N9K0WRE";
		const drawnIn = async (language: string) => {
			const layout = { ...standardLayout, language, dateOrder: "month" as const };
			const definition = { type: "excursions", format: "pdf", layout } as const;
			const [from, to] = [Date.UTC(2026, 10, 23), Date.UTC(2026, 10, 30)];
			const values = Array.from({ length: 600 }, (_, index) => 5 + 5 * Math.sin(index / 40));
			const device = { name: "Room 1", channels: [{ name: "Air", max: 8 }], all: everySo(15 * minuteMs, from, values) };
			const source = listSource({ definition, from, to, devices: [device] });
			const { document } = await makeDocument(source, { groupId: null, onDevice: () => undefined });
			const pages = await inkOf(await rendered(document, "pdf", { layout, readFont }));
			return { texts: pages.flatMap(({ texts }) => texts), pages };
		};
		const [german, japanese] = [await drawnIn("de"), await drawnIn("ja")];
		for (const { texts } of [german, japanese]) {
			const written = texts.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
			expect(written.length).toBeGreaterThan(40);
			for (const { text, ink } of written) expect([text, ink > 0.01]).toEqual([text, true]);
			expect(texts.filter(({ text }) => /[\uFFFD▯□]/u.test(text))).toEqual([]);
		}
		expect(japanese.pages.length).toBe(german.pages.length);
		for (const [index, { dark }] of german.pages.entries()) {
			const inks = [dark, japanese.pages[index]?.dark ?? new Uint8Array()].map((page) => page.filter(Boolean).length);
			expect(Math.max(...inks) / Math.min(...inks)).toBeLessThan(1.5);
		}
		const words = (texts: { text: string }[]) => new Set(texts.flatMap(({ text }) => text.match(/\p{L}{4,}/gu) ?? []));
		const inBoth = [...words(german.texts)].filter((word) => words(japanese.texts).has(word));
		expect(inBoth.filter((word) => !names.includes(word))).toEqual([]);
	});

	it("puts signs in their place if the backend has no fonts", async () => {
		const document = reportDocument([], { title: "日次報告書" });
		const { pages } = await readPdf(await rendered(document, "pdf", { readFont: async () => null }));
		expect(pages[0]?.texts.map(({ text }) => text).join(" ")).toContain("\uFFFD stands for it");
	});
});
