import * as z from "zod/mini";
import { Instant, isInOrder } from "../base/instant";
import type { IdentityProof } from "../session/identity-confirmation";

export const auditEntriesPerPage = 200;

export const AuditKind = z.enum([
	"account",
	"user",
	"invitation",
	"session",
	"contact",
	"contactGroup",
	"device",
	"group",
	"alert",
	"alertEvent",
	"report",
	"integrationKey",
	"apiKey",
	"readingImport",
	"message",
	"savedView",
	"fileFormat",
	"webhook",
	"wall",
	"roster",
	"proposal",
]);
export type AuditKind = z.infer<typeof AuditKind>;

/** `link`: a contact who used a link; `key`: an integration key or API key; `system`: the backend itself. */
export const AuditActorKind = z.enum(["user", "link", "key", "system"]);
export type AuditActorKind = z.infer<typeof AuditActorKind>;

export const AuditActor = z.object({
	kind: AuditActorKind,
	id: z.nullable(z.string()),
	name: z.string(),
});
export type AuditActor = z.infer<typeof AuditActor>;

/** Times are ISO texts. Long texts are cut. */
const AuditValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type AuditValue = z.infer<typeof AuditValue>;

/**
 * `field` is a dotted path. `list`: `before` holds removed items, `after` added ones.
 * `hidden`: the value is secret or erased.
 */
export const AuditField = z.object({
	field: z.string(),
	before: AuditValue,
	after: AuditValue,
	as: z.optional(z.enum(["list", "hidden"])),
});
export type AuditField = z.infer<typeof AuditField>;

export const AuditEntity = z.object({
	kind: AuditKind,
	id: z.string(),
	name: z.string(),
	became: z.optional(z.enum(["created", "deleted"])),
	deviceId: z.optional(z.string()),
	fields: z.array(AuditField),
});
export type AuditEntity = z.infer<typeof AuditEntity>;

const proofs = ["password", "passkey", "sso", "code"] as const satisfies IdentityProof["by"][];
const AuditProof = z.enum(proofs);
export type AuditProof = z.infer<typeof AuditProof>;

