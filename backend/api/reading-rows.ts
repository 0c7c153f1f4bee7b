import * as z from "zod/mini";
import { ChannelId, DeviceId } from "../../shared/base/ids";
import { Quantity } from "../../shared/formats/units";
import type { LogPage } from "../../shared/log/log";
import { SentMark } from "../../shared/log/reading-marks";

export const ReadingRow = z.object({
	deviceId: DeviceId,
	deviceName: z.string(),
	channelId: ChannelId,
	channelName: z.string(),
	quantity: Quantity,
	unit: z.string(),
	readingAt: z.number(),
	receivedAt: z.number(),
	/** Calibrated. */
	value: z.number(),
	/** The raw value, if a calibration changed it; null: the same. */
	raw: z.nullable(z.number()),
	mark: z.nullable(SentMark),
	isDerived: z.boolean(),
	/** A derived value that was computed at 100 % humidity, because the sensor sent more. It counts. */
	isSaturated: z.boolean(),
});
export type ReadingRow = z.infer<typeof ReadingRow>;

export function readingRows({ devices, channels, readings }: LogPage): ReadingRow[] {
	const names = new Map(devices.map(({ id, name }) => [id, name]));
	return readings.readingAt.flatMap((readingAt, index) => {
		const channel = channels[readings.channel[index] ?? -1];
		const value = readings.value[index];
		if (!channel || value === undefined) return [];
		const mark = readings.mark?.[index] ?? null;
		const isSaturated = mark === "saturated";
		return {
			deviceId: channel.deviceId,
			deviceName: names.get(channel.deviceId) ?? "",
			channelId: channel.id,
			channelName: channel.name,
			quantity: channel.quantity,
			unit: channel.unit,
			readingAt,
			receivedAt: readings.receivedAt[index] ?? readingAt,
			value,
			raw: readings.raw?.[index] ?? null,
			mark: isSaturated ? null : mark,
			isDerived: channel.formula !== undefined,
			isSaturated,
		};
	});
}
