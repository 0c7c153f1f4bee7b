import { isRecord } from "../../base/json-record";

/** A name, a position in a list, or null: each entry of a list. */
export type PathStep = string | number | null;

export const pathLength = 300;
const mostSteps = 16;
const mostDigits = 5;

/** The empty name has no letters to write. */
const emptyName = "\\e";

const step = /^(?:\[(\d+|\*)\]|(\.?)((?:\\[.[\]\\e]|[^.[\]\\])+))/;

/** Reads `data.values[0].temp` and `data.values[*].temp`. A backslash escapes `.`, `[`, `]` and `\` in a name. */
export function parsePath(text: string): PathStep[] | null {
	const steps: PathStep[] = [];
	let rest = text;
	while (rest !== "") {
		const [whole = "", position, dot, name] = step.exec(rest) ?? [];
		if (whole === "" || steps.length === mostSteps) return null;
		if (name === undefined) {
			if (position !== "*" && (position?.length ?? 0) > mostDigits) return null;
			steps.push(position === "*" ? null : Number(position));
		} else {
			const isFirst = steps.length === 0;
			if (isFirst === (dot === ".")) return null;
			const plain = nameOf(name);
			if (plain === null) return null;
			steps.push(plain);
		}
		rest = rest.slice(whole.length);
	}
	const isOneList = steps.filter((each) => each === null).length <= 1;
	return steps.length > 0 && isOneList ? steps : null;
}

function nameOf(written: string): string | null {
	if (written === emptyName) return "";
	// `\e` is invalid inside a longer name.
	return /(?<!\\)(?:\\\\)*\\e/.test(written) ? null : written.replace(/\\(.)/gsu, "$1");
}

/** The reverse of `parsePath`. */
export function pathText(steps: readonly PathStep[]): string {
	return steps
		.map((each, index) => {
			if (typeof each !== "string") return `[${each ?? "*"}]`;
			const name = each === "" ? emptyName : each.replace(/[.[\]\\]/g, "\\$&");
			return index === 0 ? name : `.${name}`;
		})
		.join("");
}

/** The steps to the list whose entries are read. Null: the path names a single value. */
export function listSteps(steps: readonly PathStep[]): readonly PathStep[] | null {
	const position = steps.indexOf(null);
	return position < 0 ? null : steps.slice(0, position);
}

/** Undefined: nothing is there. Reads own fields only. `entry` is the position in the list for a null step. */
export function valueAt(body: unknown, steps: readonly PathStep[], entry = 0): unknown {
	let value = body;
	for (const each of steps) {
		if (typeof each === "string") value = isRecord(value) && Object.hasOwn(value, each) ? value[each] : undefined;
		else value = Array.isArray(value) ? value[each ?? entry] : undefined;
		if (value === undefined) return undefined;
	}
	return value;
}
