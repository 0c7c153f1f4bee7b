import type { CreateAlert } from "../../shared/alert/alert";
import { serverLimits } from "../../shared/base/limits";
import type { MemberContext } from "../base/context";
import { domainError } from "../base/errors";
import { type AlertRow, listAlerts } from "../db/alert-rows";

type Naming = Pick<CreateAlert, "scope" | "contactIds" | "contactGroupIds" | "notification">;

function countNamed({ scope, notification, ...first }: Naming): number {
	const scoped = scope === "all" ? 0 : "groupIds" in scope ? scope.groupIds.length : scope.deviceIds.length;
	return [{ ...first, rosterIds: notification.rosterIds }, ...notification.escalation].reduce(
		(sum, { contactIds, contactGroupIds, rosterIds = [] }) =>
			sum + contactIds.length + contactGroupIds.length + rosterIds.length,
		scoped,
	);
}

/** Throws ALERT_NAMES_LIMIT if all rules together name too much, unless this one names no more than `before`. */
export function assertNamesInSum({ db }: MemberContext, rule: Naming, before?: AlertRow): void {
	if (before && countNamed(rule) <= countNamed(before)) return;
	const others = listAlerts(db).filter(({ id }) => id !== before?.id);
	const named = others.reduce((sum, other) => sum + countNamed(other), countNamed(rule));
	if (named > serverLimits.alertNames) throw domainError("ALERT_NAMES_LIMIT");
}
