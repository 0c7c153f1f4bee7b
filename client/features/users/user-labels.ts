import type { SentInvitation, User, UserStatus } from "../../../shared/account/account";
import { type Capability, can, capabilities, type Role } from "../../../shared/account/permissions";
import type { MessageState } from "../../../shared/message/message";
import { denialOf } from "../../entities/labels";
import type { ChipTone } from "../../ui/feedback/status-chip";
import { t } from "../../words/made/account";

export const userStatusLabels: Record<UserStatus, { label: string; tone: ChipTone }> = {
	active: { label: t("user.active"), tone: "ok" },
	invited: { label: t("user.invited"), tone: "info" },
	disabled: { label: t("user.disabled"), tone: "off" },
};

export function statusLabelOf({ status, invitation }: Pick<User, "status" | "invitation">) {
	if (invitation && isExpired(invitation)) return { label: t("invitationExpired"), tone: "warn" as const };
	return userStatusLabels[status];
}

export const mailLabels: Record<MessageState, { label: string; tone: ChipTone }> = {
	queued: { label: t("beingSent"), tone: "info" },
	sending: { label: t("beingSent"), tone: "info" },
	sent: { label: t("mail.sent"), tone: "ok" },
	delivered: { label: t("mail.delivered"), tone: "ok" },
	failed: { label: t("mail.failed"), tone: "bad" },
	bounced: { label: t("mail.cameBack"), tone: "bad" },
	suppressed: { label: t("mail.notSent"), tone: "warn" },
	unknown: { label: t("mail.perhapsSent"), tone: "warn" },
	mayHaveArrived: { label: t("mail.mayHaveArrived"), tone: "warn" },
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
	if (user.id === me.id) return t("youCannotChangeYourOwnRole");
	const isOwner = can(user.role, "editOwners");
	return isOwner && !can(me.role, "editOwners") ? t("onlyAnOwnerCanChangeAn") : null;
}

export function scopeLabel({ role, scope }: Pick<User, "role" | "scope">): string {
	if (!can(role, "viewFleet")) return t("noDevices");
	return scope === "all" ? t("allGroups") : t("scope.groups", { count: scope.groupIds.length });
}

const capabilityLabels: Record<Capability, string> = {
	viewAccount: t("seeTheCompany"),
	viewFleet: t("seeDevicesGroupsReadingsAlertsAnd"),
	viewContacts: t("seeContacts"),
	viewStorage: t("seeStorage"),
	viewUsers: t("seeUsers"),
	viewBilling: t("seeBilling"),
	addNotes: t("writeNotesIntoTheLog"),
	importReadings: t("importFilesOfReadings"),
	acknowledgeAlerts: t("acknowledgeAlerts"),
	editAlerts: t("changeAlerts"),
	editReports: t("changeReports"),
	signReports: t("signReports"),
	doRounds: t("doRounds"),
	editRounds: t("editRounds"),
	editContacts: t("changeContacts"),
	editRosters: t("changeRosters"),
	swapTurns: t("swapTurns"),
	viewMessages: t("seeWhichMessagesWereSent"),
	resendMessages: t("sendMessagesAgain"),
	viewAudit: t("seeWhoChangedWhat"),
	editDevices: t("addAndChangeDevices"),
	muteDevices: t("muteDevices"),
	editKeys: t("createAndReplaceKeysOfDevices"),
	editGroups: t("changeGroups"),
	editUsers: t("inviteAndChangeUsers"),
	editOwners: t("changeOwners"),
	editSignIn: t("changeSingleSignOn"),
	exportAccount: t("exportAllDataOfTheAccount"),
	deleteAccount: t("deleteTheAccount"),
	editStorage: t("changeHowLongReadingsAreKept"),
	editCompany: t("changeTheCompanysInformation"),
	customize: t("customizeTheConsole"),
	editBilling: t("changePlanAndPayment"),
};

export function capabilitiesOf(role: Role): { key: Capability; words: string; isHeld: boolean }[] {
	const order = Object.values(capabilityLabels);
	return capabilities
		.map((key) => ({ key, words: capabilityLabels[key], isHeld: can(role, key) }))
		.sort((a, b) => order.indexOf(a.words) - order.indexOf(b.words));
}
