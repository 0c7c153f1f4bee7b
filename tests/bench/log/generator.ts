import type { UploadColumns } from "../../../backend/base/reading-store";

const minuteMs = 60_000;
const fullDoubleShare = 0.05;

/** A device of the bench: each minute a walk in hundredths; one value in twenty uses all bits of a double. */
export type Shape = { name: string; channels: number; jitterMs: number };

export const shapes: Shape[] = [
	{ name: "one channel, exact interval", channels: 1, jitterMs: 0 },
	{ name: "one channel, jittered interval", channels: 1, jitterMs: 500 },
	{ name: "four channels, exact interval", channels: 4, jitterMs: 0 },
	{ name: "four channels, jittered interval", channels: 4, jitterMs: 500 },
];

export type BenchDevice = {
	deviceId: string;
	channelIds: string[];
	shape: Shape;
	next: (instants: number) => UploadColumns & { receivedAt: number };
};

/** A device that always sends the same; its number is the seed. The first reading follows `start`, epoch ms. */
export function benchDevice(number: number, start: number): BenchDevice {
	const shape = shapes[number % shapes.length] ?? { name: "", channels: 1, jitterMs: 0 };
	const random = mulberry32(number + 1);
	const channelIds = Array.from({ length: shape.channels }, (_, channel) => `channel-${number}-${channel}`);
	const phaseMs = Math.floor(random() * 60) * 1000;
	const hundredths = channelIds.map(() => 2_000 + Math.floor(random() * 500));
	let minute = 0;

	function next(instants: number): UploadColumns & { receivedAt: number } {
		const columns: UploadColumns = { channelIds, channel: [], at: [], value: [] };
		for (let left = instants; left > 0; left -= 1, minute += 1) {
			const jitter = Math.round((random() * 2 - 1) * shape.jitterMs);
			for (const channel of channelIds.keys()) {
				columns.channel.push(channel);
				columns.at.push(start + minute * minuteMs + phaseMs + jitter);
				columns.value.push(nextValue(channel));
			}
		}
		const latencyMs = 600 + Math.round(random() * 400);
		return { ...columns, receivedAt: start + (minute - 1) * minuteMs + phaseMs + latencyMs };
	}

	function nextValue(channel: number): number {
		const step = Math.round((random() + random() - 1) * 20);
		const value = (hundredths[channel] ?? 0) + step;
		hundredths[channel] = value;
		return random() < fullDoubleShare ? (value + random() - 0.5) / 100 : value / 100;
	}

	return { deviceId: `device-${number}`, channelIds, shape, next };
}

/** A small generator of even quality whose whole state is the seed; from Tommy Ettinger, public domain. */
function mulberry32(seed: number): () => number {
	let state = Math.imul(seed, 0x9e3779b1);
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
