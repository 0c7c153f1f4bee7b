import { describe, expect, it } from "vitest";
import { findItems, type SearchItem, type SearchKind, searchItem } from "../../client/features/search/find-items";
import { highlightParts } from "../../client/features/search/text-match";
import { foldText } from "../../shared/base/fold-text";
import * as fc from "../properties";

type Thing = { title: string; kind?: SearchKind; keywords?: string[]; serialNumber?: string; target?: string };

function thing({ title, kind = "device", target = `/${kind}/${title}`, ...rest }: Thing): SearchItem {
	return searchItem({ id: `${kind} ${title}`, kind, title, note: "", target, ...rest });
}

const nothingRecent = { recent: [], current: "/dashboard" };

function titlesFound(things: Thing[], query: string, recent: string[] = []): string[] {
	return findItems(things.map(thing), query, { ...nothingRecent, recent }).flatMap(({ items }) =>
		items.map(({ title }) => title),
	);
}

describe("the finds of a search", () => {
	it.each([
		[
			"the beginning of a name before a later word before its inside",
			"col",
			["Cold room 1", "Big cold room", "Protocol"],
		],
		["a name before another field", "lisbon", ["Lisbon office", "Freezer"]],
		["every word, in any order", "room cold", ["Cold room 1", "Big cold room"]],
		["accents and case left out", "MALAGA", ["Málaga dock"]],
		["a serial number without its dashes", "ll9 10421", ["Freezer"]],
		["a serial number with other dashes", "LL-910421", ["Freezer"]],
		["the inside of a serial number", "10421", ["Freezer"]],
		["a tag", "vaccines", ["Freezer"]],
		["nothing where one word is nowhere", "cold nonsense", []],
		["numbers in names as numbers", "pump", ["Pump 2", "Pump 10"]],
	])("finds by text: %s", (_, query, titles) => {
		const things: Thing[] = [
			{ title: "Protocol" },
			{ title: "Big cold room" },
			{ title: "Cold room 1" },
			{ title: "Freezer", serialNumber: "LL9-10421", keywords: ["Lisbon", "vaccines"] },
			{ title: "Lisbon office" },
			{ title: "Málaga dock" },
			{ title: "Pump 10" },
			{ title: "Pump 2" },
		];
		expect(titlesFound(things, query)).toEqual(titles);
	});

	it("stands first where it was open lately and fits as well, but not before what fits better", () => {
		const things = [{ title: "Cold room 1" }, { title: "Cold room 2" }, { title: "A cold room" }];
		expect(titlesFound(things, "cold")).toEqual(["Cold room 1", "Cold room 2", "A cold room"]);
		expect(titlesFound(things, "cold", ["/device/A cold room", "/device/Cold room 2"])).toEqual([
			"Cold room 2",
			"Cold room 1",
			"A cold room",
		]);
	});

	it("groups finds by kind, the kind with the best find first", () => {
		const things: Thing[] = [
			{ title: "The dashboard device" },
			{ title: "Dashboard", kind: "page" },
			{ title: "Dashers", kind: "group" },
		];
		expect(findItems(things.map(thing), "dash", nothingRecent).map(({ kind }) => kind)).toEqual([
			"page",
			"group",
			"device",
		]);
	});

	it("lists the best six of a kind, with the number of all", () => {
		const things = Array.from({ length: 10_000 }, (_, index) => thing({ title: `Logger ${10_000 - index}` }));
		const [devices, ...others] = findItems(things, "logger", nothingRecent);
		expect(others).toEqual([]);
		expect(devices?.total).toBe(10_000);
		expect(devices?.items.map(({ title }) => title)).toEqual([1, 2, 3, 4, 5, 6].map((number) => `Logger ${number}`));
	});

	it("lists recently opened things, then pages and actions, before anything is typed", () => {
		const things: Thing[] = [
			{ title: "Devices", kind: "page", target: "/devices" },
			{ title: "Sign out", kind: "action" },
			{ title: "Cold room 1", target: "/devices/1" },
			{ title: "Cold room 2", target: "/devices/2" },
		];
		const found = findItems(things.map(thing), " ", {
			recent: ["/devices/1", "/devices/2", "/devices/gone", "/devices"],
			current: "/devices/1",
		});
		expect(found.map(({ kind, items }) => [kind, items.map(({ title }) => title)])).toEqual([
			["recent", ["Cold room 2", "Devices"]],
			["action", ["Sign out"]],
		]);
	});

	it("finds any thing by any part of its name", () => {
		const name = fc.string({ minLength: 1, maxLength: 40, unit: "grapheme" });
		fc.assert(
			fc.property(name, fc.nat(), fc.nat(), (title, from, length) => {
				const start = from % title.length;
				const part = title.slice(start, start + 1 + (length % (title.length - start)));
				// Half of a character, or an accent without its letter, cannot be searched.
				fc.pre(part.isWellFormed() && foldText(title).includes(foldText(part)) && foldText(part).trim() !== "");
				expect(titlesFound([{ title }], part)).toEqual([title]);
			}),
		);
	});
});

describe("the marked part of a find", () => {
	it.each([
		["Cold room 1", "room", "Cold [room] 1"],
		["Cold room 1", "ro co", "[Co]ld [ro]om 1"],
		["Málaga", "alag", "M[álag]a"],
		["Online · LL9-10421 · Porto", "ll910", "Online · [LL9-10]421 · Porto"],
		["Straße", "strasse", "Straße"],
		["Freezer", "", "Freezer"],
		["", "x", ""],
		["ﬁlter", "fil", "[ﬁl]ter"],
	])("marks in %s for %s", (text, query, marked) => {
		const parts = highlightParts(text, query);
		expect(parts.map(({ text: part, isHit }) => (isHit ? `[${part}]` : part)).join("")).toBe(marked);
	});

	it("marks neither more nor less than the text itself", () => {
		fc.assert(
			fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (text, query) => {
				expect(
					highlightParts(text, query)
						.map((part) => part.text)
						.join(""),
				).toBe(text);
			}),
		);
	});
});
