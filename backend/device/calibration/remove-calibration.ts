import { isSameCalibration, type RemoveCalibration } from "../../../shared/calibration";
import type { Device } from "../../../shared/device";
import type { Verb } from "../../context";
import { domainError } from "../../errors";
import { addConfigEvent } from "../../log/events/add-config-event";
import { wholeDevice } from "../whole-device";
import { calibrationsOf, deleteCalibration } from "./calibration-rows";
import { calibrationWords, deviceTimeWords } from "./calibration-words";
import { channelOrThrow } from "./channel-or-throw";

/**
 * Lets what was before a calibration go on. One that is not there stays away. Throws CHANNEL_NOT_FOUND, DEVICE_ARCHIVED,
 * and CHANGED_MEANWHILE where another one begins at the instant by now.
 */
export async function removeCalibration({ ctx, input }: Verb<RemoveCalibration>): Promise<Device> {
	const { channelId, from } = input;
	const { channel, device } = channelOrThrow(ctx, channelId);
	if (device.archivedAt) throw domainError("DEVICE_ARCHIVED", { deviceId: device.id });
	const removed = calibrationsOf(ctx.db, channelId).find((calibration) => calibration.from === from);
	if (removed) {
		if (!isSameCalibration(removed, input)) throw domainError("CHANGED_MEANWHILE", { channelId });
		const words = `${deviceTimeWords(device, from)} (${calibrationWords(removed, channel.unit)})`;
		ctx.db.transaction(() => {
			deleteCalibration(ctx.db, channelId, from);
			addConfigEvent(ctx, device.id, `Calibration of ${channel.name} removed: from ${words}`);
		});
		ctx.hints.changed("devices", [device.id]);
	}
	return wholeDevice(ctx, device);
}
