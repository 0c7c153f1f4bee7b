import { isSameHistory, type SetCalibration } from "../../../shared/calibration";
import type { Device } from "../../../shared/device";
import { limits } from "../../../shared/limits";
import type { Verb } from "../../context";
import { domainError, InputError } from "../../errors";
import { addConfigEvent } from "../../log/events/add-config-event";
import { wholeDevice } from "../whole-device";
import { calibrationsOf, putCalibration } from "./calibration-rows";
import { calibrationWords, deviceTimeWords } from "./calibration-words";
import { channelOrThrow } from "./channel-or-throw";

/**
 * Lets a channel read otherwise from an instant on. Throws CHANNEL_NOT_FOUND, DEVICE_ARCHIVED, and CHANGED_MEANWHILE where
 * the channel has other calibrations than were seen.
 */
export async function setCalibration({ ctx, input }: Verb<SetCalibration>): Promise<Device> {
	const { channelId, from, scale, offset } = input;
	const { channel, device } = channelOrThrow(ctx, channelId);
	if (device.archivedAt) throw domainError("DEVICE_ARCHIVED", { deviceId: device.id });
	const present = calibrationsOf(ctx.db, channelId);
	if (!isSameHistory(present, input.seen)) throw domainError("CHANGED_MEANWHILE", { channelId });
	const replaced = present.find((calibration) => calibration.from === from);
	const problem = problemWith(from, { now: ctx.now, others: replaced ? 0 : present.length });
	if (problem !== null) throw new InputError({ from: problem });
	if (replaced?.scale !== scale || replaced.offset !== offset) {
		const words = `${deviceTimeWords(device, from)}: ${calibrationWords(input, channel.unit)}`;
		ctx.db.transaction(() => {
			const createdAt = new Date(ctx.now);
			putCalibration(ctx.db, { channelId, from, scale, offset, createdBy: ctx.user.id, createdAt });
			addConfigEvent(ctx, device.id, `Calibration of ${channel.name} from ${words}`);
		});
		ctx.hints.changed("devices", [device.id]);
	}
	return wholeDevice(ctx, device);
}

/** Null: there is none. */
function problemWith(from: number, { now, others }: { now: number; others: number }): string | null {
	if (from < limits.ingestEarliestMs) return "Must be after the year 1999.";
	if (from > now + limits.ingestFutureMs) return "Must not be more than a day ahead.";
	if (others < limits.calibrationsPerChannel) return null;
	return `A channel has at most ${limits.calibrationsPerChannel} calibrations. Remove one first.`;
}
