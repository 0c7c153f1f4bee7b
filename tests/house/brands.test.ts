import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it, vi } from "vitest";
import { decide } from "../../local/tasks/brands.mjs";
import { brandGrounds, type ColorScheme, neutralTokens, stateColors } from "../../shared/account/brand-colors";
import { plainPageTokens } from "../../shared/base/plain-page";

const account = `acc_${"0".repeat(26)}`;
const other = `acc_${"1".repeat(26)}`;

type Row = Record<string, string>;

async function notified(words: string[], rows: Row[] = []) {
	const said: string[] = [];
	for (const name of ["log", "error"] as const) {
		vi.spyOn(console, name).mockImplementation((text: string) => void said.push(text));
	}
	const statements: string[] = [];
	const run = async (sql: string) => {
		statements.push(sql);
		return [[], rows];
	};
	const exitCode = await decide({ words, where: { kind: "local" }, run, now: 5 });
	vi.restoreAllMocks();
	return { exitCode, statements, said: said.join("\n") };
}

describe("an operator's commands for brands", () => {
	it("write a valid hostname in lower case", async () => {
		const { exitCode, statements } = await notified(
			["map", "Cold.Example.com", account],
			[{ hostname: "cold.example.com", account_id: account }],
		);
		expect(exitCode).toBe(0);
		expect(statements[0]).toContain(`SELECT 'cold.example.com', '${account}', 5`);
	});

	it.each([
		["with the dot of a zone file", "cold.example.com.", "cold.example.com"],
		["as people write it", "Kälte.example.com", "xn--klte-loa.example.com"],
	])("take a hostname %s as browsers send it", async (_, typed, hostname) => {
		const { statements } = await notified(["map", typed, account], [{ hostname, account_id: account }]);
		expect(statements[0]).toContain(`SELECT '${hostname}', '${account}', 5`);
	});

	it.each([
		["a hostname of another account", ["map", "cold.example.com", account], [{ account_id: other }], /mapped to acc_1/],
		["an account that there is not", ["map", "cold.example.com", account], [], /no account/],
		["a hostname that was not mapped", ["unmap", "cold.example.com"], [], /not mapped/],
	])("reject a command with %s", async (_, words, rows, sentence) => {
		expect(await notified(words, rows as Row[])).toMatchObject({ exitCode: 1, said: expect.stringMatching(sentence) });
	});

	it.each([
		[["map", "cold.example.com'; DROP TABLE hostnames; --", account]],
		[["map", "cold", account]],
		[["map", "https://cold.example.com", account]],
		[["map", "cold.example.com:8443", account]],
		[["map", "cold.example.com/login", account]],
		[["map", "cold.example.com", "acc_1"]],
		[["release"]],
		[["toString"]],
		[[]],
	])("write nothing of %j", async (words) => {
		expect(await notified(words)).toMatchObject({ exitCode: 2, statements: [] });
	});
});

describe("the colors that brands are measured against", () => {
	const css = readFileSync(fileURLToPath(new URL("../../client/ui/layout/tokens.css", import.meta.url)), "utf8");
	const [light = "", dark = ""] = css.split('[data-mantine-color-scheme="dark"] {');
	const blocks: Record<ColorScheme, string> = { light, dark };
	const colorOf = (scheme: ColorScheme, name: string) =>
		new RegExp(`\\t${name}: (#[0-9a-f]{6});`).exec(blocks[scheme])?.[1];

	it.each(["light", "dark"] as const)("equal those of the style sheet in %s", (scheme) => {
		const grounds = ["--panel", "--ground"].map((name) => colorOf(scheme, name));
		expect(grounds).toEqual(brandGrounds[scheme].grounds);
		for (const [name, color] of Object.entries(plainPageTokens[scheme])) {
			expect([name, colorOf(scheme, `--${name}`)]).toEqual([name, color]);
		}
		for (const [name, color] of Object.entries(neutralTokens[scheme])) {
			if (!name.startsWith("--story")) expect([name, colorOf(scheme, name)]).toEqual([name, color]);
		}
	});

	it("warn of the hues that the style sheet uses for states", () => {
		const colors = ["--bad", "--warn", "--ok"].map((name) => colorOf("light", name));
		expect(colors).toEqual([stateColors.red, stateColors.amber, stateColors.green]);
	});
});
