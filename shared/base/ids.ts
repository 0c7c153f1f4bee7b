import * as z from "zod/mini";
import { errorKey } from "./error-key";
import { idPattern } from "./id-pattern";

export const idPrefixes = {
	account: "acc",
	user: "usr",
	contact: "ctc",
	contactGroup: "cgr",
	contactAddress: "adr",
	device: "dev",
	channel: "chn",
	group: "grp",
	alert: "alr",
	alertEvent: "evt",
	report: "rep",
	reportRun: "run",
	reportFile: "fil",
	reportSignature: "sig",
	reportLink: "lnk",
	identityConfirmation: "cnf",
	logEntry: "log",
	invitation: "inv",
	session: "ses",
	integrationKey: "key",
	apiKey: "apk",
	integrationMessage: "mgi",
	readingImport: "imp",
	undo: "und",
	message: "msg",
	notice: "ntc",
	audit: "aud",
	savedView: "viw",
	fileFormat: "fmt",
	plannedMute: "mut",
	dataExport: "exp",
	webhook: "whk",
	wall: "wal",
	publicLink: "plk",
	roster: "rst",
	rosterOverride: "ovr",
	attachment: "att",
	rosterSwap: "swp",
	dutyCalendar: "cal",
	receivedMail: "eml",
	trailReview: "trv",
	trailRemark: "rmk",
	floorPlan: "pln",
	certificate: "crt",
	round: "rnd",
	proposal: "prp",
} as const;
export type IdKind = keyof typeof idPrefixes;

export function idSchema(kind: IdKind) {
	return z.string().check(z.regex(idPattern(idPrefixes[kind]), errorKey("id.invalid")));
}

export const AccountId = idSchema("account");
export const UserId = idSchema("user");
export const ContactId = idSchema("contact");
export const DeviceId = idSchema("device");
export const ChannelId = idSchema("channel");
export const GroupId = idSchema("group");
export const ContactGroupId = idSchema("contactGroup");
export const AlertId = idSchema("alert");
export const AlertEventId = idSchema("alertEvent");
export const ReportId = idSchema("report");
export const ReportRunId = idSchema("reportRun");
export const ReportFileId = idSchema("reportFile");
export const InvitationId = idSchema("invitation");
export const SessionId = idSchema("session");
export const ApiKeyId = idSchema("apiKey");
export const IntegrationKeyId = idSchema("integrationKey");
export const IntegrationMessageId = idSchema("integrationMessage");
export const ReadingImportId = idSchema("readingImport");
export const MessageId = idSchema("message");
export const UndoId = idSchema("undo");
export const SavedViewId = idSchema("savedView");
export const FileFormatId = idSchema("fileFormat");
export const PlannedMuteId = idSchema("plannedMute");
export const DataExportId = idSchema("dataExport");
export const WallId = idSchema("wall");
export const PublicLinkId = idSchema("publicLink");
export const RosterId = idSchema("roster");
export const RosterOverrideId = idSchema("rosterOverride");
export const ReceivedMailId = idSchema("receivedMail");
export const ProposalId = idSchema("proposal");
export const AttachmentId = idSchema("attachment");
export const FloorPlanId = idSchema("floorPlan");
export const CertificateId = idSchema("certificate");
export const RosterSwapId = idSchema("rosterSwap");
export const RoundId = idSchema("round");
