import type { BillingMonth, UsageMeter } from "../../shared/account/billing";
import { can } from "../../shared/account/permissions";
import { said } from "../../shared/log/said";
import { addConfigEvent } from "../activity/log-events";
import type { AccountDb, Invalidations } from "../base/context";
import type { NewId } from "../base/ids";
import { listUsers } from "../db/account-rows";
import type { Recipient } from "../db/message-schema";
import { findMessageOfStep } from "../db/notice-rows";
import type { CauseFacts } from "../message/causes";
import { queueMessage } from "../message/queue-message";

const warnedPercents = [100, 80] as const;

type Store = { db: AccountDb; invalidations: Invalidations; newId: NewId; now: number };

export function billingContacts(db: AccountDb): Recipient[] {
	const reachable = listUsers(db).filter(({ role, status }) => status === "active" && can(role, "editBilling"));
	return reachable.map(({ id: userId }) => ({ to: "user", userId, channel: "email" }));
}

type Warned = Pick<UsageMeter, "meter" | "used" | "resetsAt"> & {
	/** The limit, or the included amount if there is no limit. */
	of: number;
	isLimit: boolean;
};

/** Each level of each meter once a month. If both levels are passed at once, only the higher one. */
export function warnOfUsage(store: Store, month: BillingMonth, meters: Warned[]): void {
	const { db } = store;
	for (const { meter, used, of, isLimit, resetsAt } of meters) {
		const percent = of > 0 ? (used / of) * 100 : used > 0 ? 100 : 0;
		const level = warnedPercents.find((each) => percent >= each);
		const about = `${month}:${meter}`;
		const isWarned = (step: number) => findMessageOfStep(db, { cause: "usage", about, step }) !== null;
		if (level === undefined || isWarned(100) || isWarned(level)) continue;
		const facts: CauseFacts["usage"] = {
			meter,
			percent: level,
			used,
			of,
			isLimit,
			resetsAt: resetsAt?.getTime() ?? null,
		};
		db.transaction(() => {
			addConfigEvent({ ...store, user: null }, null, said("usage.used", { meter, level }));
			for (const recipient of billingContacts(db)) {
				queueMessage(store, { cause: "usage", about, step: level, recipient, facts });
			}
		});
		store.invalidations.changed("account", "all");
	}
}
