import { isOutside } from "../../shared/device/device-reading";
import { isDeviceFact, type Quantity } from "../../shared/formats/units";
import { createBest, toShown } from "../../shared/overview/count-fleet";
import type { OverviewTile } from "../../shared/overview/fleet-overview";
import type { KeptDevice, ListedLimits, MemberContext } from "../base/context";
import { openSinceByChannel } from "../db/alert-event-rows";
import { dayCourses } from "./day-courses";

/** As many as the widest screen has room for. */
const mostTiles = 12;

/** `index`: of the reading; `distance`: to the nearest limit, as a share of the scale; infinite: it has none. */
type Candidate = { device: KeptDevice; index: number; outSince: number | null; isOut: boolean; distance: number };

/** From the rows that the object keeps; of the readings themselves only the course of the few that are returned. */
export async function nearestTiles(ctx: MemberContext, devices: readonly KeptDevice[]): Promise<OverviewTile[]> {
	const openSince = openSinceByChannel(ctx.db);
	const nearest = createBest(mostTiles, byNearness);
	for (const device of devices) {
		const own = nearestOf(device, openSince);
		if (own) nearest.offer(own);
	}
	const chosen = nearest.all();
	const courses = await dayCourses(
		ctx,
		chosen.flatMap(({ device, index }) => {
			const channelId = device.channels[index]?.channelId;
			return channelId === undefined ? [] : { deviceId: device.row.id, channelId };
		}),
	);
	return chosen.flatMap((candidate, place) => tileOf(candidate, courses[place] ?? []));
}

function nearestOf(device: KeptDevice, openSince: ReadonlyMap<string, number>): Candidate | null {
	const { row, channels } = device;
	const isLive = row.status === "online" || row.status === "late";
	let best: Candidate | null = null;
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

function byNearness(one: Candidate, other: Candidate): number {
	const since = ({ outSince }: Candidate) => outSince ?? Number.POSITIVE_INFINITY;
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

/** A difference of two infinities is no number. */
function inOrder(one: number, other: number): number {
	return one === other ? 0 : one < other ? -1 : 1;
}

/** So that quantities compare: of the band where there are two limits, else of the limit itself. */
function distanceOf(value: number, quantity: Quantity, { low, high }: ListedLimits): number {
	const below = high === null ? Number.POSITIVE_INFINITY : high - value;
	const above = low === null ? Number.POSITIVE_INFINITY : value - low;
	const nearest = Math.min(below, above);
	if (nearest === Number.POSITIVE_INFINITY) return nearest;
	if (low !== null && high !== null && high > low) return nearest / (high - low);
	return nearest / scaleOf(quantity, Math.abs(high ?? low ?? 0));
}

/** Zero means nothing on a scale of temperature: twenty degrees are taken for the width of its band. */
function scaleOf(quantity: Quantity, limit: number): number {
	return quantity === "temperature" ? 20 : Math.max(limit, 1);
}

function tileOf({ device, index, outSince }: Candidate, course: (number | null)[]): OverviewTile[] {
	const { row, channels } = device;
	const [reading, limits] = [row.latest[index], channels[index]];
	if (!reading || !limits) return [];
	const { low, high } = limits;
	return [{ ...toShown(row), status: row.status, reading, low, high, outSince, course }];
}
