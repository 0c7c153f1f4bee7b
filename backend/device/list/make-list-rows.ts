import { dayMs } from "../../../shared/base/durations";
import { addTo } from "../../../shared/base/multi-map";
import { type ListedText, listedTextNames } from "../../../shared/base/plain-fields";
import type { ArchivedFilter, DeviceListRow } from "../../../shared/device/device";
import type { DeviceLack } from "../../../shared/device/device-filter";
import { isOutside, toListedReading } from "../../../shared/device/device-reading";
import { lateAfterSeconds, offlineAfterSeconds } from "../../../shared/device/device-status";
import { isDeviceFact, type Quantity } from "../../../shared/formats/units";
import type { AccountDb, Computed, ListedLimits, MadeRow, UnlistedValue } from "../../base/context";
import type { DeviceLatest, ReadingStore } from "../../base/reading-store";
import { type OpenState, openStatesByDevice } from "../../db/alert-event-rows";
import { isGone } from "../../db/deletion-rows";
import {
	type ListedDevice,
	type ListedChannel as ListedRow,
	listDevicesOnList,
	listListedChannels,
} from "../../db/device-list-rows";
import { clocksBehind } from "../../db/device-uplink-rows";
import { groupIdsOf } from "../../db/membership-rows";
import { nextPlannedChangeAt } from "../../db/planned-mute-rows";
import { idsWithRejections } from "../../db/rejection-rows";
import { idsWithOpenUnits } from "../../db/sent-unit-rows";
import { channelFormulas } from "../derived/formulas";
import { deviceLacks } from "../device-lacks";
import { type ActiveMutes, activeMutes, alertState, sharedFields } from "../device-projection";
import { toLoggedChannel, withLateAfter } from "../logged-device";
import { channelLimits } from "./channel-limits";

/** A row is valid for this long while the start or end of a planned mute is not yet processed. */
const unnoticedMs = 1_000;
const listedChannels = 3;

type ListedChannel = ListedRow & { computed: Computed };

type Fleet = { db: AccountDb; readingStore: Pick<ReadingStore, "latest">; now: number };

/** Sorted by id, with all groups of each device. Omits deleted devices. */
export async function makeListRows(
	{ db, readingStore, now }: Fleet,
	archived: ArchivedFilter,
	ids: string[] | "all",
): Promise<MadeRow[]> {
	const devices = listDevicesOnList(db, archived, ids).filter((device) => !isGone(device, now));
	const latest = await readingStore.latest(devices.map(({ id }) => id));
	const listed = listListedChannels(db, ids);
	const computed = channelFormulas(db, listed);
	const inWords = sharedWords(devices, latest.values());
	const channels = byDevice(listed.map((channel) => inWords({ ...channel, computed: computed(channel.id) })));
	const groupIds = groupIdsOf(db, ids);
	const isCurrent = archived === "current";
	const lacksOf = isCurrent ? deviceLacks(db, now) : () => [];
	const limitsOf = channelLimits(db);
	const open = openStatesByDevice(db);
	const mutes = activeMutes(db, now);
	const plannedChangeAt = nextPlannedChangeAt(db);
	const denied = isCurrent ? idsWithRejections(db) : new Set<string>();
	const withOpenUnits = isCurrent ? idsWithOpenUnits(db) : new Set<string>();
	const behind = isCurrent ? clocksBehind(db) : new Map<string, number>();
	return devices.map((device) => {
		// A copy has no room to grow, which every device of a large fleet would hold.
		const own = groupIds.get(device.id)?.slice() ?? [];
		const parts: Parts = {
			channels: channels.get(device.id) ?? [],
			latest: latest.get(device.id),
			groupIds: own,
			mutes,
			now,
			lacks: lacksOf({ id: device.id, groupIds: own }),
			hasRejections: denied.has(device.id),
			hasOpenUnits: withOpenUnits.has(device.id),
			clockBehindMs: behind.get(device.id),
			open: open.get(device.id) ?? [],
			plannedChangeAt,
		};
		const shown = shownChannels(parts.channels);
		const limits = limitsOf({ id: device.id, groupIds: own }, shown);
		const unlisted = unlistedValues(parts, shown);
		return {
			row: toListRow(device, parts, limits),
			channels: limits,
			unlisted: withLimits(unlisted, limitsOf({ id: device.id, groupIds: own }, unlisted)),
			logged: {
				device: withLateAfter(device),
				channels: parts.channels.map(toLoggedChannel),
			},
			createdAt: device.createdAt.getTime(),
			staleAt: staleAt(device, parts),
		};
	});
}

