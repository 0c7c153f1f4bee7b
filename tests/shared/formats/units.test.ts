import { describe, expect, it } from "vitest";
import type { DisplayFormats, UnitChoices } from "../../../shared/formats/display-formats";
import { ReadingUnits, readingUnits, valueStyleOf, withUnit } from "../../../shared/formats/reading-units";
import { shownNumber, storedNumber } from "../../../shared/formats/shown-numbers";
import { formatValue, Quantity, quantities, readIn } from "../../../shared/formats/units";
import * as fc from "../../properties";

describe("a value as a person reads it", () => {
	it.each<[number | null, Quantity, string, number, string]>([
		[4.2, "temperature", "°C", 1, "4.2 °C"],
		[-28.44, "temperature", "°C", 1, "−28.4 °C"],
		[-0.04, "temperature", "°C", 1, "0.0 °C"],
		[61.4, "humidity", "%", 0, "61 %"],
		[1.835, "level", "m", 2, "1.83 m"],
		[0, "door", "", 0, "Closed"],
		[1, "door", "", 0, "Open"],
		[12, "count", "", 0, "12"],
		[18_904, "power", "W", 0, "18,904 W"],
		[-1_013.25, "pressure", "hPa", 1, "−1,013.3 hPa"],
		[null, "temperature", "°C", 1, "—"],
	])("%s (%s) reads %5$s", (value, quantity, unit, decimals, text) => {
		expect(formatValue(value, { quantity, unit, decimals })).toBe(text);
	});
});

const read = (temperatureUnit: DisplayFormats["temperatureUnit"], units?: UnitChoices) =>
	valueStyleOf({ decimalSign: "point", temperatureUnit, units });

