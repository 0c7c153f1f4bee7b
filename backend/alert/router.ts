import { type Alert, type AlertListRow, GetAlert, GetAlerts } from "../../shared/alert";
import type { Verb } from "../base/context";
import { domainError } from "../base/errors";
import { procedureFor, router } from "../base/trpc";
import { findAlert, listAlerts } from "../db/alert-rows";
import { groupIdsByDevice } from "../db/group-rows";
import { deviceOrThrow } from "../group/scope";
import { visibleAlert, visibleFleet, watches } from "./alert-scope";

export const alertRouter = router({
	getAlerts: procedureFor("viewFleet").input(GetAlerts).query(getAlerts),
	getAlert: procedureFor("viewFleet").input(GetAlert).query(getAlert),
});

function getAlerts({ ctx, input }: Verb<GetAlerts>): AlertListRow[] {
	const visible = visibleFleet(ctx);
	const deviceId = input?.deviceId;
	const alerts = listAlerts(ctx.db).flatMap((alert) => visibleAlert(alert, visible) ?? []);
	return (deviceId === undefined ? alerts : watching(deviceId)).map(
		({ id, name, isEnabled, severity, condition, openEvents, lastFiredAt }) => {
			return { id, name, isEnabled, severity, condition, openEvents, lastFiredAt };
		},
	);

	function watching(id: string) {
		deviceOrThrow(ctx, id);
		const device = { id, groupIds: groupIdsByDevice(ctx.db, id).get(id) ?? [] };
		return alerts.filter(({ scope }) => watches(scope, device));
	}
}

function getAlert({ ctx, input }: Verb<GetAlert>): Alert {
	const found = findAlert(ctx.db, input.alertId);
	const alert = found && visibleAlert(found, visibleFleet(ctx));
	if (!alert) throw domainError("ALERT_NOT_FOUND", input);
	return alert;
}
