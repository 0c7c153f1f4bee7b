import { hourMs } from "../../shared/base/durations";
import { errorKey } from "../../shared/base/error-key";
import { serverLimits } from "../../shared/base/limits";
import { said } from "../../shared/log/said";
import {
	type GetStudies,
	isMappable,
	type MappingStudy,
	type PreviewStudy,
	type RecordStudy,
	type SavedStudy,
	type SaveStudy,
	type StudyTarget,
	stageOf,
	studyLimits,
} from "../../shared/report/mapping-study";
import type { ReportDefinition } from "../../shared/report/report";
import type { StudyFigures, StudyResult, StudyView } from "../../shared/report/study-view";
import { addConfigEvent } from "../activity/log-events";
import type { Call, MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { assertPlanRoom } from "../billing/plan-limits";
import { type ChannelRow, findChannel } from "../db/channel-rows";
import { isSameValue } from "../db/device-rows";
import { findFloorPlan } from "../db/floor-plan-rows";
import { currentGroupIds } from "../db/group-rows";
import { type DefinedReport, findVersion, insertReport, listReports, saveReport } from "../db/report-rows";
import { countOpenRuns, listFiles, listSignatures } from "../db/report-run-rows";
import { deviceOrThrow, groupOrThrow } from "../group/scope";
import { isWhole } from "./delivery/deliver-run";
import { companyLayout, freeName, plainDefinition } from "./plain-report";
import { previewTables } from "./preview-resolver";
import { definitionTest, isListed, readableOrThrow, reportOrThrow } from "./report-scope";
import { toRuns } from "./run/run-projection";
import { startRun } from "./run/start-run";
import { listVisibleRuns } from "./run/visible-runs";

/** Rows of a table. A result of some devices alone would say that the others have no data. */
const previewed = { devices: studyLimits.positions, rows: 300, readings: 100_000 };

type StudyReport = DefinedReport & { definition: { study: MappingStudy } };

/** Newest first. Leaves out studies of devices that the caller does not see. */
export function getStudies({ ctx, input }: Call<GetStudies>): StudyView[] {
	const { groupId } = input;
	if (groupId !== undefined) groupOrThrow(ctx, groupId);
	const [isSeen, mayRead] = [isListed(ctx), definitionTest(ctx)];
	return studies(ctx)
		.filter(({ definition: { study } }) => {
			return groupId === undefined || currentGroupIds(ctx.db, [study.groupId]).includes(groupId);
		})
		.filter((report) => isSeen(report) && mayRead(report.definition))
		.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
		.map((report) => toView(ctx, report));
}

/** Returns the figures, and the tables of the file that a run would make now. */
export async function previewStudy({ ctx, input }: Call<PreviewStudy>): Promise<StudyResult> {
	const { id, name, definition } = studyOrThrow(ctx, input.reportId);
	const { study } = definition;
	const found: StudyFigures[] = [];
	const limits = { ...previewed, onStudy: (figures: StudyFigures) => void found.push(figures) };
	const tables = await previewTables(ctx, { ...definition, format: "csv" }, limits);
	const isWhole = tables.some((table) => table.isWhole);
	const figures = (isWhole && found[0]) || null;
	return { id, name, stage: stageOf(study), study, tables: isWhole ? tables : [], figures };
}

/**
 * Saves what will be signed, and makes its file. Throws GROUP_NOT_FOUND, DEVICE_NOT_FOUND, CHANGED_MEANWHILE,
 * REPORT_LIMIT, REPORT_RUN_LIMIT, and InputError also for a study that has started.
 */
export function saveStudy({ ctx, input }: Call<SaveStudy>): SavedStudy {
	const { reportId, version, groupId, name, repeats, ...protocol } = input;
	const group = groupOrThrow(ctx, groupId);
	const before = reportId === null ? null : unchangedOrThrow(ctx, { reportId, version: version ?? 0 });
	if (before && before.definition.study.startedAt !== null)
		throw new InputError({ reportId: errorKey("study.started") });
	if (!before && studies(ctx).length >= serverLimits.mappingStudies) throw domainError("REPORT_LIMIT");
	const { quantity, unit } = assertPositions(ctx, input);
	const repeated = repeats === null ? null : studyOrThrow(ctx, repeats);
	const study: MappingStudy = {
		groupId,
		groupName: group.name,
		...protocol,
		quantity,
		unit,
		repeats: repeated ? { id: repeated.id, name: repeated.name } : (before?.definition.study.repeats ?? null),
		replaces: before?.definition.study.replaces ?? null,
		signed: null,
		startedAt: null,
		endedAt: null,
		spans: [],
		decision: null,
	};
	const { units: _, ...layout } = companyLayout(ctx);
	const definition: ReportDefinition = {
		...plainDefinition(ctx, before?.name === name ? name : freeName(ctx, name)),
		type: "mappingStudy",
		scope: { deviceIds: [...new Set(protocol.positions.map(({ deviceId }) => deviceId))] },
		channels: null,
		range: { kind: "fixed", from: ctx.now, to: ctx.now + plannedMs(study) },
		layout: { ...layout, temperature: "stored", clock: "zone", fileName: "{name} {from}" },
		study,
	};
	const signed = before && signatureOf(ctx, before);
	if (!signed || isSameProtocol(before.definition, definition)) return store(ctx, before, definition, true);
	const { version: signedVersion, by, at } = signed;
	return store(ctx, before, { ...definition, study: { ...study, replaces: { version: signedVersion, by, at } } }, true);
}

/** Throws CHANGED_MEANWHILE, and InputError for criteria without an approval. */
export function startStudy({ ctx, input }: Call<StudyTarget>): SavedStudy {
	const before = unchangedOrThrow(ctx, input);
	const { definition } = before;
	const { study } = definition;
	if (study.startedAt !== null) throw new InputError({ reportId: errorKey("study.started") });
	const signed = signatureOf(ctx, before);
	if (signed === null) throw new InputError({ reportId: errorKey("study.unsigned") });
	assertPositions(ctx, study);
	const range = { kind: "fixed", from: ctx.now, to: ctx.now + plannedMs(study) } as const;
	return store(ctx, before, { ...definition, range, study: { ...study, signed, startedAt: ctx.now } }, false);
}

/** Makes the file of the result. Throws CHANGED_MEANWHILE, REPORT_RUN_LIMIT, InputError for a study that is not under way. */
export function endStudy({ ctx, input }: Call<StudyTarget>): SavedStudy {
	const before = unchangedOrThrow(ctx, input);
	const { definition } = before;
	const { study } = definition;
	const from = startOrThrow(study);
	if (study.endedAt !== null) throw new InputError({ reportId: errorKey("study.ended") });
	const to = Math.max(ctx.now, from + 1);
	const beyond = study.spans.find((span) => span.to > to);
	if (beyond) throw new InputError({ reportId: errorKey("study.beyond") });
	return store(
		ctx,
		before,
		{ ...definition, range: { kind: "fixed", from, to }, study: { ...study, endedAt: to } },
		true,
	);
}

/** Throws CHANGED_MEANWHILE, REPORT_RUN_LIMIT, and InputError for a time or a position that the study does not have. */
export function recordStudy({ ctx, input }: Call<RecordStudy>): SavedStudy {
	const before = unchangedOrThrow(ctx, input);
	const { definition } = before;
	const { study } = definition;
	const from = startOrThrow(study);
	const to = study.endedAt ?? ctx.now;
	for (const [index, span] of input.spans.entries()) {
		if (span.from < from) throw new InputError({ [`spans.${index}.from`]: errorKey("study.beyond") });
		if (span.to > to) throw new InputError({ [`spans.${index}.to`]: errorKey("study.beyond") });
	}
	if (input.decision !== null && study.endedAt === null) {
		throw new InputError({ "decision.text": errorKey("study.notEnded") });
	}
	const names = new Set(study.positions.map(({ name }) => name));
	if (!(input.decision?.positions ?? []).every((name) => names.has(name))) {
		throw new InputError({ "decision.positions": errorKey("study.noPosition") });
	}
	const spans = input.spans.toSorted((a, b) => a.from - b.from);
	const { decision: known } = study;
	const { by: _, ...decided } = known ?? { by: "" };
	const decision =
		input.decision === null || isSameValue(decided, input.decision)
			? input.decision && known
			: { ...input.decision, by: ctx.user.name };
	const changed = { ...definition, format: input.format, study: { ...study, spans, decision } };
	return store(ctx, before, changed, study.endedAt !== null);
}

function store(
	ctx: MemberContext,
	before: DefinedReport | null,
	definition: ReportDefinition,
	makesFile: boolean,
): SavedStudy {
	const reportId = before?.id ?? ctx.newId("report");
	if (makesFile) {
		if (countOpenRuns(ctx.db) >= serverLimits.openReportRuns) throw domainError("REPORT_RUN_LIMIT", { reportId });
		assertPlanRoom(ctx.db, "reportRuns", { field: "name", now: ctx.now });
	}
	const run = ctx.audit.change({ report: [reportId] }, () => {
		const saved = { id: reportId, definition, savedBy: ctx.user.id, nextRunAt: null };
		if (before) saveReport(ctx.db, saved, ctx.now);
		else insertReport(ctx.db, saved, ctx.now);
		addConfigEvent(ctx, null, said(before ? "report.changed" : "report.added", { name: definition.name }));
		if (!makesFile || definition.range.kind !== "fixed") return null;
		ctx.audit.makes();
		const { from, to } = definition.range;
		return startRun(ctx, readableOrThrow(ctx, reportId), {
			from,
			to,
			trigger: "manual",
			requestedBy: ctx.user,
			isSent: false,
		});
	});
	ctx.invalidations.changed("reports", "all");
	const { version } = readableOrThrow(ctx, reportId);
	return { reportId, version, runId: run?.id ?? null };
}

function plannedMs({ criteria }: Pick<MappingStudy, "criteria">): number {
	return Math.max(1, Math.round((criteria.hours ?? 1) * hourMs));
}

function startOrThrow({ startedAt }: MappingStudy): number {
	if (startedAt === null) throw new InputError({ reportId: errorKey("study.notStarted") });
	return startedAt;
}

function studies({ db }: MemberContext): StudyReport[] {
	return listReports(db).filter(isStudy);
}

function isStudy(report: DefinedReport): report is StudyReport {
	return report.definition.type === "mappingStudy" && report.definition.study !== undefined;
}

function studyOrThrow(ctx: MemberContext, reportId: string): StudyReport {
	const report = reportOrThrow(ctx, reportId);
	if (!isStudy(report)) throw domainError("REPORT_NOT_FOUND", { reportId });
	readableOrThrow(ctx, reportId);
	return report;
}

function unchangedOrThrow(ctx: MemberContext, { reportId, version }: StudyTarget): StudyReport {
	const report = studyOrThrow(ctx, reportId);
	if (report.version !== version) throw domainError("CHANGED_MEANWHILE", { reportId });
	return report;
}

type Placed = Pick<MappingStudy, "groupId" | "planId" | "positions">;

function assertPositions(
	ctx: MemberContext,
	{ groupId, planId, positions }: Placed,
): Pick<ChannelRow, "quantity" | "unit"> {
	const plan = planId === null ? null : findFloorPlan(ctx.db, planId);
	if (planId !== null && (!plan || !currentGroupIds(ctx.db, [groupId]).includes(plan.groupId))) {
		throw new InputError({ planId: errorKey("study.plan") });
	}
	const [names, channelIds] = [new Set<string>(), new Set<string>()];
	const channels = positions.map(({ name, deviceId, channelId }, index) => {
		deviceOrThrow(ctx, deviceId);
		const channel = findChannel(ctx.db, channelId);
		const field = `positions.${index}.channelId`;
		if (channel?.deviceId !== deviceId) throw domainError("CHANNEL_NOT_FOUND", { channelId });
		if (names.has(name)) throw new InputError({ [`positions.${index}.name`]: errorKey("study.nameTwice") });
		if (channelIds.has(channelId)) throw new InputError({ [field]: errorKey("study.channelTwice") });
		if (!isMappable(channel.quantity)) throw new InputError({ [field]: errorKey("study.notMappable") });
		names.add(name);
		channelIds.add(channelId);
		return channel;
	});
	const [first, ...others] = channels;
	if (!first) throw new InputError({ positions: errorKey("study.position") });
	const other = others.findIndex(({ quantity, unit }) => quantity !== first.quantity || unit !== first.unit);
	if (other !== -1) throw new InputError({ [`positions.${other + 1}.channelId`]: errorKey("study.otherChannel") });
	return { quantity: first.quantity, unit: first.unit };
}

/** The part that a signature approves. A deleted device changes the scope, and not what was signed. */
function isSameProtocol(one: ReportDefinition, other: ReportDefinition): boolean {
	const protocolOf = ({ name, study }: ReportDefinition) => {
		if (!study) return null;
		const { groupId, purpose, planId, positions, criteria, conditions, quantity, unit, repeats } = study;
		return { name, groupId, purpose, planId, positions, criteria, conditions, quantity, unit, repeats };
	};
	return isSameValue(protocolOf(one), protocolOf(other));
}

const mostRuns = 50;

/** The first signature that approves a file of the criteria as they are. A rejected file approves nothing. */
function signatureOf(ctx: MemberContext, { id, definition }: StudyReport): NonNullable<MappingStudy["signed"]> | null {
	const { runs } = listVisibleRuns(ctx, { reportId: id, before: null, limit: mostRuns });
	const ofCriteria = runs.filter((run) => {
		const version = findVersion(ctx.db, id, run.definitionVersion);
		return isWhole(run) && version?.study?.startedAt === null && isSameProtocol(version, definition);
	});
	const versions = new Map(ofCriteria.map((run) => [run.id, run.definitionVersion]));
	const ids = [...versions.keys()];
	const files = new Set(listFiles(ctx.db, ids).map((file) => file.id));
	const all = listSignatures(ctx.db, ids).filter(({ fileId }) => files.has(fileId));
	const rejected = new Set(all.filter(({ meaning }) => meaning === "rejected").map(({ fileId }) => fileId));
	const [first] = all
		.filter(({ meaning, fileId }) => meaning === "approved" && !rejected.has(fileId))
		.toSorted((a, b) => a.at - b.at);
	if (!first) return null;
	return { version: versions.get(first.runId) ?? 0, by: first.name, at: first.at, sha256: first.sha256 };
}

function toView(ctx: MemberContext, report: StudyReport): StudyView {
	const { id, name, version, definition } = report;
	const { study } = definition;
	const signed = study.signed ?? signatureOf(ctx, report);
	const { runs } = listVisibleRuns(ctx, { reportId: id, before: null, limit: 1 });
	const [run] = toRuns(ctx, runs);
	return { id, name, version, study, signed: signed && { by: signed.by, at: signed.at }, run: run ?? null };
}
