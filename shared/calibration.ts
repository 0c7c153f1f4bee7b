import * as z from "zod/mini";
import { ChannelId } from "./ids";
import { limits } from "./limits";

/** The roll-ups' buckets: a calibration begins with one of them, so that each of them has one calibration. */
export const calibrationStepMs = 15 * 60 * 1000;

const offsetError = "Between −1,000,000,000 and 1,000,000,000.";
const scaleError = "Between 0.000001 and 1,000,000; it cannot be zero.";

/** From an instant on a channel reads `value × scale + offset`, until the next one. Applied on reading; what was sent is kept. */
export const Calibration = z.object({
	/** Epoch ms, a whole quarter of an hour. */
	from: z
		.int("Choose a time.")
		.check(z.refine((at) => at % calibrationStepMs === 0, "Choose a whole quarter of an hour.")),
	scale: z
		.number("Enter a number.")
		.check(z.refine((scale) => Math.abs(scale) >= 1e-6 && Math.abs(scale) <= 1e6, scaleError)),
	/** In the channel's unit. */
	offset: z.number("Enter a number.").check(z.minimum(-1e9, offsetError), z.maximum(1e9, offsetError)),
});
export type Calibration = z.infer<typeof Calibration>;

/**
 * Replaces the calibration that begins at the same instant, if there is one. `seen` are those of the channel that it was
 * made on, ascending: where they are no longer the channel's, nothing is changed.
 */
export const SetCalibration = z.extend(Calibration, {
	channelId: ChannelId,
	seen: z.array(Calibration).check(z.maxLength(limits.calibrationsPerChannel)),
});
export type SetCalibration = z.infer<typeof SetCalibration>;

/** The calibration as it was seen: where it is another one by now, nothing is changed. */
export const RemoveCalibration = z.extend(Calibration, { channelId: ChannelId });
export type RemoveCalibration = z.infer<typeof RemoveCalibration>;

export const asSent: Omit<Calibration, "from"> = { scale: 1, offset: 0 };

/** Whether two histories of a channel, both ascending, read the same. */
export function isSameHistory(one: readonly Calibration[], other: readonly Calibration[]): boolean {
	return one.length === other.length && one.every((calibration, place) => isSameCalibration(calibration, other[place]));
}

export function isSameCalibration(one: Calibration, other: Calibration | undefined): boolean {
	return one.from === other?.from && one.scale === other.scale && one.offset === other.offset;
}

/** The calibration at an instant (epoch ms), out of those of one channel in ascending order. */
export function calibrationAt(calibrations: readonly Calibration[], at: number): Omit<Calibration, "from"> {
	let found: Omit<Calibration, "from"> = asSent;
	for (const calibration of calibrations) {
		if (calibration.from > at) break;
		found = calibration;
	}
	return found;
}

/** Past so many digits a product only shows that binary fractions are not decimal ones. */
const significantDigits = 14;

/** A sent value as it reads by a calibration: finite, and never less than what a lesser (of a negative scale, a greater) one reads. */
export function calibrated(value: number, { scale, offset }: Omit<Calibration, "from">): number {
	if (scale === asSent.scale && offset === asSent.offset) return value;
	const exact = value * scale + offset;
	if (!Number.isFinite(exact)) return Math.sign(exact) * Number.MAX_VALUE;
	return Number(exact.toPrecision(significantDigits));
}
