import { can } from "../../shared/account/permissions";
import { counted } from "../../shared/formats/display-formats";
import type { ReportDefinition, ReportScope } from "../../shared/report/report";
import { reportTypes } from "../../shared/report/report-types";
import { visibleFleet } from "../alert/alert-scope";
import type { AccountDb, MemberContext } from "../base/context";
import { domainError } from "../base/errors";
import { contactIdsSeen } from "../contact/contact-projection";
import { findUser, type UserRow } from "../db/account-rows";
import { currentGroupIds, findGroup, listDeviceIds } from "../db/group-rows";
import { type DefinedReport, findReport } from "../db/report-rows";
import { groupsInScope } from "../group/scope";
import type { ReportedRun } from "./source/report-run";

/** All members see that a report exists; `visible-runs.ts` restricts its runs. Reports with a page of their own name their devices. */
export function reportOrThrow(ctx: MemberContext, reportId: string): DefinedReport {
	const report = findReport(ctx.db, reportId);
	if (!report || !isListed(ctx)(report)) throw domainError("REPORT_NOT_FOUND", { reportId });
	return report;
}

export function isListed(ctx: MemberContext): (report: DefinedReport) => boolean {
	const isSeen = scopeTest(ctx);
	return ({ definition: { type, scope } }) => !reportTypes[type].hasOwnPage || isSeen(scope);
}

/** Throws NOT_PERMITTED if a report covers more than the caller sees. */
export function readableOrThrow(ctx: MemberContext, reportId: string): DefinedReport {
	const report = reportOrThrow(ctx, reportId);
	if (!definitionTest(ctx)(report.definition)) throw domainError("NOT_PERMITTED", { reportId });
	return report;
}

type Readable = Pick<ReportDefinition, "scope" | "type">;

/** Whether the caller may read the runs of a definition. */
export function definitionTest(ctx: MemberContext): (definition: Readable) => boolean {
	const isWithin = scopeTest(ctx);
	return ({ scope, type }) => mayReadType(ctx, type) && isWithin(scope);
}

/** Reports on the account's set-up and audit log are only for users who can see both in whole. */
function mayReadType({ user }: MemberContext, type: ReportDefinition["type"]): boolean {
	const { needs } = reportTypes[type];
	return needs === undefined || (can(user.role, needs) && user.scope === "all");
}

/** Throws NOT_PERMITTED. */
export function assertMayRead(ctx: MemberContext, type: ReportDefinition["type"]): void {
	if (!mayReadType(ctx, type)) throw domainError("NOT_PERMITTED");
}

/** A merged group counts as its successor; a deleted device or group is in no scope of groups. */
function scopeTest(ctx: MemberContext): (scope: ReportScope) => boolean {
	const visible = visibleFleet(ctx);
	if (visible === "all") return () => true;
	const [groups, devices] = [new Set(visible.groupIds), new Set(visible.deviceIds)];
	return (scope) => {
		if (scope === "all") return false;
		if ("deviceIds" in scope) return scope.deviceIds.every((id) => devices.has(id));
		return currentGroupIds(ctx.db, scope.groupIds).every((id) => groups.has(id));
	};
}

/** Returns the current scope of the user who last saved the report. If this user left, nothing is limited. */
export function savedObservation(db: AccountDb, savedBy: string | null): Observation {
	return observationOf(db, savedBy === null ? null : findUser(db, savedBy));
}

type Observation = Pick<ReportedRun, "deviceScope" | "mayName">;

export function observationOf(db: AccountDb, user: Pick<UserRow, "id" | "scope"> | null): Observation {
	if (!user || user.scope === "all") return { deviceScope: "all", mayName: "all" };
	const { groupIds } = user.scope;
	const deviceIds = listDeviceIds(db, groupIds);
	const contactIds = () => contactIdsSeen({ db, now: Date.now() }, { userId: user.id, groupIds, deviceIds });
	return { deviceScope: new Set(deviceIds), mayName: { groupIds: new Set(groupIds), contactIds } };
}

const namedAtMost = 3;

export function scopeText(ctx: MemberContext, scope: ReportScope): string {
	if (scope === "all") return "All devices";
	if ("deviceIds" in scope) return counted(scope.deviceIds.length, "device");
	const visible = groupsInScope(ctx);
	const names = scope.groupIds.flatMap((id) =>
		visible === "all" || visible.includes(id) ? (findGroup(ctx.db, id)?.name ?? []) : [],
	);
	const shown = names.slice(0, namedAtMost);
	const more = scope.groupIds.length - shown.length;
	if (shown.length === 0) return counted(scope.groupIds.length, "group");
	return more === 0 ? shown.join(", ") : `${shown.join(", ")} and ${counted(more, "more group")}`;
}
