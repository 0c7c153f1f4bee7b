import { describe, expect, it } from "vitest";
import type { DerivedDefinition, DerivedKind } from "../../../shared/device/derived/definition";
import { derivationOf } from "../../../shared/device/derived/registry";
import { overIce, overWater } from "../fixtures/humid-air";

function definitionOf(
	kind: DerivedKind,
	roles: string[],
	options: DerivedDefinition["options"] = {},
): DerivedDefinition {
	const sources = roles.map((role, index) => ({ role, channelId: `chn_${index}` }));
	return { kind, sources, driver: "chn_0", toleranceSeconds: 60, options };
}

function humidAir(kind: DerivedKind, options: DerivedDefinition["options"], [celsius, humidity]: readonly number[]) {
	const definition = definitionOf(kind, ["temperature", "humidity"], options);
	return derivationOf(definition, { units: ["°C", "%"], altitude: null }).value([celsius ?? NaN, humidity ?? NaN]);
}

describe("derived channels of humid air", () => {
	it.each(overIce)("computes as ASHRAE over ice: %f °C, %f %%", (celsius, humidity, dewPoint) => {
		expect(Math.abs((humidAir("dewPoint", { referredTo: "ice" }, [celsius, humidity]) ?? NaN) - dewPoint)).toBeLessThan(
			0.005,
		);
	});
	it.each(overWater)("computes as the WMO over water: %f °C, %f %%", (celsius, humidity, dewPoint) => {
		expect(Math.abs((humidAir("dewPoint", {}, [celsius, humidity]) ?? NaN) - dewPoint)).toBeLessThan(0.05);
	});
});
