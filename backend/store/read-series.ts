import { dayMs } from "../../shared/base/durations";
import { type ChannelSpan, type Series, type Span, unitsPerDay } from "../base/reading-store";
import { type ChannelReadings, countReadings } from "./block/readings";
import { readDay } from "./read-day";
import { keptSpan, nextDay, type RequestedDevice, requestedDevices } from "./requested-days";
import type { StoreParts } from "./store-parts";
import { dayOf } from "./utc-days";

export async function readSeries(parts: StoreParts, { channels, budget, ...span }: ChannelSpan): Promise<Series[]> {
	const pieces: ChannelReadings[][] = channels.map(() => []);
	for (const device of requestedDevices(parts, channels)) {
		const kept = keptSpan(parts, device.deviceId, span);
		for await (const readings of deviceDays(parts, device, kept)) {
			for (const columns of readings.channels) {
				const index = device.indexByNumber.get(columns.channel);
				if (index !== undefined) pieces[index]?.push(columns);
			}
			const turn = budget?.spent(unitsPerDay + countReadings(readings));
			if (turn) await turn;
		}
	}
	return pieces.map((ofChannel) => ({
		at: joined(ofChannel.map(({ at }) => at)),
		value: joined(ofChannel.map(({ value }) => value)),
	}));
}

async function* deviceDays(parts: StoreParts, device: RequestedDevice, span: Span) {
	const towardsDay = dayOf(span.to - 1);
	let from = span.from;
	for (;;) {
		const day = nextDay(parts, { device, span: { from, to: span.to } }, "oldest-first");
		if (day === null) return;
		yield await readDay(parts, { device, day, span, towardsDay });
		from = (day + 1) * dayMs;
	}
}

function joined(pieces: Float64Array[]): Float64Array {
	const whole = new Float64Array(pieces.reduce((length, piece) => length + piece.length, 0));
	let index = 0;
	for (const piece of pieces) {
		whole.set(piece, index);
		index += piece.length;
	}
	return whole;
}
