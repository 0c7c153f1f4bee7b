import { smallestOf } from "../../shared/base/lists";
import { isOutside } from "../../shared/device/device-reading";
import type { FleetOverview } from "../../shared/overview/fleet-overview";
import { pendingRuns } from "../alert/alert-projection";
import { visibleAlert, visibleFleet } from "../alert/alert-scope";
import type { CachedDevice, ListedLimits, MemberContext } from "../base/context";
import { openOfChannels } from "../db/alert-event-rows";

export type OutValue = { deviceId: string; channelId: string; side: "above" | "below" };

/** Values beyond a limit of devices that report, channels that the list omits included. */
export function outValuesIn(devices: readonly CachedDevice[]): OutValue[] {
	return devices.flatMap(({ row, channels, unlisted }) => {
		if (row.status !== "online" && row.status !== "late") return [];
		const listed = row.latest.map(({ value }, index) => ({ value, limits: channels[index] }));
		const others = unlisted.map(({ value, ...limits }) => ({ value, limits }));
		return [...listed, ...others].flatMap(({ value, limits }) => outValue(row.id, value, limits) ?? []);
	});
}

function outValue(deviceId: string, value: number | null, limits: ListedLimits | undefined): OutValue | null {
	if (value === null || !limits || !isOutside(value, limits)) return null;
	const isAbove = limits.high !== null && value > limits.high;
	return { deviceId, channelId: limits.channelId, side: isAbove ? "above" : "below" };
}

/** Unpacks the engine's state of each device; beyond this number no time is given. */
const mostTimed = 100;

/** Counts devices with a value beyond a limit for which no alert is open. */
export function beyondLimits(ctx: MemberContext, values: readonly OutValue[]): FleetOverview["beyond"] {
	const { since } = openOfChannels(ctx.db);
	const silent = values.filter(({ channelId }) => !since.has(channelId));
	const deviceIds = [...new Set(silent.map(({ deviceId }) => deviceId))];
	const sides = new Set(silent.map(({ side }) => side));
	const [side = "both"] = sides.size === 1 ? sides : [];
	const times = deviceIds.length > mostTimed ? [] : pendingTimes(ctx, deviceIds, silent);
	const firstOf = (found: (number | null)[]) => {
		const known = found.filter((at) => at !== null);
		return known.length === 0 ? null : smallestOf(known);
	};
	return {
		devices: deviceIds.length,
		side,
		since: firstOf(times.map((time) => time.since)),
		alertAt: firstOf(times.map(({ alertAt }) => alertAt)),
	};
}

function pendingTimes(ctx: MemberContext, deviceIds: string[], values: readonly OutValue[]) {
	const channelIds = new Set<string | null>(values.map(({ channelId }) => channelId));
	const visible = visibleFleet(ctx);
	return pendingRuns(ctx, deviceIds).flatMap(({ channelId, rule, since, dueAt }) => {
		if (!channelIds.has(channelId) || visibleAlert(rule, visible) === null) return [];
		// Within hours of a schedule it is not known when the alert opens.
		const alertAt = rule.rule.schedule === null && dueAt !== null && dueAt > ctx.now ? dueAt : null;
		return [{ since, alertAt }];
	});
}
