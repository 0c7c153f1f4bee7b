import type { AlertListRow, GetAlerts } from "../../shared/alert";
import type { Verb } from "../context";
import { deviceOrThrow } from "../device/device-or-throw";
import { groupIdsByDevice } from "../group/group-rows";
import { listAlerts } from "./alert-rows";
import { visibleAlert, watches } from "./alert-scope";
import { visibleFleet } from "./visible-fleet";

export function getAlerts({ ctx, input }: Verb<GetAlerts>): AlertListRow[] {
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
