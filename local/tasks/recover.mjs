// `npm run recover`: requests that the backend restores an account to a point in time. docs/recovery.md
import { randomUUID } from "node:crypto";
import { pathToFileURL } from "node:url";
import { readCommandLine } from "./command-line.mjs";
import { accountExists, accountPattern, placeOf, placeOptions, placeUsage, queryDirectory } from "./directory.mjs";

const dayMs = 86_400_000;
const longestMs = 30 * dayMs;
const usage = `npm run recover -- <account> [--to <UTC time> | --cancel | --undo | --release] ${placeUsage}; without a request, says how it is`;
const usageExitCode = 2;
const cancelled = "cancelled before it began";
const underWay = "Another recovery of it is under way: wait until it is held, or --cancel it before it begins.";

/**
 * Returns two statements: whether the account exists, and its recoveries, oldest first.
 * @param {string} accountId
 */
export function readStatements(accountId) {
	if (!accountPattern.test(accountId ?? "")) throw new Error("Name the account by its id: acc_ and 26 characters.");
	const recoveries = `SELECT * FROM account_recoveries WHERE account_id = '${accountId}' ORDER BY asked_at`;
	return `SELECT ${accountExists(accountId)} AS is_known; ${recoveries}`;
}

/**
 * Returns the statement to run and the sentence for the operator. If the statement returns no row, the backend or
 * another operator was faster. Throws a sentence for people.
 * @param {{ accountId: string, to?: string, cancel?: boolean, undo?: boolean, release?: boolean }} asked
 */
export function planRecovery({ accountId, to, cancel, undo, release }, { now, newId, isKnown, recoveries }) {
	if ([to !== undefined, cancel, undo, release].filter(Boolean).length > 1)
		throw new Error("Ask for one thing at a time.");
	if (!isKnown) throw new Error(`The directory knows no account ${accountId}. Nothing was written.`);
	const open = recoveries.filter((row) => row.released_at === null && row.failure === null);
	const pending = open.find((row) => row.held_at === null);
	const isHeld = open.some((row) => row.held_at !== null);
	const ofAccount = `account_id = '${accountId}'`;
	const isOpen = "released_at IS NULL AND failure IS NULL";
	if (cancel) {
		if (pending && pending.begun_at !== null)
			throw new Error("It has begun: wait until the account is held, then --undo.");
		if (!pending) {
			const next = isHeld ? "The account is held already: --undo brings back what there was before." : "";
			throw new Error(`No request waits: there is nothing to cancel. ${next}`.trim());
		}
		return {
			statement: `UPDATE account_recoveries SET failure = '${cancelled}' WHERE ${ofAccount} AND begun_at IS NULL AND ${isOpen} RETURNING id`,
			said: "The request is cancelled. The account was not touched.",
		};
	}
	if (release) {
		if (!isHeld) throw new Error("The account is not held: there is nothing to release.");
		if (pending) throw new Error(underWay);
		return {
			statement: `UPDATE account_recoveries SET release_asked_at = ${now} WHERE ${ofAccount} AND held_at IS NOT NULL AND ${isOpen} RETURNING id`,
			said: "It is released within a quarter of an hour, and sends what was queued since.",
		};
	}
	if (to === undefined && !undo)
		return { statement: null, said: recoveries.map(describe).join("\n") || "It was never set back." };
	if (pending) throw new Error(underWay);
	const request = (restoreTo, bookmark) =>
		"INSERT INTO account_recoveries (id, account_id, restore_to, bookmark, asked_at) " +
		`SELECT '${newId()}', '${accountId}', ${restoreTo}, ${bookmark}, ${now} WHERE ${accountExists(accountId)} ` +
		`AND NOT EXISTS (SELECT 1 FROM account_recoveries WHERE ${ofAccount} AND held_at IS NULL AND ${isOpen}) RETURNING id`;
	if (undo) {
		const last = recoveries.findLast((row) => row.undo_bookmark !== null);
		if (!last) throw new Error("It was never set back: there is nothing to take back.");
		return {
			statement: request(last.held_at ?? last.begun_at, `'${last.undo_bookmark.replaceAll("'", "''")}'`),
			said: "Within a quarter of an hour it is as it was before it was set back, and held: it sends nothing until released. Until it begins, --cancel takes the request back.",
		};
	}
	const at = /Z$/.test(to) ? Date.parse(to) : Number.NaN;
	if (Number.isNaN(at)) throw new Error("Give the time in UTC, as 2026-11-25T10:00:00Z.");
	if (at >= now) throw new Error("The time is not in the past.");
	if (at < now - longestMs) throw new Error("The platform goes back 30 days at most.");
	return {
		statement: request(at, "NULL"),
		said: `Within a quarter of an hour it is as it was at ${new Date(at).toISOString()}, and held: it sends nothing until released. What it stored since is gone; --undo takes it back. Until it begins, --cancel takes the request back.`,
	};
}

function describe(row) {
	const to = new Date(row.restore_to).toISOString();
	const time = (at) => new Date(at).toISOString();
	if (row.failure === cancelled) return `to ${to}: ${cancelled}`;
	if (row.failure !== null) return `to ${to}: not done, and nothing has changed: ${row.failure}`;
	if (row.released_at !== null) return `to ${to}: released at ${time(row.released_at)}`;
	if (row.held_at !== null) return `to ${to}: held since ${time(row.held_at)}`;
	return `to ${to}: ${row.begun_at === null ? "asked for" : "begun"} at ${time(row.begun_at ?? row.asked_at)}`;
}

/**
 * Returns the sentence for the operator. Throws a sentence if nothing was written.
 * @param {(sql: string) => Promise<Record<string, unknown>[][]>} read
 */
export async function recover(requested, { read, now, newId = () => `rec_${randomUUID()}` }) {
	const [[known], recoveries] = await read(readStatements(requested.accountId));
	const { statement, said } = planRecovery(requested, { now, newId, isKnown: Boolean(known.is_known), recoveries });
	if (statement === null) return said;
	const [changed] = await read(statement);
	if (changed.length === 0) throw new Error("Meanwhile the backend or somebody else went on with it. Look again.");
	return said;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
	const flag = { type: "boolean", default: false };
	const options = { to: { type: "string" }, cancel: flag, undo: flag, release: flag, ...placeOptions };
	const { values, positionals } = readCommandLine({ usage, options, allowPositionals: true });
	const [accountId, ...more] = positionals;
	const where = placeOf(values);
	try {
		if (accountId === undefined || more.length > 0 || where === null) throw new Error(`Usage: ${usage}`);
		const read = (sql) => queryDirectory(sql, where);
		console.log(await recover({ ...values, accountId }, { read, now: Date.now() }));
	} catch (error) {
		console.error(error.message);
		process.exitCode = usageExitCode;
	}
}
