import * as z from "zod/mini";
import { AlertContactGroupIds, AlertContactIds } from "../alert/alert-rule";
import { ChannelChoice, finite, oneOf } from "../alert/conditions/terms";
import { dayMs } from "../base/durations";
import { errorKey } from "../base/error-key";
import { ContactId, DeviceId, GroupId, ReportFileId, ReportId, ReportRunId, UserId } from "../base/ids";
import { atMostBytes, setOf } from "../base/input-bounds";
import { Instant, isInOrder } from "../base/instant";
import { limits } from "../base/limits";
import { lineText, nameText, paragraphText } from "../base/name-text";
import { formatChoices } from "../formats/display-formats";
import { ReadingUnits } from "../formats/reading-units";
import { CsvForm, ExportForm } from "../log/log-export";
import { IdentityProof } from "../session/identity-confirmation";
import { ZoneName } from "../time/time-zones";
import { SaidData } from "../words/said-data";
import { Assessment } from "./assessment";
import { MappingStudy } from "./mapping-study";
import { ReportSchedule } from "./report-schedule";

export const ReportFormat = z.enum(["csv", "xlsx", "pdf", "json"]);
export type ReportFormat = z.infer<typeof ReportFormat>;

export const ReportType = z.enum([
	"readings",
	"summary",
	"excursions",
	"mapping",
	"alertHistory",
	"deviceHealth",
	"inventory",
	"use",
	"setUp",
	"rounds",
	"assessment",
	"mappingStudy",
]);
export type ReportType = z.infer<typeof ReportType>;

const ids = <Id extends z.ZodMiniType<string>>(id: Id, none: string) => setOf(id, limits.devicesPerChange, { none });

/** Members of dynamic groups are read at each run. */
export const ReportScope = z.union([
	z.literal("all"),
	z.object({ deviceIds: ids(DeviceId, errorKey("device.choose")) }),
	z.object({ groupIds: ids(GroupId, errorKey("group.choose")) }),
]);
export type ReportScope = z.infer<typeof ReportScope>;

const RangeUnit = z.enum(["day", "week", "month"]);
/** Stored with the report, so that its weeks touch even if the company's setting changes. */
const WeekStart = z.optional(z.enum(formatChoices.weekStart));

/**
 * Cut in the report's zone. `rolling` and `toDate` end when the run is due; `sinceLast` begins at the last run's end.
 */
export const ReportRange = oneOf("kind", {
	rolling: z.object({
		kind: z.literal("rolling"),
		count: z
			.int(errorKey("number.whole"))
			.check(
				z.minimum(1, errorKey("number.atLeast", { least: 1 })),
				z.maximum(1_000, errorKey("number.atMost", { most: 1_000 })),
			),
		unit: z.enum(["hour", "day", "week", "month"]),
	}),
	previous: z.object({ kind: z.literal("previous"), unit: RangeUnit, weekStart: WeekStart }),
	toDate: z.object({ kind: z.literal("toDate"), unit: RangeUnit, weekStart: WeekStart }),
	fixed: z.object({ kind: z.literal("fixed"), from: Instant, to: Instant }).check(isInOrder),
	sinceLast: z.object({ kind: z.literal("sinceLast") }),
});
export type ReportRange = z.infer<typeof ReportRange>;

export const AggregateFunction = z.enum(["mean", "min", "max", "sum", "first", "last", "count"]);
export type AggregateFunction = z.infer<typeof AggregateFunction>;

/** `minutes` null: each reading; 1440: days of the report's zone with their real length. */
export const ReportAggregation = z.object({
	minutes: z.nullable(z.union([z.literal(1), z.literal(5), z.literal(15), z.literal(60), z.literal(1440)])),
	function: AggregateFunction,
	byChannel: z.array(z.object({ channel: ChannelChoice, function: AggregateFunction })).check(z.maxLength(100)),
});
export type ReportAggregation = z.infer<typeof ReportAggregation>;

/** Limit of channels like `channel`, in its unit. Without one, `limitsFrom` decides. */
export const ReportLimit = z.object({ channel: ChannelChoice, min: z.nullable(finite), max: z.nullable(finite) }).check(
	z.refine(({ min, max }) => min !== null || max !== null, { path: ["min"], error: errorKey("report.limit") }),
	z.refine(({ min, max }) => min === null || max === null || min < max, {
		path: ["max"],
		error: errorKey("report.limitOrder"),
	}),
);
export type ReportLimit = z.infer<typeof ReportLimit>;

