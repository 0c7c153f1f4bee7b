import type { AlertListRow } from "../../shared/alert";
import type { Verb } from "../context";
import { listAlerts } from "./alert-rows";
import { visibleAlert } from "./alert-scope";
import { visibleFleet } from "./visible-fleet";

export function getAlerts({ ctx }: Verb): AlertListRow[] {
	const visible = visibleFleet(ctx);
	const alerts = listAlerts(ctx.db).flatMap((alert) => visibleAlert(alert, visible) ?? []);
	return alerts.map(({ id, name, isEnabled, severity, condition, openEvents, lastFiredAt }) => {
		return { id, name, isEnabled, severity, condition, openEvents, lastFiredAt };
	});
}
