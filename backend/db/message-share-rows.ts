import * as z from "zod/mini";
import { dayMs } from "../../shared/base/durations";
import type { DeliveryChannel } from "../../shared/message/message";

/** The account's age at the start of the day. `settled`: in its second week or older; `today`: not created yet. */
const AccountAge = z.enum(["settled", "new", "today"]);
/** `own`: reserved for this account's alerts; `common`: shared by all accounts. */
const SharePool = z.enum(["own", "common"]);

export type Pools = {
	/** Reserved for alerts. Each account has its part. */
	kept: number;
	/** Part of `kept` for new accounts, if there are settled ones. */
	keptForNew: number;
	common: number;
	/** Most of `common` that new accounts take together, if there are settled ones. */
	commonForNew: number;
	/** Most that one new account takes of both; null: any number. */
	mostOfNew: number | null;
};

export type ShareRequest = {
	channel: DeliveryChannel;
	accountId: string;
	isAlert: boolean;
	pools: Pools;
	/** UTC, such as `2026-11-23`. */
	day: string;
	/** Accounts with a member before this time are settled, epoch ms. */
	settledBefore: number;
	/** Epoch ms. */
	dayStart: number;
};

const TakenShare = z.object({ pool: z.nullable(SharePool), age: AccountAge, isAllSpent: z.number() });

/** `pool` null: nothing is left for this account. `isAllSpent`: nothing is left in `common`. */
export type TakenShare = Pick<z.infer<typeof TakenShare>, "pool" | "age"> & { isAllSpent: boolean; isFirst: boolean };

const ofDay = "channel = ?1 AND day = ?2";
const ofAccount = `${ofDay} AND account_id = ?3`;
/** ?4 is this request: only one statement of the batch takes a message. */
const isTaken = `EXISTS (SELECT 1 FROM message_days WHERE ${ofDay} AND taken_by = ?4)`;
/** Reads both tables while the previous release writes only one. */
const members = (where = "") =>
	`(SELECT account_id, created_at FROM members_directory ${where} UNION ALL SELECT account_id, created_at FROM memberships ${where})`;
const countAccounts = (age: string) =>
	`(SELECT count(*) FROM (SELECT 1 FROM ${members()} GROUP BY account_id HAVING ${age}))`;
const firstMember = `(SELECT min(created_at) FROM ${members("WHERE account_id = ?3")})`;

const startDay =
	"INSERT INTO message_days (channel, day, settled_accounts, new_accounts) SELECT ?1, ?2, " +
	`${countAccounts("min(created_at) < ?3")}, ${countAccounts("min(created_at) >= ?3 AND min(created_at) < ?4")} ` +
	`WHERE NOT EXISTS (SELECT 1 FROM message_days WHERE ${ofDay})`;

const startAccount =
	"INSERT OR IGNORE INTO message_shares (channel, day, account_id, age) SELECT ?1, ?2, ?3, " +
	`CASE WHEN ${firstMember} < ?4 THEN 'settled' WHEN ${firstMember} < ?5 THEN 'new' ELSE 'today' END`;

/** D1 binds numbers as floats. */
const wholePart = (text: string) => `CAST(${text} AS INTEGER)`;

const isBelowMost = "(?7 IS NULL OR mine.age = 'settled' OR mine.own + mine.common < ?7)";

/** ?5: all reserved messages. ?6: the part for new accounts. */
const takeOwn = (age: "settled" | "new", most: string) =>
	`UPDATE message_days SET taken_by = ?4, pool = 'own', ${age}_own = ${age}_own + 1 WHERE ${ofDay} AND taken_by <> ?4 ` +
	`AND ${age}_own < ${most} AND EXISTS (SELECT 1 FROM message_shares AS mine WHERE ${ofAccount} AND age = '${age}' ` +
	`AND ${isBelowMost} AND mine.own < max(1, ${wholePart(`${most} / ${age}_accounts`)}))`;
const takeSettledOwn = takeOwn("settled", "(?5 - (new_accounts > 0) * ?6)");
const takeNewOwn = takeOwn("new", "iif(settled_accounts > 0, ?6, ?5)");

const takeCommon =
	"UPDATE message_days SET taken_by = ?4, pool = 'common', common = common + 1, new_common = new_common + " +
	`(SELECT age <> 'settled' FROM message_shares WHERE ${ofAccount}) WHERE ${ofDay} AND taken_by <> ?4 AND common < ?5 ` +
	`AND EXISTS (SELECT 1 FROM message_shares AS mine WHERE ${ofAccount} AND ${isBelowMost} AND iif(age = 'settled' OR settled_accounts = 0, ` +
	`mine.common < max(${wholePart("iif(settled_accounts > 0, ?5 / settled_accounts, 0)")}, ?5 - message_days.common), ` +
	`mine.common < ${wholePart("(?6 - new_common + 3) / 4")}))`;