/** Limits of a channel that the report sets none for. `rules`: the limits of alert rules at each time. */
export const ReportLimitsFrom = z.enum(["rules", "range"]);
export type ReportLimitsFrom = z.infer<typeof ReportLimitsFrom>;

export const ReportUseStep = z.enum(["day", "week", "month"]);
export type ReportUseStep = z.infer<typeof ReportUseStep>;

/** kJ/mol, by the United States Pharmacopeia, chapter 1079. */
export const standardActivationEnergy = 83.144;

/** `fileName` may contain {name}, {company}, {from}, {to}, {group} and {type}. */
export const ReportLayout = z.object({
	csv: CsvForm,
	dateOrder: z.enum(["year", "day", "month"]),
	hourCycle: z.enum(["24", "12"]),
	form: ExportForm,
	fileName: lineText(120, errorKey("fileName.missing")),
	paper: z.enum(["a4", "letter"]),
	/** The file's words have this language. Absent: English. */
	language: z.optional(z.string().check(z.regex(/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,3}$/))),
	temperature: z.enum(["stored", "°C", "°F"]),
	units: z.optional(ReadingUnits),
	clock: z.enum(["zone", "device"]),
	showsSent: z.boolean(),
});
export type ReportLayout = z.infer<typeof ReportLayout>;

export const standardLayout: ReportLayout = {
	csv: { separator: "comma", decimalSign: "point" },
	dateOrder: "year",
	hourCycle: "24",
	form: "wide",
	fileName: "{name} {from}",
	paper: "a4",
	temperature: "stored",
	clock: "zone",
	showsSent: false,
};

/** `groups`: recipients per group of the scope, each with an own file. */
export const ReportDelivery = z.object({
	contactIds: AlertContactIds,
	contactGroupIds: AlertContactGroupIds,
	onlyIf: z.enum(["always", "data", "excursions"]),
	attachesFile: z.boolean(),
	message: paragraphText(1_000),
	isPerGroup: z.boolean(),
	groups: z
		.array(z.object({ groupId: GroupId, contactIds: AlertContactIds, contactGroupIds: AlertContactGroupIds }))
		.check(z.maxLength(limits.groups), atMostBytes(200_000)),
});
export type ReportDelivery = z.infer<typeof ReportDelivery>;

const reportFields = {
	name: nameText(errorKey("name.missing")),
	description: paragraphText(1_000),
	isEnabled: z.boolean(),
	type: ReportType,
	scope: ReportScope,
	channels: z.nullable(z.array(ChannelChoice).check(z.minLength(1, errorKey("channel.chooseSome")), z.maxLength(100))),
	range: ReportRange,
	zone: ZoneName,
	aggregation: ReportAggregation,
	limits: z.array(ReportLimit).check(z.maxLength(100, errorKey("report.limitsTooMany", { most: 100 }))),
	limitsFrom: z.optional(ReportLimitsFrom),
	withExcursions: z.optional(z.boolean()),
	withDistribution: z.optional(z.boolean()),
	withSummary: z.optional(z.boolean()),
	/** Length of the rows of a use. Absent: a day. */
	useStep: z.optional(ReportUseStep),
	/** Begins a PDF with a verdict page, for types that judge. Absent: yes. */
	withVerdict: z.optional(z.boolean()),
	/** Only for the type `assessment`, which `saveAssessment` writes. */
	assessment: z.optional(Assessment),
	activationEnergy: z
		.number(errorKey("number.missing"))
		.check(z.minimum(1, errorKey("activationEnergy.atLeast")), z.maximum(500, errorKey("activationEnergy.atMost"))),
	format: ReportFormat,
	layout: ReportLayout,
	schedule: z.nullable(ReportSchedule),
	delivery: ReportDelivery,
};

export const ReportInput = z.object(reportFields);

/** `study`: of the type `mappingStudy` alone, which the calls of mapping studies write. */
export const ReportDefinition = z.object({ ...reportFields, study: z.optional(MappingStudy) });
export type ReportDefinition = z.infer<typeof ReportDefinition>;

export const ReportRunState = z.enum(["queued", "running", "ok", "empty", "partial", "failed", "skipped", "canceled"]);
export type ReportRunState = z.infer<typeof ReportRunState>;

export const ReportTrigger = z.enum(["schedule", "manual", "revision"]);
export type ReportTrigger = z.infer<typeof ReportTrigger>;

