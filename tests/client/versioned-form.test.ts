import { expect, it } from "vitest";
import { type FormPart, mergeValues } from "../../client/forms/versioned-form";

type Values = { name: string; days: number[]; note: string };
const parts: FormPart<Values>[] = [
	{ label: "Name", fields: ["name"], text: ({ name }) => name },
	{ label: "Days", fields: ["days"], text: ({ days }) => days.join() },
	{ label: "Note", fields: ["note"], text: ({ note }) => note },
];

it("keeps mine, takes over what only the other changed, and asks where both did", () => {
	const base = { name: "A", days: [1], note: "" };
	const mine = { name: "Mine", days: [1], note: "both" };
	const theirs = { name: "Theirs", days: [1, 2], note: "both" };
	const { values, taken, conflicts } = mergeValues(parts, { base, mine, theirs });
	expect(values).toEqual({ name: "Mine", days: [1, 2], note: "both" });
	expect(taken).toEqual(["Days"]);
	expect(conflicts.map(({ label, mine: own, theirs: other }) => [label, own, other])).toEqual([
		["Name", "Mine", "Theirs"],
	]);
});
