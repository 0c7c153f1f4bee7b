import type { Scope } from "../../../shared/account/account";
import { can, type Role } from "../../../shared/account/permissions";
import { denialOf } from "../../entities/labels";

export type FleetRights = { role: Role; scope: Scope };

export function fleetDenials({ role, scope }: FleetRights) {
	const mayEdit = can(role, "editDevices");
	const edit = mayEdit ? undefined : denialOf("editDevices", "changeDevices");
	const seesAll = scope === "all";
	return {
		edit,
		add: mayEdit
			? seesAll
				? undefined
				: "You only see some groups, and a new device would be in none of them."
			: denialOf("editDevices", "addDevices"),
		membership: edit ?? (seesAll ? undefined : "You only see some groups, so you cannot move devices between groups."),
		mute: can(role, "muteDevices") ? undefined : denialOf("muteDevices", "muteDevices"),
		alert: can(role, "editAlerts") ? undefined : denialOf("editAlerts", "addAlertRules"),
		group: can(role, "editGroups")
			? seesAll
				? undefined
				: "You only see some groups, so you cannot create groups."
			: denialOf("editGroups", "createGroups"),
	};
}
