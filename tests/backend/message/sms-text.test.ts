import { describe, expect, it } from "vitest";
import { smsParts, smsText } from "../../../backend/message/senders/sms-text";
import { messageTimeText } from "../../../shared/time/time-zones";
import { recipientLanguages } from "../../../shared/words/made/languages";
import * as fc from "../../properties";

const textOf = (short: string, url: string | null = null, language = "en") =>
	smsText({ subject: "", title: "", blocks: [], short, url }, language);

describe("an SMS", () => {
	it.each([
		[
			"Critical: Tiefkühlraum Süd: Air is above −18 °C (−9.2 °C)",
			"Critical: Tiefkühlraum Süd: Air is above -18 C (-9.2 C)",
		],
		["Probe 1: below 32 °F, wind from 270°", "Probe 1: below 32 F, wind from 270 deg"],
		["“Ana’s” room… 5–8 µA ≥ 4 µA", '"Ana\'s" room... 5-8 uA >= 4 uA'],
		["Câmara frigorífica nº 2, Łódź, Žalud, Müller", "Camara frigorifica no 2, Lodz, Zalud, Müller"],
		["18 904 W, 12 m³, CO₂", "18 904 W, 12 m3, CO2"],
		["Price in € [net] {x} ~ ^ | \\", "Price in € [net] {x} ~ ^ | \\"],
	])("writes %s as %s", (short, expected) => {
		expect(textOf(short)).toBe(expected);
	});

	it("keeps letters outside the alphabet", () => {
		expect(textOf("Критично: Склад 4: −9.2 °C")).toBe("Критично: Склад 4: −9.2 °C");
	});

	it("contains no isolates, which would double its parts", () => {
		expect(textOf("Critical: \u2068Freezer\u2069: 9 °C")).toBe("Critical: Freezer: 9 C");
		expect(textOf("Critical: \u2068مجمد\u2069: 9 °C")).toBe("Critical: مجمد: 9 °C");
	});

	it.each([
		["letters of the alphabet", "e".repeat(160), 1],
		["letters of the alphabet", "e".repeat(161), 2],
		["letters of the alphabet", "e".repeat(306), 2],
		["letters of the alphabet", "e".repeat(307), 3],
		["letters that take two places", "€".repeat(80), 1],
		["letters that take two places", "€".repeat(81), 2],
		["letters that take two places and never two parts", "€".repeat(153), 3],
		["letters that take two places and never two parts", `e${"€".repeat(152)}`, 2],
		["other letters", "ж".repeat(70), 1],
		["other letters", "ж".repeat(71), 2],
		["other letters", "ж".repeat(134), 2],
		["other letters", "ж".repeat(135), 3],
		["signs of two units, which no part divides", "🧊".repeat(67), 3],
	])("counts parts of %s: %s takes %i", (_, text, parts) => {
		expect(smsParts(text)).toBe(parts);
	});

	const url = "https://console.example.com/a/0123456789abcde";

	it.each([
		["Warning: −−−", `Warning: ${"−".repeat(400)}`, 306],
		["Warning: €€€", `Warning: ${"€".repeat(400)}`, 182],
		["冷凍庫", `冷凍庫 ${"4 ".repeat(200)}`, 134],
		["🧊🧊🧊", "🧊".repeat(200), 134],
	])("fits two parts with its whole address: %s", (_, short, longest) => {
		const text = textOf(short, url);
		expect(text.endsWith(` ${url}`)).toBe(true);
		expect(smsParts(text)).toBe(2);
		expect(text.length).toBeLessThanOrEqual(longest);
		expect(text.length).toBeGreaterThan(longest - 4);
	});

	it.each(["ja", "zh-Hans"])("fits three parts in %s, with 67 letters before the address", (language) => {
		const longest = `${url}?${"d".repeat(60)}`;
		for (const address of [url, longest]) {
			const text = textOf("冷凍庫の温度が高すぎます。".repeat(20), address, language);
			expect(text.endsWith(` ${address}`)).toBe(true);
			expect(text.indexOf(" http")).toBe(67);
			expect(smsParts(text)).toBeLessThanOrEqual(3);
		}
		expect(smsParts(textOf("🧊".repeat(200), longest, language))).toBe(3);
	});

	it.each(recipientLanguages)("keeps one part with a time of any month in it, in %s", (language) => {
		const isInSigns = /^(?:ja|zh)/.test(language);
		for (let month = 0; month < 12; month++) {
			for (const hourCycle of ["12", "24"] as const) {
				const at = Date.UTC(2026, month, 27, 17, 4);
				const time = messageTimeText(at, 60, { hourCycle, dateOrder: "month", language });
				const before = isInSigns ? "冷".repeat(40) : "e".repeat(125);
				expect(smsParts(textOf(`${before} ${time}`, null, language))).toBe(1);
			}
		}
	});

	it("takes at most two parts, whatever it contains", () => {
		const letter = fc.constantFrom("e", "€", "[", "−", "°", "ж", "🧊", "é", " ", "\u2068");
		const texts = fc.array(letter, { maxLength: 500 }).map((letters) => letters.join(""));
		fc.assert(fc.property(texts, (short) => smsParts(textOf(short, url)) <= 2));
	});
});
