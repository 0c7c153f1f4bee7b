import { afterEach, describe, expect, it, vi } from "vitest";
import { moneyLabel, smallestUnitsLabel } from "../../client/features/billing/money-label";

describe("money on the screen", () => {
	it.each([
		["49.00", "EUR", "€49.00"],
		["49", "USD", "$49.00"],
		["0.065", "EUR", "€0.065"],
		["1200", "JPY", "¥1,200"],
		["1200.00", "ISK", "ISK 1,200"],
		["0.065", "JPY", "¥0.065"],
		["4.9", "KWD", "KWD 4.900"],
		["4900", "RSD", "RSD 4,900.00"],
	])("%s %s reads %s", (amount, currency, label) => {
		expect(moneyLabel(amount, currency).replaceAll("\u00a0", " ")).toBe(label);
	});

	it.each([
		[4_900, "eur", "€49.00"],
		[4_900, "jpy", "¥4,900"],
		[4_900, "kwd", "KWD 4.900"],
		[490_000, "isk", "ISK 4,900"],
		[490_000, "ugx", "UGX 4,900"],
		[490_000, "rsd", "RSD 4,900.00"],
		[490_000, "lak", "LAK 4,900.00"],
		[490_000, "huf", "HUF 4,900.00"],
		[4_900, "mga", "MGA 4,900"],
		[4_900, "vuv", "VUV 4,900"],
		[490_000, "iqd", "IQD 4,900.00"],
		[4_900, "tnd", "TND 4.900"],
		[-1_500, "usd", "-$15.00"],
	])("%i of the smallest unit of %s read %s", (amount, currency, label) => {
		expect(smallestUnitsLabel({ amount, currency }).replaceAll("\u00a0", " ")).toBe(label);
	});
});

describe("money on a German page", () => {
	afterEach(() => {
		vi.unstubAllGlobals();
		// Files that run later in this process must not get the German page.
		vi.resetModules();
	});

	it.each([
		["1204.5", "EUR", "1.204,50 €"],
		["-15", "USD", "−15,00 $"],
	])("writes %s %s as %s, with the digits of the page", async (amount, currency, label) => {
		vi.stubGlobal("document", { documentElement: { lang: "de", dataset: {} } });
		vi.resetModules();
		const { setCompanyFormats } = await import("../../client/ui/display-formats");
		const { specifiedFormats } = await import("../../shared/formats/display-formats");
		const german = await import("../../client/features/billing/money-label");
		setCompanyFormats({ ...specifiedFormats, decimalSign: "comma" });
		expect(german.moneyLabel(amount, currency).replaceAll("\u00a0", " ").replace("-", "−")).toBe(label);
	});
});
