import { globSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { planRecovery } from "../../local/tasks/recover.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const now = Date.parse("2026-11-26T12:00:00Z");
const accountId = `acc_${"0".repeat(26)}`;

/** The directory as its migrations make it, and what the command says and writes there. */
function createDirectory() {
	const database = new DatabaseSync(":memory:");
	for (const path of globSync("backend/migrations/directory/*.sql", { cwd: root }).sort()) {
		database.exec(readFileSync(`${root}${path}`, "utf8"));
	}
	let ids = 0;
	function ask(asked: { to?: string; undo?: boolean; release?: boolean; accountId?: string }): string {
		const known = database.prepare("SELECT * FROM account_recoveries ORDER BY asked_at, id").all();
		ids += 1;
		const { statement, said } = planRecovery(
			{ accountId, ...asked },
			{ now: now + ids, newId: () => `rec_${ids}`, known },
		);
		if (statement !== null) database.exec(statement);
		return said;
	}
	const set = (change: string) => database.exec(`UPDATE account_recoveries SET ${change}`);
	return { ask, set, rows: () => database.prepare("SELECT * FROM account_recoveries ORDER BY asked_at").all() };
}

it("writes the point that an account is set back to, says how far it is, and releases it", () => {
	const { ask, set, rows } = createDirectory();
	expect(ask({})).toBe("It was never set back.");
	expect(ask({ to: "2026-11-25T10:00:00Z" })).toContain("as it was at 2026-11-25T10:00:00.000Z");
	expect(rows()).toMatchObject([
		{ account_id: accountId, restore_to: Date.parse("2026-11-25T10:00:00Z"), begun_at: null },
	]);
	expect(ask({})).toContain("asked for");
	expect(() => ask({ to: "2026-11-25T11:00:00Z" })).toThrow("under way");
	expect(() => ask({ release: true })).toThrow("not held");
	set(`begun_at = ${now}, undo_bookmark = 'it''s', held_at = ${now + 5}`);
	expect(ask({})).toContain("held since");
	expect(ask({ release: true })).toContain("released within a quarter of an hour");
	expect(rows()[0]?.release_asked_at).not.toBeNull();
});

it("takes the last recovery back by the bookmark that the platform gave", () => {
	const { ask, set, rows } = createDirectory();
	expect(() => ask({ undo: true })).toThrow("never set back");
	ask({ to: "2026-11-25T10:00:00Z" });
	set(`begun_at = ${now}, undo_bookmark = 'it''s', held_at = ${now + 5}`);
	ask({ undo: true });
	expect(rows()[1]).toMatchObject({ bookmark: "it's", restore_to: now + 5, begun_at: null });
});

it.each([
	[{ accountId: "acc_1' OR 1" }, "by its id"],
	[{ to: "yesterday" }, "in UTC"],
	[{ to: "2026-11-25T10:00:00" }, "in UTC"],
	[{ to: "2026-12-01T00:00:00Z" }, "not in the past"],
	[{ to: "2026-10-01T00:00:00Z" }, "30 days at most"],
	[{ to: "2026-11-25T10:00:00Z", undo: true }, "one thing at a time"],
])("refuses %j", (asked, sentence) => {
	expect(() => createDirectory().ask(asked)).toThrow(sentence);
});
