import type { CurrentAccount } from "../../../shared/account/account";
import { type Capability, can } from "../../../shared/account/permissions";
import type { Device } from "../../../shared/device/device";
import { historyRefusal, refusalOf } from "../../entities/labels";

/** Why a person may not; null: they may. */
export type DeviceRights = Record<
	"edit" | "keys" | "mute" | "note" | "import" | "history" | "report",
	string | null
> & {
	/** Groups decide who sees a device, so only a person who sees all devices may change them. */
	membership: string | null;
};

const archivedMessage = "This device is archived. Restore it to change it.";

export function deviceRights({ role, scope }: CurrentAccount["me"], device: Device): DeviceRights {
	const archived = device.archivedAt === null ? null : archivedMessage;
	const refusal = (capability: Capability, things: string, does: string) =>
		can(role, capability) ? null : refusalOf(capability, things, does);
	const edit = refusal("editDevices", "devices", "change");
	return {
		edit: edit ?? archived,
		keys: refusal("editKeys", "keys", "replace") ?? archived,
		mute: refusal("muteDevices", "devices", "mute") ?? archived,
		note: refusal("addNotes", "notes", "add"),
		import: refusal("importReadings", "readings", "import") ?? archived,
		history: historyRefusal(role),
		report: refusal("editReports", "reports", "make"),
		membership:
			edit ??
			archived ??
			(scope === "all" ? null : "You see some groups only, so you cannot change which groups it is in."),
	};
}

export function archiveRefusal({ role }: CurrentAccount["me"]): string | null {
	return can(role, "editDevices") ? null : refusalOf("editDevices", "devices", "change");
}
