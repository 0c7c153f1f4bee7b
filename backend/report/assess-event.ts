import { dayMs } from "../../shared/base/durations";
import { errorKey } from "../../shared/base/error-key";
import { serverLimits } from "../../shared/base/limits";
import { said } from "../../shared/log/said";
import type {
	AssessmentFigures,
	EventAssessment,
	GetAssessment,
	NotAssessable,
	PreviewAssessment,
	SaveAssessment,
	SavedAssessment,
} from "../../shared/report/assessment";
import type { ReportDefinition, ReportLayout } from "../../shared/report/report";
import { wordsIn } from "../../shared/words/made/report-file-in";
import { addConfigEvent } from "../activity/log-events";
import { eventsOrThrow } from "../alert/handle-events";
import { takeAttachment } from "../attachment/attachments";
import type { Call, MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { assertPlanRoom } from "../billing/plan-limits";
import { accountOrThrow } from "../db/account-rows";
import { type AlertEventRow, type EndedEvent, listEndedEvents } from "../db/alert-event-rows";
import { findAttachment } from "../db/attachment-rows";
import { type ChannelRow, findChannel } from "../db/channel-rows";
import { type DeviceRow, findDevice } from "../db/device-rows";
import { type DefinedReport, insertReport, listReports, saveReport } from "../db/report-rows";
import { countOpenRuns } from "../db/report-run-rows";
import { sampleIds } from "../db/sample-rows";
import { companyLayout, freeName, plainDefinition } from "./plain-report";
import { getPreview, sizeDenial } from "./preview-resolver";
import { readableOrThrow } from "./report-scope";
import { toRuns } from "./run/run-projection";
import { startRun } from "./run/start-run";
import { listVisibleRuns } from "./run/visible-runs";
import { isOfLimits } from "./source/rule-limits";

/** Pharmacopoeias take the mean kinetic temperature of thirty days. */
const spanMs = 30 * dayMs;

type Assessed = { event: AlertEventRow & { endedAt: number }; device: DeviceRow; channel: ChannelRow };

export function getAssessment({ ctx, input }: Call<GetAssessment>): EventAssessment {
	const event = eventOrThrow(ctx, input.eventId);
	const found = assessedOf(ctx, event);
	const report = reportOf(ctx, event.id);
	const isAsked = unassessedIds(ctx, [event]).length > 0;
	return {
		denial: typeof found === "string" ? found : null,
		isMissing: isAsked,
		report: report && toAssessed(ctx, report),
	};
}

/** Returns the readings' figures before a person has assessed it. Throws InputError for an event that has none. */
export async function previewAssessment({ ctx, input }: Call<PreviewAssessment>): Promise<AssessmentFigures> {
	const { eventId, language } = input;
	const details = { eventId, product: "", quantity: 1, quantityUnit: "", decision: "", files: [] };
	const drawn = definitionOf(ctx, assessedOrThrow(ctx, eventId), "");
	const layout = { ...drawn.layout, language: language ?? drawn.layout.language };
	const definition = { ...drawn, layout, assessment: details };
	const { tables } = await getPreview({ ctx, input: definition });
	const title = wordsIn(definition.layout.language)("assessment.figures");
	const { columns, rows } = tables.find((table) => table.title === title) ?? { columns: [], rows: [] };
	return { columns, rows };
}

/**
 * Saves the details as a report of the event, and starts its run. Throws CHANGED_MEANWHILE, ATTACHMENT_NOT_FOUND,
 * REPORT_LIMIT, REPORT_RUN_LIMIT, and InputError also for an event that cannot be assessed.
 */
export async function saveAssessment({ ctx, input }: Call<SaveAssessment>): Promise<SavedAssessment> {
	const { eventId, version, attachmentIds, ...details } = input;
	const assessed = assessedOrThrow(ctx, eventId);
	const unchanged = (): DefinedReport | null => {
		const report = reportOf(ctx, eventId);
		if ((report?.version ?? null) === version) return report;
		throw domainError("CHANGED_MEANWHILE", report ? { reportId: report.id } : { eventId });
	};
	const named = unchanged()?.definition.name ?? nameOf(ctx, assessed);
	const drawn = definitionOf(ctx, assessed, named);
	const denial = await sizeDenial(ctx, { definition: drawn, reportId: null });
	if (denial !== null) throw new InputError({ product: denial.text });
	const before = unchanged();
	const reportId = before?.id ?? ctx.newId("report");
	if (!before && assessments(ctx).length >= serverLimits.assessments) throw domainError("REPORT_LIMIT");
	if (countOpenRuns(ctx.db) >= serverLimits.openReportRuns) throw domainError("REPORT_RUN_LIMIT", { reportId });
	assertPlanRoom(ctx.db, "reportRuns", { field: "product", now: ctx.now });
	const run = ctx.audit.change({ report: [reportId] }, () => {
		const use = { use: "assessment", useId: reportId, deviceId: assessed.device.id } as const;
		const files = attachmentIds.map((id) => {
			const { name } = takeAttachment(ctx, id, use);
			return { id, name, sha256: findAttachment(ctx.db, id)?.sha256 ?? "" };
		});
		const definition = { ...drawn, assessment: { eventId, ...details, files } };
		const saved = { id: reportId, definition, savedBy: ctx.user.id, nextRunAt: null };
		if (before) saveReport(ctx.db, saved, ctx.now);
		else insertReport(ctx.db, saved, ctx.now);
		addConfigEvent(ctx, null, said(before ? "report.changed" : "report.added", { name: definition.name }));
		ctx.audit.makes();
		const { from, to } = spanOf(assessed.event);
		return startRun(ctx, readableOrThrow(ctx, reportId), {
			from,
			to,
			trigger: "manual",
			requestedBy: ctx.user,
			isSent: false,
		});
	});
	for (const topic of ["reports", "alerts"] as const) ctx.invalidations.changed(topic, "all");
	if (!run) throw domainError("REPORT_NOT_FOUND", { reportId });
	return { reportId, runId: run.id };
}

/** Excursions without an assessment, newest first, where the account wants one of each. */
export function listUnassessed(ctx: MemberContext, deviceIds: string[] | "all"): string[] {
	const { assessedFrom } = accountOrThrow(ctx.db);
	if (assessedFrom === null) return [];
	return unassessedIds(ctx, listEndedEvents(ctx.db, { deviceIds, from: assessedFrom }));
}

function unassessedIds(ctx: MemberContext, events: readonly EndedEvent[]): string[] {
	const { assessedFrom } = accountOrThrow(ctx.db);
	if (assessedFrom === null) return [];
	const assessed = new Set(assessments(ctx).map(({ definition }) => definition.assessment?.eventId));
	const sample = sampleIds(ctx.db);
	return events.flatMap(({ id, startedAt, endedAt, condition, isDrill, deviceId, channelId }) => {
		const isExcursion =
			!isDrill && deviceId !== null && channelId !== null && condition !== null && isOfLimits(condition);
		const isAsked = isExcursion && endedAt !== null && startedAt >= assessedFrom && !sample.has(deviceId);
		return isAsked && !assessed.has(id) ? id : [];
	});
}

function assessments({ db }: MemberContext): DefinedReport[] {
	return listReports(db).filter(({ definition }) => definition.type === "assessment");
}

function reportOf(ctx: MemberContext, eventId: string): DefinedReport | null {
	return assessments(ctx).find(({ definition }) => definition.assessment?.eventId === eventId) ?? null;
}

function toAssessed(ctx: MemberContext, report: DefinedReport): EventAssessment["report"] {
	const { id, version, definition } = report;
	if (!definition.assessment) return null;
	const { runs } = listVisibleRuns(ctx, { reportId: id, before: null, limit: 1 });
	const [run] = toRuns(ctx, runs);
	const shown = run && {
		id: run.id,
		state: run.state,
		isRevised: run.revision !== null,
		signed: run.signatures.map(({ meaning }) => meaning),
	};
	return { id, version, details: definition.assessment, run: shown ?? null };
}

function eventOrThrow(ctx: MemberContext, eventId: string): AlertEventRow {
	const [event] = eventsOrThrow(ctx, [eventId]);
	if (!event) throw domainError("ALERT_EVENT_NOT_FOUND", { eventId });
	return event;
}

function assessedOf(ctx: MemberContext, event: AlertEventRow): Assessed | NotAssessable {
	const { deviceId, channelId, endedAt, isDrill } = event;
	if (isDrill) return "drill";
	if (deviceId === null || channelId === null) return "noReadings";
	const [device, channel] = [findDevice(ctx.db, deviceId), findChannel(ctx.db, channelId)];
	if (!device || !channel || device.deletedFrom !== null) return "deviceGone";
	return endedAt === null ? "open" : { event: { ...event, endedAt }, device, channel };
}

function assessedOrThrow(ctx: MemberContext, eventId: string): Assessed {
	const found = assessedOf(ctx, eventOrThrow(ctx, eventId));
	if (typeof found !== "string") return found;
	throw new InputError({ eventId: errorKey(`assessment.${found}`) });
}

function spanOf({ startedAt, endedAt }: Assessed["event"]): { from: number; to: number } {
	return { from: Math.min(startedAt, endedAt - spanMs), to: endedAt };
}

function nameOf(ctx: MemberContext, { event, device }: Assessed): string {
	const say = wordsIn(layoutOf(ctx).language);
	return freeName(ctx, say("assessment.name", { rule: event.ruleName, device: device.name }));
}

function definitionOf(ctx: MemberContext, { event, device, channel }: Assessed, name: string): ReportDefinition {
	const { quantity, unit, name: channelName } = channel;
	return {
		...plainDefinition(ctx, name),
		type: "assessment",
		scope: { deviceIds: [device.id] },
		channels: [{ quantity, unit, name: channelName }],
		range: { kind: "fixed", ...spanOf(event) },
		limitsFrom: "rules",
		layout: layoutOf(ctx),
	};
}

/** The layout with which the form of a new report begins. */
function layoutOf(ctx: MemberContext): ReportLayout {
	return { ...companyLayout(ctx), clock: "device", fileName: "{name} {to}" };
}
