import superjson from "superjson";
import { describe, expect, it } from "vitest";
import { InputNotReadableError, readInput } from "../../../shared/base/wire-input";
import * as fc from "../../properties";

const wire = (input: unknown): unknown => JSON.parse(JSON.stringify(superjson.serialize(input)));

const Leaf = fc.oneof(
	fc.string(),
	fc.boolean(),
	fc.double(),
	fc.constantFrom(null, undefined, -0, Number.NaN, Number.POSITIVE_INFINITY),
	fc.date({ noInvalidDate: true }),
);
const Key = fc.string().filter((key) => !["__proto__", "constructor", "prototype"].includes(key));
const Input = fc.letrec((tie) => ({
	value: fc.oneof({ maxDepth: 5 }, Leaf, fc.array(tie("value")), fc.dictionary(Key, tie("value"))),
})).value;

describe("readInput", () => {
	it("reads what superjson writes of dates, undefined and numbers", () => {
		fc.assert(
			fc.property(Input, (input) => {
				expect(readInput(wire(input))).toEqual(superjson.deserialize(wire(input) as never));
			}),
		);
	});

	it("drops all referential equalities", () => {
		const ids = ["a"];
		expect(wire({ ids, same: ids })).toHaveProperty("meta.referentialEqualities");
		const read = readInput(wire({ ids, same: ids })) as { ids: unknown; same: unknown };
		expect(read).toEqual({ ids: ["a"], same: ["a"] });
		expect(read.same).not.toBe(read.ids);
	});

	it("reads an absent input as undefined", () => {
		expect(readInput({})).toBeUndefined();
		expect(readInput(wire(undefined))).toBeUndefined();
	});

	it("takes 2,000 annotations and no more", () => {
		const dates = (count: number) => wire(Array.from({ length: count }, () => new Date(0)));
		expect(readInput(dates(2_000))).toHaveLength(2_000);
		expect(() => readInput(dates(2_001))).toThrow(InputNotReadableError);
	});

	it("makes nothing where any annotation is of another kind", () => {
		const json = { at: "2026-01-01T00:00:00.000Z", values: 2 ** 40 };
		const annotations = { at: ["Date"], values: [["typed-array", "Float64Array"]] };
		expect(() => readInput({ json, meta: { values: annotations, v: 1 } })).toThrow(InputNotReadableError);
		expect(json.at).toBe("2026-01-01T00:00:00.000Z");
	});
});
