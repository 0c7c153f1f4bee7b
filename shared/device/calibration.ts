import * as z from "zod/mini";
import { minuteMs } from "../base/durations";
import { errorKey } from "../base/error-key";
import { ChannelId } from "../base/ids";
import { Instant } from "../base/instant";
import { limits } from "../base/limits";

/** Same as the roll-ups' bucket, so that each bucket has one calibration. */
export const calibrationStepMs = 15 * minuteMs;

const offsetError = errorKey("offset.between");
const scaleError = errorKey("scale.between");

/** A channel reads `value × scale + offset` from `from` until the next calibration. Stored values stay as sent. */
export const Calibration = z.object({
	/** Epoch ms, a multiple of 15 minutes. */
	from: Instant.check(z.refine((at) => at % calibrationStepMs === 0, errorKey("time.quarterHour"))),
	scale: z
		.number(errorKey("number.missing"))
		.check(z.refine((scale) => Math.abs(scale) >= 1e-6 && Math.abs(scale) <= 1e6, scaleError)),
	/** Unit: the channel's. */
	offset: z.number(errorKey("number.missing")).check(z.minimum(-1e9, offsetError), z.maximum(1e9, offsetError)),
});
export type Calibration = z.infer<typeof Calibration>;

/** Replaces a calibration with the same `from`, unless `seen` (ascending) is outdated. */
export const SetCalibration = z.extend(Calibration, {
	channelId: ChannelId,
	seen: z.array(Calibration).check(z.maxLength(limits.calibrationsPerChannel)),
});
export type SetCalibration = z.infer<typeof SetCalibration>;

export const RemoveCalibration = z.extend(Calibration, { channelId: ChannelId });
export type RemoveCalibration = z.infer<typeof RemoveCalibration>;

export const asSent: Omit<Calibration, "from"> = { scale: 1, offset: 0 };

export function isSameHistory(one: readonly Calibration[], other: readonly Calibration[]): boolean {
	return one.length === other.length && one.every((calibration, index) => isSameCalibration(calibration, other[index]));
}

export function isSameCalibration(one: Calibration, other: Calibration | undefined): boolean {
	return one.from === other?.from && one.scale === other.scale && one.offset === other.offset;
}

/** `at` is epoch ms. `calibrations` of one channel, ascending. */
export function calibrationAt(calibrations: readonly Calibration[], at: number): Omit<Calibration, "from"> {
	let found: Omit<Calibration, "from"> = asSent;
	for (const calibration of calibrations) {
		if (calibration.from > at) break;
		found = calibration;
	}
	return found;
}

/** Further digits are binary rounding errors. */
const significantDigits = 14;

/** Always finite, and monotonic in the sent value. */
export function calibrated(value: number, { scale, offset }: Omit<Calibration, "from">): number {
	if (scale === asSent.scale && offset === asSent.offset) return value;
	const exact = value * scale + offset;
	if (!Number.isFinite(exact)) return Math.sign(exact) * Number.MAX_VALUE;
	return Number(exact.toPrecision(significantDigits));
}
