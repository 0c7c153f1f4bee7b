import type { ChannelRef, UploadColumns } from "../../../backend/base/reading-store";
import { type BenchUpload, deviceCount } from "./bench-uploads";
import { type BenchDevice, benchDevice } from "./generator";

const dayMs = 24 * 60 * 60 * 1000;
const minutesPerDay = 24 * 60;
const daysInYear = 365;

const yearDevice = 3;
export const yearChannel: ChannelRef = { deviceId: `device-${yearDevice}`, channelId: `channel-${yearDevice}-1` };

export type History = { start: number; end: number; othersStart: number; readings: number; channels: ChannelRef[] };

export function historyOf(readings: number, end: number): History {
	const start = end - daysInYear * dayMs;
	const all = devices(() => start);
	const channels = all.flatMap(({ deviceId, channelIds }) => channelIds.map((channelId) => ({ deviceId, channelId })));
	const own = all[yearDevice]?.channelIds.length ?? 0;
	const ofYear = own * minutesPerDay * daysInYear;
	const ofDay = (channels.length - own) * minutesPerDay;
	const days = Math.max(1, Math.ceil((readings - ofYear) / ofDay));
	return { start, end, othersStart: end - days * dayMs, readings: ofYear + days * ofDay, channels };
}

export function* historyUploads({ start, end, othersStart }: History): Generator<BenchUpload> {
	const all = devices((number) => (number === yearDevice ? start : othersStart));
	for (let day = start; day < end; day += dayMs) {
		for (const [number, device] of all.entries()) {
			if (day < othersStart && number !== yearDevice) continue;
			yield { deviceId: device.deviceId, number, ...device.next(minutesPerDay) };
		}
	}
}

export const cycleChannel: ChannelRef = { deviceId: "device-cycle", channelId: "channel-cycle" };

export function* cycleUploads(end: number): Generator<BenchUpload> {
	const walk = benchDevice(0, end - daysInYear * dayMs);
	for (let day = 0; day < daysInYear; day += 1) {
		const { at, value, channel, receivedAt } = walk.next(minutesPerDay);
		const start = value[0] ?? 0;
		const cycle = value.map((one, minute) => {
			const hundredths = 2_000 + 500 * Math.sin((minute / minutesPerDay) * 2 * Math.PI) + (one - start) * 20;
			return Math.round(hundredths) / 100;
		});
		const { deviceId, channelId } = cycleChannel;
		yield { deviceId, number: 0, channelIds: [channelId], channel, at, value: cycle, receivedAt };
	}
}

export const airDevice = "device-air";
export const airSources = ["temperature", "humidity"];

/** A year of temperature and humidity of each minute, with a day's course. */
export function* airUploads(end: number): Generator<BenchUpload> {
	const walk = benchDevice(0, end - daysInYear * dayMs);
	for (let day = 0; day < daysInYear; day += 1) {
		const { at, value, receivedAt } = walk.next(minutesPerDay);
		const columns: UploadColumns = { channelIds: airSources, channel: [], at: [], value: [] };
		for (const [minute, time] of at.entries()) {
			const course = Math.sin((minute / minutesPerDay) * 2 * Math.PI);
			const noise = ((value[minute] ?? 0) * 100) % 7;
			columns.channel.push(0, 1);
			columns.at.push(time, time);
			columns.value.push(Math.round(1_500 + 800 * course + noise) / 100, Math.round(600 - 200 * course + noise) / 10);
		}
		yield { deviceId: airDevice, number: 0, ...columns, receivedAt };
	}
}

function devices(startOf: (number: number) => number): BenchDevice[] {
	return Array.from({ length: deviceCount }, (_, number) => benchDevice(number, startOf(number)));
}
