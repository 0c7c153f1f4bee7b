import { dayMs } from "../../shared/base/durations";
import type { ChannelRef } from "../base/reading-store";
import { quarterCounts } from "./block/quarter-codec";
import { readDay } from "./read-day";
import { keptSpan, nextDay, type RequestedDevice, requestedDevices } from "./requested-days";
import { lastAt } from "./split-readings";
import type { StoreParts } from "./store-parts";

const beginning = -(2 ** 52);

export async function newestBefore(parts: StoreParts, channels: ChannelRef[], before: number): Promise<number | null> {
	let newest: number | null = null;
	for (const device of requestedDevices(parts, channels)) {
		// Only newer readings than the newest so far matter.
		const from: number = newest === null ? beginning : newest + 1;
		newest = (await newestOfDevice(parts, device, { from, to: before })) ?? newest;
	}
	return newest;
}

type Within = { from: number; to: number };

async function newestOfDevice(parts: StoreParts, device: RequestedDevice, within: Within): Promise<number | null> {
	const span = keptSpan(parts, device.deviceId, within);
	for (let { to } = span; ; ) {
		const day = nextDay(parts, { device, span: { from: span.from, to } }, "newest-first");
		if (day === null) return null;
		if (mayHold(parts, device, day)) {
			const at = lastAt(await readDay(parts, { device, day, span: { from: span.from, to } }));
			if (at !== null) return at;
		}
		to = Math.min(to, day * dayMs);
	}
}

/** Skips days without the channels, so that a long silent channel is found quickly. */
export function mayHold({ dayBlocks, importBlocks, tails }: StoreParts, device: RequestedDevice, day: number): boolean {
	const { number, only, deviceId } = device;
	const row = tails.row(deviceId);
	const isInTail =
		row?.tailFrom != null && row.tailTo != null && row.tailFrom < (day + 1) * dayMs && row.tailTo >= day * dayMs;
	if (isInTail || importBlocks.daysBetween(number, day, day).length > 0) return true;
	for (const { late, quarters } of dayBlocks.rollUpsBetween(number, day, day)) {
		if (late > 0 || (quarters && quarterCounts(quarters).some(({ channel }) => !only || only.has(channel))))
			return true;
	}
	return false;
}