function sharedWords(
	devices: readonly { id: string }[],
	latest: Iterable<DeviceLatest>,
): (channel: ListedChannel) => ListedChannel {
	const words = new Map(devices.map(({ id }) => [id, id]));
	for (const { values } of latest) for (const id of values.keys()) words.set(id, id);
	const quantityNames = new Map<Quantity, Quantity>();
	const held = <Word extends string>(known: Map<Word, Word>, word: Word) => {
		const found = known.get(word);
		if (found === undefined) known.set(word, word);
		return found ?? word;
	};
	return ({ id, deviceId, name, quantity, unit, ...channel }) => ({
		...channel,
		id: held(words, id),
		deviceId: held(words, deviceId),
		name: held(words, name),
		quantity: held(quantityNames, quantity),
		unit: held(words, unit),
	});
}

type Parts = {
	channels: ListedChannel[];
	latest: DeviceLatest | undefined;
	groupIds: string[];
	lacks: DeviceLack[];
	hasRejections: boolean;
	hasOpenUnits: boolean;
	clockBehindMs: number | undefined;
	open: readonly OpenState[];
	mutes: ActiveMutes;
	plannedChangeAt: number | null;
	now: number;
};

function toListRow(device: ListedDevice, parts: Parts, limits: ListedLimits[]): DeviceListRow {
	const { channels, latest, groupIds, lacks, hasRejections, hasOpenUnits, clockBehindMs, open, mutes, now } = parts;
	const { power, tags, mutedUntil, deletedFrom } = device;
	const state = alertState({ id: device.id, mutedUntil, open, groupIds, mutes }, now);
	const texts: { [Text in ListedText]?: string } = {};
	for (const text of listedTextNames) if (device[text] !== "") texts[text] = device[text];
	// Absent rather than undefined: superjson annotates undefined in each row.
	return {
		...sharedFields({ device, groupIds, latest, now }),
		latest: shownChannels(channels).map((channel, index) => {
			const { value = null, mark } = latest?.values.get(channel.id) ?? {};
			const traits = { isDerived: channel.computed.formula !== undefined, isSaturated: mark === "saturated" };
			return toListedReading({ ...channel, value, ...traits }, isOutside(value, limits[index]));
		}),
		...texts,
		...(power && { power }),
		...(tags.length > 0 && { tags }),
		...(state !== "ok" && { alertState: state }),
		...(state === "muted" && mutedUntil && { mutedUntil: mutedUntil.getTime() }),
		...(deletedFrom && { deletedFrom: deletedFrom.getTime() }),
		...(lacks.length > 0 && { lacks }),
		...(hasRejections && { hasRefusals: hasRejections }),
		...(hasOpenUnits && { hasOpenUnits }),
		...(clockBehindMs !== undefined && { clockBehindMs }),
	};
}

function shownChannels(channels: ListedChannel[]): ListedChannel[] {
	const isFact = ({ quantity }: ListedChannel) => isDeviceFact(quantity);
	return [...channels.filter((channel) => !isFact(channel)).slice(0, listedChannels), ...channels.filter(isFact)];
}

type UnlistedChannel = ListedChannel & { value: number };

function unlistedValues({ channels, latest }: Parts, shown: readonly ListedChannel[]): UnlistedChannel[] {
	if (shown.length === channels.length) return [];
	return channels.flatMap((channel) => {
		const value = latest?.values.get(channel.id)?.value ?? null;
		return value === null || shown.includes(channel) ? [] : [{ ...channel, value }];
	});
}

function withLimits(channels: readonly UnlistedChannel[], limits: readonly ListedLimits[]): UnlistedValue[] {
	return channels.flatMap(({ id: channelId, value }, index) => {
		const { low = null, high = null } = limits[index] ?? {};
		return low === null && high === null ? [] : { channelId, low, high, value };
	});
}

/** First instant after `now` at which the row changes by itself. Epoch ms. */
function staleAt(device: ListedDevice, { latest, groupIds, open, mutes, plannedChangeAt, now }: Parts): number {
	// Retention moves at midnight, UTC.
	let first = (Math.floor(now / dayMs) + 1) * dayMs;
	const consider = (at: number | null | undefined) => {
		if (at !== null && at !== undefined && at > now && at < first) first = at;
	};
	const receivedAt = latest?.lastReceivedAt ?? null;
	if (receivedAt !== null && !device.archivedAt) {
		consider(Math.floor(receivedAt + 1_000 * lateAfterSeconds(device.uploadIntervalSeconds)) + 1);
		consider(Math.ceil(receivedAt + 1_000 * offlineAfterSeconds(device)));
	}
	consider(device.mutedUntil?.getTime());
	consider(device.deletedFrom?.getTime());
	consider(plannedChangeAt === null ? null : Math.max(plannedChangeAt, now + unnoticedMs));
	for (const id of groupIds) consider(mutes.groups.get(id)?.until);
	for (const { alertId, mutedUntil } of open) {
		consider(mutedUntil === null ? null : Number(mutedUntil));
		consider(mutes.alerts.get(alertId ?? ""));
	}
	return first;
}

function byDevice(channels: ListedChannel[]): Map<string, ListedChannel[]> {
	const found = new Map<string, ListedChannel[]>();
	for (const channel of channels) addTo(found, channel.deviceId, channel);
	return found;
}
