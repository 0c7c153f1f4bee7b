import { describe, expect, it } from "vitest";
import { smsText } from "../../../backend/message/senders/sms-text";

const textOf = (short: string, url: string | null = null) =>
	smsText({ subject: "", title: "", blocks: [], short, url });

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

	it("keeps other letters, within two parts of such text", () => {
		expect(textOf("Критично: Склад 4: −9.2 °C")).toBe("Критично: Склад 4: −9.2 °C");
		expect(textOf(`冷凍庫 ${"4 ".repeat(200)}`)).toHaveLength(134);
	});

	it("stays within two parts of letters, and keeps its address whole", () => {
		const url = `https://console.test.com/alerts/${"e".repeat(60)}`;
		const text = textOf(`Warning: ${"−".repeat(400)}`, url);
		expect(text.endsWith(`... ${url}`)).toBe(true);
		expect(text.length - url.length).toBeLessThanOrEqual(2 * 153);
		expect(textOf("Short.", url)).toBe(`Short. ${url}`);
	});
});
