import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { pseudoElements } from "./pseudo.mjs";

export const source = "en";
/** Text in it was not written by a translator; it makes visible what is not translated, and what has no room. */
export const pseudo = "en-XA";
/** Begins a message that nobody has translated yet. Screens show the source then. */
export const untranslated = "~";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Areas, by name: messages of each language tag by key. Throws with all problems of the catalogues. */
export function readWords(folder = join(root, "words")) {
	const areas = new Map();
	for (const area of readdirSync(folder).sort()) {
		const byTag = new Map();
		for (const file of readdirSync(join(folder, area)).sort()) {
			byTag.set(file.replace(/\.json$/, ""), JSON.parse(readFileSync(join(folder, area, file), "utf8")));
		}
		areas.set(area, byTag);
	}
	const problems = [...areas].flatMap(([area, byTag]) => problemsOf(area, byTag));
	if (problems.length > 0) throw new Error(`The words cannot be compiled:\n${problems.join("\n")}`);
	return areas;
}

function problemsOf(area, byTag) {
	const english = byTag.get(source) ?? {};
	return [...byTag].flatMap(([tag, messages]) => {
		const place = `words/${area}/${tag}.json`;
		const lacks = Object.keys(english).filter((key) => !(key in messages));
		const wrong = Object.entries(messages).flatMap(([key, text]) => {
			if (!(key in english)) return `"${key}" is not in ${source}.json.`;
			const problems = text.startsWith(untranslated) ? [] : messageProblems(text, tag, english[key]);
			return problems.map((problem) => `"${key}" ${problem}`);
		});
		return [...lacks.map((key) => `"${key}" is missing.`), ...wrong].map((problem) => `${place}: ${problem}`);
	});
}

/** What is wrong with a message of a language: its form, its plurals, or parameters other than those of the English one. */
export function messageProblems(text, tag, english = text) {
	let elements;
	try {
		elements = parse(text);
	} catch (error) {
		return [`is no message: ${error.message}`];
	}
	const [given, needed] = [elements, parsedOr(english, [])].map((found) => [...parametersOf(found)].sort());
	const isOther = JSON.stringify(given) !== JSON.stringify(needed);
	const others = `has the parameters ${JSON.stringify(given)}, not ${JSON.stringify(needed)}.`;
	return [...pluralProblems(elements, tag), ...(isOther ? [others] : [])];
}

/** English messages have their own problem if they do not parse. */
function parsedOr(text, otherwise) {
	try {
		return parse(text);
	} catch {
		return otherwise;
	}
}

/** Names and kinds of a message's parameters. */
export function parametersOf(elements, found = new Map()) {
	for (const element of elements) {
		if (element.type === TYPE.argument) found.set(element.value, found.get(element.value) ?? "text");
		if (element.type === TYPE.number || element.type === TYPE.plural) found.set(element.value, "number");
		if (element.type === TYPE.select) found.set(element.value, Object.keys(element.options).sort().join(" "));
		if (element.type === TYPE.tag) {
			found.set(element.value, "element");
			parametersOf(element.children, found);
		}
		for (const { value } of Object.values(element.options ?? {})) parametersOf(value, found);
	}
	return found;
}

function pluralProblems(elements, tag) {
	return elements.flatMap((element) => {
		const inner = [...Object.values(element.options ?? {}).flatMap(({ value }) => value), ...(element.children ?? [])];
		const problems = pluralProblems(inner, tag);
		if (element.type !== TYPE.plural) return problems;
		const type = element.pluralType ?? "cardinal";
		const needed = new Intl.PluralRules(tag, { type }).resolvedOptions().pluralCategories;
		const given = Object.keys(element.options).filter((name) => !name.startsWith("="));
		const lacks = needed.filter((name) => !given.includes(name));
		const extra = given.filter((name) => !needed.includes(name));
		return [
			...problems,
			...lacks.map((name) => `lacks the plural form "${name}".`),
			...extra.map((name) => `has the plural form "${name}", which ${tag} does not use.`),
		];
	});
}

const types = { text: "_Text", number: "number", element: "_Element" };

function typeOf(kind) {
	return (
		types[kind] ??
		kind
			.split(" ")
			.map((name) => (name === "other" ? "string" : JSON.stringify(name)))
			.join(" | ")
	);
}

/** Writes a module for each area, and one for each of its languages, into `folder`. Returns these. */
export function compileWords({ areas = readWords(), folder = join(root, "client/words/made") } = {}) {
	const made = new Map();
	for (const [area, byTag] of areas) {
		const english = byTag.get(source);
		const tags = [...byTag.keys(), pseudo];
		for (const tag of tags) {
			const messages = byTag.get(tag) ?? english;
			const compiled = Object.entries(messages).map(([key, text]) => {
				const elements = parse(text.startsWith(untranslated) ? english[key] : text);
				return [key, shortened(tag === pseudo ? pseudoElements(elements) : elements)];
			});
			made.set(
				`${area}.${tag}.js`,
				`export default ${JSON.stringify({ language: tag, messages: Object.fromEntries(compiled) })};\n`,
			);
		}
		const parameters = Object.entries(english).map(([key, text]) => {
			const fields = [...parametersOf(parse(text))].map(([name, kind]) => `${JSON.stringify(name)}: ${typeOf(kind)}`);
			return `\t${JSON.stringify(key)}: { ${fields.join("; ")} };\n`;
		});
		made.set(
			`${area}.ts`,
			[
				'import type { ReactNode } from "react";\n',
				`import words from "words/${area}";\nimport { openArea, type RichElement } from "../open-area";\n\n`,
				`type Words<_Text, _Element> = {\n${parameters.join("").replaceAll("{  }", "Record<never, never>")}};\n\n`,
				"export const { t, rich } = openArea<Words<string | number, never>, Words<ReactNode, RichElement>>(words);\n",
			].join(""),
		);
	}
	made.set(
		"words.d.ts",
		'declare module "words/*" {\n\tconst words: import("../open-area").CompiledWords;\n\texport default words;\n}\n',
	);
	writeFiles(folder, made);
	return [...areas].flatMap(([area, byTag]) => [...byTag.keys(), pseudo].map((tag) => ({ area, tag })));
}

/** A message without parameters is its text. */
function shortened(elements) {
	const isText = elements.every(({ type }) => type === TYPE.literal);
	return isText ? elements.map(({ value }) => value).join("") : elements;
}

/** Equal files stay, since test projects of one run compile side by side. */
function writeFiles(folder, files) {
	mkdirSync(folder, { recursive: true });
	const present = new Set(readdirSync(folder));
	for (const file of present) if (!files.has(file)) rmSync(join(folder, file), { force: true });
	for (const [file, content] of files) {
		const path = join(folder, file);
		if (!present.has(file) || readFileSync(path, "utf8") !== content) writeFileSync(path, content);
	}
}
