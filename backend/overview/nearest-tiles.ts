import { isOutside } from "../../shared/device/device-reading";
import { isDeviceFact, type Quantity } from "../../shared/formats/units";
import { createBest, toShown } from "../../shared/overview/count-fleet";
import type { OverviewTile } from "../../shared/overview/fleet-overview";
import type { CachedDevice, ListedLimits, MemberContext } from "../base/context";
import { type OpenOfChannels, openOfChannels } from "../db/alert-event-rows";
import { dayTrends } from "./day-trends";

const mostTiles = 12;

/** `index` of the reading. `distance` to the nearest limit, as a share of the scale; infinite: no limit. */
export type NearTile = {
	device: CachedDevice;
	index: number;
	outSince: number | null;
	isOut: boolean;
	distance: number;
};

const noneOpen: ReadonlyMap<string, number> = new Map();

/** Ignores open events. */
export function nearestIn(devices: readonly CachedDevice[]): NearTile[] {
	const nearest = createBest(mostTiles, byNearness);
	for (const device of devices) {
		const own = nearestOf(device, noneOpen);
		if (own) nearest.offer(own);
	}
	return nearest.all();
}

export async function nearestTiles(
	ctx: MemberContext,
	devices: readonly CachedDevice[],
	near: Iterable<readonly NearTile[]>,
): Promise<OverviewTile[]> {
	const chosen = nearestOfAll(devices, near, openOfChannels(ctx.db));
	const trends = await dayTrends(
		ctx,
		chosen.flatMap(({ device, index }) => {
			const limits = device.channels[index];
			return limits === undefined ? [] : { deviceId: device.row.id, limits };
		}),
	);
	return chosen.flatMap((tile, position) => tileOf(tile, trends[position] ?? []));
}

/** An open event only moves a device forward, so no tile that `near` omits is among the nearest. */
export function nearestOfAll(
	devices: readonly CachedDevice[],
	near: Iterable<readonly NearTile[]>,
	open: OpenOfChannels,
): readonly NearTile[] {
	const nearest = createBest(mostTiles, byNearness);
	for (const part of near) {
		for (const tile of part) if (!open.deviceIds.has(tile.device.row.id)) nearest.offer(tile);
	}
	for (const device of open.deviceIds.size === 0 ? [] : devices) {
		const own = open.deviceIds.has(device.row.id) ? nearestOf(device, open.since) : null;
		if (own) nearest.offer(own);
	}
	return nearest.all();
}

function nearestOf(device: CachedDevice, openSince: ReadonlyMap<string, number>): NearTile | null {
	const { row, channels } = device;
	const isLive = row.status === "online" || row.status === "late";
	let best: NearTile | null = null;
	for (const [index, { quantity, value }] of row.latest.entries()) {
		const limits = channels[index];
		if (!limits || value === null || isDeviceFact(quantity) || quantity === "door") continue;
		const outSince = openSince.get(limits.channelId) ?? null;
		const isOut = isLive && isOutside(value, limits);
		const distance = isLive ? distanceOf(value, quantity, limits) : Number.POSITIVE_INFINITY;
		const candidate = { device, index, outSince, isOut, distance };
		if (!best || byNearness(candidate, best) < 0) best = candidate;
	}
	return best;
}

function byNearness(one: NearTile, other: NearTile): number {
	const since = ({ outSince }: NearTile) => outSince ?? Number.POSITIVE_INFINITY;
	return (
		inOrder(since(one), since(other)) ||
		Number(other.isOut) - Number(one.isOut) ||
		inOrder(one.distance, other.distance) ||
		names.compare(one.device.row.name, other.device.row.name) ||
		one.index - other.index ||
		(one.device.row.id < other.device.row.id ? -1 : 1)
	);
}

const names = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** A difference of two infinities is NaN. */
function inOrder(one: number, other: number): number {
	return one === other ? 0 : one < other ? -1 : 1;
}

function distanceOf(value: number, quantity: Quantity, { low, high }: ListedLimits): number {
	const below = high === null ? Number.POSITIVE_INFINITY : high - value;
	const above = low === null ? Number.POSITIVE_INFINITY : value - low;
	const nearest = Math.min(below, above);
	if (nearest === Number.POSITIVE_INFINITY) return nearest;
	if (low !== null && high !== null && high > low) return nearest / (high - low);
	return nearest / scaleOf(quantity, Math.abs(high ?? low ?? 0));
}

/** Zero has no meaning on a temperature scale, so a band of twenty degrees is assumed. */
function scaleOf(quantity: Quantity, limit: number): number {
	return quantity === "temperature" ? 20 : Math.max(limit, 1);
}

function tileOf({ device, index, outSince }: NearTile, trend: (number | null)[]): OverviewTile[] {
	const { row, channels } = device;
	const [reading, limits] = [row.latest[index], channels[index]];
	if (!reading || !limits) return [];
	const { low, high } = limits;
	return [{ ...toShown(row), status: row.status, reading, low, high, outSince, course: trend }];
}
