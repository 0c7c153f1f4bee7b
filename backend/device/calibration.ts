import { errorKey } from "../../shared/base/error-key";
import { limits } from "../../shared/base/limits";
import {
	asSent,
	type Calibration,
	isSameCalibration,
	isSameHistory,
	type RemoveCalibration,
	type SetCalibration,
} from "../../shared/device/calibration";
import type { Device } from "../../shared/device/device";
import { type Said, said } from "../../shared/log/said";
import type { DeviceClock } from "../../shared/time/time-zones";
import { addConfigEvent } from "../activity/log-events";
import type { Call } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { calibrationsOf, deleteCalibration, putCalibration } from "../db/calibration-rows";
import { addReadingChange } from "../db/reading-change-rows";
import { channelOrThrow, sentChannelOrThrow } from "../group/scope";
import { clockTime } from "./change/change-text";
import { wholeDevice } from "./device-projection";

/** Throws CHANNEL_NOT_FOUND, CHANNEL_IS_DERIVED, DEVICE_ARCHIVED, and CHANGED_MEANWHILE if `seen` differs. */
export async function setCalibration({ ctx, input }: Call<SetCalibration>): Promise<Device> {
	const { channelId, from, scale, offset } = input;
	const { channel, device } = sentChannelOrThrow(ctx, channelId);
	if (device.archivedAt) throw domainError("DEVICE_ARCHIVED", { deviceId: device.id });
	const present = calibrationsOf(ctx.db, channelId);
	if (!isSameHistory(present, input.seen)) throw domainError("CHANGED_MEANWHILE", calibrationsAt(device.id, channelId));
	const replaced = present.find((calibration) => calibration.from === from);
	const problem = problemWith(from, { now: ctx.now, others: replaced ? 0 : present.length });
	if (problem !== null) throw new InputError({ from: problem });
	if (replaced?.scale !== scale || replaced.offset !== offset) {
		const text = said("calibration.set", saidParts(device, { ...input, channel }));
		const createdAt = new Date(ctx.now);
		await changeReadings(ctx, { channel, text, span: spanFrom(present, from) }, () =>
			putCalibration(ctx.db, { channelId, from, scale, offset, createdBy: ctx.user.id, createdAt }),
		);
	}
	return wholeDevice(ctx, device);
}

type CalibrationChange = {
	channel: { id: string; deviceId: string };
	text: Said;
	span: { from: number; to: number | null };
};

async function changeReadings(
	ctx: Call<unknown>["ctx"],
	{ channel: { id: channelId, deviceId }, text, span }: CalibrationChange,
	change: () => void,
): Promise<void> {
	ctx.audit.change({ device: [deviceId] }, () => {
		change();
		addReadingChange(ctx.db, { deviceId, seq: ctx.readingStore.lastSeq(), from: span.from, to: null }, ctx.now);
		addConfigEvent(ctx, deviceId, text);
	});
	ctx.invalidations.changed("devices", [deviceId]);
	await ctx.watch.readingsChanged({ deviceId, channelId }, { reason: "calibrationChanged", ...span, text });
}

function spanFrom(present: readonly Calibration[], from: number): { from: number; to: number | null } {
	return { from, to: present.find((calibration) => calibration.from > from)?.from ?? null };
}

function calibrationsAt(deviceId: string, channelId: string) {
	return { deviceId, field: `channels.${channelId}.calibrations` };
}

function problemWith(from: number, { now, others }: { now: number; others: number }): string | null {
	if (from < limits.ingestEarliestMs) return errorKey("time.after1999");
	if (from > now + limits.ingestFutureMs) return errorKey("time.dayAhead");
	if (others < limits.calibrationsPerChannel) return null;
	return errorKey("calibration.tooMany", { most: limits.calibrationsPerChannel });
}

/** Throws CHANNEL_NOT_FOUND, DEVICE_ARCHIVED, and CHANGED_MEANWHILE if another calibration starts at `from`. */
export async function removeCalibration({ ctx, input }: Call<RemoveCalibration>): Promise<Device> {
	const { channelId, from } = input;
	const { channel, device } = channelOrThrow(ctx, channelId);
	if (device.archivedAt) throw domainError("DEVICE_ARCHIVED", { deviceId: device.id });
	const present = calibrationsOf(ctx.db, channelId);
	const removed = present.find((calibration) => calibration.from === from);
	if (removed) {
		if (!isSameCalibration(removed, input))
			throw domainError("CHANGED_MEANWHILE", calibrationsAt(device.id, channelId));
		const text = said("calibration.removed", saidParts(device, { channel, ...removed }));
		await changeReadings(ctx, { channel, text, span: spanFrom(present, from) }, () =>
			deleteCalibration(ctx.db, channelId, from),
		);
	}
	return wholeDevice(ctx, device);
}

type OfChannel = Calibration & { channel: { name: string; unit: string } };

function saidParts(clock: DeviceClock, { channel, from, scale, offset }: OfChannel) {
	const isAsSent = scale === asSent.scale && offset === asSent.offset;
	const formula = isAsSent ? said("calibration.asSent") : calibrationText({ scale, offset }, channel.unit);
	return { channel: channel.name, ...clockTime(clock, from), formula };
}

export function calibrationText({ scale, offset }: Omit<Calibration, "from">, unit: string): string {
	if (scale === asSent.scale && offset === asSent.offset) return "as sent";
	const factor = scale === 1 ? [] : [`× ${signed(scale)}`];
	const addend = offset === 0 ? [] : [`${offset < 0 ? "−" : "+"} ${Math.abs(offset)}${unit === "" ? "" : ` ${unit}`}`];
	return [...factor, ...addend].join(" ");
}

function signed(value: number): string {
	return `${value < 0 ? "−" : ""}${Math.abs(value)}`;
}
