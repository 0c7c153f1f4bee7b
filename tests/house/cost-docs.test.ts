import { readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { printCost } from "../bench/cost.mjs";

it("prints the table that docs/cost.md shows", () => {
	const printed: string[] = [];
	const log = vi
		.spyOn(console, "log")
		.mockImplementation((text: string) => void printed.push(...text.trim().split("\n")));
	printCost();
	log.mockRestore();
	const text = readFileSync(new URL("../../docs/cost.md", import.meta.url), "utf8");
	expect(printed.length).toBeGreaterThan(10);
	for (const line of printed) expect(text).toContain(line);
});
