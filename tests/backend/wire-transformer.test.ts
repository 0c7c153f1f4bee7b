import fc from "fast-check";
import superjson from "superjson";
import { describe, expect, it } from "vitest";
import { wireTransformer } from "../../backend/wire-transformer";

const value = fc.anything({
	withDate: true,
	withMap: true,
	withSet: true,
	withBigInt: true,
	withNullPrototype: false,
	maxDepth: 4,
});

const crossed = (data: unknown, transformer: { serialize: (data: unknown) => unknown }) => {
	const wire = JSON.stringify(transformer.serialize(data));
	return superjson.deserialize(JSON.parse(wire));
};

describe("the wire's transformer", () => {
	it("brings across what superjson brings across", () => {
		fc.assert(
			fc.property(value, (data) => {
				expect(crossed(data, wireTransformer)).toEqual(crossed(data, superjson));
			}),
		);
	});

	it("writes plain JSON as superjson does", () => {
		fc.assert(
			fc.property(fc.jsonValue(), (data) => {
				fc.pre(!JSON.stringify(data).includes("__proto__") && !hasNegativeZero(data));
				expect(wireTransformer.serialize(data)).toEqual(superjson.serialize(data));
			}),
		);
	});

	it.each([
		["a date", new Date(0)],
		["undefined", undefined],
		["not a number", Number.NaN],
		["minus zero", -0],
		["a big integer", 1n],
		["an error", new Error("no")],
		["a map", new Map([["a", 1]])],
		["a set", new Set([1])],
	])("notes %s wherever it is", (_, odd) => {
		for (const data of [odd, [odd], { rows: [{ deep: odd }] }]) {
			expect(wireTransformer.serialize(data)).toEqual(superjson.serialize(data));
			expect(wireTransformer.serialize(data)).toHaveProperty("meta");
		}
	});

	it("comes to an end on a ring", () => {
		const ring: { self?: unknown } = {};
		ring.self = ring;
		expect(JSON.stringify(wireTransformer.serialize(ring))).toContain("referentialEqualities");
	});
});

function hasNegativeZero(data: unknown): boolean {
	if (typeof data === "object" && data !== null) return Object.values(data).some(hasNegativeZero);
	return Object.is(data, -0);
}
