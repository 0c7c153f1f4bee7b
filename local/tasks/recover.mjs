// `npm run recover`: sets an account's object back to a point in time, takes that back, or releases it; docs/recovery.md.
// It writes what is asked for into the directory, and the backend does it at its next quarter of an hour.
import { randomUUID } from "node:crypto";
import { pathToFileURL } from "node:url";
import { readCommandLine } from "./command-line.mjs";
import { directoryOf } from "./directory.mjs";

const dayMs = 86_400_000;
/** As far as the platform goes back. */
const longestMs = 30 * dayMs;
const usage =
	"npm run recover -- <account> [--to <UTC time> | --undo | --release] [--local] [--env <name>]; without any, says how it is";
const usageExitCode = 2;

/**
 * What is to be written, and what is said of it. Throws with a sentence for people.
 * @param {{ accountId?: string, to?: string, undo?: boolean, release?: boolean }} asked
 */
export function planRecovery({ accountId, to, undo, release }, { now, newId, known }) {
	if (!/^acc_[0-9a-z]{26}$/.test(accountId ?? ""))
		throw new Error("Name the account by its id: acc_ and 26 characters.");
	if ([to !== undefined, undo, release].filter(Boolean).length > 1) throw new Error("Ask for one thing at a time.");
	const open = known.find((row) => row.released_at === null && row.failure === null);
	const columns = "(id, account_id, restore_to, bookmark, asked_at)";
	if (release) {
		if (!open?.held_at) throw new Error("The account is not held: there is nothing to release.");
		const update = `UPDATE account_recoveries SET release_asked_at = ${now} WHERE account_id = '${accountId}' AND released_at IS NULL`;
		return { statement: update, said: "It is released within a quarter of an hour, and sends what was queued since." };
	}
	if (to === undefined && !undo)
		return { statement: null, said: known.map(describe).join("\n") || "It was never set back." };
	if (open && !open.held_at) throw new Error("Another recovery of it is under way: wait until it is held.");
	if (undo) {
		const last = known.findLast((row) => row.undo_bookmark !== null);
		if (!last) throw new Error("It was never set back: there is nothing to take back.");
		const bookmark = last.undo_bookmark.replaceAll("'", "''");
		const values = `('${newId()}', '${accountId}', ${last.held_at ?? last.begun_at}, '${bookmark}', ${now})`;
		return {
			statement: `INSERT INTO account_recoveries ${columns} VALUES ${values}`,
			said: "Within a quarter of an hour it is as it was before it was set back, and held: it sends nothing until released.",
		};
	}
	const at = /Z$/.test(to) ? Date.parse(to) : Number.NaN;
	if (Number.isNaN(at)) throw new Error("Give the time in UTC, as 2026-11-25T10:00:00Z.");
	if (at >= now) throw new Error("The time is not in the past.");
	if (at < now - longestMs) throw new Error("The platform goes back 30 days at most.");
	return {
		statement: `INSERT INTO account_recoveries ${columns} VALUES ('${newId()}', '${accountId}', ${at}, NULL, ${now})`,
		said: `Within a quarter of an hour it is as it was at ${new Date(at).toISOString()}, and held: it sends nothing until released. What it stored since is gone; --undo takes it back.`,
	};
}

function describe(row) {
	const to = new Date(row.restore_to).toISOString();
	const time = (at) => new Date(at).toISOString();
	if (row.failure !== null) return `to ${to}: refused by the platform, and nothing has changed: ${row.failure}`;
	if (row.released_at !== null) return `to ${to}: released at ${time(row.released_at)}`;
	if (row.held_at !== null) return `to ${to}: held since ${time(row.held_at)}`;
	return `to ${to}: ${row.begun_at === null ? "asked for" : "begun"} at ${time(row.begun_at ?? row.asked_at)}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
	const flag = { type: "boolean", default: false };
	const options = { to: { type: "string" }, undo: flag, release: flag, local: flag, env: { type: "string" } };
	const { values, positionals } = readCommandLine({ usage, options, allowPositionals: true });
	const [accountId, ...more] = positionals;
	const read = directoryOf({ isLocal: values.local, environment: values.env });
	try {
		if (accountId === undefined || more.length > 0) throw new Error(`Usage: ${usage}`);
		const asked = { ...values, accountId };
		// Its id is looked at before it becomes part of a statement.
		planRecovery({ accountId }, { now: 0, newId: () => "", known: [] });
		const query = `SELECT * FROM account_recoveries WHERE account_id = '${accountId}' ORDER BY asked_at`;
		const [known] = read(query);
		const newId = () => `rec_${randomUUID()}`;
		const { statement, said } = planRecovery(asked, { now: Date.now(), newId, known });
		if (statement !== null) read(statement);
		console.log(said);
	} catch (error) {
		console.error(error.message);
		process.exitCode = usageExitCode;
	}
}
