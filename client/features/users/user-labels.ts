import type { SentInvitation, User, UserStatus } from "../../../shared/account/account";
import { type Capability, can, capabilities, type Role } from "../../../shared/account/permissions";
import type { MessageState } from "../../../shared/message/message";
import { denialOf } from "../../entities/labels";
import type { ChipTone } from "../../ui/feedback/status-chip";
import { countOf } from "../../ui/format";

export const roleTitles: Record<Role, string> = {
	owner: "Owner",
	admin: "Admin",
	operator: "Operator",
	viewer: "Viewer",
	billing: "Billing",
};

export const roleMeanings: Record<Role, string> = {
	owner: "Full access, and decides who else is an owner",
	admin: "Full access except owners, plan and payment",
	operator: "Acknowledges alerts, edits rules, reports and contacts, adds notes and imports readings",
	viewer: "Read-only: devices, readings, alerts, reports, contacts and storage",
	billing: "Manages plan and payment, sees storage, and sees no devices",
};

export const userStatusLabels: Record<UserStatus, { label: string; tone: ChipTone }> = {
	active: { label: "Active", tone: "ok" },
	invited: { label: "Invited", tone: "info" },
	disabled: { label: "Disabled", tone: "off" },
};

export const secondStepLabels = { on: "On", off: "Off", provider: "By their provider", unknown: "Unknown" } as const;

export function stepOf({ secondStep }: Pick<User, "secondStep">): keyof typeof secondStepLabels {
	return secondStep ?? "unknown";
}

export function statusLabelOf({ status, invitation }: Pick<User, "status" | "invitation">) {
	if (invitation && isExpired(invitation)) return { label: "Invitation expired", tone: "warn" as const };
	return userStatusLabels[status];
}

export const mailLabels: Record<MessageState, { label: string; tone: ChipTone }> = {
	queued: { label: "Being sent", tone: "info" },
	sending: { label: "Being sent", tone: "info" },
	sent: { label: "Sent", tone: "ok" },
	delivered: { label: "Delivered", tone: "ok" },
	failed: { label: "Failed", tone: "bad" },
	bounced: { label: "Came back", tone: "bad" },
	suppressed: { label: "Not sent", tone: "warn" },
	unknown: { label: "Perhaps sent", tone: "warn" },
	mayHaveArrived: { label: "May have arrived", tone: "warn" },
};

export function isBeingMailed({ invitation }: Pick<User, "invitation">): boolean {
	return invitation?.mail?.state === "queued" || invitation?.mail?.state === "sending";
}

export function isExpired({ expiresAt }: SentInvitation): boolean {
	return expiresAt.getTime() <= Date.now();
}

export function nameOf({ name, email }: Pick<User, "name" | "email">): string {
	return name || email;
}

/** Null: the user may. Users beyond the scope are invisible. */
export function manageDenial(me: Pick<User, "id" | "role">, user: Pick<User, "id" | "role">): string | null {
	if (!can(me.role, "editUsers")) return denialOf("editUsers", "changeUsers");
	if (user.id === me.id) return "You cannot change your own role, groups or access. Ask another owner or admin.";
	const isOwner = can(user.role, "editOwners");
	return isOwner && !can(me.role, "editOwners") ? "Only an owner can change an owner." : null;
}

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
	signReports: "Sign reports",
	editContacts: "Change contacts",
	viewMessages: "See which messages were sent",
	resendMessages: "Send messages again",
	viewAudit: "See who changed what",
	editDevices: "Add and change devices",
	muteDevices: "Mute devices",
	editKeys: "Create and replace keys of devices and network servers",
	editGroups: "Change groups",
	editUsers: "Invite and change users",
	editOwners: "Change owners",
	exportAccount: "Export all data of the account",
	deleteAccount: "Delete the account",
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
