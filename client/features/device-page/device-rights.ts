import type { CurrentAccount } from "../../../shared/account/account";
import { type Capability, can } from "../../../shared/account/permissions";
import type { Device } from "../../../shared/device/device";
import { denialOf, historyDenial } from "../../entities/labels";
import { t } from "../../words/made/device";

export type DeviceRights = Record<
	"edit" | "keys" | "mute" | "note" | "import" | "judge" | "history" | "report",
	string | null
> & {
	/** Groups decide who sees a device, so only a member who sees all devices may change them. */
	membership: string | null;
};

const archivedMessage = t("denied.archived");

export function deviceRights({ role, scope }: CurrentAccount["me"], device: Device): DeviceRights {
	const archived = device.archivedAt === null ? null : archivedMessage;
	const denial = (capability: Capability, things: string, does: string) =>
		can(role, capability) ? null : denialOf(capability, things, does);
	const edit = denial("editDevices", "devices", "change");
	return {
		edit: edit ?? archived,
		keys: denial("editKeys", "keys", "replace") ?? archived,
		mute: denial("muteDevices", "devices", "mute") ?? archived,
		note: denial("addNotes", "notes", "add"),
		import: denial("importReadings", "readings", "import") ?? archived,
		judge: denial("importReadings", "readings", "exclude") ?? archived,
		history: historyDenial(role),
		report: denial("editReports", "reports", "make"),
		membership: edit ?? archived ?? (scope === "all" ? null : t("denied.groups")),
	};
}

export function archiveDenial({ role }: CurrentAccount["me"]): string | null {
	return can(role, "editDevices") ? null : denialOf("editDevices", "devices", "change");
}
