import { describe, expect, it } from "vitest";
import { type ListParts, occurringOptions, rowsShown, sortOf } from "../../client/ui/table/entity-list";
import type { Facet } from "../../client/ui/table/list-rows";
import * as fc from "../properties";

type Thing = { id: string; name: string; kind: "a" | "b"; size: number | null; seenAt: Date | null };

const kindFacet: Facet<Thing> = {
	name: "kind",
	label: "Kind",
	options: [
		{ value: "a", label: "Kind A" },
		{ value: "b", label: "Kind B" },
		{ value: "c", label: "Kind C" },
	],
	of: ({ kind }) => kind,
};
const parts: ListParts<Thing> = {
	rowKey: ({ id }) => id,
	columns: [
		{ id: "name", header: "Name", value: ({ name }) => name },
		{ id: "kind", header: "Kind", value: ({ kind }) => kind, rank: ({ kind }) => ["b", "a"].indexOf(kind) },
		{ id: "size", header: "Size", value: ({ size }) => size },
		{ id: "seen", header: "Seen", value: ({ seenAt }) => seenAt },
	],
	facets: [kindFacet],
	searched: ({ name, kind }) => [name, kind === "a" ? null : "second"],
};

const thing = (id: string, rest: Partial<Thing> = {}): Thing => ({
	id,
	name: id,
	kind: "a",
	size: null,
	seenAt: null,
	...rest,
});
const things = [
	thing("t1", { name: "Room 10", size: 2, seenAt: new Date(3_000) }),
	thing("t2", { name: "room 9", kind: "b", size: -1 }),
	thing("t3", { name: "Ånge", size: null, seenAt: new Date(1_000) }),
	thing("t4", { name: "Room 9", kind: "b", size: 2 }),
];
const idsShown = (search: Parameters<typeof rowsShown>[2]) => rowsShown(things, parts, search).map(({ id }) => id);

describe("the rows a list shows", () => {
	it.each([
		["by name as people count", {}, ["t3", "t2", "t4", "t1"]],
		["downwards with a minus", { sort: "-name" }, ["t1", "t2", "t4", "t3"]],
		["by what is not there: by name", { sort: "-nothing" }, ["t3", "t2", "t4", "t1"]],
		["by rank before words", { sort: "kind" }, ["t2", "t4", "t3", "t1"]],
		["numbers with none last", { sort: "size" }, ["t2", "t4", "t1", "t3"]],
		["numbers downwards with none last", { sort: "-size" }, ["t4", "t1", "t2", "t3"]],
		["times", { sort: "seen" }, ["t3", "t1", "t2", "t4"]],
		["that hold the text in any case", { q: " ROOM 9 " }, ["t2", "t4"]],
		["that hold the text anywhere it is searched", { q: "second" }, ["t2", "t4"]],
		["of a kind", { kind: "b" }, ["t2", "t4"]],
		["of any kind where the kind means nothing", { kind: "z" }, ["t3", "t2", "t4", "t1"]],
		["of a kind with the text", { kind: "a", q: "room" }, ["t1"]],
		["none", { kind: "a", q: "second" }, []],
	])("sorts and filters the rows: %s", (_, search, expected) => {
		expect(idsShown(search)).toEqual(expected);
	});

	it("sorts rows of any order the same, by any column", () => {
		const anyThing = fc.record({
			id: fc.uuid(),
			name: fc.string({ unit: "grapheme", maxLength: 6 }),
			kind: fc.constantFrom("a" as const, "b" as const),
			size: fc.option(fc.integer()),
			seenAt: fc.option(fc.date({ noInvalidDate: true })),
		});
		fc.assert(
			fc.property(
				fc.uniqueArray(anyThing, { selector: ({ id }) => id, maxLength: 30 }),
				fc.constantFrom("name", "-name", "kind", "-kind", "size", "-size", "seen", "-seen"),
				(some, sort) => {
					const ids = (rows: Thing[]) => rowsShown(rows, parts, { sort }).map(({ id }) => id);
					expect(ids(some.toReversed())).toEqual(ids(some));
					expect(ids(some).toSorted()).toEqual(some.map(({ id }) => id).toSorted());
				},
			),
		);
	});

	it("say how they are sorted", () => {
		expect(sortOf(parts, { sort: "-size" })).toEqual({ columnId: "size", isDescending: true });
		expect(sortOf(parts, { sort: "nothing" })).toEqual({ columnId: "name", isDescending: false });
	});
});

describe("the options of a filter", () => {
	it("name each value that occurs, with how often", () => {
		expect(occurringOptions(kindFacet, things, ["b"])).toEqual([
			{ value: "a", label: "Kind A", count: 2 },
			{ value: "b", label: "Kind B", count: 2 },
		]);
	});

	it("offer none where all rows are alike, but for one that is chosen", () => {
		const alike = things.filter(({ kind }) => kind === "a");
		expect(occurringOptions(kindFacet, alike, [])).toEqual([]);
		expect(occurringOptions(kindFacet, alike, ["c"]).map(({ value, count }) => [value, count])).toEqual([
			["a", 2],
			["c", 0],
		]);
	});

	it("include a single one that only some rows have", () => {
		const single = { ...kindFacet, options: kindFacet.options.slice(0, 1) };
		expect(occurringOptions(single, things, [])).toEqual([{ value: "a", label: "Kind A", count: 2 }]);
	});
});
