import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (path) => readFileSync(join(root, path), "utf8");

const sources = ["docs/security.md", "docs/qualification.md"];
const promiseRow = /^\| ([A-Z]\d+) \| (.+?) \| `(tests\/[^`]+)`: (.+?) \|$/gm;
const sentenceRow = /^\| (S\d+) \| (.+?) \| (Workers|browser|Workers and browser) \|$/gm;

/** Promises of the documents: each with the file of its test, and a unique part of the title. */
export function listPromises() {
	return sources.flatMap((source) =>
		[...read(source).matchAll(promiseRow)].map(([, id = "", promise = "", file = "", title = ""]) => ({
			id,
			promise,
			file,
			title,
		})),
	);
}

/** Sentences of the session's checklist, and the tests of the Workers' runtime whose titles begin with their number. */
export function listSentences() {
	const sentences = [...read("docs/session-checklist.md").matchAll(sentenceRow)];
	return sentences
		.filter(([, , , where]) => where !== "browser")
		.map(([, id = "", promise = ""]) => ({ id, promise, files: filesNaming(id), title: `${id} ` }));
}

function filesNaming(id) {
	const files = globSync("tests/*/**/identity/**/*.test.ts", { cwd: root });
	return files.filter((path) => new RegExp(`["'\`](?:S\\d+ )*${id} `).test(read(path))).sort();
}
