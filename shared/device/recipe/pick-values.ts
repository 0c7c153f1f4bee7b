import { namedUnit } from "../line-series";
import type { RecipeValue } from "./payload-recipe";
import { listSteps, type PathStep, parsePath, pathLength, pathText } from "./recipe-path";

/** A text, number, truth value or null of a message, with its path. */
export type Leaf = { path: string; value: string | number | boolean | null };

const mostSteps = 16;

type Inner = { value: unknown; steps: PathStep[] };

/** The leaves of a message in its order, at most `most`. Leaves out those that no path can name. */
export function leavesOf(body: unknown, { most, find }: { most: number; find: string }): Leaf[] {
	const words = find.trim().toLowerCase();
	const leaves: Leaf[] = [];
	const open: Inner[] = [{ value: body, steps: [] }];
	for (let next = open.pop(); next && leaves.length < most; next = open.pop()) {
		const { value, steps } = next;
		if (typeof value === "object" && value !== null) {
			if (steps.length < mostSteps) for (const inner of innerOf(value, steps).reverse()) open.push(inner);
			continue;
		}
		const path = pathText(steps);
		const isFound = path.toLowerCase().includes(words) || String(value).toLowerCase().includes(words);
		if (path !== "" && path.length <= pathLength && isFound && isLeaf(value)) leaves.push({ path, value });
	}
	return leaves;
}

function innerOf(value: object, steps: PathStep[]): Inner[] {
	const entries: [PathStep, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
	return entries.map(([step, inner]) => ({ value: inner, steps: [...steps, step] }));
}

function isLeaf(value: unknown): value is Leaf["value"] {
	return value === null || ["string", "number", "boolean"].includes(typeof value);
}

/** The path itself, and for each list around it the path of every entry; that of a list already in use first. */
export function pathChoices(path: string, used: readonly string[]): string[] {
	const steps = parsePath(path) ?? [];
	const lists = new Set(used.flatMap((each) => listText(each) ?? []));
	const ofEntries = steps.flatMap((step, index) => {
		if (typeof step !== "number") return [];
		return pathText(steps.map((each, position) => (position === index ? null : each)));
	});
	const isUsed = (each: string) => lists.has(listText(each) ?? "");
	return [...ofEntries.filter(isUsed), path, ...ofEntries.filter((each) => !isUsed(each))];
}

function listText(path: string): string | null {
	const list = listSteps(parsePath(path) ?? []);
	return list && `${pathText(list)}[*]`;
}

/** A channel of the path's last names that no other value has, and the unit in which the name ends. */
export function proposedValue(path: string, others: readonly RecipeValue[]): RecipeValue {
	const names = (parsePath(path) ?? []).filter((step) => typeof step === "string" && step !== "").map(String);
	const taken = new Set(others.map(({ channel }) => channel.toLowerCase()));
	const candidates = names.map((_, index) => names.slice(names.length - 1 - index).join(" "));
	const channel = candidates.find((each) => !taken.has(each.toLowerCase())) ?? "";
	const unit = namedUnit({ measurement: "", field: names.at(-1) ?? "", tags: [] }) ?? "";
	return { path, channel: channel.slice(0, 64), unit };
}
