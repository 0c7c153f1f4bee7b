import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseSync, Visitor } from "oxc-parser";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const sources = globSync("{backend,client,shared,worker}/**/*.{ts,tsx,mjs,js}", { cwd: root })
	.filter((path) => !/\/words\/made\/|\.gen\.ts$|\.d\.ts$/.test(path))
	.map((path) => ({ path, text: readFileSync(`${root}${path}`, "utf8") }));

type Call = { callee: { type: string }; start: number; end: number };
const textOf = (text: string, { start, end }: Call) => text.slice(start, end);
const mayTakeAny =
	/^(?:push|unshift|splice|toSpliced|concat|of|max|min|hypot|fromCharCode|fromCodePoint|assign|append|prepend|replaceChildren|replaceWith|add|remove)$/;

/**
 * The calls that spread a list into any number of arguments. Each argument lies on the stack, and some ten thousand
 * overflow it: appendAll, largestOf and smallestOf of shared/base/lists take a long list.
 */
function spreadsIn(path: string, text: string): string[] {
	const found: string[] = [];
	if (!/\(\s*\.\.\.|,\s*\.\.\./.test(text)) return found;
	new Visitor({
		CallExpression: (call) => {
			const { callee } = call;
			if (callee.type !== "MemberExpression" || callee.computed || callee.property.type !== "Identifier") return;
			if (!mayTakeAny.test(callee.property.name)) return;
			if (call.arguments.some(({ type }) => type === "SpreadElement")) found.push(textOf(text, call));
		},
	}).visit(parseSync(path, text).program);
	return found;
}

/**
 * The regular expressions that a function makes. A pattern that a person writes may backtrack for ever, in a Worker that
 * serves all accounts. What a module makes when it is loaded is made of its own constants.
 */
function patternsMadeIn(path: string, text: string): string[] {
	const found: string[] = [];
	if (!/\bRegExp\s*\(/.test(text)) return found;
	let depth = 0;
	const enter = () => {
		depth += 1;
	};
	const leave = () => {
		depth -= 1;
	};
	const make = (made: Call) => {
		const { callee } = made;
		if (depth > 0 && "name" in callee && callee.name === "RegExp") found.push(textOf(text, made));
	};
	new Visitor({
		ArrowFunctionExpression: enter,
		"ArrowFunctionExpression:exit": leave,
		FunctionDeclaration: enter,
		"FunctionDeclaration:exit": leave,
		FunctionExpression: enter,
		"FunctionExpression:exit": leave,
		NewExpression: make,
		CallExpression: make,
	}).visit(parseSync(path, text).program);
	return found;
}

/** The file of each pattern that a function makes, of its own constants or of a number. */
const makers = [
	"backend/base/message-settings.ts",
	"backend/keys/ingest-keys.ts",
	"shared/base/csv-cell.ts",
	"shared/base/csv-cell.ts",
	"shared/base/id-pattern.ts",
	"shared/message/push.ts",
];

describe("the sources of the product", () => {
	it("never spread a list into a call that takes any number of arguments", () => {
		expect(sources.flatMap(({ path, text }) => spreadsIn(path, text).map((call) => `${path}: ${call}`))).toEqual([]);
	});

	it("make a regular expression of a text when they are loaded, and none in a function", () => {
		const made = sources.flatMap(({ path, text }) => patternsMadeIn(path, text).map(() => path));
		expect(made.sort()).toEqual(makers);
	});
});

describe("the reading of the sources", () => {
	it("finds every form of a spread into such a call", () => {
		const rejected = [
			"list.push(...more)",
			"list?.push(1, ...more.map((one) => one + 1))",
			"list.splice(0, 1, ...more)",
			"list.unshift(...more)",
			"Math.max(0, ...more)",
			"Math.min(...more, 0)",
			"String.fromCharCode(...bytes)",
			"Array.of(...more)",
			"Object.assign({}, ...more)",
			"element.replaceChildren(...more)",
		];
		const allowed = [
			"list.push([...more])",
			"list.push({ ...more })",
			"Math.max(a, b)",
			"new Set([...more])",
			"canvas.moveTo(...place)",
			"list.push(sql.exec(query, ...values))",
		];
		expect(spreadsIn("lines.ts", [...rejected, ...allowed].join(";\n"))).toEqual(rejected);
	});

	it("finds every function that makes a regular expression", () => {
		const made = `
			const one = (text: string) => new RegExp(text);
			export function two(text: string) { return RegExp(text, "g"); }
			class Three { four(text: string) { return new RegExp(five + text); } }
			const five = new RegExp("^" + words);
			const six = (text: string) => /six/.test(text);
		`;
		expect(patternsMadeIn("lines.ts", made)).toEqual([
			"new RegExp(text)",
			'RegExp(text, "g")',
			"new RegExp(five + text)",
		]);
	});
});
