import { describe, expect, it } from "vitest";
import { searchEntry } from "../../client/ui/table/list-search";

type Entry = { search: Record<string, string | undefined>; isTyped: boolean };

function historyOf(changes: Record<string, string | undefined>[]): Entry["search"][] {
	const entries: Entry[] = [{ search: {}, isTyped: false }];
	for (const change of changes) {
		const present = entries.at(-1);
		const { replace, state } = searchEntry(change, present?.isTyped ? { isTyped: true } : {});
		if (replace) entries.pop();
		entries.push({ search: { ...present?.search, ...change }, isTyped: "isTyped" in state });
	}
	return entries.map(({ search }) => JSON.parse(JSON.stringify(search)));
}

describe("the history of a screen's search parameters", () => {
	it("adds an entry for everything that is chosen", () => {
		expect(historyOf([{ status: "late" }, { sort: "-name" }, { status: undefined }])).toEqual([
			{},
			{ status: "late" },
			{ status: "late", sort: "-name" },
			{ sort: "-name" },
		]);
	});

	it("adds one entry for a search, in however many pauses it is typed", () => {
		expect(historyOf([{ q: "c" }, { q: "co" }, { q: "cold" }, { status: "late" }])).toEqual([
			{},
			{ q: "cold" },
			{ q: "cold", status: "late" },
		]);
	});

	it("adds one entry for what is typed on after a choice, so that the choice is not lost", () => {
		expect(historyOf([{ q: "cold" }, { status: "late" }, { q: "cold r" }, { q: "cold room" }])).toEqual([
			{},
			{ q: "cold" },
			{ q: "cold", status: "late" },
			{ q: "cold room", status: "late" },
		]);
	});

	it("finds again what was found before the box was emptied, and the next search is one more", () => {
		expect(historyOf([{ q: "cold" }, { q: undefined }, { q: "d" }, { q: "dock" }])).toEqual([
			{},
			{ q: "cold" },
			{ q: "dock" },
		]);
	});

	it("takes the filters away as one choice, the search with them", () => {
		expect(historyOf([{ q: "cold" }, { q: undefined, status: undefined }])).toEqual([{}, { q: "cold" }, {}]);
	});

	it("adds one entry for a text that the log searches for", () => {
		expect(historyOf([{ text: "d" }, { text: "door" }, { level: "error", text: "door" }])).toEqual([
			{},
			{ text: "door" },
			{ text: "door", level: "error" },
		]);
	});

	it("keeps the name of the view that was opened, through what is chosen and typed", () => {
		const viewId = "viw_1";
		expect(searchEntry({ status: "late" }, { viewId }).state).toEqual({ viewId });
		expect(searchEntry({ q: "cold" }, { viewId }).state).toEqual({ viewId, isTyped: true });
	});
});
