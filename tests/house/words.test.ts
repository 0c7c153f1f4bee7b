import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "@formatjs/icu-messageformat-parser";
import { parseSync, Visitor } from "oxc-parser";
import { afterEach, describe, expect, it } from "vitest";
import {
	compileWords,
	isForRecipients,
	parametersOf,
	readWords,
	shortened,
	untranslated,
	wholeLanguages,
} from "../../local/tasks/words/compile-words.mjs";
import { idTitle } from "../../shared/base/id-words";
import { partsOf } from "../../shared/words/open-words";

const root = fileURLToPath(new URL("../../", import.meta.url));
const sources = globSync("{client,shared,backend,worker}/**/*.{ts,tsx}", { cwd: root }).filter(
	(path) => !path.includes("/words/made/"),
);
const catalogues = readWords();
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** What a source shows in English although no catalogue has it: texts of elements, and attributes that people read. */
function literalsIn(path: string): string[] {
	const found: string[] = [];
	const add = (text: string) => /\p{L}{2}/u.test(text) && found.push(text.trim());
	new Visitor({
		JSXText: ({ value }) => add(value),
		JSXAttribute: ({ name, value }) => {
			const isRead = /^(?:label|title|placeholder|alt|description|action|aria-(?:label|description))$/;
			const text = value?.type === "JSXExpressionContainer" ? value.expression : value;
			if (name.type !== "JSXIdentifier" || !isRead.test(name.name) || text?.type !== "Literal") return;
			if (typeof text.value === "string") add(text.value);
		},
		Property: ({ key, value }) => {
			const isShown = key.type === "Identifier" && key.name === "label" && value.type === "Literal";
			if (isShown && /\p{Lu}\p{Ll}/u.test(String(value.value))) add(String(value.value));
		},
	}).visit(parseSync(path, read(path)).program);
	return found;
}

/** Each text in a source, in the pieces between its values. */
function textsIn(path: string): string[][] {
	const found: string[][] = [];
	new Visitor({
		Literal: ({ value }) => {
			if (typeof value === "string") found.push([value]);
		},
		TemplateLiteral: ({ quasis }) => {
			found.push(quasis.map(({ value }) => value.raw));
		},
	}).visit(parseSync(path, read(path)).program);
	return found;
}

const written = sources.map((path) => ({ source: read(path), texts: textsIn(path) }));

/** Literals that are left in each folder. A number may only fall: lower it here. A folder without one is translated. */
const left: Record<string, number> = JSON.parse(read("tests/house/literals-left.json"));

function folderOf(path: string): string {
	const [, first = "", second = ""] = path.split("/");
	return ["features", "routes", "ui"].includes(first) && second !== ""
		? `${first}/${second.replace(/\..*$/, "")}`
		: first;
}

/** Where the keys of an area are values, which are read in a language later. */
const keyModules = new Map([
	["errors", "error-key"],
	["formulas", "/(?:formula|humid-air-kind)"],
]);

describe("a text on a screen", () => {
	it("comes from a catalogue, but for what is left in folders that are not translated yet", () => {
		const counts: Record<string, number> = {};
		for (const path of sources.filter((name) => /^client\/.*\.tsx$/.test(name))) {
			const count = literalsIn(path).length;
			if (count > 0) counts[folderOf(path)] = (counts[folderOf(path)] ?? 0) + count;
		}
		expect(counts).toEqual(left);
	});

	it.each([...catalogues])("uses each message of %s, and only these", (area, byTag) => {
		const modules = keyModules.get(area) ?? `words/made/${area}(?:-in)?`;
		// Code that writes for a recipient is given the words as `say`.
		const isUser = new RegExp(`${modules}"|\\bsay\\(|/said"`);
		const names = written.flatMap(({ source, texts }) => (isUser.test(source) ? texts : []));
		const isUsed = (key: string) =>
			names.some(([first = "", ...rest]) => {
				const last = rest.at(-1);
				if (last === undefined) return key === first;
				return `${first}${last}` !== "" && key.startsWith(first) && key.endsWith(last);
			});
		// The console Worker finds a message of identity by its English sentence.
		const sentences = new Set(area === "auth" ? textsIn("shared/session/auth-errors.ts").flat() : []);
		const unused = Object.entries(byTag.get("en") ?? {}).filter(
			([key, text]) => !isUsed(key) && !sentences.has(String(text)),
		);
		expect(unused).toEqual([]);
	});
});

function columnsIn(path: string): { shown: string | undefined; inFile: string }[] {
	const source = read(path);
	const [, area = ""] = /import \{(?:[^}]*\W)?t(?:,[^}]*)? \} from "[^"]*words\/made\/([a-z-]+)"/.exec(source) ?? [];
	const english = catalogues.get(area)?.get("en") ?? {};
	const found: { shown: string | undefined; inFile: string }[] = [];
	new Visitor({
		ObjectExpression: ({ properties }) => {
			const partOf = (name: string) => {
				const own = properties.find((each) => each.type === "Property" && "name" in each.key && each.key.name === name);
				return own?.type === "Property" ? own.value : undefined;
			};
			const [id, header, inFile] = ["id", "header", "csvHeader"].map(partOf);
			const key = header?.type === "CallExpression" ? header.arguments[0] : undefined;
			const isExported = ["value", "csv", "at"].some((name) => partOf(name) !== undefined);
			if (!isExported || id?.type !== "Literal" || key?.type !== "Literal") return;
			const title = inFile?.type === "Literal" ? String(inFile.value) : idTitle(String(id.value));
			found.push({ shown: english[String(key.value)], inFile: title });
		},
	}).visit(parseSync(path, source).program);
	return found;
}

