import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { setOf } from "../base/input-bounds";
import { lineText } from "../base/name-text";
import type { ConfirmedPurpose } from "../session/identity-confirmation";
import type { AuditAction } from "./audit";

/** Kinds of change whose reason an account can require, with their audit actions. */
const actionsByKind = {
	rules: ["alert.createAlert", "alert.updateAlert", "alert.deleteAlert", "alert.setAlertEnabled"],
	mutes: [
		...(["alert.muteAlerts", "alert.muteEvents", "alert.planMutes", "alert.endPlannedMute"] as const),
		...(["device.muteDevices", "group.muteGroups"] as const),
	],
	calibrations: [
		...(["device.setCalibration", "device.removeCalibration", "device.setUnitMeaning"] as const),
		...(["device.addDerivedChannel", "device.addDerivedChannels"] as const),
		...(["device.changeDerivedChannel", "device.removeDerivedChannel"] as const),
	],
	readings: ["log.judgeReadings", "log.endVerdict", "log.importReadings", "log.undoImport", "log.undoImportBatch"],
	justifications: ["report.justifySpan", "report.endJustifiedSpan"],
	devices: ["device.updateDevice", "device.changeDevices", "device.replaceLogger"],
	removals: ["device.archiveDevices", "device.deleteDevices", "device.restoreDevices"],
	groups: ["group.updateGroup", "group.mergeGroups", "group.deleteGroups"],
	roles: [
		...(["account.inviteUser", "account.updateInvitation", "account.updateUser", "account.removeUser"] as const),
		...(["account.disableUser", "account.enableUser", "account.transferOwnership"] as const),
	],
	recipients: [
		...(["contact.updateContact", "contact.deleteContacts", "contact.pauseContacts"] as const),
		...(["contact.replaceContacts", "contact.groupContacts", "contact.deleteContactGroup"] as const),
		...(["contact.updateRoster", "contact.deleteRoster", "contact.addOverride", "contact.endOverride"] as const),
	],
	retention: ["billing.setAccountRetention", "billing.setWhenFull"],
	reports: ["report.updateReport", "report.deleteReports", "report.setReportEnabled"],
	undo: ["account.undo"],
} as const satisfies Record<string, readonly AuditAction[]>;

export type ReasonKind = keyof typeof actionsByKind;
export const reasonKinds = Object.keys(actionsByKind) as [ReasonKind, ...ReasonKind[]]; // keys of a const object are its keyof

const kindByAction = new Map<string, ReasonKind>(
	reasonKinds.flatMap((kind) => actionsByKind[kind].map((action) => [action, kind] as const)),
);

/** Null: no reason is ever required for the action. */
export function reasonKindOf(action: string): ReasonKind | null {
	return kindByAction.get(action) ?? null;
}

export const ReasonText = lineText(500, errorKey("reason.empty"));
export const mostReasons = 30;

/** `proof`: also the password, or another proof of who the person is. */
const NeededFor = z.enum(["reason", "proof"]);

/** `reasons`: sentences to choose from; empty: each reason is typed. */
export const ChangeReasons = z.object({
	kinds: z.partialRecord(z.enum(reasonKinds), NeededFor),
	reasons: setOf(lineText(200, errorKey("reason.empty")), mostReasons, {
		tooMany: errorKey("reason.tooMany", { most: mostReasons }),
	}),
});
export type ChangeReasons = z.infer<typeof ChangeReasons>;

export const noChangeReasons: ChangeReasons = { kinds: {}, reasons: [] };

/** A rejected change names the kind of reason. `isProven`: the caller proves who they are before sending it again. */
export const NeededReason = z.object({ kind: z.enum(reasonKinds), isProven: z.boolean() });
export type NeededReason = z.infer<typeof NeededReason>;

export function changePurpose(kind: ReasonKind): ConfirmedPurpose {
	return `change ${kind}`;
}
