import superjson from "superjson";
import { describe, expect, it } from "vitest";
import { wireTransformer } from "../../../backend/base/wire-transformer";
import * as fc from "../../properties";

const value = fc.anything({
	withDate: true,
	withMap: true,
	withSet: true,
	withBigInt: true,
	withNullPrototype: false,
	maxDepth: 4,
});

type Transformer = { serialize: (data: unknown) => unknown };

function written(data: unknown, transformer: Transformer) {
	try {
		return { isRefused: false, wire: transformer.serialize(data) };
	} catch (error) {
		if (!(error instanceof Error && error.message.includes("prototype pollution"))) throw error;
		return { isRefused: true };
	}
}

function crossed(data: unknown, transformer: Transformer) {
	const { isRefused: isDenied, wire } = written(data, transformer);
	return isDenied
		? { isRefused: isDenied }
		: { isRefused: isDenied, data: superjson.deserialize(JSON.parse(JSON.stringify(wire))) };
}

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
				fc.pre(!hasNegativeZero(data));
				expect(written(data, wireTransformer)).toEqual(written(data, superjson));
			}),
		);
	});

	it.each(["prototype", "constructor"])("refuses the key %s as superjson does", (key) => {
		for (const data of [{ [key]: 1 }, [{ deep: { [key]: 1 } }]]) {
			expect(written(data, superjson).isRefused).toBe(true);
			expect(written(data, wireTransformer).isRefused).toBe(true);
		}
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
