import { describe, expect, it } from "vitest";
import {
	allShown,
	type ChartChoice,
	chartChoice,
	isAlone,
	isolated,
	searchOfChoice,
	shownInput,
	switched,
} from "../../client/chart/chart-choice";

const [a, b, c] = ["a", "b", "c"].map((letter) => `chn_${letter.repeat(26)}`) as [string, string, string]; // three literals

describe("the channels of a chart in the address", () => {
	it("come back from it, without what is no channel", () => {
		const choice: ChartChoice = { shownIds: [a, b], hiddenIds: [b], against: "week", second: "humidity" };
		const search = { lines: `${a},${b}`, hide: b, against: "week", second: "humidity" };
		expect(searchOfChoice(choice)).toEqual(search);
		expect(chartChoice(searchOfChoice(choice))).toEqual(choice);
		const nonsense = { lines: `${a},${a},nonsense,`, hide: "x", against: "century", second: "mood" };
		expect(chartChoice(nonsense)).toEqual({ shownIds: [a], hiddenIds: [], against: null, second: null });
		expect(searchOfChoice(chartChoice({}))).toEqual({});
		expect([shownInput(choice), shownInput(chartChoice({}))]).toEqual([{ shown: [a, b] }, {}]);
	});

	it("hides and shows channels one by one", () => {
		expect(switched([], a)).toEqual([a]);
		expect(switched([b, a], a)).toEqual([b]);
	});

	it("isolates channels and shows them again, whatever other charts hide", () => {
		expect(isolated([c], a, [a, b])).toEqual([c, b]);
		expect(isolated([c, a], a, [a, b])).toEqual([c, b]);
		expect(isolated([c, b], a, [a, b])).toEqual([c]);
		expect([isAlone([b], a, [a, b]), isAlone([], a, [a, b]), isAlone([], a, [a])]).toEqual([true, false, false]);
		expect(allShown([c, b], [a, b])).toEqual([c]);
	});
});