export const ReportRunSummary = z.object({
	id: ReportRunId,
	state: ReportRunState,
	/** Half-open, epoch ms. */
	from: z.number(),
	to: z.number(),
	finishedAt: z.nullable(z.number()),
	bytes: z.nullable(z.number()),
});

export const ReportListRow = z.object({
	id: ReportId,
	name: z.string(),
	isEnabled: z.boolean(),
	format: ReportFormat,
	schedule: z.string(),
	/** Lets screens write the sentence by the reader's clock. Other backends may omit it. */
	plan: z.optional(z.nullable(ReportSchedule)),
	nextRunAt: z.nullable(z.date()),
	lastRunAt: z.nullable(z.date()),
	type: ReportType,
	zone: z.string(),
	scopeText: z.string(),
	recipients: z.array(z.string()),
	lastRun: z.nullable(ReportRunSummary),
	isReadable: z.boolean(),
});
export type ReportListRow = z.infer<typeof ReportListRow>;

export const Report = z.extend(ReportListRow, {
	description: z.string(),
	contactIds: z.array(z.string()),
	createdAt: z.date(),
	version: z.number(),
	definition: ReportDefinition,
	/** Number of recipients that the caller may not see; saving keeps them. */
	hiddenRecipients: z.optional(z.number()),
	/** The user whose scope the report has. Null: removed. */
	savedBy: z.nullable(z.object({ id: UserId, name: z.string() })),
});
export type Report = z.infer<typeof Report>;

export const GetReport = z.object({ reportId: ReportId });
export type GetReport = z.infer<typeof GetReport>;

export const UpdateReport = z.object({ reportId: ReportId, version: z.int(), ...reportFields });
export type UpdateReport = z.infer<typeof UpdateReport>;

export const DeleteReports = z.object({
	reportIds: setOf(ReportId, limits.reports, { none: errorKey("choose.report") }),
});
export type DeleteReports = z.infer<typeof DeleteReports>;

export const SetReportEnabled = z.object({ reportId: ReportId, isEnabled: z.boolean() });
export type SetReportEnabled = z.infer<typeof SetReportEnabled>;

/** Without `period`: the range, as of now. */
export const RunReport = z.object({
	reportId: ReportId,
	period: z.optional(z.object({ from: Instant, to: Instant }).check(isInOrder)),
	isSent: z.boolean(),
});
export type RunReport = z.infer<typeof RunReport>;

export const ReportRunTarget = z.object({ runId: ReportRunId });
export type ReportRunTarget = z.infer<typeof ReportRunTarget>;

export const GetReportFile = z.object({ fileId: ReportFileId });
export type GetReportFile = z.infer<typeof GetReportFile>;

export const StoredReportFile = z.object({
	name: z.string(),
	mediaType: z.string(),
	objectKey: z.string(),
	bytes: z.number(),
	sha256: z.string(),
});
export type StoredReportFile = z.infer<typeof StoredReportFile>;

export const GetReportFiles = z.object({
	runIds: setOf(ReportRunId, limits.runsPerDownload, { none: errorKey("choose.run") }),
});
export type GetReportFiles = z.infer<typeof GetReportFiles>;

/** Files of runs whose period begins in a year of the report's zone. */
export const GetYearOfFiles = z.object({ reportId: ReportId, year: z.int().check(z.minimum(1970), z.maximum(9999)) });
export type GetYearOfFiles = z.infer<typeof GetYearOfFiles>;

export const StoredReportFiles = z.object({ name: z.string(), files: z.array(StoredReportFile) });
export type StoredReportFiles = z.infer<typeof StoredReportFiles>;

export const GetReportRuns = z.object({
	reportId: ReportId,
	cursor: z.optional(ReportRunId),
	limit: z.optional(z.int().check(z.minimum(1), z.maximum(200))),
});
export type GetReportRuns = z.infer<typeof GetReportRuns>;

export const ReportRecipient = z.object({
	contactId: ContactId,
	name: z.string(),
	/** `link`: too large to attach, or only links are allowed. */
	form: z.enum(["attached", "link"]),
	state: z.string(),
	sentAt: z.nullable(z.number()),
	problem: z.nullable(z.string()),
	link: z.nullable(z.object({ expiresAt: z.number(), revokedAt: z.nullable(z.number()), opened: z.number() })),
});
export type ReportRecipient = z.infer<typeof ReportRecipient>;

export const SignatureMeaning = z.enum(["reviewed", "approved", "rejected"]);
export type SignatureMeaning = z.infer<typeof SignatureMeaning>;

