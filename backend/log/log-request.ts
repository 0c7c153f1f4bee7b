import { errorKey } from "../../shared/base/error-key";
import { foldText } from "../../shared/base/fold-text";
import type { WeekStart } from "../../shared/formats/display-formats";
import type { GetLogs, LogChannel } from "../../shared/log/log";
import { rangeBounds, type TimeRange, trailingMs, type Zone } from "../../shared/time/time-zones";
import type { AccountDb, LoggedChannel, LoggedFleet, LoggedOrder, MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import type { ChannelRef, DeviceState } from "../base/reading-store";
import { deviceIdsOfChannels, listChannels } from "../db/channel-rows";
import { isGone } from "../db/deletion-rows";
import { type DeviceRow, findDevices, listDevices } from "../db/device-rows";
import { listDeviceIds } from "../db/group-rows";
import { channelFormulas } from "../device/derived/formulas";
import { commonZone, toLogChannel, toLoggedChannel, withLateAfter } from "../device/logged-device";
import { devicesInScope, groupOrThrow } from "../group/scope";

type Filter = Pick<GetLogs, "deviceIds" | "groupIds" | "channelIds">;

export type RequestedDevices = { devices: DeviceRow[]; isFiltered: boolean };

/** Throws DEVICE_NOT_FOUND and GROUP_NOT_FOUND, also out of scope. */
export function requestedDevices(ctx: MemberContext, { deviceIds, groupIds, channelIds }: Filter): RequestedDevices {
	const scope = devicesInScope(ctx);
	if (!isOfSome({ deviceIds, groupIds, channelIds })) return { devices: listDevices(ctx.db, scope), isFiltered: false };
	const inScope = scope === "all" ? null : new Set(scope);
	const found = new Map(findDevices(ctx.db, deviceIds ?? []).map((device) => [device.id, device]));
	for (const deviceId of deviceIds ?? []) {
		const device = found.get(deviceId);
		const isVisible = device && !isGone(device, ctx.now) && inScope?.has(deviceId) !== false;
		if (!isVisible) throw domainError("DEVICE_NOT_FOUND", { deviceId });
	}
	for (const groupId of groupIds ?? []) groupOrThrow(ctx, groupId);
	const ofChannels = deviceIds || groupIds ? [] : deviceIdsOfChannels(ctx.db, channelIds ?? []);
	const ids = [...listDeviceIds(ctx.db, groupIds ?? []), ...ofChannels];
	const others = findDevices(
		ctx.db,
		ids.filter((id) => inScope?.has(id) !== false),
	);
	for (const device of others) if (!isGone(device, ctx.now)) found.set(device.id, device);
	return { devices: [...found.values()], isFiltered: true };
}

export type RequestedFleet = LoggedFleet & { isFiltered: boolean };

export function fleetOf(db: AccountDb, { devices, isFiltered }: RequestedDevices): RequestedFleet {
	const channels = listChannels(
		db,
		devices.map(({ id }) => id),
	);
	const computed = channelFormulas(db, channels);
	const logged = channels.map((channel) => toLoggedChannel({ ...channel, computed: computed(channel.id) }));
	const facts = { channels: logged, zone: commonZone(devices) };
	return { devices: devices.map(withLateAfter), ...facts, isFiltered };
}

/** Throws like `requestedDevices`. A whole fleet comes from memory in `order`; named devices come by id. */
export async function requestedFleet(
	ctx: MemberContext,
	filter: Filter,
	order: LoggedOrder = "by-id",
): Promise<RequestedFleet> {
	if (isOfSome(filter)) return fleetOf(ctx.db, requestedDevices(ctx, filter));
	const fleet = (await ctx.cachedDevices.at(ctx.now)).logged(order);
	const scope = devicesInScope(ctx);
	if (scope === "all") return { ...fleet, isFiltered: false };
	const inScope = new Set(scope);
	const devices = fleet.devices.filter(({ id }) => inScope.has(id));
	const channels = fleet.channels.filter(({ deviceId }) => inScope.has(deviceId));
	return { devices, channels, zone: commonZone(devices), isFiltered: false };
}

function isOfSome({ deviceIds, groupIds, channelIds }: Filter): boolean {
	return (deviceIds ?? groupIds ?? channelIds) !== undefined;
}

type ChannelFilter = Pick<GetLogs, "channelIds" | "text">;

export function requestedChannels(
	{ devices, channels }: RequestedFleet,
	{ channelIds, text }: ChannelFilter,
): readonly LoggedChannel[] {
	if (text === undefined && !channelIds) return channels;
	const isFound = textSearch(text);
	const found = new Set(devices.filter(({ name }) => isFound(name)).map(({ id }) => id));
	const named = channelIds && new Set(channelIds);
	return channels.filter(
		({ id, deviceId, name }) => named?.has(id) !== false && (found.has(deviceId) || isFound(name)),
	);
}

type RowFilter = ChannelFilter & Pick<GetLogs, "kinds" | "levels" | "isOutOfLimits">;

export function channelsOfRows(requested: RequestedFleet, filter: RowFilter): readonly LoggedChannel[] {
	const { kinds, levels, isOutOfLimits } = filter;
	if (levels || (kinds && !kinds.includes("reading"))) return [];
	const channels = requestedChannels(requested, filter);
	if (!isOutOfLimits) return channels;
	const limited = channels.filter(({ min, max }) => (min ?? max ?? null) !== null);
	const deviceIds = new Set(limited.map(({ deviceId }) => deviceId));
	return channels.filter(({ deviceId }) => deviceIds.has(deviceId));
}

export function toRefs(channels: readonly Pick<LogChannel, "id" | "deviceId">[]): ChannelRef[] {
	return channels.map(({ id, deviceId }) => ({ channelId: id, deviceId }));
}

type RequestedRange = Pick<GetLogs, "rangeType" | "offset" | "from" | "to" | "weekStart">;

type Calendar = { zone: Zone; weekStart?: WeekStart };

/** At `now` (epoch ms). Exact bounds win over the range. Throws InputError. */
export function requestedSpan(requested: RequestedRange, calendar: Calendar, now: number): TimeRange {
	const { rangeType, offset, weekStart = calendar.weekStart, ...exact } = requested;
	// A trailing range ends after now, so that it includes a reading of this millisecond.
	const until = trailingMs(rangeType) === null ? now : now + 1;
	const range = rangeBounds({ rangeType, offset, zone: calendar.zone, weekStart, now: until });
	const span = { from: exact.from ?? range.from, to: exact.to ?? range.to };
	if (span.from >= span.to) throw new InputError({ to: errorKey("time.afterBeginningOfRange") });
	return span;
}

/** Adjacent devices, and channels of one device, differ modulo the number of colors. */
const coloursApart = 3;

export function withColours(readingStore: DeviceState, channels: readonly LoggedChannel[]): LogChannel[] {
	const numbers = readingStore.numbers(toRefs(channels));
	return channels.map((channel, index) => {
		const own = numbers[index];
		return { ...toLogChannel(channel), ...(own && { colour: coloursApart * own.device + own.channel }) };
	});
}

export function textSearch(text: string | undefined): (words: string) => boolean {
	if (text === undefined) return () => true;
	const wanted = foldText(text);
	return (words) => foldText(words).includes(wanted);
}
