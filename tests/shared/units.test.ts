import { describe, expect, it } from "vitest";
import { formatValue, type Quantity } from "../../shared/units";

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
		[null, "temperature", "°C", 1, "—"],
	])("%s (%s) reads %5$s", (value, quantity, unit, decimals, text) => {
		expect(formatValue(value, { quantity, unit, decimals })).toBe(text);
	});
});
