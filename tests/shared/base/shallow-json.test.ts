import { describe, expect, it } from "vitest";
import { parseShallowJson } from "../../../shared/base/shallow-json";
import * as fc from "../../properties";

const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

describe("parseShallowJson", () => {
	it("parses what JSON.parse does, up to 64 levels", () => {
		fc.assert(
			fc.property(fc.json({ maxDepth: 8 }), (text) => {
				expect(parseShallowJson(text)).toEqual(JSON.parse(text));
			}),
		);
		expect(parseShallowJson(nested(64))).toEqual(JSON.parse(nested(64)));
	});

	it.each([
		["arrays", nested(65)],
		["objects", `${'{"a":'.repeat(65)}1${"}".repeat(65)}`],
		["arrays that never end", "[".repeat(1_000_000)],
		["arrays behind a text of brackets and quotes", `["]]\\"]]", ${nested(64)}]`],
	])("throws a SyntaxError for deeper %s", (_, text) => {
		expect(() => parseShallowJson(text)).toThrow(new SyntaxError("The JSON is nested too deep"));
	});

	it("counts no bracket of a text", () => {
		expect(parseShallowJson(JSON.stringify({ text: `"\\${"[".repeat(100)}` }))).toHaveProperty("text");
	});
});
