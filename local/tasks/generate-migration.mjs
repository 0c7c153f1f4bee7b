import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { readCommandLine } from "./command-line.mjs";

const folder = fileURLToPath(new URL("../../backend/migrations/account/", import.meta.url));
const wholeFile = fileURLToPath(new URL("../../backend/migrations/whole-account.sql", import.meta.url));

const {
	values: { name },
} = readCommandLine({ usage: "npm run migrations [-- --name <what>]", options: { name: { type: "string" } } });
const named = name === undefined ? [] : ["--name", name];
execFileSync("drizzle-kit", ["generate", "--config", "backend/drizzle.config.ts", ...named], { stdio: "inherit" });

const database = new DatabaseSync(":memory:");
for (const name of readdirSync(folder)
	.filter((name) => name.endsWith(".sql"))
	.sort())
	database.exec(readFileSync(`${folder}${name}`, "utf8"));
const made = database.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid").all();
writeFileSync(
	wholeFile,
	`-- The tables of a new account, as all migrations leave them. Written by npm run migrations.\n${made
		.map(({ sql }) => `${sql};\n`)
		.join("")}`,
);
