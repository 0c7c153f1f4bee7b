import { describe, expect, it } from "vitest";
import {
	type ColumnPreferences,
	chosenColumns,
	noPreferences,
	parsePreferences,
	withTick,
} from "../../client/ui/table/column-preferences";
import { allSelected, noneSelected, withoutMissing } from "../../client/ui/table/use-selection";
import * as fc from "../properties";

const columns = [
	{ id: "name" },
	{ id: "serial" },
	{ id: "status", isFixed: true },
	{ id: "battery" },
	{ id: "model", isOptional: true },
	{ id: "site", isOptional: true },
];

const usual = ["name", "serial", "status", "battery"];

function tickedTo(some: typeof columns, wanted: string[], before: ColumnPreferences): ColumnPreferences {
	const shown = chosenColumns(some, before);
	const others = some.filter(({ id }) => wanted.includes(id) !== shown.includes(id));
	return others.reduce((preferences, column) => withTick(preferences, column, wanted.includes(column.id)), before);
}

describe("the columns of a list", () => {
	it("shows the usual columns until a person chooses", () => {
		expect(chosenColumns(columns, noPreferences)).toEqual(usual);
		expect(chosenColumns(columns, parsePreferences(null))).toEqual(usual);
	});

	it("shows the chosen columns in the list's own order, the name and fixed ones always", () => {
		const preferences = tickedTo(columns, ["site", "battery"], noPreferences);
		expect(chosenColumns(columns, preferences)).toEqual(["name", "status", "battery", "site"]);
	});

	it("stand again as chosen, whatever is chosen", () => {
		const ids = columns.map(({ id }) => id);
		fc.assert(
			fc.property(fc.subarray(ids), fc.subarray(ids), (first, second) => {
				const before = tickedTo(columns, first, noPreferences);
				const kept = parsePreferences(JSON.stringify(tickedTo(columns, second, before)));
				const expected = ids.filter((id) => second.includes(id) || id === "name" || id === "status");
				expect(chosenColumns(columns, kept)).toEqual(expected);
			}),
		);
	});

	it("puts later columns where their makers put them, and remembers those that went", () => {
		const [name, serial, status] = columns;
		const few = [name, serial, status].filter((column) => column !== undefined);
		const preferences = tickedTo(columns, ["name", "serial", "status", "model"], noPreferences);
		expect(chosenColumns([...few, { id: "new" }], preferences)).toEqual(["name", "serial", "status", "new"]);
		const later = tickedTo(few, ["name", "status"], preferences);
		expect(chosenColumns(columns, later)).toEqual(["name", "status", "model"]);
	});

	it.each([["nonsense"], ["[]"], ['{"hidden":"serial"}'], ['{"hidden":[1],"added":[]}'], ["null"]])(
		"are the usual ones where the browser has kept %s",
		(text) => {
			expect(chosenColumns(columns, parsePreferences(text))).toEqual(usual);
		},
	);

	it("separates columns that stand by themselves from those that a person ticked", () => {
		const ticked = withTick(noPreferences, { id: "serial" }, true);
		expect(chosenColumns(columns, ticked)).toEqual(usual);
		expect(ticked.added).toEqual(["serial"]);
		const unticked = withTick(ticked, { id: "serial" }, false);
		expect(unticked).toEqual({ hidden: ["serial"], added: [] });
	});

	it("shows columns again that were optional when they were unticked, once they are usual ones", () => {
		const alerts = { id: "alerts", isOptional: true };
		const preferences = withTick(withTick(noPreferences, alerts, true), alerts, false);
		expect(chosenColumns([...columns, { ...alerts, isOptional: false }], preferences)).toContain("alerts");
	});

	it("ignore choices about what was never there", () => {
		const preferences = parsePreferences('{"hidden":["gone","serial","name"],"added":["also-gone"]}');
		expect(chosenColumns(columns, preferences)).toEqual(["name", "status", "battery"]);
	});
});

describe("a selection", () => {
	it("keeps what is still there, and stays the same object where all is", () => {
		const selected = allSelected(["a", "b", "c"]);
		expect(withoutMissing(selected, ["c", "x", "a"])).toEqual({ a: true, c: true });
		expect(withoutMissing(selected, ["c", "b", "a", "x"])).toBe(selected);
		expect(withoutMissing(selected, ["x"])).toBe(noneSelected);
		expect(withoutMissing(noneSelected, [])).toBe(noneSelected);
	});

	it("never holds what is not there", () => {
		const ids = fc.uniqueArray(fc.oneof(fc.uuid(), fc.constantFrom("constructor", "toString", "valueOf")));
		fc.assert(
			fc.property(ids, ids, (selected, present) => {
				const left = Object.keys(withoutMissing(allSelected(selected), present));
				expect(left.toSorted()).toEqual(selected.filter((id) => present.includes(id)).toSorted());
			}),
		);
	});
});
