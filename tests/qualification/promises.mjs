import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (path) => readFileSync(join(root, path), "utf8");

const sources = ["docs/security.md", "docs/qualification.md"];
const promiseRow = /^\| ([A-Z]\d+) \| (.+?) \| `(tests\/[^`]+)`: (.+?) \|$/gm;
const sentenceRow = /^\| (S\d+) \| (.+?) \| (Workers|browser|Workers and browser) \|$/gm;

/** As documents list them: each with the file of its test, and a part of the title that no other test there has. */
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

/** Of the session's checklist, shown in the Workers' runtime: the tests whose titles begin with its number. */
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
