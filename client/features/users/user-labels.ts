import type { User, UserStatus } from "../../../shared/account";
import { type Capability, can, capabilities, type Role } from "../../../shared/permissions";
import type { ChipTone } from "../../ui/feedback/status-chip";
import { countOf } from "../../ui/format";

export const roleTitles: Record<Role, string> = {
	owner: "Owner",
	admin: "Admin",
	operator: "Operator",
	viewer: "Viewer",
	billing: "Billing",
};

export const userStatusLabels: Record<UserStatus, { label: string; tone: ChipTone }> = {
	active: { label: "Active", tone: "ok" },
	invited: { label: "Invited", tone: "brand" },
	disabled: { label: "Disabled", tone: "off" },
};

export function scopeLabel({ role, scope }: Pick<User, "role" | "scope">): string {
	if (!can(role, "viewFleet")) return "No devices";
	return scope === "all" ? "All groups" : `Only ${countOf(scope.groupIds.length, "group")}`;
}

const capabilityLabels: Record<Capability, string> = {
	viewAccount: "See the company",
	viewFleet: "See devices, groups, readings, alerts and reports",
	viewContacts: "See contacts",
	viewStorage: "See storage",
	viewUsers: "See users",
	viewBilling: "See billing",
	addNotes: "Write notes into the log",
	importReadings: "Import files of readings",
	acknowledgeAlerts: "Acknowledge alerts",
	editAlerts: "Change alerts",
	editReports: "Change reports",
	editContacts: "Change contacts",
	editDevices: "Add and change devices",
	muteDevices: "Mute devices",
	editKeys: "Make and replace keys of devices and network servers",
	editGroups: "Change groups",
	editUsers: "Invite and change users",
	editOwners: "Change owners",
	editStorage: "Change how long readings are kept",
	editCompany: "Change the company's information",
	customize: "Customize the console",
	editBilling: "Change plan and payment",
};

export function capabilitiesOf(role: Role): { key: Capability; words: string; isHeld: boolean }[] {
	const order = Object.values(capabilityLabels);
	return capabilities
		.map((key) => ({ key, words: capabilityLabels[key], isHeld: can(role, key) }))
		.sort((a, b) => order.indexOf(a.words) - order.indexOf(b.words));
}
