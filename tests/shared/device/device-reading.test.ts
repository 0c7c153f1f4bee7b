import { describe, expect, it } from "vitest";
import { ListedReading, type ShownReading, shownReading, toListedReading } from "../../../shared/device/device-reading";
import { quantityInSentence, quantityTitles } from "../../../shared/formats/quantity-titles";
import { Quantity, quantities } from "../../../shared/formats/units";
import * as fc from "../../properties";

const reading: fc.Arbitrary<ShownReading> = fc.constantFrom(...Quantity.options).chain((quantity) =>
	fc.record({
		quantity: fc.constant(quantity),
		name: fc.oneof(fc.constant(quantityTitles[quantity]), fc.string()),
		unit: fc.oneof(fc.constant<string>(quantities[quantity].unit), fc.string()),
		decimals: fc.oneof(fc.constant<number>(quantities[quantity].decimals), fc.integer({ min: 0, max: 6 })),
		value: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
	}),
);

it.each([
	["co2", "CO₂"],
	["temperature", "temperature"],
] as const)("The quantity %s reads %s within a sentence", (quantity, text) => {
	expect(quantityInSentence(quantity)).toBe(text);
});

describe("a listed reading", () => {
	it("shows what it was made of", () => {
		fc.assert(
			fc.property(reading, (shown) => {
				const listed = toListedReading(shown);
				expect(ListedReading.parse(listed)).toEqual(listed);
				expect(shownReading(listed)).toEqual(shown);
			}),
		);
	});

	it.each(Quantity.options)("shortens an ordinary %s channel to two facts", (quantity) => {
		const shown = { name: quantityTitles[quantity], quantity, ...quantities[quantity], value: 1 };
		expect(toListedReading(shown)).toEqual({ quantity, value: 1 });
	});

	it("keeps what is not as usual, be it empty", () => {
		const shown = { name: "Rear", quantity: "temperature", unit: "", decimals: 0, value: null } as const;
		expect(toListedReading(shown)).toEqual({
			quantity: "temperature",
			value: null,
			name: "Rear",
			unit: "",
			decimals: 0,
		});
	});
});
