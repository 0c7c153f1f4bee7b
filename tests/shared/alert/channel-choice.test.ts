import { describe, expect, it } from "vitest";
import { isChosenChannel } from "../../../shared/alert/conditions/terms";

const channel = { name: "Ölkreis Nord", quantity: "temperature", unit: "°C" } as const;

describe("isChosenChannel", () => {
	it("compares names without their case, also beyond ASCII", () => {
		expect(isChosenChannel({ ...channel, name: "ÖLKREIS nord" }, channel)).toBe(true);
		expect(isChosenChannel({ ...channel, name: "Ölkreis Süd" }, channel)).toBe(false);
	});

	it("takes every name of the quantity and unit where none is chosen", () => {
		expect(isChosenChannel({ ...channel, name: null }, channel)).toBe(true);
		expect(isChosenChannel({ ...channel, name: null, unit: "°F" }, channel)).toBe(false);
		expect(isChosenChannel({ ...channel, name: null, quantity: "humidity" }, channel)).toBe(false);
	});
});
