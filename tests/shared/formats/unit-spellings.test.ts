import { describe, expect, it } from "vitest";
import { quantityInSentence } from "../../../shared/formats/quantity-titles";
import { knownUnit, unitConversion, unitDimension } from "../../../shared/formats/unit-spellings";
import { Quantity, quantities } from "../../../shared/formats/units";

describe("conversions between units", () => {
	it.each([
		[0.284, "m³/m³", "%", 28.4],
		[0.312, "m3/m3", "%", 31.2],
		[0.284, "m³·m⁻³", "%", 28.4],
		[31.2, "%VWC", "%", 31.2],
		[31.2, "VWC %", "%", 31.2],
		[1500, "Wh", "kWh", 1.5],
		[7.2, "kJ", "Wh", 2],
		[41, "cbar", "kPa", 41],
		[41, "centibar", "hPa", 410],
		[14.5037737730217, "psia", "hPa", 1000],
		[1.2, "kPa", "hPa", 12],
		[1.01325, "bar", "hPa", 1013.25],
		[29.04, "inHg", "hPa", 983.41],
		[90, "s", "min", 1.5],
		[90, "min", "h", 1.5],
		[1.5, "hours", "s", 5400],
		[2, "m³/s", "l/s", 2000],
		[10, "knots", "km/h", 18.52],
		[1.25, "mS/cm", "µS/cm", 1250],
		[1.25, "dS/m", "mS/cm", 1.25],
		[0.012, "mg/m3", "ug/m³", 12],
		[1200, "ml", "l", 1.2],
		[1, "in/hr", "mm/h", 25.4],
		[28.4, "F", "°C", -2],
		[3, "ccf", "m³", 8.495],
		[10, "cu ft", "l", 283.168],
		[100, "ft3", "CCF", 1],
		[12.5, "CCF", "ft³", 1250],
		[1, "Mcf", "ft³", 1000],
		[1000, "gal", "l", 3785.411784],
		[1000, "imperial gallons", "l", 4546.09],
		[1000, "US gal", "imp gal", 832.674185],
		[7.48051948, "gallons", "ft³", 1],
		[2.5, "kgal", "US gal", 2500],
		[1, "kL", "m³", 1],
		[10, "gpm", "l/min", 37.85411784],
		[600, "gal/h", "gal/min", 10],
		[10, "imp gal/min", "l/min", 45.4609],
		[60, "cfm", "ft³/s", 1],
		[60, "ft3/h", "cfm", 1],
		[2, "m3/min", "m³/h", 120],
		[12, "l/m²", "mm", 12],
		[1, "lm/ft²", "lx", 10.76391],
		[10, "ft/s", "m/s", 3.048],
		[1, "GJ", "kWh", 277.777778],
	])("reads %d %s in %s as %d", (value, from, to, expected) => {
		expect(unitConversion(from, to)?.(value)).toBeCloseTo(expected, 2);
	});

	it("reads spellings that differ in signs, case and dots as one unit", () => {
		const spellings = ["µg/m³", "μg/m3", "ug/m^3", "UG/M3"].map(knownUnit);
		expect(new Set(spellings)).toEqual(new Set(["µg/m³"]));
		expect(["deg. C", "°C.", "Celsius", "º C"].map(knownUnit)).toEqual(Array(4).fill("°C"));
	});

	it("reads products of powers as quotients", () => {
		expect(["W⋅m⁻²", "m·s⁻¹", "µS⋅cm⁻¹", "mm·h-1", "m³·m⁻³"].map(knownUnit)).toEqual([
			"W/m²",
			"m/s",
			"µS/cm",
			"mm/h",
			"m³/m³",
		]);
	});

	it("converts no step of the Beaufort scale, which is a range of speeds", () => {
		expect([knownUnit("beaufort"), unitConversion("Bft", "m/s"), unitConversion("m/s", "Bft")]).toEqual([
			"Bft",
			null,
			null,
		]);
	});

	it("A bare gallon is the US one, and an imperial one needs its name", () => {
		const us = ["gal", "Gallons", "GAL", "US gal", "gal (US)", "U.S. gal"].map(knownUnit);
		expect(new Set(us)).toEqual(new Set(["US gal"]));
		const imperial = ["imp gal", "Imp. gal", "gal (imp)", "UK gallons", "gal-imp"].map(knownUnit);
		expect(new Set(imperial)).toEqual(new Set(["imp gal"]));
	});

	it("The sign mL means milliliters, and ML, which means megaliters, is no known unit", () => {
		expect(["mL", "ml", "ML", "ML/min"].map(knownUnit)).toEqual(["ml", "ml", null, null]);
	});

	it("distinguishes small letters from capitals that mean another unit", () => {
		expect(["M", "S", "H", "mS"].map(knownUnit)).toEqual([null, null, null, null]);
		expect(["m", "s", "h", "ms", "v", "C"].map(knownUnit)).toEqual(["m", "s", "h", "ms", "V", "°C"]);
	});

	it("knows no unit by a spelling that two units share", () => {
		// mWh and MWh, mPa and MPa, a share or a percentage.
		expect(["MWh", "MPa", "VWC", "Grad", "ppt", "psig"].map(knownUnit)).toEqual(Array(6).fill(null));
	});

	it("does not convert between dimensions", () => {
		expect([unitConversion("m³/m³", "kPa"), unitConversion("s", "m"), unitConversion("W", "Wh")]).toEqual([
			null,
			null,
			null,
		]);
		expect([unitDimension("cbar"), unitDimension("toString")]).toEqual(["pressure", null]);
	});
});

describe("the units of quantities", () => {
	it("have a dimension, spelled as channels spell them", () => {
		const spelled = Quantity.options.map((quantity) => quantities[quantity].unit).filter((unit) => unit !== "");
		expect(spelled.map(knownUnit)).toEqual(spelled);
		expect(spelled.filter((unit) => unitDimension(unit) === null)).toEqual([]);
	});

	it("keep the capitals of formulas within a sentence", () => {
		const names = (["co2", "ph", "windSpeed", "temperature"] as const).map((quantity) => quantityInSentence(quantity));
		expect(names).toEqual(["CO₂", "pH", "wind speed", "temperature"]);
	});
});
