import { globSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { accountHash } from "../../backend/base/account-hash";
import { describeStatus, readStatus } from "../../local/tasks/status.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const now = Date.parse("2026-11-26T12:00:00Z");
const minuteMs = 60_000;

function createDirectory() {
	const database = new DatabaseSync(":memory:");
	for (const path of globSync("backend/migrations/directory/*.sql", { cwd: root }).sort()) {
		database.exec(readFileSync(`${root}${path}`, "utf8"));
	}
	const read = async (statements: string) =>
		statements
			.split(";")
			.filter((statement) => statement.trim() !== "")
			.map((statement) => database.prepare(statement).all());
	return { database, read };
}

it("says of a directory without anything that all is calm", async () => {
	const { read } = createDirectory();
	const { lines, isCalm } = describeStatus(await readStatus(read, now), { now });
	expect(isCalm).toBe(true);
	expect(lines[0]).toContain("0 accounts");
});

it("marks what needs an operator, and names an account by its hash alone", async () => {
	const { database, read } = createDirectory();
	database.exec(`
		INSERT INTO memberships VALUES ('sub-1', 'account-1', 0), ('sub-2', 'account-1', 0), ('sub-3', 'account-2', 0);
		INSERT INTO account_due VALUES ('account-2', ${now - 20 * minuteMs});
		INSERT INTO account_states VALUES ('account-1', 3, 1, ${now - 45 * minuteMs}, 85, 10, 0, ${now});
		INSERT INTO lost_messages VALUES ('2026-11-25', 4);
		INSERT INTO message_days (channel, day, settled_accounts, new_accounts, settled_own, common)
			VALUES ('email', '2026-11-26', 1, 1, 100, 750), ('sms', '2026-11-26', 1, 1, 1, 1), ('sms', '2026-11-25', 1, 1, 200, 0);
	`);
	const { lines, isCalm } = describeStatus(await readStatus(read, now), { now, vars: { SMS_DAILY_QUOTA: "400" } });
	expect(isCalm).toBe(false);
	expect(lines).toEqual([
		"  2 accounts, 1 of them with something to know",
		"! 1 overdue by more than 15 min, the oldest by 20 min",
		"! 3 failed jobs in 1 accounts, 1 of them set aside",
		"! a message waits since 45 min",
		"! 4 messages came back from their queues in the last 7 days",
		"! 1 accounts near a limit",
		"! email: 850 of 1000 sent today (85 %)",
		"  sms: 2 of 400 sent today (1 %)",
		`    ${accountHash("account-1")}: 3 failed jobs, object 85 %, devices 10 %, plan 0 %, a message waits since 45 min`,
	]);
	expect(lines.join()).not.toContain("account-1");
});
