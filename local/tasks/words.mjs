import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readCommandLine } from "./command-line.mjs";
import { messageProblems, readWords, source, uncheckedWords, untranslated } from "./words/compile-words.mjs";

const usage = 'npm run words [-- add <area>.<key> "<message>" | fill]';
const { positionals } = readCommandLine({ usage, allowPositionals: true });
const [command, name = "", message = ""] = positionals;

if (command === undefined) showLanguages();
else if (command === "fill") fillLanguages();
else if (command === "add" && name.includes(".") && message !== "") addMessage(name, message);
else {
	console.error(`Usage: ${usage}`);
	process.exit(2);
}

function showLanguages() {
	const rows = [...readWords()].flatMap(([area, byTag]) =>
		[...byTag].map(([tag, messages]) => {
			const texts = Object.values(messages);
			return { area, language: tag, messages: texts.length, untranslated: texts.filter(isUntranslated).length };
		}),
	);
	console.table(rows);
}

function isUntranslated(text) {
	return text.startsWith(untranslated);
}

/** Writes the message in English, and marked as untranslated in each other language of the area. */
function addMessage(path, text) {
	const [area, ...rest] = path.split(".");
	const key = rest.join(".");
	const byTag = readWords().get(area);
	if (!byTag) fail(`There is no area ${area}: make words/${area}/${source}.json with {} first.`);
	if (key in byTag.get(source)) fail(`words/${area}/${source}.json has "${key}" already.`);
	const [problem] = messageProblems(text, source);
	if (problem !== undefined) fail(`"${text}" ${problem}`);
	for (const [tag, messages] of byTag) {
		writeMessages(area, tag, withMessage(messages, key, tag === source ? text : untranslated + text));
	}
	console.log(`${path} in ${byTag.size} ${byTag.size === 1 ? "language" : "languages"}.`);
}

/** Gives each language the keys of the English file, in its order. Missing keys are marked as untranslated. */
function fillLanguages() {
	for (const [area, byTag] of uncheckedWords()) {
		const english = Object.entries(byTag.get(source));
		for (const [tag, messages] of byTag) {
			const filled = english.map(([key, text]) => [key, messages[key] ?? untranslated + text]);
			if (tag !== source) writeMessages(area, tag, Object.fromEntries(filled));
		}
	}
}

function writeMessages(area, tag, messages) {
	const file = fileURLToPath(new URL(`../../words/${area}/${tag}.json`, import.meta.url));
	writeFileSync(file, `${JSON.stringify(messages, null, "\t")}\n`);
}

/** After the last key with the same beginning, else at the end. */
function withMessage(messages, key, text) {
	const beginning = key.split(".")[0];
	const entries = Object.entries(messages);
	const last = entries.findLastIndex(([other]) => other.split(".")[0] === beginning);
	entries.splice(last === -1 ? entries.length : last + 1, 0, [key, text]);
	return Object.fromEntries(entries);
}

function fail(text) {
	console.error(text);
	process.exit(1);
}
