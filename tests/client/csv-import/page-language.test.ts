import { describe, expect, it, vi } from "vitest";
import { browserText } from "../../../client/entities/browser-label";
import { clockRuleChoices } from "../../../client/entities/clock-labels";
import { parseChannels, parseRule } from "../../../client/features/devices/csv-import/line-cells";
import { englishQuantityTitle } from "../../../client/features/devices/english-titles";
import { quantityTitles } from "../../../shared/formats/quantity-titles";
import { Quantity } from "../../../shared/formats/units";

vi.mock("../../../shared/words/made/en/entities.js", () => import("../../../shared/words/made/de/entities.js"));
vi.mock("../../../shared/words/made/en/sentences.js", () => import("../../../shared/words/made/de/sentences.js"));

describe("a file of devices on a German page", () => {
	it("reads each quantity as the page shows it, in English, and by its id", () => {
		expect(quantityTitles.humidity).not.toBe("Humidity");
		for (const quantity of Quantity.options) {
			for (const word of [quantityTitles[quantity], englishQuantityTitle(quantity), quantity]) {
				expect(parseChannels(`Probe:${word}`), word).toMatchObject({ channels: [{ quantity }] });
			}
		}
	});

	it("reads each clock mode as the page shows it, and in English", () => {
		for (const { value, label } of clockRuleChoices) expect(parseRule(label), label).toBe(Number(value));
		expect(clockRuleChoices[0]?.label).toBe("Ortszeit, keine Sommerzeit");
		expect(parseRule("No daylight saving")).toBe(2);
		expect(parseRule("Sommerzeit")).toBe(null);
	});
});

describe("a browser's stored label on a German page", () => {
	it.each([
		["Firefox on Windows", "Firefox unter Windows"],
		["A browser on Android", "Ein Browser unter Android"],
		["Unknown browser", "Unbekannter Browser"],
		["Firefox", "Firefox"],
	])("reads %s in German", (label, text) => {
		expect(browserText(label)).toBe(text);
	});
});
