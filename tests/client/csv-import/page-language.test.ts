import { afterAll, describe, expect, it, vi } from "vitest";
import { Quantity } from "../../../shared/formats/units";

const [entities, sentences] = ["entities", "sentences"].map((area) => `../../../shared/words/made/en/${area}.js`);

// The tests of a process share modules, so that labels are read anew here, and again after this file.
vi.resetModules();
vi.doMock(entities ?? "", () => import("../../../shared/words/made/de/entities.js"));
vi.doMock(sentences ?? "", () => import("../../../shared/words/made/de/sentences.js"));
afterAll(() => {
	vi.doUnmock(entities ?? "");
	vi.doUnmock(sentences ?? "");
	vi.resetModules();
});

const { browserText } = await import("../../../client/entities/browser-label");
const { clockRuleChoices } = await import("../../../client/entities/clock-labels");
const { parseChannels, parseRule } = await import("../../../client/features/devices/csv-import/line-cells");
const { englishQuantityTitle } = await import("../../../client/features/devices/english-titles");
const { quantityTitles } = await import("../../../shared/formats/quantity-titles");

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