export const ReportSignature = z.object({
	id: z.string(),
	name: z.string(),
	email: z.nullable(z.string()),
	userId: z.string(),
	meaning: SignatureMeaning,
	reason: z.string(),
	at: z.number(),
	/** Hex SHA-256 of the signed file. */
	sha256: z.string(),
	/** How the signer was confirmed. Null or absent: not recorded. */
	proof: z.optional(z.nullable(IdentityProof)),
});
export type ReportSignature = z.infer<typeof ReportSignature>;

export const ReportFile = z.object({
	id: z.string(),
	/** `edition`: the signed copy of a PDF; `certificate`: that of another format. */
	kind: z.enum(["report", "edition", "certificate"]),
	name: z.string(),
	bytes: z.number(),
	sha256: z.string(),
	groupName: z.nullable(z.string()),
});
export type ReportFile = z.infer<typeof ReportFile>;

export const ReportRevision = z.object({
	noticedAt: z.number(),
	readings: z.number(),
	devices: z.number(),
	calibrations: z.number(),
	/** Readings excluded or counted, and decisions taken back. Absent: none. */
	verdicts: z.optional(z.number()),
	definitions: z.optional(z.number()),
	/** Justified spans that were added or taken back. Absent: none. */
	justified: z.optional(z.number()),
});
export type ReportRevision = z.infer<typeof ReportRevision>;

/** Times are epoch ms. */
export const ReportRun = z.extend(ReportRunSummary, {
	reportId: ReportId,
	definitionVersion: z.number(),
	trigger: ReportTrigger,
	by: z.nullable(z.string()),
	queuedAt: z.number(),
	startedAt: z.nullable(z.number()),
	progress: z.nullable(z.object({ done: z.number(), of: z.number() })),
	rows: z.nullable(z.number()),
	excursions: z.nullable(z.number()),
	files: z.array(ReportFile),
	notes: z.array(z.string()),
	error: z.nullable(z.string()),
	errorSaid: z.optional(z.nullable(SaidData)),
	/** Time at which the files are deleted. Null: never, because of a signature. */
	keptUntil: z.nullable(z.number()),
	revision: z.nullable(ReportRevision),
	/** The `holdingMethod` of its figures, as its files state. */
	method: z.number(),
	signatures: z.array(ReportSignature),
	recipients: z.array(ReportRecipient),
});
export type ReportRun = z.infer<typeof ReportRun>;

export const ReportRunPage = z.object({
	runs: z.array(ReportRun),
	nextCursor: z.nullable(ReportRunId),
	hidden: z.optional(z.number()),
});
export type ReportRunPage = z.infer<typeof ReportRunPage>;

export const ReportPreview = z.object({
	from: z.number(),
	to: z.number(),
	devices: z.number(),
	channels: z.number(),
	readings: z.number(),
	/** In English; `tooLargeKey` is for a page in any language. */
	tooLarge: z.nullable(z.string()),
	tooLargeKey: z.optional(z.string()),
	/** About so many, of a PDF. Absent: unknown. */
	pages: z.optional(z.number()),
	notes: z.array(z.string()),
	tables: z.array(
		z.object({
			title: z.string(),
			columns: z.array(z.string()),
			rows: z.array(z.array(z.string())),
			isWhole: z.boolean(),
		}),
	),
});
export type ReportPreview = z.infer<typeof ReportPreview>;

export const fileLinkMs = 30 * dayMs;

export const ResendReport = z.object({ runId: ReportRunId, contactId: ContactId });
export type ResendReport = z.infer<typeof ResendReport>;

export const RevokeReportLink = z.object({ runId: ReportRunId, contactId: ContactId });
export type RevokeReportLink = z.infer<typeof RevokeReportLink>;

export const signatureFields = { meaning: SignatureMeaning, reason: paragraphText(1_000) };

/** A rejection states why. */
export const hasReason = z.refine<{ meaning: SignatureMeaning; reason: string }>(
	({ meaning, reason }) => meaning !== "rejected" || reason !== "",
	{ path: ["reason"], error: errorKey("rejection.missing") },
);

export const StatedSignature = z.object(signatureFields).check(hasReason);
export type StatedSignature = z.infer<typeof StatedSignature>;

export const SignReport = z.object({ runId: ReportRunId, fileId: ReportFileId, ...signatureFields }).check(hasReason);
export type SignReport = z.infer<typeof SignReport>;
