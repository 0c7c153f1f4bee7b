/** Percentages are of the allowed amount, in steps of five. */
export type AccountState = {
	failedJobs: number;
	setAsideJobs: number;
	/** When the oldest unfinished handed-over message was queued, epoch ms; null: none. */
	waitingSince: number | null;
	objectPercent: number;
	devicePercent: number;
	planPercent: number;
};

/** Null deletes the row. */
export async function saveAccountState(
	directory: D1Database,
	{ accountId, now }: { accountId: string; now: number },
	state: AccountState | null,
): Promise<void> {
	if (state === null) {
		await directory.prepare("DELETE FROM account_states WHERE account_id = ?").bind(accountId).run();
		return;
	}
	const { failedJobs, setAsideJobs, waitingSince, objectPercent, devicePercent, planPercent } = state;
	await directory
		.prepare("INSERT OR REPLACE INTO account_states VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
		.bind(accountId, failedJobs, setAsideJobs, waitingSince, objectPercent, devicePercent, planPercent, now)
		.run();
}

/** `day` is UTC, such as `2026-11-23`. */
export async function countLostMessages(directory: D1Database, day: string, lost: number): Promise<void> {
	const add = "INSERT INTO lost_messages VALUES (?, ?) ON CONFLICT (day) DO UPDATE SET lost = lost + excluded.lost";
	await directory.prepare(add).bind(day, lost).run();
}

export async function forgetLostMessages(directory: D1Database, before: string): Promise<void> {
	await directory.prepare("DELETE FROM lost_messages WHERE day < ?").bind(before).run();
}
