import { mutedUntilAt, nextMuteAfter, nextMuteChange } from "../../shared/alert/mute-times";
import type {
	EndPlannedMute,
	GetPlannedMutes,
	MutedKind,
	MuteWindows,
	PlanMutes,
	PlannedMute,
} from "../../shared/alert/planned-mute";
import { errorKey } from "../../shared/base/error-key";
import { limits } from "../../shared/base/limits";
import { appendAll } from "../../shared/base/lists";
import { said } from "../../shared/log/said";
import { addConfigEvent } from "../activity/log-events";
import type { Call, MemberContext } from "../base/context";
import { assertToCome, domainError, InputError } from "../base/errors";
import { findAlert } from "../db/alert-rows";
import { findDevice } from "../db/device-rows";
import { endWaiting } from "../db/follow-up-rows";
import { findGroup, groupIdsByDevice } from "../db/group-rows";
import {
	deletePlannedMute,
	findPlannedMute,
	insertPlannedMute,
	listPlannedMutes,
	muteTimesOf,
	type PlannedMuteRow,
	plannedMutesOf,
	updatePlannedMute,
	zoneOfMute,
} from "../db/planned-mute-rows";
import { devicesOrThrow, groupOrThrow, isDeviceInScope, visibleGroupIds } from "../group/scope";
import { isWholeVisible, visibleAlert, visibleFleet } from "./alert-scope";
import { alertOrThrow } from "./edit-alerts";

type Target = { kind: MutedKind; id: string; name: string };

/** Returns a target's mutes with those of a device's groups, or all that are visible; the next first. */
export function getPlannedMutes({ ctx, input }: Call<GetPlannedMutes>): PlannedMute[] {
	const rows = input === undefined ? listPlannedMutes(ctx.db) : plannedMutesOf(ctx.db, requestedIds(ctx, input));
	return rows.flatMap((row) => toPlannedMute(ctx, row) ?? []).sort((one, other) => nextOf(one) - nextOf(other));
}

function nextOf({ mutedUntil, next }: PlannedMute): number {
	return mutedUntil === null ? (next?.from ?? Number.POSITIVE_INFINITY) : 0;
}

/** Throws DEVICE_NOT_FOUND, GROUP_NOT_FOUND or ALERT_NOT_FOUND. */
function requestedIds(ctx: MemberContext, { deviceId, groupId, alertId }: NonNullable<GetPlannedMutes>): string[] {
	const ids: string[] = [];
	if (deviceId !== undefined) {
		devicesOrThrow(ctx, [deviceId]);
		appendAll(ids, [deviceId, ...(groupIdsByDevice(ctx.db, deviceId).get(deviceId) ?? [])]);
	}
	if (groupId !== undefined) ids.push(groupOrThrow(ctx, groupId).id);
	if (alertId !== undefined) ids.push(alertOrThrow(ctx, alertId).id);
	return ids;
}

/** Returns null if nothing is visible. Hides name and reason of a group outside the caller's scope. */
function toPlannedMute(ctx: MemberContext, row: PlannedMuteRow): PlannedMute | null {
	const { db, now } = ctx;
	const { id, kind, targetId, windows, reason, createdBy } = row;
	const times = muteTimesOf(db, row);
	const known = targetOf(ctx, row);
	const isSeen = known !== null;
	if (!isSeen && kind !== "group") return null;
	return {
		id,
		kind,
		windows,
		zone: zoneOfMute(db, row),
		mutedUntil: mutedUntilAt(times, now),
		next: nextMuteAfter(times, now),
		...(isSeen
			? { targetId, name: known.name, reason, createdBy }
			: { targetId: "", name: "", reason: "", createdBy: "" }),
		isEditable: isSeen && isWhole(ctx, row),
	};
}

function targetOf(ctx: MemberContext, { kind, targetId }: PlannedMuteRow): Target | null {
	const { db } = ctx;
	const named = (found: { name: string } | null): Target | null => {
		return found && { kind, id: targetId, name: found.name };
	};
	if (kind === "device") return isDeviceInScope(ctx, targetId) ? named(findDevice(db, targetId)) : null;
	if (kind === "group") return visibleGroupIds(ctx, [targetId]).length > 0 ? named(findGroup(db, targetId)) : null;
	const rule = findAlert(db, targetId);
	return named(rule && visibleAlert(rule, visibleFleet(ctx)));
}

function isWhole(ctx: MemberContext, { kind, targetId }: Pick<PlannedMuteRow, "kind" | "targetId">): boolean {
	const rule = kind === "alert" ? findAlert(ctx.db, targetId) : null;
	return rule === null || isWholeVisible(rule.scope, visibleFleet(ctx));
}

