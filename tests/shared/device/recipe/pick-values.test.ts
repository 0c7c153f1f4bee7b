import { describe, expect, it } from "vitest";
import { leavesOf, pathChoices, proposedValue } from "../../../../shared/device/recipe/pick-values";
import { parsePath, valueAt } from "../../../../shared/device/recipe/recipe-path";
import * as fc from "../../../properties";

const all = { most: 300, find: "" };

describe("the leaves of a message", () => {
	it("keep its order, with their paths", () => {
		const body = { id: "A1", data: [{ "t.air": 4, ok: true }, null], "🌡": { x: [] } };
		expect(leavesOf(body, all)).toEqual([
			{ path: "id", value: "A1" },
			{ path: "data[0].t\\.air", value: 4 },
			{ path: "data[0].ok", value: true },
			{ path: "data[1]", value: null },
		]);
	});

	it("match a search by path or value, up to the listed number", () => {
		const body = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, index]));
		expect(leavesOf(body, all)).toHaveLength(300);
		expect(leavesOf(body, { most: 300, find: " K4999 " })).toEqual([{ path: "k4999", value: 4_999 }]);
		expect(leavesOf({ a: "Cellar", b: 1 }, { most: 300, find: "cell" })).toHaveLength(1);
	});

	it("end at the depth and length that a path may have", () => {
		expect(leavesOf(JSON.parse(`${"[".repeat(30_000)}1${"]".repeat(30_000)}`), all)).toEqual([]);
		expect(leavesOf({ ["k".repeat(301)]: 1, ok: 2 }, all)).toEqual([{ path: "ok", value: 2 }]);
		expect(leavesOf(7, all)).toEqual([]);
	});

	it("equal what their paths read in any message", () => {
		fc.assert(
			fc.property(fc.json({ depthSize: "medium" }), (text) => {
				const body = JSON.parse(text);
				for (const { path, value } of leavesOf(body, all)) expect(valueAt(body, parsePath(path) ?? [])).toBe(value);
			}),
		);
	});
});

describe("the paths of a picked leaf", () => {
	it("include every entry of each list, and begin with a list in use", () => {
		expect(pathChoices("a.b", [])).toEqual(["a.b"]);
		expect(pathChoices("a[0].b[2].c", [])).toEqual(["a[0].b[2].c", "a[*].b[2].c", "a[0].b[*].c"]);
		expect(pathChoices("a[0].b", ["a[*].c"])).toEqual(["a[*].b", "a[0].b"]);
	});

	it("propose a channel of their own, and a unit", () => {
		expect(proposedValue("data[*].temperature", [])).toEqual({
			path: "data[*].temperature",
			channel: "temperature",
			unit: "",
		});
		const others = [{ path: "in.temp", channel: "Temp", unit: "" }];
		expect(proposedValue("out.temp", others).channel).toBe("out temp");
		expect(proposedValue("air_degc", []).unit).not.toBe("");
		expect(proposedValue("[0]", []).channel).toBe("");
	});
});
