import { isRecord } from "./json-record";

const mostAnnotations = 2_000;
const longestPath = 12;
/** superjson's ISO date: 24 characters, 27 with a year of six digits. */
const longestDate = 30;

type Container = Record<string, unknown> | unknown[];
type Edit = { parent: Container; key: string; value: Date | number | undefined };

export class InputNotReadableError extends Error {
	constructor(why: string) {
		super(`The input cannot be read: ${why}`);
		this.name = "InputNotReadableError";
	}
}

/**
 * Parses superjson with only `Date`, `undefined` and `number`, because other kinds can demand any amount of memory.
 * Checks all annotations before it applies them in place. Throws InputNotReadableError.
 */
export function readInput(submitted: unknown): unknown {
	if (!isRecord(submitted)) throw new InputNotReadableError("no superjson");
	const { json, meta } = submitted;
	if (meta === undefined) return json;
	if (!isRecord(meta)) throw new InputNotReadableError("meta");
	const root = { json };
	for (const { parent, key, value } of editsOf(meta.values, root)) Reflect.set(parent, key, value);
	return root.json;
}

/** superjson's tree: `[kind]`, `[kind, tree of paths]`, or a tree of paths. Each path is relative to its parent's. */
function editsOf(tree: unknown, root: { json: unknown }): Edit[] {
	const edits: Edit[] = [];
	const walk = (node: unknown, path: string[]): void => {
		const [kind, below] = Array.isArray(node) ? node : [null, node];
		if (kind !== null) edits.push(editOf(kind, path, root));
		if (edits.length > mostAnnotations) throw new InputNotReadableError("too many annotations");
		if (below === undefined) return;
		if (kind !== null || !isRecord(below)) throw new InputNotReadableError("annotations");
		for (const [relative, child] of Object.entries(below)) {
			const whole = [...path, ...keysOf(relative)];
			if (whole.length > longestPath + 1) throw new InputNotReadableError("a path too long");
			walk(child, whole);
		}
	};
	if (tree !== undefined) walk(tree, ["json"]);
	return edits;
}

function editOf(kind: unknown, path: string[], root: { json: unknown }): Edit {
	let parent: Container = root;
	const keys = [...path];
	const last = keys.pop() ?? "";
	for (const key of keys) {
		const value = ownValue(parent, key);
		if (!isContainer(value)) throw new InputNotReadableError("a path to nothing");
		parent = value;
	}
	return { parent, key: last, value: madeOf(kind, ownValue(parent, last)) };
}

function ownValue(parent: Container, key: string): unknown {
	const isOwn = Object.hasOwn(parent, key) && !(Array.isArray(parent) && key === "length");
	if (!isOwn) throw new InputNotReadableError("a path to nothing");
	return Reflect.get(parent, key);
}

function madeOf(kind: unknown, json: unknown): Edit["value"] {
	if (kind === "undefined" && json === null) return undefined;
	if (kind === "Date" && typeof json === "string" && json.length <= longestDate) return new Date(json);
	if (kind === "number" && typeof json === "string" && numbers.has(json)) return Number(json);
	throw new InputNotReadableError("a kind that no input holds");
}

const numbers = new Set(["NaN", "Infinity", "-Infinity", "-0"]);

function isContainer(value: unknown): value is Container {
	return Array.isArray(value) || isRecord(value);
}

function keysOf(path: string): string[] {
	const keys: string[] = [];
	let key = "";
	for (let position = 0; position < path.length; position += 1) {
		const letter = path[position];
		if (letter === ".") {
			keys.push(key);
			key = "";
			if (keys.length > longestPath) throw new InputNotReadableError("a path too long");
			continue;
		}
		if (letter === "\\") {
			position += 1;
			if (path[position] !== "." && path[position] !== "\\") throw new InputNotReadableError("a path");
		}
		key += path[position];
	}
	return [...keys, key];
}