const countTaken =
	"UPDATE message_shares SET own = own + (taken.pool = 'own'), common = common + (taken.pool = 'common') " +
	`FROM (SELECT pool FROM message_days WHERE ${ofDay} AND taken_by = ?4) AS taken WHERE ${ofAccount}`;

const readTaken =
	"SELECT iif(days.taken_by = ?4, days.pool, NULL) AS pool, mine.age, days.common >= ?5 AS isAllSpent " +
	`FROM message_days AS days JOIN message_shares AS mine USING (channel, day) WHERE ${ofAccount}`;

const markSpent = `UPDATE message_shares SET spent = 1 WHERE ${ofAccount} AND spent = 0 AND NOT ${isTaken} RETURNING spent`;

/** A settled account gets an equal part of `common`, and more while its use is at most the rest. */
export async function takeShare(directory: D1Database, request: ShareRequest): Promise<TakenShare> {
	const { channel, day, accountId, isAlert, settledBefore, dayStart, pools } = request;
	const takenBy = crypto.randomUUID();
	const prepare = (query: string, ...values: (string | number | null)[]) =>
		directory.prepare(query).bind(channel, day, ...values);
	const kept = [pools.kept, pools.keptForNew, pools.mostOfNew];
	const responses = await directory.batch([
		prepare(startDay, settledBefore, dayStart),
		prepare(startAccount, accountId, settledBefore, dayStart),
		...(isAlert ? [takeSettledOwn, takeNewOwn].map((query) => prepare(query, accountId, takenBy, ...kept)) : []),
		prepare(takeCommon, accountId, takenBy, pools.common, pools.commonForNew, pools.mostOfNew),
		prepare(countTaken, accountId, takenBy),
		prepare(readTaken, accountId, takenBy, pools.common),
		prepare(markSpent, accountId, takenBy),
	]);
	const [taken, marked] = responses.slice(-2).map(({ results }) => results[0]);
	const { pool, age, isAllSpent } = TakenShare.parse(taken);
	return { pool, age, isAllSpent: isAllSpent === 1, isFirst: marked !== undefined };
}

type Returned = Pick<ShareRequest, "channel" | "day" | "accountId"> & Pick<TakenShare, "pool" | "age">;

export async function giveShareBack(directory: D1Database, returned: Returned): Promise<void> {
	const { channel, day, accountId, pool, age } = returned;
	if (pool === null) return;
	const isNew = age !== "settled";
	const ofAll = pool === "own" ? [isNew ? "new_own" : "settled_own"] : ["common", ...(isNew ? ["new_common"] : [])];
	const less = (column: string) => `${column} = max(0, ${column} - 1)`;
	await directory.batch([
		directory.prepare(`UPDATE message_days SET ${ofAll.map(less).join(", ")} WHERE ${ofDay}`).bind(channel, day),
		directory.prepare(`UPDATE message_shares SET ${less(pool)} WHERE ${ofAccount}`).bind(channel, day, accountId),
	]);
}

/** False if the address had `limit` messages on this day. */
export async function countToAddress(
	directory: D1Database,
	{ channel, day, digest, limit }: { channel: DeliveryChannel; day: string; digest: string; limit: number },
): Promise<boolean> {
	const counted = await directory
		.prepare(
			"INSERT INTO message_addresses VALUES (?1, ?2, ?3, 1) ON CONFLICT (channel, day, address) DO UPDATE " +
				"SET sent = sent + 1 WHERE sent < ?4 RETURNING sent",
		)
		.bind(channel, day, digest, limit)
		.first<number>("sent");
	return counted !== null;
}

export async function forgetShares(directory: D1Database, before: string): Promise<void> {
	const tables = ["message_shares", "message_days", "message_addresses", "message_counts"];
	await directory.batch(tables.map((table) => directory.prepare(`DELETE FROM ${table} WHERE day < ?`).bind(before)));
}

/** Anyone can create accounts, so new ones get little. */
const newForMs = 7 * dayMs;

/** The UTC day of `now`, by which providers count. Times are epoch ms. */
export function quotaDay(now: number) {
	const dayStart = Math.floor(now / dayMs) * dayMs;
	const day = new Date(dayStart).toISOString().slice(0, 10);
	return { day, dayStart, dayEnd: dayStart + dayMs, settledBefore: dayStart - newForMs };
}
