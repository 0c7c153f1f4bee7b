import type { Scope } from "../../../shared/account/account";
import { can, type Role } from "../../../shared/account/permissions";
import { refusalOf } from "../../entities/labels";

export type FleetRights = { role: Role; scope: Scope };

export function fleetRefusals({ role, scope }: FleetRights) {
	const mayEdit = can(role, "editDevices");
	const edit = mayEdit ? undefined : refusalOf("editDevices", "devices", "change");
	const seesAll = scope === "all";
	return {
		edit,
		add: mayEdit
			? seesAll
				? undefined
				: "You see some groups only, and a new device would be in none of them."
			: refusalOf("editDevices", "devices", "add"),
		membership: edit ?? (seesAll ? undefined : "You see some groups only, so you cannot move devices between groups."),
		mute: can(role, "muteDevices") ? undefined : refusalOf("muteDevices", "devices", "mute"),
		alert: can(role, "editAlerts") ? undefined : refusalOf("editAlerts", "alert rules", "add"),
		group: can(role, "editGroups")
			? seesAll
				? undefined
				: "You see some groups only, so you cannot create groups."
			: refusalOf("editGroups", "groups", "create"),
	};
}
