import { can } from "../../shared/account/permissions";
import { hourMs } from "../../shared/base/durations";
import type { LogEntryKind } from "../../shared/log/log";
import { sumCounts, toShown } from "../../shared/overview/count-fleet";
import type { FleetOverview, GetOverview } from "../../shared/overview/fleet-overview";
import { visibleAlert, visibleFleet } from "../alert/alert-scope";
import { getPlannedMutes } from "../alert/planned-mutes";
import type { Call, MemberContext } from "../base/context";
import { countOpenEvents, findAlertEvents } from "../db/alert-event-rows";
import { listAlerts } from "../db/alert-rows";
import { findNamedDevices } from "../db/device-rows";
import { findGroup, listDeviceIds } from "../db/group-rows";
import { listNewestEvents } from "../db/log-event-rows";
import { mutedAlerts } from "../db/mute-rows";
import { listReports } from "../db/report-rows";
import { sampleIds } from "../db/sample-rows";
import { visibleDevices } from "../device/list/visible-rows";
import { devicesInScope, groupsInScope, visibleGroupIds } from "../group/scope";
import { countToApprove } from "../proposal/proposals";
import { listUnassessed } from "../report/assess-event";
import { beyondLimits } from "./beyond-limits";
import { fleetParts } from "./fleet-parts";
import { nearestTiles } from "./nearest-tiles";
import { storageLine } from "./storage-line";

const shownEvents = 3;
const eventKinds: LogEntryKind[] = ["event", "alert", "config", "note", "system"];

/** Counts cached rows in parts, so that no call reads the fleet. Leaves out the sample where the account has devices. */
export async function getOverview({ ctx, input }: Call<GetOverview>): Promise<FleetOverview> {
	const { db, now } = ctx;
	const { devices } = await ctx.cachedDevices.at(now);
	const groupId = seenGroup(ctx, input.groupId);
	const ids = groupId === null ? devicesInScope(ctx) : listDeviceIds(db, [groupId]);
	const seen = visibleDevices(ctx, devices);
	const ofGroup = groupId === null ? seen : seen.filter(({ row }) => row.groupIds.includes(groupId));
	const sample = sampleIds(db);
	const own = sample.size === 0 ? ofGroup : ofGroup.filter(({ row }) => !sample.has(row.id));
	const kept = own.length > 0 ? own : ofGroup;
	const sampleDevices = ofGroup.length - kept.length;
	const isOwnOnly = sampleDevices > 0;
	const parts = fleetParts(kept);
	const { mutedDevices, ...counted } = sumCounts(parts.map((part) => part.counted));
	const groupDeviceIds = groupId === null ? null : kept.map(({ row }) => row.id);
	const visible = visibleFleet(ctx);
	const rules = listAlerts(db).filter((rule) => {
		return visibleAlert(rule, visible) !== null && !(isOwnOnly && sample.has(rule.id));
	});
	const muted = mutedAlerts(db, now);
	return {
		groupId,
		...counted,
		tiles: await nearestTiles(
			ctx,
			kept,
			parts.map((part) => part.tiles),
		),
		events: newestEvents(ctx, { ids, from: now - input.hours * hourMs }),
		beyond: beyondLimits(
			ctx,
			parts.flatMap((part) => part.outValues),
		),
		sampleDevices,
		alerts: openAlerts(ctx, isOwnOnly ? kept.map(({ row }) => row.id) : ids),
		rules: rules.length,
		...toApprove(ctx),
		...unassessed(ctx, isOwnOnly ? kept.map(({ row }) => row.id) : ids),
		muted: { devices: mutedDevices, rules: rules.filter(({ id }) => muted.has(id)).length },
		mutesAhead: mutesAhead(ctx, groupId === null ? null : new Set([groupId, ...(groupDeviceIds ?? [])])),
		reports: reportTimes(ctx),
		storage: await storageLine(ctx, { devices: devices.length, groupDeviceIds }),
	};
}

function seenGroup(ctx: MemberContext, groupId: string | undefined): string | null {
	const [seen = null] = groupId === undefined ? [] : visibleGroupIds(ctx, [groupId]);
	return seen !== null && findGroup(ctx.db, seen) ? seen : null;
}

type Ids = string[] | "all";

function openAlerts({ db, now }: MemberContext, deviceIds: Ids): FleetOverview["alerts"] {
	const { open, acknowledged } = countOpenEvents(db, { deviceIds, now });
	const unreached = open === 0 ? 0 : countOpenEvents(db, { deviceIds, now, isUnreached: true }).open;
	return { open, acknowledged, unreached };
}

function toApprove(ctx: MemberContext): Pick<FleetOverview, "proposals"> {
	const proposals = countToApprove(ctx);
	return proposals > 0 ? { proposals } : {};
}

function unassessed(ctx: MemberContext, ids: Ids): Pick<FleetOverview, "unassessed"> {
	const found = can(ctx.user.role, "editReports") ? listUnassessed(ctx, ids) : [];
	if (found.length === 0) return {};
	const shown = findAlertEvents(ctx.db, found.slice(0, shownEvents)).sort((a, b) => b.startedAt - a.startedAt);
	const named = findNamedDevices(
		ctx.db,
		shown.flatMap(({ deviceId }) => deviceId ?? []),
	);
	const events = shown.map(({ id, ruleName, deviceId, startedAt }) => {
		return { id, ruleName, deviceName: named.get(deviceId ?? "")?.name ?? "", startedAt };
	});
	return { unassessed: { count: found.length, events } };
}

function newestEvents(ctx: MemberContext, { ids, from }: { ids: Ids; from: number }): FleetOverview["events"] {
	const { db, now } = ctx;
	// At the end of an hour, so that the cached query stays the same.
	const to = Math.ceil((now + hourMs) / hourMs) * hourMs;
	const events = listNewestEvents(db, {
		from,
		to,
		deviceIds: ids,
		kinds: eventKinds,
		visibleGroupIds: groupsInScope(ctx),
		limit: shownEvents,
	});
	const named = findNamedDevices(
		db,
		events.flatMap(({ deviceId }) => deviceId ?? []),
	);
	return events.map((event) => {
		const device = event.deviceId === null ? undefined : named.get(event.deviceId);
		return { ...event, device: device ? toShown({ ...device, lastReceivedAt: null }) : null };
	});
}

/** `shownIds`: the group and its devices; null: all. Groups outside the caller's scope have no id. */
function mutesAhead(ctx: MemberContext, shownIds: ReadonlySet<string> | null): FleetOverview["mutesAhead"] {
	const ahead = getPlannedMutes({ ctx, input: undefined }).flatMap(({ kind, targetId, name, mutedUntil, next }) => {
		const isShown = targetId !== "" && (shownIds === null || shownIds.has(targetId));
		return isShown && mutedUntil === null && next ? [{ kind, targetId, name, ...next }] : [];
	});
	return { count: ahead.length, next: ahead[0] ?? null };
}

function reportTimes({ db }: MemberContext): FleetOverview["reports"] {
	const reports = listReports(db).filter(({ definition }) => definition.type !== "assessment");
	const next = reports.flatMap(({ id, definition: { name }, isEnabled, nextRunAt }) => {
		return isEnabled && nextRunAt ? { id, name, at: nextRunAt.getTime() } : [];
	});
	const last = reports.flatMap(({ id, definition: { name }, lastRunAt }) => {
		return lastRunAt ? { id, name, at: lastRunAt.getTime() } : [];
	});
	return {
		count: reports.length,
		next: next.sort((one, other) => one.at - other.at)[0] ?? null,
		last: last.sort((one, other) => other.at - one.at)[0] ?? null,
	};
}
