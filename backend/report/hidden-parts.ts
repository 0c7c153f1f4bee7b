import type { ReportDefinition, ReportDelivery, ReportScope } from "../../shared/report/report";
import { visibleFleet } from "../alert/alert-scope";
import type { MemberContext } from "../base/context";
import { nameableRecipients } from "../contact/contact-projection";

type Named = Pick<ReportDelivery, "contactIds" | "contactGroupIds">;

/** Omits parts that the caller cannot see, and counts the omitted recipients. */
export function visibleDefinition(ctx: MemberContext, definition: ReportDefinition) {
	const { delivery } = definition;
	const shown = visibleDelivery(ctx, delivery);
	return {
		definition: { ...definition, scope: visibleScope(ctx, definition.scope), delivery: shown },
		hiddenRecipients: countNamed(delivery) - countNamed(shown),
	};
}

function visibleScope(ctx: MemberContext, scope: ReportScope): ReportScope {
	const visible = visibleFleet(ctx);
	if (visible === "all" || scope === "all") return scope;
	if ("groupIds" in scope) return { groupIds: intersection(scope.groupIds, visible.groupIds) };
	return { deviceIds: intersection(scope.deviceIds, visible.deviceIds) };
}

export function visibleDelivery(ctx: MemberContext, delivery: ReportDelivery): ReportDelivery {
	const nameable = nameableRecipients(ctx);
	const visible = visibleFleet(ctx);
	if (nameable === "all" || visible === "all") return delivery;
	const groupIds = new Set(visible.groupIds);
	const shown = <Of extends Named>(named: Of): Of => ({
		...named,
		contactIds: named.contactIds.filter((id) => nameable.contactIds.has(id)),
		contactGroupIds: named.contactGroupIds.filter((id) => nameable.contactGroupIds.has(id)),
	});
	return { ...shown(delivery), groups: delivery.groups.filter(({ groupId }) => groupIds.has(groupId)).map(shown) };
}

/** Adds the former version's recipients that the caller does not see. */
export function withHiddenRecipients(
	ctx: MemberContext,
	delivery: ReportDelivery,
	before: ReportDelivery,
): ReportDelivery {
	const shown = visibleDelivery(ctx, before);
	if (shown === before) return delivery;
	const own = new Map(delivery.groups.map((each) => [each.groupId, each]));
	for (const each of before.groups) {
		const { groupId } = each;
		const seen = shown.groups.find((group) => group.groupId === groupId) ?? nobody;
		const merged = withHidden({ ...nobody, ...own.get(groupId), groupId }, each, seen);
		if (own.has(groupId) || countOf(merged) > 0) own.set(groupId, merged);
	}
	return { ...withHidden(delivery, before, shown), groups: [...own.values()] };
}

const nobody: Named = { contactIds: [], contactGroupIds: [] };

/** Keeps the former order, so that an unchanged save changes nothing. */
function withHidden<Of extends Named>(saved: Of, before: Named, shown: Named): Of {
	const merged = (ids: string[], former: string[], seen: string[]) => {
		const stays = former.filter((id) => !seen.includes(id) || ids.includes(id));
		return [...new Set([...stays, ...ids])];
	};
	return {
		...saved,
		contactIds: merged(saved.contactIds, before.contactIds, shown.contactIds),
		contactGroupIds: merged(saved.contactGroupIds, before.contactGroupIds, shown.contactGroupIds),
	};
}

function countNamed(delivery: ReportDelivery): number {
	return [delivery, ...delivery.groups].reduce((sum, each) => sum + countOf(each), 0);
}

function countOf({ contactIds, contactGroupIds }: Named): number {
	return contactIds.length + contactGroupIds.length;
}

function intersection(ids: string[], among: string[]): string[] {
	const known = new Set(among);
	return ids.filter((id) => known.has(id));
}
