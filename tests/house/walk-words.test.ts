import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { walkWords } from "../../backend/round/walk-words";
import { wordsIn } from "../../shared/words/made/walk-in";

it("begins the page of rounds with the English words of the catalogue", () => {
	const script = readFileSync(fileURLToPath(new URL("../../client/public/rounds/rounds.js", import.meta.url)), "utf8");
	const [, list = ""] = /let words = \{\n(.*?)\n\t\};/s.exec(script) ?? [];
	const lines = Object.entries(walkWords(wordsIn("en"))).map(([name, text]) => `\t\t${name}: ${JSON.stringify(text)},`);
	expect(list.split("\n")).toEqual(lines);
});
