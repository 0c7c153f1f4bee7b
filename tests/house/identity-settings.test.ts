import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { unstable_readConfig as readConfig } from "wrangler";
import { isAuthErrorName } from "../../shared/session/auth-errors";
import { consoleSettings } from "../../worker/settings/setting-names";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, "utf8");

const describedElsewhere = ["COMPANY_NAME", "SENTRY_DSN", "SENTRY_ENVIRONMENT", "SENTRY_RELEASE"];

function settingRows(): string[][] {
	const [, section = ""] = read("docs/identity.md").split("## Settings");
	return (
		section
			.split("\n## ")[0]
			?.split("\n")
			.filter((line) => line.startsWith("| `"))
			.map((line) =>
				line
					.slice(1, -1)
					.split("|")
					.map((cell) => cell.trim()),
			) ?? []
	);
}

describe("the settings in docs/identity.md", () => {
	it("match those the console Worker reads, each once", () => {
		const { vars } = readConfig({ config: `${root}wrangler.toml` });
		expect(Object.keys(vars).filter((name) => !consoleSettings.some((known) => known === name))).toEqual([]);
		const known = consoleSettings.filter((name) => !describedElsewhere.includes(name));
		expect(known.length).toBeGreaterThan(10);
		expect(
			settingRows()
				.map(([name = ""]) => name.replaceAll("`", ""))
				.sort(),
		).toEqual([...known].sort());
	});

	it("name errors of the catalogue", () => {
		const named = settingRows().flatMap((cells) => [...(cells[3] ?? "").matchAll(/`([A-Z][a-z]\w+)`/g)]);
		expect(named.length).toBeGreaterThan(10);
		for (const [, name] of named) expect(isAuthErrorName(name), name).toBe(true);
	});
});
