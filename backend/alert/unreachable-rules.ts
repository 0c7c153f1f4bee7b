import type { Hints, MemberContext, RowStore } from "../base/context";
import { reportFault } from "../base/report-error";
import { listOwners } from "../db/account-rows";
import { findAlert, listAlerts, setUnreachableSince } from "../db/alert-rows";
import type { Recipient } from "../db/message-schema";
import type { CauseHooks } from "../message/message-outcome";
import { queueMessage } from "../message/queue-message";
import { alertReaches } from "./alert-recipients";

type Store = RowStore & Pick<MemberContext, "openDeliveryChannels">;

/** Tells the owners of rules that reach nobody, once until somebody is reached again. */
export function tellUnreachable(store: Store): void {
	const { db, now, newId } = store;
	const rules = listAlerts(db);
	const reachOf = alertReaches(store, rules);
	for (const rule of rules) {
		const isUnreachable = rule.isEnabled && reachOf(rule) === "nobody";
		if (isUnreachable === (rule.unreachableSince !== null)) continue;
		setUnreachableSince(db, rule.id, isUnreachable ? now : null);
		if (!isUnreachable) continue;
		const facts = { ruleId: rule.id, ruleName: rule.name };
		const about = newId("notice");
		for (const { id: userId } of listOwners(db)) {
			const recipient: Recipient = { to: "user", userId, channel: "email" };
			queueMessage(store, { cause: "unreachable", about, recipient, facts });
		}
	}
}

/** Not notified where it was mended meanwhile. */
export const unreachableHook: CauseHooks["unreachable"] = {
	stillOwed: ({ db }, notices) => notices.filter(({ facts }) => findAlert(db, facts.ruleId)?.unreachableSince != null),
};

type Watch = {
	hints: Hints;
	/** Call when a change is done. */
	look(store: Store): void;
};

/** Looks after changes of rules, contacts and addresses, of which every one gives a hint. */
export function watchReach(hints: Hints): Watch {
	let isUncertain = false;
	return {
		hints: {
			changed(topic, of) {
				if (topic === "account" || (topic === "alerts" && of === "all")) isUncertain = true;
				hints.changed(topic, of);
			},
		},
		look(store) {
			if (!isUncertain) return;
			try {
				store.db.transaction(() => tellUnreachable(store));
				isUncertain = false;
			} catch (error) {
				// The change itself is done: it is looked at again after the next one.
				console.error(JSON.stringify({ event: "reach-not-known" }));
				reportFault(error, { place: "account", event: "reach-not-known" });
			}
		},
	};
}
