import { dayMs, hourMs } from "../../../shared/base/durations";
import type { Device, SilenceReason } from "../../../shared/device/device";
import { deviceStatus, offlineAfterSeconds } from "../../../shared/device/device-status";
import type { MemberContext } from "../../base/context";
import { type DeviceRow, listDevicesAt } from "../../db/device-rows";
import { findDeviceUplinks } from "../../db/device-uplink-rows";
import { listDeviceEventsStarting } from "../../db/log-event-rows";
import { devicesInScope } from "../../group/scope";
import { offlineEventStart, onlineAgainEventStart } from "./device-events";
import { type Place, type Reading, type SilenceFacts, silenceReasons } from "./silence-reasons";

const readingsBeforeMs = 48 * hourMs;
const mostReadings = 5_000;
const gapsBeforeMs = 30 * dayMs;

export async function whySilent(ctx: MemberContext, row: DeviceRow, device: Device): Promise<SilenceReason[]> {
	const silentSince = device.lastReceivedAt;
	if (silentSince === null) return [];
	return silenceReasons({
		now: ctx.now,
		silentSince,
		uploadIntervalSeconds: row.uploadIntervalSeconds,
		...(await readBefore(ctx, device, silentSince)),
		neighbours: await neighboursOf(ctx, row),
		rejections: device.refusals,
		key: keyOf(ctx, row),
		earlierGapsMs: earlierGapsMs(ctx, device, silentSince),
	});
}

type Own = Pick<SilenceFacts, "battery" | "signal">;

async function readBefore({ readingStore }: MemberContext, device: Device, silentSince: number): Promise<Own> {
	const channels = device.channels.filter(
		({ quantity, unit }) => quantity === "battery" || (quantity === "signal" && unit === "dBm"),
	);
	const { readingAt, channel, value } = await readingStore.readSpan({
		channels: channels.map(({ id: channelId }) => ({ deviceId: device.id, channelId })),
		from: silentSince - readingsBeforeMs,
		to: silentSince + 1,
		limit: mostReadings,
		order: "newest-first",
	});
	const byChannel = channels.map(({ quantity, unit }, position) => {
		const readings = readingAt.flatMap((at, index): Reading[] =>
			channel[index] === position ? [{ at, value: value[index] ?? Number.NaN }] : [],
		);
		return { quantity, unit, readings: readings.toReversed() };
	});
	return {
		battery: byChannel.filter(({ quantity }) => quantity === "battery"),
		signal: byChannel.filter(({ quantity }) => quantity === "signal").map(({ readings }) => readings),
	};
}

async function neighboursOf(
	ctx: MemberContext,
	{ id, site, metadata }: DeviceRow,
): Promise<SilenceFacts["neighbours"]> {
	const gateway = Object.entries(metadata).find(([field]) => field.toLowerCase() === "gateway")?.[1] ?? "";
	const places: Place[] = [
		{ kind: "gateway", name: gateway },
		{ kind: "site", name: site },
	];
	const found: SilenceFacts["neighbours"] = [];
	for (const place of places.filter(({ name }) => name !== "")) {
		const others = listDevicesAt(ctx.db, devicesInScope(ctx), place).filter((other) => other.id !== id);
		const latest = await ctx.readingStore.latest(others.map((other) => other.id));
		const devices = others.flatMap((other) => {
			const { lastReceivedAt = null, lastReadingAt = null } = latest.get(other.id) ?? {};
			if (lastReceivedAt === null) return [];
			const seen = { ...other, lastReceivedAt, lastReadingAt, offlineAfterSeconds: offlineAfterSeconds(other) };
			const isSilent = deviceStatus(seen, ctx.now) !== "online";
			return { lastReceivedAt, uploadIntervalSeconds: other.uploadIntervalSeconds, isSilent };
		});
		found.push({ ...place, devices });
	}
	return found;
}

function keyOf({ db }: MemberContext, row: DeviceRow): SilenceFacts["key"] {
	const { keyCreatedAt, createdAt, previousKeyUntil, keyUsedAt } = row;
	if (keyCreatedAt === null || keyCreatedAt.getTime() <= createdAt.getTime()) return null;
	// A device behind a network server sends with the server's key.
	if (findDeviceUplinks(db, row.id) !== null) return null;
	return {
		replacedAt: keyCreatedAt.getTime(),
		formerUntil: previousKeyUntil?.getTime() ?? null,
		isUsed: keyUsedAt !== null,
	};
}

function earlierGapsMs({ db }: MemberContext, device: Device, silentSince: number): number[] {
	const span = { from: silentSince - gapsBeforeMs, to: silentSince + 1 };
	const texts = [offlineEventStart, onlineAgainEventStart];
	const events = listDeviceEventsStarting(db, { deviceId: device.id, texts, ...span });
	return events.flatMap(({ at, text }, index) => {
		const offline = events[index - 1];
		const isReturn = text.startsWith(onlineAgainEventStart) && offline?.text.startsWith(offlineEventStart);
		return isReturn && offline ? [at - offline.at + device.offlineAfterSeconds * 1_000] : [];
	});
}