/** Throws for unknown targets, NOT_PERMITTED for a rule beyond the scope, and InputError for its windows. */
export function planMutes({ ctx, input }: Call<PlanMutes>): string[] {
	const { windows, reason = "" } = input;
	const targets = targetsOrThrow(ctx, input);
	assertWindows(ctx, windows);
	if (listPlannedMutes(ctx.db).length + targets.length > limits.plannedMutes) {
		throw new InputError({
			windows: errorKey("mutes.tooMany", { most: limits.plannedMutes }),
		});
	}
	const made = targets.map(({ kind, id: targetId }) => {
		const row = { id: ctx.newId("plannedMute"), kind, targetId, windows, reason, skippedUntil: null };
		const dueAt = nextMuteChange(muteTimesOf(ctx.db, row), ctx.now);
		if (dueAt === null) throw new InputError({ windows: errorKey("windows.mutesNothing") });
		return { ...row, dueAt, createdBy: ctx.user.name, createdAt: new Date(ctx.now) };
	});
	ctx.audit.change(touched(targets), () => {
		for (const row of made) insertPlannedMute(ctx.db, row);
		ctx.audit.makes();
		for (const target of targets) addLine(ctx, target, "mute.planned");
	});
	plansChanged(ctx);
	return made.map(({ id }) => id);
}

function targetsOrThrow(ctx: MemberContext, { deviceIds = [], groupIds = [], alertIds = [] }: PlanMutes): Target[] {
	const toTarget = (kind: MutedKind) => (row: { id: string; name: string }) => ({ kind, id: row.id, name: row.name });
	const rules = alertIds.map((id) => alertOrThrow(ctx, id));
	for (const { id } of rules) {
		if (!isWhole(ctx, { kind: "alert", targetId: id })) throw domainError("NOT_PERMITTED", { alertId: id });
	}
	const groups = groupIds.map((id) => groupOrThrow(ctx, id));
	const all = [
		...devicesOrThrow(ctx, deviceIds).map(toTarget("device")),
		...groups.map(toTarget("group")),
		...rules.map(toTarget("alert")),
	];
	return [...new Map(all.map((target) => [target.id, target])).values()];
}

function assertWindows({ now }: MemberContext, { weekly, spans }: MuteWindows): void {
	if (weekly.length + spans.length === 0) throw new InputError({ windows: errorKey("windows.missing") });
	for (const [index, { to }] of spans.entries()) {
		try {
			assertToCome(to, now);
		} catch (error) {
			if (!(error instanceof InputError)) throw error;
			throw new InputError({ [`windows.spans.${index}.to`]: error.fields.until ?? errorKey("time.toCome") });
		}
	}
}

/** Sends withheld messages unless another mute applies. Throws PLANNED_MUTE_NOT_FOUND. */
export function endPlannedMute({ ctx, input }: Call<EndPlannedMute>): string {
	const { plannedMuteId, how } = input;
	const row = findPlannedMute(ctx.db, plannedMuteId);
	const target = row && targetOf(ctx, row);
	if (!row || !target) throw domainError("PLANNED_MUTE_NOT_FOUND", { plannedMuteId });
	if (!isWhole(ctx, row)) throw domainError("NOT_PERMITTED", { plannedMuteId });
	const mutedUntil = mutedUntilAt(muteTimesOf(ctx.db, row), ctx.now);
	ctx.audit.change(touched([target]), () => {
		const skippedUntil = how === "end" ? (mutedUntil ?? row.skippedUntil) : null;
		const dueAt = how === "end" ? nextMuteChange(muteTimesOf(ctx.db, { ...row, skippedUntil }), ctx.now) : null;
		if (dueAt === null) deletePlannedMute(ctx.db, row.id);
		else updatePlannedMute(ctx.db, row.id, { skippedUntil, dueAt });
		endWaiting(ctx.db, [mutedUntil], ctx.now);
		addLine(ctx, target, how === "end" ? "mute.ended" : "mute.planRemoved");
	});
	plansChanged(ctx);
	return row.id;
}

function touched(targets: readonly Target[]): { [Kind in MutedKind]?: string[] } {
	const byKind = Map.groupBy(targets, ({ kind }) => kind);
	return Object.fromEntries(Array.from(byKind, ([kind, own]) => [kind, own.map(({ id }) => id)]));
}

type MuteLine = "mute.planned" | "mute.ended" | "mute.planRemoved";

function addLine(ctx: MemberContext, { kind, id, name }: Target, done: MuteLine): void {
	addConfigEvent(ctx, kind === "device" ? id : null, said(done, { kind, name }));
}

function plansChanged({ invalidations }: Pick<MemberContext, "invalidations">): void {
	for (const topic of ["devices", "groups", "alerts"] as const) invalidations.changed(topic, "all");
}
