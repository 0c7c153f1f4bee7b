import type { StoppedAlerts } from "../../shared/message/stopped-alerts";
import type { AccountDb, MemberContext } from "../base/context";
import { findAlert } from "../db/alert-rows";
import { type DeliveryChannelRow, listDeliveryChannels, listOptOutsOf } from "../db/contact-rows";
import { listRuleOptOuts } from "../db/follow-up-rows";

type Seen = {
	contacts: ReadonlyMap<string, string>;
	isRuleSeen: (alertId: string) => boolean;
};

export function stoppedAlerts(ctx: Pick<MemberContext, "db" | "now">, { contacts, isRuleSeen }: Seen): StoppedAlerts[] {
	const stops = currentStops(ctx).filter(({ alertId }) => alertId === null || isRuleSeen(alertId));
	if (stops.length === 0) return [];
	const byAddress = Map.groupBy(listDeliveryChannels(ctx.db), addressOf);
	return stops
		.flatMap(({ alertId, channel, at, until, ...stop }) => {
			const rule = alertId === null ? null : namedRule(ctx.db, alertId);
			return (byAddress.get(addressOf({ channel, ...stop })) ?? []).flatMap(({ contactId }) => {
				const contactName = contacts.get(contactId);
				return contactName === undefined ? [] : [{ contactId, contactName, channel, rule, at, until }];
			});
		})
		.sort((one, other) => other.at - one.at);
}

type Stop = Pick<DeliveryChannelRow, "channel" | "address"> & {
	alertId: string | null;
	at: number;
	until: number | null;
};

function currentStops({ db, now }: Pick<MemberContext, "db" | "now">): Stop[] {
	const ofAll = listOptOutsOf(db, "alerts").map(({ channel, address, createdAt, until }) => {
		return { channel, address, alertId: null, at: createdAt.getTime(), until: until?.getTime() ?? null };
	});
	const ofRules = listRuleOptOuts(db).map(({ channel, address, alertId, createdAt }) => {
		return { channel, address, alertId, at: createdAt.getTime(), until: null };
	});
	return [...ofAll, ...ofRules].filter(({ until }) => until === null || until > now);
}

function addressOf({ channel, address }: Pick<DeliveryChannelRow, "channel" | "address">): string {
	return `${channel} ${address.toLowerCase()}`;
}

function namedRule(db: AccountDb, id: string): { id: string; name: string } | null {
	const rule = findAlert(db, id);
	return rule && { id, name: rule.name };
}
