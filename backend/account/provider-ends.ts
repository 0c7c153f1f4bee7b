import type { SaveProviderEnd, SsoSettings } from "../../shared/account/sso";
import { dayMs } from "../../shared/base/durations";
import type { AccountObjects, Call, RowStore } from "../base/context";
import { domainError } from "../base/errors";
import { recordFault } from "../base/event-log";
import { faultText } from "../base/report-error";
import { findAccount, listActiveOwners } from "../db/account-rows";
import {
	findProviderOf,
	listProviderEndsDue,
	markProviderEndNotified,
	type ProviderEnd,
	saveProviderEndOf,
} from "../db/sso-rows";
import { assertWholeScope } from "../group/scope";
import { queueMessage } from "../message/queue-message";
import { requiresSso } from "./only-sso";
import { getSso } from "./sso-settings";

/** Days before the end at which owners hear of it. */
const steps = [1, 7, 30];
const perRun = 100;

export type EndingProvider = Pick<ProviderEnd, "name" | "endsAt"> & { days: number };

/** Throws CHANGED_MEANWHILE for a provider that was replaced. */
export async function saveProviderEnd({ ctx, input }: Call<SaveProviderEnd>): Promise<SsoSettings> {
	assertWholeScope(ctx);
	const { directory, accountId } = ctx;
	const { name, endsAt } = input;
	const provider = await findProviderOf(directory, accountId);
	if (provider?.name !== name) throw domainError("CHANGED_MEANWHILE");
	await saveProviderEndOf(directory, { name, accountId, endsAt });
	ctx.audit.act(
		{ account: [accountId] },
		{ provider: name, endsAt: endsAt === null ? "" : new Date(endsAt).toISOString() },
	);
	return getSso({ ctx, input: undefined });
}

type Parts = {
	directory: D1Database;
	accounts: AccountObjects<{ notifyOfProviderEnd(ending: EndingProvider, now: number): Promise<void> }>;
};

/** Runs with the cron. A provider that fails does not stop the others. */
export async function notifyOfProviderEnds({ directory, accounts }: Parts, now: number): Promise<void> {
	for (const days of steps) {
		for (const { name, accountId, endsAt } of await listProviderEndsDue(directory, { now, days, limit: perRun })) {
			try {
				await accounts.get(accounts.idFromName(accountId)).notifyOfProviderEnd({ name, endsAt, days }, now);
				await markProviderEndNotified(directory, { name, days });
			} catch (error) {
				recordFault(error, "backend", { event: "provider-end-not-told", ...faultText(error) });
			}
		}
	}
}

export function notifyOfProviderEnd(store: RowStore, { name, endsAt, days }: EndingProvider): void {
	const { db, now } = store;
	if (!findAccount(db)) return;
	const facts = {
		endsAt,
		daysLeft: Math.max(0, Math.ceil((endsAt - now) / dayMs)),
		...(requiresSso(db) && { isOnlySso: true as const }),
		path: "/accounts/company/",
	};
	db.transaction(() => {
		for (const { id } of listActiveOwners(db)) {
			const recipient = { to: "user", userId: id, channel: "email" } as const;
			queueMessage(store, { cause: "providerEnd", about: `${name} ${endsAt}`, step: days, recipient, facts });
		}
	});
}
