import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { publicWords } from "../../backend/public-link/public-words";
import { wallWords } from "../../backend/wall/wall-words";
import { wordsIn } from "../../shared/words/made/wall-in";

it("begins a wall screen with the English words of the catalogue", () => {
	const script = readFileSync(fileURLToPath(new URL("../../client/public/wall.js", import.meta.url)), "utf8");
	const [, list = ""] = /let words = \{\n(.*?)\n\t\};/s.exec(script) ?? [];
	const lines = Object.entries(wallWords(wordsIn("en"))).map(([name, text]) => `\t\t${name}: ${JSON.stringify(text)},`);
	expect(list.split("\n")).toEqual(lines);
});

it("begins the page of a public link with the English words of the catalogue", () => {
	const script = readFileSync(fileURLToPath(new URL("../../client/public/public-link.js", import.meta.url)), "utf8");
	const words = Object.entries(publicWords(wordsIn("en")));
	for (const name of ["gone", "busy", "offlineYet"]) {
		const text = words.find(([each]) => each === name)?.[1];
		expect(script).toContain(`\t\t${name}: ${JSON.stringify(text)},`);
	}
});
