import { globSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { decide } from "../../local/tasks/brands.mjs";
import { recover } from "../../local/tasks/recover.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const now = Date.parse("2026-11-26T12:00:00Z");
const accountId = `acc_${"0".repeat(26)}`;
const point = "2026-11-25T10:00:00Z";

type Wanted = { to?: string; cancel?: boolean; undo?: boolean; release?: boolean; accountId?: string };

function createDirectory() {
	const database = new DatabaseSync(":memory:");
	for (const path of globSync("backend/migrations/directory/*.sql", { cwd: root }).sort()) {
		database.exec(readFileSync(`${root}${path}`, "utf8"));
	}
	database.exec(`INSERT INTO memberships VALUES ('sub-1', '${accountId}', 0)`);
	let ids = 0;
	const read = async (sql: string) => sql.split("; ").map((statement) => database.prepare(statement).all());
	function request(requested: Wanted, meanwhile = () => {}): Promise<string> {
		ids += 1;
		let reads = 0;
		const readOnce = (sql: string) => {
			reads += 1;
			if (reads > 1) meanwhile();
			return read(sql);
		};
		return recover({ accountId, ...requested }, { read: readOnce, now: now + ids, newId: () => `rec_${ids}` });
	}
	const set = (change: string, id = "rec_%") =>
		database.exec(`UPDATE account_recoveries SET ${change} WHERE id LIKE '${id}'`);
	const rows = () => database.prepare("SELECT * FROM account_recoveries ORDER BY asked_at").all();
	return { ask: request, set, rows, read, database };
}

const begun = `begun_at = ${now}`;
const held = `${begun}, undo_bookmark = 'it''s', held_at = ${now + 5}`;

describe("npm run recover", () => {
	it("writes the point that an account is restored to, says how far it is, and releases it", async () => {
		const { ask: request, set, rows } = createDirectory();
		expect(await request({})).toBe("It was never set back.");
		expect(await request({ to: point })).toContain("as it was at 2026-11-25T10:00:00.000Z");
		expect(rows()).toMatchObject([{ account_id: accountId, restore_to: Date.parse(point), begun_at: null }]);
		expect(await request({})).toContain("asked for");
		await expect(request({ to: "2026-11-25T11:00:00Z" })).rejects.toThrow("under way");
		await expect(request({ release: true })).rejects.toThrow("not held");
		set(held);
		expect(await request({})).toContain("held since");
		expect(await request({ release: true })).toContain("released within a quarter of an hour");
		expect(rows()[0]?.release_asked_at).not.toBeNull();
	});

	it("takes the last recovery back by the bookmark that the platform gave", async () => {
		const { ask: request, set, rows } = createDirectory();
		await expect(request({ undo: true })).rejects.toThrow("never set back");
		await request({ to: point });
		set(held);
		await request({ undo: true });
		expect(rows()[1]).toMatchObject({ bookmark: "it's", restore_to: now + 5, begun_at: null });
	});

	it("rejects an account that the directory does not know, and writes nothing", async () => {
		const { ask: request, rows } = createDirectory();
		const unknown = `acc_${"1".repeat(26)}`;
		for (const requested of [{}, { to: point }, { undo: true }, { release: true }, { cancel: true }]) {
			await expect(request({ ...requested, accountId: unknown })).rejects.toThrow(`knows no account ${unknown}`);
		}
		expect(rows()).toEqual([]);
	});

	it("knows an account that a release before has written alone", async () => {
		const { ask: request, database } = createDirectory();
		database.exec("DELETE FROM memberships");
		database.exec(`INSERT INTO members_directory VALUES ('sub-1', '${accountId}', 0)`);
		expect(await request({})).toBe("It was never set back.");
	});

	it("cancels a request before it began, so that another can be made", async () => {
		const { ask: request, rows } = createDirectory();
		await expect(request({ cancel: true })).rejects.toThrow("nothing to cancel");
		await request({ to: point });
		expect(await request({ cancel: true })).toContain("not touched");
		expect(rows()).toMatchObject([{ begun_at: null, failure: "cancelled before it began" }]);
		expect(await request({})).toContain("cancelled before it began");
		await expect(request({ undo: true })).rejects.toThrow("never set back");
		await request({ to: point });
		expect(rows()).toHaveLength(2);
	});

	it("cancels no request that has begun, not even one that begins meanwhile", async () => {
		const { ask: request, set, rows } = createDirectory();
		await request({ to: point });
		await expect(request({ cancel: true }, () => set(begun))).rejects.toThrow("Meanwhile");
		await expect(request({ cancel: true })).rejects.toThrow("It has begun");
		set(held);
		await expect(request({ cancel: true })).rejects.toThrow("held already");
		expect(rows()).toMatchObject([{ failure: null }]);
	});

	it("cancels the second request of a held account, and releases it only afterwards", async () => {
		const { ask: request, set, rows } = createDirectory();
		await request({ to: point });
		set(held);
		await request({ undo: true });
		await expect(request({ release: true })).rejects.toThrow("under way");
		await expect(request({ undo: true })).rejects.toThrow("under way");
		await request({ cancel: true });
		await request({ release: true });
		expect(rows()).toMatchObject([{ failure: null }, { failure: "cancelled before it began", release_asked_at: null }]);
	});

	it("writes one request where two operators act at once", async () => {
		const { ask: request, rows, database } = createDirectory();
		const values = `('rec_other', '${accountId}', 1, 2)`;
		const other = () =>
			database.exec(`INSERT INTO account_recoveries (id, account_id, restore_to, asked_at) VALUES ${values}`);
		await expect(request({ to: point }, other)).rejects.toThrow("Meanwhile");
		expect(rows()).toHaveLength(1);
	});

	it.each([
		[{ accountId: "acc_1' OR 1" }, "by its id"],
		[{ to: "yesterday" }, "in UTC"],
		[{ to: "2026-11-25T10:00:00" }, "in UTC"],
		[{ to: "2026-12-01T00:00:00Z" }, "not in the past"],
		[{ to: "2026-10-01T00:00:00Z" }, "30 days at most"],
		[{ to: point, undo: true }, "one thing at a time"],
		[{ cancel: true, release: true }, "one thing at a time"],
	])("rejects the arguments %j", async (requested, sentence) => {
		const { ask: request, rows } = createDirectory();
		await expect(request(requested)).rejects.toThrow(sentence);
		expect(rows()).toEqual([]);
	});
});

describe("npm run brands", () => {
	it("maps a hostname to an account that is no one's default, as recover knows it", async () => {
		const { read, database } = createDirectory();
		const words = ["map", "cold.example.com", accountId];
		expect(await decide({ words, where: { kind: "local" }, run: read })).toBe(0);
		expect(database.prepare("SELECT account_id FROM hostnames").all()).toEqual([{ account_id: accountId }]);
	});
});
