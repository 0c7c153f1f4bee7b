import { describe, expect, it } from "vitest";
import { parseSentJson } from "../../../shared/ingest/sent-json";

describe("a number that is none, as firmware and Python write it", () => {
	it.each([
		"nan",
		"NaN",
		"-nan",
		"nan(0x8000000000000)",
		"inf",
		"-inf",
		"Infinity",
		"-Infinity",
		"1.#QNAN0",
		"-1.#IND",
	])("turns %s into a text, and leaves the rest as it is", (none) => {
		expect(parseSentJson(`{"a":[${none} , 4.2], "b":${none}}`)).toEqual({ a: ["NaN", 4.2], b: "NaN" });
	});

	it("stays where it is in a text", () => {
		const name = 'in the "nan" shop: nan, inf \\';
		expect(parseSentJson(`{${JSON.stringify(name)}:nan,"nan":"-inf"}`)).toEqual({ [name]: "NaN", nan: "-inf" });
	});
});

it.each(["", "{", '{"a":nano}', '{"a":banana}', '{"a":nan', '{"a":"nan}', "{nan:1}x", '{"a":1nan}', "[1,]"])(
	"%s is no JSON all the same",
	(text) => {
		expect(() => parseSentJson(text)).toThrow(SyntaxError);
	},
);

it("ends where the text of a buffer does", () => {
	expect(parseSentJson('{"a":1}\0\0\0')).toEqual({ a: 1 });
	expect(() => parseSentJson('{"a":\0 1}\0')).toThrow(SyntaxError);
});

it("takes texts of any length", () => {
	const long = '\\"'.repeat(1_000_000);
	expect(parseSentJson(`["${long}",nan]`)).toEqual(['"'.repeat(1_000_000), "NaN"]);
	expect(() => parseSentJson(`${"\0".repeat(4_000_000)}1`)).toThrow(SyntaxError);
});
