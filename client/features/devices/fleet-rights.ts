import type { Scope } from "../../../shared/account/account";
import { can, type Role } from "../../../shared/account/permissions";
import { denialOf } from "../../entities/labels";
import { t } from "../../words/made/devices";

export type FleetRights = { role: Role; scope: Scope };

export function fleetDenials({ role, scope }: FleetRights) {
	const mayEdit = can(role, "editDevices");
	const edit = mayEdit ? undefined : denialOf("editDevices", "changeDevices");
	const seesAll = scope === "all";
	return {
		edit,
		add: mayEdit ? (seesAll ? undefined : t("denied.add")) : denialOf("editDevices", "addDevices"),
		membership: edit ?? (seesAll ? undefined : t("denied.membership")),
		mute: can(role, "muteDevices") ? undefined : denialOf("muteDevices", "muteDevices"),
		alert: can(role, "editAlerts") ? undefined : denialOf("editAlerts", "addAlertRules"),
		group: can(role, "editGroups") ? (seesAll ? undefined : t("denied.group")) : denialOf("editGroups", "createGroups"),
	};
}
