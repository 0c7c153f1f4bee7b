import { expect, it } from "vitest";
import { conflictText } from "../../client/forms/author-text";
import { type FormPart, mergeValues } from "../../client/forms/versioned-form";
import type { ErrorCode } from "../../shared/errors/error-codes";

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

it("names who was first where nothing can be merged, if that is known", () => {
	const ann = { name: "Ann Lee", isCaller: false };
	const denial = (changedBy: unknown, reason: ErrorCode = "CHANGED_MEANWHILE") => ({ reason, changedBy });
	expect(conflictText(denial(ann))).toBe("Ann Lee has changed this in the meantime. Review the change first.");
	const own = "You, in another tab, have changed this in the meantime. Review the change first.";
	expect(conflictText(denial({ ...ann, isCaller: true }))).toBe(own);
	expect([conflictText(denial(undefined)), conflictText(denial(ann, "GROUP_NOT_FOUND"))]).toEqual([null, null]);
});
