import { isOutside, type LimitAhead, type ListedReading, shownReading } from "../../shared/device/device-reading";
import { isDeviceFact } from "../../shared/formats/units";
import { createBest, toShown } from "../../shared/overview/count-fleet";
import type { OverviewTile } from "../../shared/overview/fleet-overview";
import type { CachedDevice, ListedLimits, MemberContext } from "../base/context";
import { type OpenOfChannels, openOfChannels } from "../db/alert-event-rows";
import { limitsAhead } from "../device/limits-ahead";
import { dayTrends } from "./day-trends";
import { tileKineticMeans } from "./get-kinetic-means";

const mostTiles = 12;

/** `index` of the reading. `distance` to the nearest limit, as a share of the band; infinite: no limit, or silent. */
export type NearTile = {
	device: CachedDevice;
	index: number;
	outSince: number | null;
	isOut: boolean;
	hasLimit: boolean;
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
			const quantity = device.row.latest[index]?.quantity ?? "other";
			return limits === undefined ? [] : { deviceId: device.row.id, quantity, limits };
		}),
	);
	const ahead = await aheadOf(ctx, chosen);
	const kinetic = await kineticOf(ctx, chosen);
	return chosen.flatMap((tile, position) => {
		const found = ahead.get(tile);
		const mean = kinetic.get(tile);
		return tileOf(tile, trends[position] ?? []).map((shown) => {
			return { ...shown, ...(found && { ahead: found }), ...(mean != null && { kinetic: mean }) };
		});
	});
}

async function kineticOf(ctx: MemberContext, tiles: readonly NearTile[]): Promise<Map<NearTile, number | null>> {
	const channels = tiles.map(({ device: { row, channels: limits }, index }) => {
		const { quantity, unit, isDerived } = shownReading(row.latest[index] ?? { quantity: "other", value: null });
		return { deviceId: row.id, channelId: limits[index]?.channelId ?? "", quantity, unit, isDerived };
	});
	const means = await tileKineticMeans(ctx, channels);
	return new Map(tiles.map((tile, position) => [tile, means[position] ?? null]));
}

async function aheadOf(ctx: MemberContext, tiles: readonly NearTile[]): Promise<Map<NearTile, LimitAhead | null>> {
	const live = tiles.filter(({ distance }) => Number.isFinite(distance));
	const channels = live.flatMap(({ device: { row, channels }, index }) => {
		const limits = channels[index];
		const { quantity = "other", value = null } = row.latest[index] ?? {};
		return limits ? [{ deviceId: row.id, quantity, limits, value }] : [];
	});
	const found = await limitsAhead(ctx, channels);
	return new Map(live.map((tile, position) => [tile, found[position] ?? null]));
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
	const tiles = nearest.all();
	const limited = tiles.filter(({ hasLimit, outSince }) => hasLimit || outSince !== null);
	return limited.length === 0 ? tiles : limited;
}

function nearestOf(device: CachedDevice, openSince: ReadonlyMap<string, number>): NearTile | null {
	const { row, channels } = device;
	const isLive = row.status === "online" || row.status === "late";
	let best: NearTile | null = null;
	for (const [index, reading] of row.latest.entries()) {
		const { quantity, value } = reading;
		const limits = channels[index];
		if (!limits || value === null || isDeviceFact(quantity) || quantity === "door") continue;
		const outSince = openSince.get(limits.channelId) ?? null;
		const isOut = isLive && isOutside(value, limits);
		const distance = isLive ? distanceOf(value, reading, limits) : Number.POSITIVE_INFINITY;
		const hasLimit = limits.low !== null || limits.high !== null;
		const candidate = { device, index, outSince, isOut, hasLimit, distance };
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
		Number(other.hasLimit) - Number(one.hasLimit) ||
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

function distanceOf(value: number, reading: ListedReading, { low, high }: ListedLimits): number {
	const below = high === null ? Number.POSITIVE_INFINITY : high - value;
	const above = low === null ? Number.POSITIVE_INFINITY : value - low;
	const nearest = Math.min(below, above);
	if (nearest === Number.POSITIVE_INFINITY) return nearest;
	if (low !== null && high !== null && high > low) return nearest / (high - low);
	return nearest / assumedBand(reading, Math.abs(high ?? low ?? 0));
}

/** A single limit has no band. Temperatures and pressures stay far from their zero, so the limit gives no scale. */
function assumedBand({ quantity, unit }: ListedReading, limit: number): number {
	if (quantity === "temperature") return unit === "°F" ? 36 : 20;
	return quantity === "pressure" ? limit / 20 : Math.max(limit, 1);
}

function tileOf({ device, index, outSince }: NearTile, trend: (number | null)[]): OverviewTile[] {
	const { row, channels } = device;
	const [reading, limits] = [row.latest[index], channels[index]];
	if (!reading || !limits) return [];
	const { low, high } = limits;
	return [{ ...toShown(row), status: row.status, reading, low, high, outSince, course: trend }];
}
