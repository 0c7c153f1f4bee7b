import { errorKey } from "../../shared/base/error-key";
import { limits, serverLimits } from "../../shared/base/limits";
import { said } from "../../shared/log/said";
import type {
	DeleteReports,
	GetReport,
	Report,
	ReportDefinition,
	SetReportEnabled,
	UpdateReport,
} from "../../shared/report/report";
import { reportTypes } from "../../shared/report/report-types";
import { addConfigEvent } from "../activity/log-events";
import { assertReach } from "../alert/edit-alerts";
import { freeAttachments } from "../attachment/attachments";
import type { Call, MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { assertMayName } from "../contact/contact-projection";
import { listContactGroups } from "../db/contact-group-rows";
import { listContacts } from "../db/contact-rows";
import { isSameValue } from "../db/device-rows";
import {
	type DefinedReport,
	deleteReportRow,
	findReport,
	insertReport,
	listReports,
	saveReport,
	setNextRun,
} from "../db/report-rows";
import { deleteRuns, isAnySigned, listOpenRuns, listRunIds } from "../db/report-run-rows";
import { visibleDelivery, withHiddenRecipients } from "./hidden-parts";
import { assertFits } from "./preview-resolver";
import { assertMayRead, readableOrThrow } from "./report-scope";
import { endRun } from "./run/end-run";
import { toReport } from "./run/run-projection";
import { nextRunOf } from "./run/start-run";
import { assertSeesAllRuns } from "./run/visible-runs";

/** Throws NOT_PERMITTED beyond the caller's scope, and for unknown devices, groups or contacts. */
export async function createReport({ ctx, input }: Call<ReportDefinition>): Promise<Report> {
	assertDefinition(ctx, input, null);
	await assertFits(ctx, input, null);
	return add(ctx, input);
}

function add(ctx: MemberContext, definition: ReportDefinition): Report {
	if (listReports(ctx.db).filter(({ definition }) => !reportTypes[definition.type].hasOwnPage).length >= limits.reports)
		throw domainError("REPORT_LIMIT");
	const id = ctx.newId("report");
	ctx.audit.change({ report: [id] }, () => {
		const nextRunAt = nextRunOf(definition, ctx.now);
		insertReport(ctx.db, { id, definition, savedBy: ctx.user.id, nextRunAt }, ctx.now);
		addConfigEvent(ctx, null, said("report.added", { name: definition.name }));
	});
	return changed(ctx, id);
}

/** Runs keep the version they were requested with. */
export async function updateReport({ ctx, input }: Call<UpdateReport>): Promise<Report> {
	const { reportId, version, ...saved } = input;
	const { definition: former } = assertUnchanged(ctx, reportId, version);
	assertDefinition(ctx, saved, former);
	const definition = { ...saved, delivery: withHiddenRecipients(ctx, saved.delivery, former.delivery) };
	await assertFits(ctx, definition, reportId);
	const before = assertUnchanged(ctx, reportId, version);
	const isSame = isSameValue(before.definition, definition);
	if (isSame && before.savedBy === ctx.user.id) return changed(ctx, reportId);
	ctx.audit.change({ report: [reportId] }, () => {
		// The report covers the groups that its last saver sees.
		if (isSame) ctx.audit.act({ report: [reportId] }, { savedBy: ctx.user.name });
		const nextRunAt = nextRunOf(definition, ctx.now);
		saveReport(ctx.db, { id: reportId, definition, savedBy: ctx.user.id, nextRunAt }, ctx.now);
		addConfigEvent(ctx, null, said("report.changed", { name: definition.name }));
	});
	return changed(ctx, reportId);
}

function assertUnchanged(ctx: MemberContext, reportId: string, version: number): DefinedReport {
	const report = readableOrThrow(ctx, reportId);
	if (report.version !== version) throw domainError("CHANGED_MEANWHILE", { reportId });
	return report;
}

/** Skips the runs that were due while it was paused. */
export function setReportEnabled({ ctx, input }: Call<SetReportEnabled>): Report {
	const { reportId, isEnabled } = input;
	const { definition, ...before } = readableOrThrow(ctx, reportId);
	ctx.audit.change({ report: [reportId] }, () => {
		if (before.isEnabled === isEnabled) return;
		setNextRun(ctx.db, reportId, { isEnabled, nextRunAt: nextRunOf({ ...definition, isEnabled }, ctx.now) });
		addConfigEvent(ctx, null, said(isEnabled ? "report.resumed" : "report.paused", { name: before.name }));
	});
	return changed(ctx, reportId);
}

/** All or none, with runs and files. Throws REPORT_SIGNED for a signed file, REPORT_RUNS_HIDDEN for a hidden run. */
export function deleteReports({ ctx, input }: Call<DeleteReports>): string[] {
	const reportIds = [...new Set(input.reportIds)];
	ctx.audit.change({ report: reportIds }, () => {
		for (const reportId of reportIds) {
			const { name } = readableOrThrow(ctx, reportId);
			assertSeesAllRuns(ctx, reportId);
			if (isAnySigned(ctx.db, reportId)) throw domainError("REPORT_SIGNED", { reportId });
			for (const run of listOpenRuns(ctx.db, { reportId })) endRun(ctx, run, { state: "canceled" });
			deleteRuns(ctx.db, listRunIds(ctx.db, reportId), ctx.now);
			deleteReportRow(ctx.db, reportId);
			freeAttachments(ctx, "assessment", [reportId]);
			addConfigEvent(ctx, null, said("report.deleted", { name }));
		}
	});
	ctx.invalidations.changed("reports", "all");
	ctx.invalidations.changed("alerts", "all");
	return reportIds;
}

/** Paused, so that no one gets reports twice. Copies only recipients that the caller sees. */
export function duplicateReport({ ctx, input }: Call<GetReport>): Report {
	const { definition } = readableOrThrow(ctx, input.reportId);
	assertOfForm(definition, "reportId");
	const name = freeName(ctx, definition.name);
	const delivery = visibleDelivery(ctx, definition.delivery);
	return add(ctx, { ...definition, delivery, name, isEnabled: definition.schedule === null });
}

const longestName = 64;

function freeName(ctx: MemberContext, name: string): string {
	const taken = new Set(listReports(ctx.db).map((report) => report.name));
	for (let copy = 1; ; copy++) {
		const suffix = copy === 1 ? " (copy)" : ` (copy ${copy})`;
		const free = name.slice(0, longestName - suffix.length) + suffix;
		if (!taken.has(free)) return free;
	}
}

function changed(ctx: MemberContext, reportId: string): Report {
	ctx.invalidations.changed("reports", "all");
	const report: DefinedReport | null = findReport(ctx.db, reportId);
	if (!report) throw domainError("REPORT_NOT_FOUND", { reportId });
	return toReport(ctx, report);
}

function assertDefinition(ctx: MemberContext, definition: ReportDefinition, before: ReportDefinition | null) {
	for (const each of [definition, ...(before ? [before] : [])]) assertOfForm(each, "type");
	assertReach(ctx, definition.scope);
	assertMayRead(ctx, definition.type);
	assertRecipients(ctx, definition.delivery);
	assertStays(definition);
	const groupIds =
		typeof definition.scope === "object" && "groupIds" in definition.scope ? definition.scope.groupIds : [];
	if (definition.delivery.isPerGroup && groupIds.length > serverLimits.filesPerRun) {
		const most = errorKey("report.filesTooMany", { most: serverLimits.filesPerRun });
		throw new InputError({ "delivery.isPerGroup": most });
	}
	const isNewSchedule = before === null || !isSameValue(before.schedule, definition.schedule);
	if (isNewSchedule) assertRuns(definition, ctx.now);
}

function assertOfForm({ type, assessment, study }: ReportDefinition, field: string): void {
	if (type === "assessment" || assessment) throw new InputError({ [field]: errorKey("assessment.fromAlert") });
	if (type === "mappingStudy" || study) throw new InputError({ [field]: errorKey("study.fromGroup") });
}

/** A contact has no account, so no right either. */
function assertStays({ type, delivery }: ReportDefinition): void {
	if (reportTypes[type].needs === undefined) return;
	const named = [delivery, ...delivery.groups].flatMap(({ contactIds, contactGroupIds }) => [
		...contactIds,
		...contactGroupIds,
	]);
	if (named.length > 0) throw new InputError({ "delivery.contactIds": errorKey("report.noRecipients") });
}

function assertRuns({ schedule, ...definition }: ReportDefinition, now: number): void {
	if (!schedule) return;
	const { recurrence, startsAt, endsAt } = schedule;
	if (startsAt !== null && endsAt !== null && endsAt < startsAt) {
		throw new InputError({ "schedule.endsAt": errorKey("time.afterBeginning") });
	}
	if (nextRunOf({ ...definition, schedule, isEnabled: true }, now) !== null) return;
	if (recurrence.kind === "once") {
		throw new InputError({ "schedule.recurrence.at": errorKey("report.onceToCome") });
	}
	throw new InputError({ "schedule.endsAt": errorKey("report.neverRuns") });
}

function assertRecipients(ctx: MemberContext, { groups, ...first }: ReportDefinition["delivery"]): void {
	assertMayName(ctx, [first, ...groups]);
	const contacts = new Set(listContacts(ctx.db).map(({ id }) => id));
	const contactGroups = new Set(listContactGroups(ctx.db).map(({ id }) => id));
	const parts = groups.map((each, index) => [`delivery.groups.${index}.`, each] as const);
	for (const [path, { contactIds, contactGroupIds }] of [["delivery.", first] as const, ...parts]) {
		if (!contactIds.every((id) => contacts.has(id))) {
			throw new InputError({ [`${path}contactIds`]: errorKey("contact.gone") });
		}
		if (!contactGroupIds.every((id) => contactGroups.has(id))) {
			throw new InputError({ [`${path}contactGroupIds`]: errorKey("contactGroup.chosenGone") });
		}
	}
}
