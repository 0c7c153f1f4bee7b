import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { storedForm } from "../../backend/base/stored-form";
import { whatOlderCodeLacks } from "./older-reader";

const root = fileURLToPath(new URL("../../", import.meta.url));
const states = readdirSync(`${root}tests/upgrade/states`).sort();

/** The last migration before the rule. */
const beforeTheRule = "0005_invitations_index.sql";

/** SQL that removes something which older code finds or writes. */
const taking = [
	[/\bDROP\b/i, "drops something"],
	[/\bRENAME\b/i, "renames something"],
	[/\bDELETE\b/i, "deletes rows"],
	[/\bADD\s+(COLUMN\s+)?(?![^;]*\bDEFAULT\b)[^;]*\bNOT\s+NULL\b/i, "adds a column that older code does not fill"],
	[/\bUNIQUE\s+INDEX\b/i, "refuses rows that older code may write"],
] as const;

function whatItTakes(sql: string): string[] {
	const statements = sql.replaceAll(/--.*$/gm, "");
	return taking.flatMap(([pattern, what]) => (pattern.test(statements) ? what : []));
}

type Kinds = Record<string, string[]>;

/** States up to release 2 have no kinds. */
function unknownKinds(before: Kinds | undefined, current: Kinds): string[] {
	return Object.entries(current).flatMap(([subject, kinds]) =>
		kinds.filter((kind) => !(before?.[subject] ?? kinds).includes(kind)).map((kind) => `${subject}: ${kind}`),
	);
}

describe("the directory's migrations", () => {
	it("only add, as the release before runs on while they are applied", () => {
		const folder = `${root}backend/migrations/directory/`;
		const files = readdirSync(folder).filter((name) => name > beforeTheRule);
		expect(files.length).toBeGreaterThan(0);
		for (const file of files) expect(whatItTakes(readFileSync(folder + file, "utf8")), file).toEqual([]);
	});

	it("count as unsafe where they take something away", () => {
		expect(whatItTakes(readFileSync(`${root}backend/migrations/directory/${beforeTheRule}`, "utf8"))).toEqual([
			"drops something",
		]);
		expect(whatItTakes("ALTER TABLE a RENAME TO b; ALTER TABLE a ADD COLUMN c TEXT NOT NULL;")).toHaveLength(2);
		expect(whatItTakes("-- DROP\nALTER TABLE a ADD COLUMN c TEXT NOT NULL DEFAULT '';")).toEqual([]);
	});
});

describe("the stored states", () => {
	const [before, current] = states.map((file) =>
		JSON.parse(readFileSync(`${root}tests/upgrade/states/${file}`, "utf8")),
	);
	const mayRollBack = storedForm.leastReader < storedForm.version;

	it("exist for this release and for the one before", () => {
		const { version } = storedForm;
		expect(states).toEqual([version - 1, version].map((release) => `release-${release}.json`));
	});

	it("name the calls of an account's object, which keeps those of the release before", () => {
		expect(before.calls.length).toBeGreaterThan(10);
		expect(current.calls).toEqual(expect.arrayContaining(before.calls));
	});

	it("suit this release, whose least reader is never above itself", () => {
		expect(storedForm.leastReader).toBeLessThanOrEqual(storedForm.version);
	});

	it("keep every table and column of the release before, where that may be rolled back to", () => {
		const lacking = whatOlderCodeLacks(before.object, current.object);
		expect(mayRollBack ? lacking : [], "raise leastReader, or only add").toEqual([]);
		expect(whatOlderCodeLacks(before.object, before.object)).toEqual([]);
	});

	it("A release that may be rolled back to reads every kind of the one after it", () => {
		const unknown = mayRollBack ? unknownKinds(before.kinds, current.kinds) : [];
		expect(unknown, "raise leastReader").toEqual([]);
		expect(unknownKinds({ reports: ["use"] }, { reports: ["use", "newer"], derived: [] })).toEqual(["reports: newer"]);
	});

	it("show where they lack what older code needs", () => {
		const tables = (...sql: string[]) => ({
			indexes: [],
			tables: Object.fromEntries(sql.map((text) => [text.split(" ")[2] ?? "", { sql: text, rows: [] }])),
		});
		const before = tables(
			"CREATE TABLE a (id TEXT PRIMARY KEY NOT NULL, b TEXT, n REAL CHECK (n IN (1, 2)))",
			"CREATE TABLE gone (x)",
		);
		const after = tables(
			"CREATE TABLE a (id TEXT PRIMARY KEY NOT NULL, n REAL, c TEXT NOT NULL, d TEXT NOT NULL DEFAULT '')",
		);
		expect(whatOlderCodeLacks(before, after)).toEqual(["a.b is gone", "a.c must be filled", "gone is gone"]);
	});
});
