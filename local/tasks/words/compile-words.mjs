import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { pseudoElements } from "./pseudo.mjs";

export const source = "en";
/** A made pseudo-language that makes untranslated texts visible, and places with too little room. */
export const pseudo = "en-XA";
/** Begins a message that is not translated yet. Screens show the source instead. */
export const untranslated = "~";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Areas, by name: messages of each language tag by key. Throws with all problems of the catalogues. */
export function readWords(folder) {
	const areas = uncheckedWords(folder);
	const problems = [...areas].flatMap(([area, byTag]) => problemsOf(area, byTag));
	if (problems.length > 0) throw new Error(`The words cannot be compiled:\n${problems.join("\n")}`);
	return areas;
}

export function uncheckedWords(folder = join(root, "words")) {
	const areas = new Map();
	for (const area of readdirSync(folder).sort()) {
		const byTag = new Map();
		for (const file of readdirSync(join(folder, area)).sort()) {
			byTag.set(file.replace(/\.json$/, ""), JSON.parse(readFileSync(join(folder, area, file), "utf8")));
		}
		areas.set(area, byTag);
	}
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

/** Returns errors of a translated message: syntax, plural forms, or parameters that differ from the English ones. */
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

const offPages = ["auth", "links", "messages", "report-file", "wall"];

/**
 * Languages complete in all areas: `screens` for pages, `recipients` for messages and files outside the console.
 * English is first, the pseudo-language in neither.
 */
export function wholeLanguages(areas) {
	const wholeIn = (isPart) => {
		const parts = [...areas].filter(([area]) => isPart(area));
		const tags = new Set(parts.flatMap(([, byTag]) => [...byTag.keys()]));
		const whole = [...tags].filter((tag) => tag !== source && parts.every(([, byTag]) => byTag.has(tag)));
		return [source, ...whole.sort()];
	};
	return { screens: wholeIn(isOnPages), recipients: wholeIn(isForRecipients) };
}

export function isOnPages(area) {
	return !offPages.includes(area);
}

const inMessages = new Set(["formulas", "lines", "report-types", "sentences"]);

export function isForRecipients(area) {
	return inMessages.has(area) || !isOnPages(area);
}

/**
 * Writes into `shared`: `<tag>/<area>.js` for each language, `<area>.ts` with the types and `t` of the page's language
 * (English in a Worker), `<area>-in.ts` with `t` of any language, and `languages.ts`. Writes into `client`: `<area>.ts` with
 * `t` and `rich`. Returns the compiled files by area and language tag.
 */
export function compileWords({ areas = readWords(), folder = root } = {}) {
	const [shared, client] = [new Map(), new Map()];
	const compiled = [];
	for (const [area, byTag] of areas) {
		const english = byTag.get(source);
		const tags = [...byTag.keys(), pseudo];
		for (const tag of tags) {
			const messages = byTag.get(tag) ?? english;
			const entries = Object.entries(messages).map(([key, text]) => {
				const elements = parse(text.startsWith(untranslated) ? english[key] : text);
				return [key, shortened(tag === pseudo ? pseudoElements(elements) : elements)];
			});
			const code = `export default ${JSON.stringify({ language: tag, messages: Object.fromEntries(entries) })};\n`;
			compiled.push({ area, tag, code });
			shared.set(`${tag}/${area}.js`, code);
			shared.set(`${tag}/${area}.d.ts`, `${wordsType}declare const words: CompiledWords;\nexport default words;\n`);
		}
		shared.set(`${area}.ts`, areaModule(area, english));
		shared.set(`${area}-in.ts`, languagesModule(area, tags));
		client.set(`${area}.ts`, pageModule(area));
	}
	const { screens, recipients } = wholeLanguages(areas);
	const lists = { screenLanguages: screens, recipientLanguages: recipients };
	const lines = Object.entries(lists).map(
		([name, tags]) => `export const ${name} = ${JSON.stringify(tags)} as const;\n`,
	);
	shared.set("languages.ts", lines.join(""));
	writeFiles(join(folder, "shared/words/made"), shared);
	writeFiles(join(folder, "client/words/made"), client);
	return compiled;
}

const wordsType = 'import type { CompiledWords } from "../../open-words";\n';

function typeName(area) {
	return `${area.replace(/(?:^|-)([a-z])/g, (_, letter) => letter.toUpperCase())}Words`;
}

function areaModule(area, english) {
	const parameters = Object.entries(english).map(([key, text]) => {
		const fields = [...parametersOf(parse(text))].map(([name, kind]) => `${JSON.stringify(name)}: ${typeOf(kind)}`);
		return `\t${JSON.stringify(key)}: { ${fields.join("; ")} };\n`;
	});
	return [
		`import words from "#words/${area}.js";\nimport { openWords, type Translate } from "../open-words";\n\n`,
		`export type ${typeName(area)}<_Text = string | number, _Element = never> = {\n`,
		`${parameters.join("").replaceAll("{  }", "Record<never, never>")}};\n\n`,
		`export type ${typeName(area).replace(/Words$/, "Translate")} = Translate<${typeName(area)}>;\n\n`,
		`export const { t, language } = openWords<${typeName(area)}>(words);\n`,
	].join("");
}

function languagesModule(area, tags) {
	return [
		...tags.map((tag, index) => `import words${index} from "./${tag}/${area}.js";\n`),
		`import { openLanguages } from "../open-words";\nimport type { ${typeName(area)} } from "./${area}";\n\n`,
		`/** By language tag. One without words reads English. */\nexport const wordsIn = openLanguages<${typeName(area)}>({\n`,
		...tags.map((tag, index) => `\t${JSON.stringify(tag)}: words${index},\n`),
		"});\n",
	].join("");
}

function pageModule(area) {
	const name = typeName(area);
	return [
		`import words from "#words/${area}.js";\nimport type { ReactNode } from "react";\n`,
		`import type { ${name} } from "../../../shared/words/made/${area}";\n`,
		'import { openArea, type RichElement } from "../open-area";\n\n',
		`export const { t, rich } = openArea<${name}, ${name}<ReactNode, RichElement>>(words);\n`,
	].join("");
}

/** Shortens what pages load: omits plural forms equal to `other`, and a plural with only `other` becomes a number. */
export function shortened(elements) {
	return textOrElements(elements.flatMap(shortElement));
}

function shortElement(element) {
	if (element.children) return [{ ...element, children: element.children.flatMap(shortElement) }];
	if (!element.options) return [element];
	const forms = Object.entries(element.options).map(([name, { value }]) => [name, value.flatMap(shortElement)]);
	const other = forms.find(([name]) => name === "other")?.[1] ?? [];
	const kept = forms.filter(([name, value]) => name === "other" || JSON.stringify(value) !== JSON.stringify(other));
	const isPlural = element.type === TYPE.plural;
	if (isPlural && kept.length === 1 && element.offset === 0) return withNumber(other, element.value);
	const { offset, pluralType, ...rest } = element;
	return [
		{
			...rest,
			options: Object.fromEntries(kept.map(([name, value]) => [name, { value }])),
			...(offset && { offset }),
			...(pluralType === "ordinal" && { pluralType }),
		},
	];
}

/** Replaces `#` by the number. */
function withNumber(elements, name) {
	return elements.map((element) => {
		if (element.type === TYPE.pound) return { type: TYPE.number, value: name };
		return element.children ? { ...element, children: withNumber(element.children, name) } : element;
	});
}

/** A message without parameters is its text. */
function textOrElements(elements) {
	const isText = elements.every(({ type }) => type === TYPE.literal);
	return isText ? elements.map(({ value }) => value).join("") : elements;
}

/** Equal files stay, since test projects of one run compile side by side. */
function writeFiles(folder, files) {
	mkdirSync(folder, { recursive: true });
	const present = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
	const paths = new Set(present.map(({ parentPath, name }) => relative(folder, join(parentPath, name))));
	for (const path of paths) if (!files.has(path)) rmSync(join(folder, path), { force: true });
	for (const [file, content] of files) {
		const path = join(folder, file);
		mkdirSync(dirname(path), { recursive: true });
		if (!paths.has(file) || readFileSync(path, "utf8") !== content) writeFileSync(path, content);
	}
}