export const AuditEntry = z.object({
	id: z.string(),
	at: z.date(),
	action: z.string(),
	actor: AuditActor,
	entities: z.array(AuditEntity),
	entityCount: z.number(),
	address: z.nullable(z.string()),
	browser: z.nullable(z.string()),
	requestId: z.nullable(z.string()),
	callerRequestId: z.nullable(z.string()),
	/** Absent or null: signed in by the user pool, or nobody signed in. */
	provider: z.optional(z.nullable(z.string())),
	/** Why the person made the change; absent or null: not stated. */
	reason: z.optional(z.nullable(z.string())),
	/** How the person proved who they are for this change; absent or null: not required. */
	proof: z.optional(z.nullable(AuditProof)),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const auditActions = {
	"account.approveProposal": "Approved a proposed change",
	"account.declineProposal": "Declined a proposed change",
	"account.proposeChange": "Proposed a change",
	"account.withdrawProposal": "Withdrew a proposed change",
	"account.saveFourEyes": "Changed which changes need a second person",
	"account.acceptInvitation": "Joined by an invitation",
	"account.claimDomain": "Claimed a domain for single sign-on",
	"account.cancelDataExport": "Canceled an export of all data",
	"account.createAccount": "Created the account",
	"account.createApiKey": "Added an API key",
	"account.changeLineFilter": "Changed the filters of a line protocol",
	"account.connectAssistant": "Connected an assistant",
	"account.chooseLineSeries": "Chose devices for series of the line protocol",
	"account.createIntegrationKey": "Added an integration key",
	"account.disableUser": "Disabled a user",
	"account.enableUser": "Enabled a user",
	"account.endUserSessions": "Signed a user out everywhere",
	"account.inviteUser": "Invited a user",
	"account.pinIntegrationMessage": "Pinned or released a message of an integration",
	"account.publishBrand": "Published how the console looks",
	"account.keepApiKey": "Took over an API key",
	"account.leaveAccount": "Left the account",
	"account.readIntegrationMessageAgain": "Read a message of an integration again",
	"account.renewMailAddress": "Made a mail address for an integration",
	"account.saveMailSenders": "Changed who may mail to an integration",
	"account.settleMailFile": "Marked a mailed file as done",
	"account.requestDeletion": "Asked for the account to be deleted",
	"account.releaseLineSeries": "Released series of the line protocol",
	"account.releaseHold": "Released the account after it was set back",
	"account.releaseDomain": "Gave up a domain for single sign-on",
	"account.removeProvider": "Removed the provider of single sign-on",
	"account.removeLakeBucket": "Removed the bucket that Parquet files go to",
	"account.removeUser": "Removed a user",
	"account.limitSessions": "Changed how long sessions last",
	"account.requestProvider": "Entered a provider of single sign-on",
	"account.requireSso": "Changed whether single sign-on is the only way in",
	"account.requireSecondStep": "Changed whether two-step sign-in is required",
	"account.resendInvitation": "Sent an invitation again",
	"account.saveChangeReasons": "Changed which changes need a reason",
	"account.saveNewcomer": "Changed who may join by single sign-on",
	"account.setAssistants": "Let assistants read, or no longer",
	"account.saveLake": "Changed whether Parquet files are written",
	"account.saveLakeBucket": "Entered a bucket for Parquet files",
	"account.savePayloadRecipe": "Changed how an integration reads JSON",
	"account.saveProviderEnd": "Changed when the secret or certificate of single sign-on ends",
	"account.saveOwnLanguage": "Changed the language of their messages",
	"account.revertBrand": "Went back to an earlier look",
	"account.revokeApiKey": "Revoked an API key",
	"account.revokeIntegrationKey": "Revoked an integration key",
	"account.revokeInvitation": "Withdrew an invitation",
	"account.rotateIntegrationKey": "Replaced an integration key",
	"account.saveBrandDraft": "Changed the draft of how the console looks",
	"account.startDataExport": "Began an export of all data",
	"account.testLakeBucket": "Tested the bucket that Parquet files go to",
	"account.takeBackDeletion": "Kept the account from being deleted",
	"account.transferOwnership": "Transferred ownership",
	"account.undo": "Undid a change",
	"account.updateCompany": "Changed company information",
	"account.updateInvitation": "Changed an invitation",
	"account.updateUser": "Changed a user",
	"alert.acknowledgeEvents": "Acknowledged alerts",
	"alert.clearEvents": "Cleared alerts",
	"alert.commentEvent": "Commented on an alert",
	"alert.createAlert": "Added a rule",
	"alert.deleteAlert": "Deleted a rule",
	"alert.endPlannedMute": "Ended a planned mute",
	"alert.muteAlerts": "Muted rules",
	"alert.muteEvents": "Muted alerts",
	"alert.planMutes": "Planned a mute",
	"alert.setAlertEnabled": "Switched a rule on or off",
	"alert.startDrill": "Rang the whole chain of a rule as a drill",
	"alert.testAlert": "Sent a test of a rule",
	"alert.updateAlert": "Changed a rule",
	"billing.openCheckout": "Opened the payment for a plan",
	"billing.setAccountRetention": "Changed the account's retention",
	"billing.setStorageContacts": "Changed who is notified of storage",
	"billing.setWhenFull": "Changed what happens when the storage is full",
	"billing.takeBackShortenings": "Took back a shorter retention",
	"contact.acceptSwap": "Accepted a swap of turns",
	"contact.endCalendar": "Ended the calendar of their turns",
	"contact.renewCalendar": "Got an address of the calendar of their turns",
	"contact.endSwap": "Declined or withdrew a swap of turns",
	"contact.offerSwap": "Offered a swap of turns",
	"contact.addOverride": "Added a substitution to a roster",
	"contact.createContact": "Added a contact",
	"contact.createContactGroup": "Added a contact group",
	"contact.createContacts": "Added contacts from a file",
	"contact.createRoster": "Added a roster",
	"contact.deleteContactGroup": "Deleted a contact group",
	"contact.deleteContacts": "Deleted contacts",
	"contact.deleteRoster": "Deleted a roster",
	"contact.endOverride": "Ended a substitution of a roster",
	"contact.endPush": "Turned pushes off",
	"contact.endTelegram": "Removed a Telegram chat",
	"contact.groupContacts": "Changed contact groups",
	"contact.namePush": "Named a browser",
	"contact.pauseContacts": "Paused contacts",
	"contact.renameContactGroup": "Renamed a contact group",
	"contact.replaceContacts": "Replaced contacts",
	"contact.replaceSecret": "Replaced a webhook's secret",
	"contact.sendCode": "Sent a code",
	"contact.addMe": "Added themselves as a contact",
	"contact.sendTest": "Sent a test",
	"contact.startPush": "Turned pushes on",
	"contact.startTelegram": "Made a code for a Telegram chat",
	"contact.updateContact": "Changed a contact",
	"contact.updateRoster": "Changed a roster",
	"contact.verifyAddress": "Verified an address",
	"device.archiveDevices": "Archived devices",
	"device.addDerivedChannel": "Added a derived channel",
	"device.addDerivedChannels": "Added a derived channel to devices",
	"device.changeDerivedChannel": "Changed a derived channel",
	"device.removeDerivedChannel": "Removed a derived channel",
	"device.changeDevices": "Changed devices",
	"device.createDevice": "Added a device",
	"device.createDevices": "Added devices from a file",
	"device.deleteDevices": "Deleted devices",
	"device.muteDevices": "Muted devices",
	"device.removeCalibration": "Removed a calibration",
	"device.replaceLogger": "Replaced a logger",
	"device.restoreDevices": "Restored devices",
	"device.rotateDeviceKey": "Replaced a device's key",
	"device.setCalibration": "Set a calibration",
	"device.setUnitMeaning": "Decided what a unit means",
	"device.updateDevice": "Changed a device",
	"firstSteps.hideFirstSteps": "Hid or showed the first steps",
	"firstSteps.loadSample": "Loaded the sample fleet",
	"firstSteps.removeSample": "Removed the sample fleet",
	"group.createGroup": "Added a group",
	"group.createWall": "Added a screen",
	"group.deleteGroups": "Deleted groups",
	"group.mergeGroups": "Merged groups",
	"group.muteGroups": "Muted groups",
	"group.removeWall": "Removed a screen",
	"group.updateGroup": "Changed a group",
	"log.addNote": "Wrote a note",
	"log.deleteFileFormat": "Deleted a file format",
	"log.endVerdict": "Took back what was decided of readings",
	"log.importReadings": "Imported readings",
	"log.judgeReadings": "Excluded readings, or let doubtful ones count",
	"log.keepFileFormat": "Kept a file format",
	"log.renameFileFormat": "Renamed a file format",
	"log.saveNoteKinds": "Changed the kinds of notes",
	"log.sendReadings": "Sent readings",
	"log.undoImport": "Undid an import",
	"log.undoImportBatch": "Undid the imports of several files",
	"message.resendMessage": "Sent a message again",
	"report.saveAssessment": "Assessed an excursion",
	"report.endJustifiedSpan": "Took back that a time is justified",
	"report.justifySpan": "Justified a time for compliance",
	"report.cancelRun": "Canceled a report's run",
	"report.createReport": "Added a report",
	"report.deleteReports": "Deleted reports",
	"report.duplicateReport": "Duplicated a report",
	"report.resendReport": "Sent a report again",
	"report.revokeLink": "Withdrew links to a report",
	"report.runReport": "Ran a report",
	"report.setReportEnabled": "Paused or resumed a report",
	"report.signReport": "Signed a report",
	"report.updateReport": "Changed a report",
	"session.confirmByCode": "Entered a code to confirm an action",
	"session.endOtherSessions": "Signed out all other sessions",
	"session.endSession": "Signed out a session",
	"session.sendProofCode": "Requested a code to confirm an action",
	"webhook.createWebhook": "Added a webhook",
	"webhook.deleteWebhook": "Deleted a webhook",
	"webhook.replaceSecret": "Replaced the secret of a webhook",
	"webhook.sendTest": "Sent a test to a webhook",
	"webhook.updateWebhook": "Changed a webhook",
	"view.createView": "Saved a view",
	"view.deleteView": "Deleted a view",
	"view.updateView": "Changed a view",
	"link.acknowledge": "Acknowledged an alert by a link",
	"link.joinTelegram": "Joined a Telegram chat by a code",
	"link.report": "Opened a report by a link",
	"link.mute": "Muted an alert by a link",
	"link.verify": "Confirmed an address by a link",
	"link.optOut": "Changed which messages are wanted by a link",
	"key.createDevice": "Added a device by its first message",
	"key.useTools": "Read as an assistant, within a day",
	"system.useEmergencyWay": "Signed in without the company's provider, as an emergency owner",
	"system.dropEmergencyOwner": "Is no emergency owner any more, as the password alone signed in",
	"system.joinBySso": "Joined by single sign-on",
	"system.deleteDevices": "Deleted devices for good",
} as const;
export type AuditAction = keyof typeof auditActions;

const auditActionNames = Object.keys(auditActions) as [AuditAction, ...AuditAction[]]; // keys of a const object are its keyof

/** `from` and `to` are epoch ms; `to` is excluded. Newest first. */
export const GetAudit = z.optional(
	z
		.object({
			actorId: z.optional(z.string().check(z.maxLength(40))),
			kind: z.optional(AuditKind),
			entityId: z.optional(z.string().check(z.regex(/^[a-z]{3}_[0-9a-z]{26}$/, "Not a valid id."))),
			action: z.optional(z.enum(auditActionNames)),
			from: z.optional(Instant),
			to: z.optional(Instant),
			cursor: z.optional(z.string().check(z.regex(/^aud_[0-9a-z]{26}$/, "Not a valid id."))),
			limit: z.optional(z.int().check(z.minimum(1), z.maximum(auditEntriesPerPage))),
		})
		.check(isInOrder),
);
export type GetAudit = z.infer<typeof GetAudit>;

export const AuditPage = z.object({
	entries: z.array(AuditEntry),
	names: z.record(z.string(), z.string()),
	/** How far back an unfinished search of the archive has come, epoch ms. Null: no search is unfinished. */
	searchedTo: z.nullable(z.number()),
	nextCursor: z.nullable(z.string()),
});
export type AuditPage = z.infer<typeof AuditPage>;
