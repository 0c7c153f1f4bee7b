import { dayMs } from "../../shared/base/durations";
import type { ChannelRef } from "../base/reading-store";
import { quarterCounts } from "./block/quarter-codec";
import { readDay } from "./read-day";
import { type FoundDay, keptSpan, nextDay, nextDays, type RequestedDevice, requestedDevices } from "./requested-days";
import { lastAt } from "./split-readings";
import type { StoreParts } from "./store-parts";

export const beginning = -(2 ** 52);

const devicesTogether = 250;

export async function newestBefore(parts: StoreParts, channels: ChannelRef[], before: number): Promise<number | null> {
	let newest: number | null = null;
	const newer = (): Within => ({ from: newest === null ? beginning : newest + 1, to: before });
	const devices = requestedDevices(parts, channels);
	for (let start = 0; start < devices.length; start += devicesTogether) {
		const together = devices.slice(start, start + devicesTogether).map((device) => ({ device, span: newer() }));
		const found = nextDays(parts, together, "newest-first");
		for (const [index, { device }] of together.entries()) {
			const next = found[index];
			if (!next || isOlder(parts, device, next, newer())) continue;
			newest = (await newestOfDevice(parts, device, newer())) ?? newest;
		}
	}
	return newest;
}

function isOlder({ tails }: StoreParts, { deviceId }: RequestedDevice, next: FoundDay, { from, to }: Within): boolean {
	const { day, rows, hasImports } = next;
	if ((day + 1) * dayMs <= from) return true;
	if (rows.length === 0 || hasImports) return false;
	const tail = tails.row(deviceId);
	const isInTail = tail?.tailFrom != null && tail.tailTo != null && tail.tailFrom < to && tail.tailTo >= from;
	return !isInTail && rows.every(({ isArchived, lastAt }) => !isArchived && lastAt < from);
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