describe("the title of a list's column in its CSV file", () => {
	it("stays English on a page of any language", () => {
		const columns = sources
			.filter((path) => path.startsWith("client/") && !path.includes("/log/"))
			.flatMap((path) => columnsIn(path));
		expect(columns.length).toBeGreaterThan(60);
		expect(columns.filter(({ shown, inFile }) => shown !== inFile)).toEqual([]);
	});
});

describe("the catalogue of an area", () => {
	const folders: string[] = [];
	afterEach(() => {
		for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
	});
	function catalogue(byTag: Record<string, Record<string, string>>): string {
		const folder = mkdtempSync(join(tmpdir(), "words-"));
		folders.push(folder);
		cpSync(join(root, "words/session/en.json"), join(folder, "area/en.json"), { recursive: true });
		for (const [tag, messages] of Object.entries(byTag)) {
			writeFileSync(join(folder, `area/${tag}.json`), JSON.stringify(messages));
		}
		return folder;
	}
	const minutes = "{count, plural, one {# minute} other {# minutes}}";

	it.each([
		["a key that a language lacks", { en: { save: "Save" }, de: {} }, '"save" is missing'],
		["a key that English lacks", { en: {}, de: { save: "Sichern" } }, '"save" is not in en.json'],
		["another parameter", { en: { save: "Save {name}" }, de: { save: "{file} sichern" } }, 'the parameters [["file"'],
		["a lost element", { en: { go: "See <link>here</link>" }, de: { go: "Siehe hier" } }, "the parameters []"],
		["a plural form too few", { en: { in: minutes }, pl: { in: minutes } }, 'lacks the plural form "few"'],
		["a plural form too many", { en: { in: minutes }, ja: { in: minutes } }, 'has the plural form "one"'],
		["a brace that is not closed", { en: { save: "Save {name" } }, "is no message"],
	])("rejects %s", (_, byTag, problem) => {
		expect(() => readWords(catalogue(byTag))).toThrow(problem);
	});

	it("reads alike in its short form, which pages load, and in full", () => {
		const numbers = [0, 1, 2, 3, 5, 12, 21, 1_000_000];
		const differing: string[] = [];
		for (const [area, byTag] of catalogues) {
			for (const [tag, messages] of byTag) {
				for (const [key, text] of Object.entries(messages)) {
					const full = parse(String(text));
					const short = shortened(full);
					const choices = [...parametersOf(full)].map(([name, kind]): [string, unknown[]] => {
						if (kind === "number") return [name, numbers];
						if (kind === "element") return [name, [(parts: string[]) => ["<", ...parts, ">"]]];
						return [name, kind === "text" ? ["x"] : kind.split(" ")];
					});
					const isAlwaysTheSame = choices.every(([, each]) => each.length === 1);
					for (const index of isAlwaysTheSame ? [0] : numbers.keys()) {
						const values = Object.fromEntries(choices.map(([name, each]) => [name, each[index % each.length]]));
						const read = (message: typeof short) =>
							partsOf({ language: tag, messages: { key: message } }, "key", values);
						if (read(short).join("") !== read(full).join("")) differing.push(`${area} ${tag} ${key}`);
					}
				}
			}
		}
		expect(differing).toEqual([]);
	});

	it("writes the spaces of French before signs and inside quotes", () => {
		const wrong = [...catalogues].flatMap(([area, byTag]) =>
			Object.entries(byTag.get("fr") ?? {})
				.filter(([, text]) => /[ \u00a0][:;!?]|«[^\u00a0]|[^\u00a0]»/.test(String(text)))
				.map(([key]) => `${area}.${key}`),
		);
		expect(wrong).toEqual([]);
	});

	it("leaves the decimal sign of a number to its reader, but for what is written in one form alone", () => {
		const inOneForm = ["amount.example", "csv.decimalPoint", "print.sheet.64x38", "scale.between"];
		const written = [...catalogues.values()].flatMap((byTag) => Object.entries(byTag.get("en") ?? {}));
		const decimal = written.filter(([, text]) => /\d\.\d/.test(String(text))).map(([key]) => key);
		expect(decimal.sort()).toEqual(inOneForm);
	});

	it("Each message is translated into the languages that people can choose", () => {
		const { screens, recipients } = wholeLanguages(catalogues);
		const inEnglish = [...catalogues].flatMap(([area, byTag]) =>
			(isForRecipients(area) ? recipients : screens).flatMap((tag) =>
				Object.entries(byTag.get(tag) ?? {})
					.filter(([, text]) => String(text).startsWith(untranslated))
					.map(([key]) => `${area}.${key} in ${tag}`),
			),
		);
		expect(inEnglish).toEqual([]);
	});

	it("shows what is not translated in English", () => {
		const areas = readWords(catalogue({ en: { save: "Save" }, de: { save: "~Save" } }));
		const folder = mkdtempSync(join(tmpdir(), "words-"));
		folders.push(folder);
		compileWords({ areas, folder });
		expect(readFileSync(join(folder, "shared/words/made/de/area.js"), "utf8")).toContain(
			'{"language":"de","messages":{"save":"Save"}}',
		);
		expect(readFileSync(join(folder, "shared/words/made/en-XA/area.js"), "utf8")).toContain('"save":"⟦Sávé··⟧"');
	});
});
