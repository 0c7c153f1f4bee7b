import { dayMs } from "../../shared/base/durations";
import type { AccountObjects, RowStore } from "../base/context";
import { recordFault } from "../base/event-log";
import { faultText } from "../base/report-error";
import { findAccount, listActiveOwners } from "../db/account-rows";
import { asleepAfterMs, type DomainClaim, findMissingSince, listDomainClaimsDue } from "../db/sso-rows";
import { queueMessage } from "../message/queue-message";
import type { FindText } from "../session/text-records";
import { requiresSso } from "./only-sso";
import { lookAtClaim, recordOf } from "./sso-settings";

const perRun = 100;

/** Owners hear at once, on the third day, and when the domain falls asleep. */
const noticeSteps = [
	{ day: 7, after: asleepAfterMs },
	{ day: 3, after: 2 * dayMs },
	{ day: 1, after: 0 },
];

/** `missingSince`: epoch ms. */
export type MissingDomain = { domain: string; token: string; missingSince: number };

type Parts = {
	directory: D1Database;
	findText: FindText;
	accounts: AccountObjects<{ notifyOfDomain(missing: MissingDomain, now: number): Promise<void> }>;
};

/** Runs with the cron and looks at each claim once a day. A claim that fails does not stop the others. */
export async function lookAtDomains(parts: Parts, now: number): Promise<void> {
	for (const claim of await listDomainClaimsDue(parts.directory, { before: now - dayMs, limit: perRun })) {
		try {
			await lookAtClaim(parts, claim, now);
			await notifyOwners(parts, claim, now);
		} catch (error) {
			recordFault(error, "backend", { event: "domain-not-looked-at", ...faultText(error) });
		}
	}
}

async function notifyOwners(
	{ directory, accounts }: Parts,
	{ domain, accountId, token }: DomainClaim,
	now: number,
): Promise<void> {
	const missingSince = await findMissingSince(directory, { domain, accountId });
	if (missingSince === null) return;
	await accounts.get(accounts.idFromName(accountId)).notifyOfDomain({ domain, token, missingSince }, now);
}

/** The same step again writes nothing. */
export function notifyOfDomain(store: RowStore, { domain, token, missingSince }: MissingDomain): void {
	const { db, now } = store;
	const step = noticeSteps.find(({ after }) => now - missingSince >= after);
	if (!step || !findAccount(db)) return;
	const isAsleep = step.after === asleepAfterMs;
	const facts = {
		domain,
		record: recordOf({ domain, token }),
		sleepsAt: missingSince + asleepAfterMs,
		isAsleep,
		...(requiresSso(db) && { isOnlySso: true as const }),
		path: "/accounts/company/",
	};
	db.transaction(() => {
		for (const { id } of listActiveOwners(db)) {
			queueMessage(store, {
				cause: "domain",
				about: `${domain} ${missingSince}`,
				step: step.day,
				recipient: { to: "user", userId: id, channel: "email" },
				facts,
			});
		}
	});
}
