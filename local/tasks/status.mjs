// `npm run status [-- --local]`: what an operator should know. Exits with 1 if an operator must act.
import { createHash } from "node:crypto";
import { fileURLToPath, pathToFileURL } from "node:url";
import { readCommandLine } from "./command-line.mjs";
import { placeOf, placeOptions, placeUsage, queryDirectory } from "./directory.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const overdueMs = 15 * 60_000;
const mostListed = 20;
const unreadExitCode = 2;
const nearlySpent = 80;
/** Same as in backend/base/message-settings.ts. */
const usualQuotas = { email: 1000, sms: 200 };

/** Same as in backend/base/account-hash.ts. */
const hashOf = (accountId) => createHash("sha256").update(accountId).digest("hex").slice(0, 12);

const queries = {
	accounts: "SELECT count(DISTINCT account_id) AS n FROM memberships",
	overdue: "SELECT count(*) AS n, min(due_at) AS oldest FROM account_due WHERE due_at < ?now - ?overdue",
	states: "SELECT * FROM account_states ORDER BY failed_jobs DESC, waiting_since LIMIT ?most",
	totals:
		"SELECT count(*) AS accounts, sum(failed_jobs > 0) AS failing, sum(failed_jobs) AS jobs, sum(set_aside_jobs) AS setAside, " +
		"min(waiting_since) AS waitingSince, sum(max(object_percent, device_percent, plan_percent) >= 80) AS near FROM account_states",
	held:
		"SELECT count(DISTINCT account_id) AS n, sum(held_at IS NULL) AS waiting FROM account_recoveries " +
		"WHERE released_at IS NULL AND failure IS NULL",
	lost: "SELECT coalesce(sum(lost), 0) AS n FROM lost_messages",
	quotas: "SELECT channel, settled_own + new_own + common AS taken FROM message_days WHERE day = '?day'",
};

export async function readStatus(read, now) {
	const day = new Date(now).toISOString().slice(0, 10);
	const values = { now, overdue: overdueMs, most: mostListed, day };
	const statements = Object.values(queries).map((query) => query.replace(/\?(\w+)/g, (_, name) => values[name]));
	const [accounts, overdue, states, totals, held, lost, quotas] = await read(`${statements.join("; ")};`);
	return { accounts, overdue, states, totals, held, lost, quotas };
}

function ageOf(since, now) {
	const minutes = Math.round((now - since) / 60_000);
	return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

export function describeStatus({ accounts, overdue, states, totals, held, lost, quotas }, { now, vars = {} }) {
	const [total] = totals;
	const quotaOf = (channel) => Number(vars[`${channel.toUpperCase()}_DAILY_QUOTA`] ?? usualQuotas[channel]);
	const lines = [
		[false, `${accounts[0].n} accounts, ${total.accounts} of them with something to know`],
		[
			overdue[0].n > 0,
			`${overdue[0].n} overdue by more than 15 min${overdue[0].n > 0 ? `, the oldest by ${ageOf(overdue[0].oldest, now)}` : ""}`,
		],
		[
			(total.jobs ?? 0) > 0,
			`${total.jobs ?? 0} failed jobs in ${total.failing ?? 0} accounts, ${total.setAside ?? 0} of them set aside`,
		],
		[
			total.waitingSince !== null,
			total.waitingSince === null ? "no message waits" : `a message waits since ${ageOf(total.waitingSince, now)}`,
		],
		[lost[0].n > 0, `${lost[0].n} messages came back from their queues in the last 7 days`],
		...(held[0].n > 0
			? [[true, `${held[0].n} accounts set back and not released, ${held[0].waiting} of them not yet held`]]
			: []),
		[(total.near ?? 0) > 0, `${total.near ?? 0} accounts near a limit`],
		...quotas.map(({ channel, taken }) => {
			const percent = Math.round((taken / quotaOf(channel)) * 100);
			return [percent >= nearlySpent, `${channel}: ${taken} of ${quotaOf(channel)} sent today (${percent} %)`];
		}),
		...states.map((state) => [
			false,
			`  ${hashOf(state.account_id)}: ${state.failed_jobs} failed jobs, object ${state.object_percent} %, devices ${state.device_percent} %, plan ${state.plan_percent} %` +
				(state.waiting_since === null ? "" : `, a message waits since ${ageOf(state.waiting_since, now)}`),
		]),
	];
	return {
		lines: lines.map(([isBad, text]) => `${isBad ? "!" : " "} ${text}`),
		isCalm: lines.every(([isBad]) => !isBad),
	};
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
	const usage = `npm run status [-- ${placeUsage}]`;
	const { values } = readCommandLine({ usage, options: placeOptions });
	const where = placeOf(values);
	try {
		if (where === null) throw new Error(`Usage: ${usage}`);
		const now = Date.now();
		const status = await readStatus((sql) => queryDirectory(sql, where), now);
		const { variablesIn } = await import("./deploy/environment.ts");
		const vars = variablesIn(values.env, `${root}backend/wrangler.toml`);
		const { lines, isCalm } = describeStatus(status, { now, vars });
		console.log(lines.join("\n"));
		process.exitCode = isCalm ? 0 : 1;
	} catch (error) {
		console.error(error.message);
		process.exitCode = unreadExitCode;
	}
}
