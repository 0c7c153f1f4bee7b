import type { CurrentAccount } from "../../../shared/account/account";
import { type Capability, can } from "../../../shared/account/permissions";
import type { Device } from "../../../shared/device/device";
import { type Act, denialOf, historyDenial } from "../../entities/labels";
import { t } from "../../words/made/device";

export type DeviceRights = Record<
	"edit" | "keys" | "mute" | "note" | "import" | "judge" | "history" | "report" | "share",
	string | null
> & {
	/** Groups decide who sees a device, so only a member who sees all devices may change them. */
	membership: string | null;
};

const archivedMessage = t("denied.archived");

export function deviceRights({ role, scope }: CurrentAccount["me"], device: Device): DeviceRights {
	const archived = device.archivedAt === null ? null : archivedMessage;
	const denial = (capability: Capability, act: Act) => (can(role, capability) ? null : denialOf(capability, act));
	const edit = denial("editDevices", "changeDevices");
	return {
		edit: edit ?? archived,
		keys: denial("editKeys", "replaceKeys") ?? archived,
		mute: denial("muteDevices", "muteDevices") ?? archived,
		note: denial("addNotes", "addNotes"),
		import: denial("importReadings", "importReadings") ?? archived,
		judge: denial("importReadings", "excludeReadings") ?? archived,
		history: historyDenial(role),
		report: denial("editReports", "makeReports"),
		share: denial("editKeys", "makeLinks"),
		membership: edit ?? archived ?? (scope === "all" ? null : t("denied.groups")),
	};
}

export function archiveDenial({ role }: CurrentAccount["me"]): string | null {
	return can(role, "editDevices") ? null : denialOf("editDevices", "changeDevices");
}
