import type { ChannelRef } from "../log-store";
import { type AskedDevice, askedDevices, keptSpan } from "./asked-devices";
import { nextDay } from "./days-with-readings";
import { mayHold } from "./may-hold";
import { readDay } from "./read-day";
import { lastAt } from "./split-readings";
import type { StoreParts } from "./store-parts";
import { dayMs } from "./utc-days";

/** Before every reading there can be. */
const beginning = -(2 ** 52);

/** Reading time of the newest reading before an instant, or null. */
export async function newestBefore(parts: StoreParts, channels: ChannelRef[], before: number): Promise<number | null> {
	let newest: number | null = null;
	for (const device of askedDevices(parts, channels)) {
		// Only what is newer than the newest so far is of interest.
		const from: number = newest === null ? beginning : newest + 1;
		newest = (await newestOfDevice(parts, device, { from, to: before })) ?? newest;
	}
	return newest;
}

type Within = { from: number; to: number };

async function newestOfDevice(parts: StoreParts, device: AskedDevice, within: Within): Promise<number | null> {
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
