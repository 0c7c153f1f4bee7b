import { describe, expect, it } from "vitest";
import { formatValue, inUnit, type Quantity, type TemperatureUnit } from "../../../shared/formats/units";
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

describe("temperatures in the unit that a person reads", () => {
	it.each<[number, string, TemperatureUnit, string]>([
		[8, "°C", "°F", "46.4 °F"],
		[-40, "°C", "°F", "−40.0 °F"],
		[-17.78, "°C", "°F", "0.0 °F"],
		[46.4, "°F", "°C", "8.0 °C"],
		[46.4, "°F", "°F", "46.4 °F"],
		[46.4, "°F", "stored", "46.4 °F"],
		[61, "%", "°F", "61.0 %"],
		[3, "", "°F", "3.0"],
	])("%s %s, read in %s, is %s", (value, unit, temperatureUnit, text) => {
		expect(
			formatValue(value, { quantity: "other", unit, decimals: 1 }, { decimalSign: "point", temperatureUnit }),
		).toBe(text);
	});

	it("move by their zero point, differences do not", () => {
		expect(inUnit(2, "°C", "°F")).toBeCloseTo(35.6, 9);
		expect(inUnit(2, "°C", "°F", true)).toBeCloseTo(3.6, 9);
		expect(inUnit(3.6, "°F", "°C", true)).toBeCloseTo(2, 9);
		expect(inUnit(2, "m", "°F")).toBe(2);
	});

	it("stay the same when they come back", () => {
		const value = fc.double({ min: -1_000, max: 10_000, noNaN: true });
		fc.assert(
			fc.property(value, fc.boolean(), (celsius, isDifference) => {
				const back = inUnit(inUnit(celsius, "°C", "°F", isDifference), "°F", "°C", isDifference);
				expect(back).toBeCloseTo(celsius, 6);
			}),
		);
	});
});
