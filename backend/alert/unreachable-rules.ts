import type { Invalidations, MemberContext, RowStore } from "../base/context";
import { recordFault } from "../base/event-log";
import { listActiveOwners } from "../db/account-rows";
import { findAlert, listAlerts, setUnreachableSince } from "../db/alert-rows";
import type { Recipient } from "../db/message-schema";
import { lookAtRosters } from "../db/roster-rows";
import { sampleIds } from "../db/sample-rows";
import type { CauseHooks } from "../message/message-outcome";
import { queueMessage } from "../message/queue-message";
import { alertReaches } from "./alert-recipients";

type Store = RowStore & Pick<MemberContext, "openDeliveryChannels">;

/** Notifies the owners once of each rule that reaches no one. */
export function notifyUnreachable(store: Store): void {
	const { db, now, newId } = store;
	const rules = listAlerts(db);
	const reachOf = alertReaches(store, rules);
	const sample = sampleIds(db);
	for (const rule of rules) {
		// Sample rules reach no one by design.
		const isUnreachable = rule.isEnabled && !sample.has(rule.id) && reachOf(rule) === "nobody";
		if (isUnreachable === (rule.unreachableSince !== null)) continue;
		setUnreachableSince(db, rule.id, isUnreachable ? now : null);
		if (!isUnreachable) continue;
		const facts = { ruleId: rule.id, ruleName: rule.name };
		const about = newId("notice");
		for (const { id: userId } of listActiveOwners(db)) {
			const recipient: Recipient = { to: "user", userId, channel: "email" };
			queueMessage(store, { cause: "unreachable", about, recipient, facts });
		}
	}
}

export const unreachableHook: CauseHooks["unreachable"] = {
	stillOwed: ({ db }, notices) => notices.filter(({ facts }) => findAlert(db, facts.ruleId)?.unreachableSince != null),
};

type Watch = {
	invalidations: Invalidations;
	/** Call after a change is committed. */
	look(store: () => Store): void;
};

/** Runs after changes of rules, contacts and addresses, which all send invalidations. */
export function watchReach(invalidations: Invalidations): Watch {
	let isUncertain = false;
	return {
		invalidations: {
			changed(topic, subject) {
				if (topic === "account" || (topic === "alerts" && subject === "all")) isUncertain = true;
				invalidations.changed(topic, subject);
			},
		},
		look(storeNow) {
			if (!isUncertain) return;
			const store = storeNow();
			try {
				store.db.transaction(() => {
					notifyUnreachable(store);
					lookAtRosters(store.db, store.now);
				});
				isUncertain = false;
			} catch (error) {
				recordFault(error, "account", { event: "reach-not-known" });
			}
		},
	};
}
