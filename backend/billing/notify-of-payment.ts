import { said } from "../../shared/log/said";
import { addConfigEvent } from "../activity/log-events";
import type { AccountDb, Invalidations } from "../base/context";
import type { NewId } from "../base/ids";
import { accountOrThrow } from "../db/account-rows";
import { findMessageOfStep } from "../db/notice-rows";
import type { CauseFacts } from "../message/causes";
import { queueMessage } from "../message/queue-message";
import { billingContacts } from "./warn-of-usage";

type Store = { db: AccountDb; invalidations: Invalidations; newId: NewId; now: number };
type Notice = { what: CauseFacts["payment"]["what"]; about: string; until: number | null };

export function notifyOfPayment(store: Store, { what, about, until }: Notice): void {
	const { db } = store;
	if (findMessageOfStep(db, { cause: "payment", about, step: 0 }) !== null) return;
	const facts = { what, until, planName: accountOrThrow(db).planName };
	db.transaction(() => {
		addConfigEvent({ ...store, user: null }, null, said(`payment.${what}`));
		for (const recipient of billingContacts(db)) queueMessage(store, { cause: "payment", about, recipient, facts });
	});
}