describe("the units that a person reads", () => {
	it.each<[number, string, DisplayFormats["temperatureUnit"], string]>([
		[8, "°C", "°F", "46.4 °F"],
		[-40, "°C", "°F", "−40.0 °F"],
		[-17.78, "°C", "°F", "0.0 °F"],
		[46.4, "°F", "°C", "8.0 °C"],
		[46.4, "°F", "°F", "46.4 °F"],
		[46.4, "°F", "stored", "46.4 °F"],
		[61, "%", "°F", "61.0 %"],
		[3, "", "°F", "3.0"],
	])("%s %s, read in %s, is %s", (value, unit, temperatureUnit, text) => {
		expect(formatValue(value, { quantity: "other", unit, decimals: 1 }, read(temperatureUnit))).toBe(text);
	});

	it.each<[number, Quantity, string, UnitChoices, string]>([
		[1013.25, "pressure", "hPa", { pressure: "inHg" }, "29.921 inHg"],
		[1013.25, "other", "mbar", { pressure: "psi" }, "14.696 psi"],
		[1.25, "energy", "kWh", { energy: "Wh" }, "1,250 Wh"],
		[5.4, "rain", "mm", { rain: "in", level: "ft" }, "0.213 in"],
		[1.5, "level", "m", { rain: "in", level: "ft" }, "4.9 ft"],
		[1.2, "vaporPressureDeficit", "kPa", { pressure: "inHg" }, "1.2 kPa"],
		[10, "windSpeed", "m/s", { speed: "km/h" }, "36.0 km/h"],
		[45, "humidity", "%", { share: "m³/m³", soilMoisture: "m³/m³" }, "45.0 %"],
		[45, "soilMoisture", "%", { soilMoisture: "m³/m³" }, "0.450 m³/m³"],
		[4, "temperature", "°C", { temperature: "K" }, "277.1 K"],
		[1.5, "temperature", "Δ°C", { temperature: "°F" }, "2.7 Δ°F"],
		[1.5, "temperature", "Δ°C", { temperature: "K" }, "1.5 ΔK"],
		[4, "temperature", "°C", { temperature: "psi", pressure: "furlong" }, "4.0 °C"],
	])("reads %s of %s in %s, by the choices %j, as %s", (value, quantity, unit, units, text) => {
		const decimals = unit === "kWh" || unit === "hPa" ? quantities[quantity].decimals : 1;
		expect(formatValue(value, { quantity, unit, decimals }, read("stored", units))).toBe(text);
	});

	it("keeps the digits of every conversion there and back to 12 digits, differences without a zero point", () => {
		const pairs = readingUnits.flatMap(({ name, units }) =>
			units.flatMap((from) => units.map((to) => ({ name, from, to }))),
		);
		const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
		fc.assert(
			fc.property(fc.constantFrom(...pairs), value, fc.boolean(), ({ name, from, to }, sent, isDifference) => {
				const quantity = Quantity.safeParse(name).data ?? "other";
				const shown = readIn({ quantity, unit: from }, read("stored", { [name]: to }));
				expect(shown.unit).toBe(to);
				const scale = Math.max(Math.abs(sent), isDifference ? 0 : 460);
				expect(Math.abs(shown.stored(shown.read(sent, isDifference), isDifference) - sent)).toBeLessThanOrEqual(
					scale * 1e-12 + 1e-300,
				);
				expect(shown.read(0, true)).toBe(0);
			}),
		);
	});

	it("shows a typed number as it was typed after both conversions, whatever the unit", () => {
		const pairs = readingUnits.flatMap(({ name, units }) =>
			units.flatMap((from) => units.map((to) => ({ name, from, to }))),
		);
		const typed = fc.integer({ min: -5_000_000, max: 50_000_000 }).map((number) => number / 10_000);
		fc.assert(
			fc.property(fc.constantFrom(...pairs), typed, fc.boolean(), ({ name, from, to }, number, isDifference) => {
				const quantity = Quantity.safeParse(name).data ?? "other";
				const shown = readIn({ quantity, unit: from }, read("stored", { [name]: to }));
				const back = shownNumber(storedNumber(number, shown, isDifference), shown, isDifference);
				expect(back).toBe(number);
			}),
		);
	});

	it("loses at most half of a channel's smallest step", () => {
		for (const { name, units } of readingUnits) {
			for (const [from, to] of units.flatMap((one) => units.map((other) => [one, other] as const))) {
				const { moreDecimals, read: convert } = readIn(
					{ quantity: Quantity.safeParse(name).data ?? "other", unit: from },
					read("stored", { [name]: to }),
				);
				const step = 10 ** -moreDecimals / convert(1, true);
				expect(step, `${from} to ${to}`).toBeLessThanOrEqual(2.000001);
				expect(step, `${from} to ${to}`).toBeGreaterThan(0.19999);
			}
		}
	});

	it("keeps the temperature's own format for °C and °F, which other releases read, and adds kelvins to the units", () => {
		const formats = { temperatureUnit: "°F", units: { pressure: "psi" } } as const;
		expect(withUnit(formats, "temperature", "°C")).toEqual({ temperatureUnit: "°C", units: { pressure: "psi" } });
		const inKelvin = withUnit(formats, "temperature", "K");
		expect(inKelvin).toEqual({ temperatureUnit: "stored", units: { pressure: "psi", temperature: "K" } });
		expect(withUnit(inKelvin, "temperature", "°F")).toEqual(formats);
		expect(withUnit(formats, "temperature", null)).toEqual({ temperatureUnit: "stored", units: { pressure: "psi" } });
		expect(withUnit(formats, "pressure", null)).toEqual({ temperatureUnit: "°F", units: {} });
	});

	it.each([
		[{ pressure: "psi" }, true],
		[{}, true],
		[{ pressure: "°C" }, false],
		[{ share: "%" }, false],
		[{ constructor: "psi" }, false],
		[{ pressure: 7 }, false],
		["psi", false],
	])("takes %j as a choice of units: %s", (units, isTaken) => {
		expect(ReadingUnits.safeParse(units).success).toBe(isTaken);
	});
});
