import type { ArchivedFilter, DeviceListRow, GetDevices } from "../../shared/device";
import { type DeviceAlertState, type DeviceLack, matchesFilter } from "../../shared/device-filter";
import { toListedReading } from "../../shared/device-reading";
import { DeviceStatus } from "../../shared/device-terms";
import { addTo } from "../../shared/multi-map";
import { type ListedText, listedTextNames } from "../../shared/plain-fields";
import { isDeviceFact } from "../../shared/units";
import type { MemberContext, Verb } from "../base/context";
import { InputError } from "../base/errors";
import type { DeviceLatest } from "../base/reading-store";
import { openStatesByDevice } from "../db/alert-event-rows";
import { isGone } from "../db/deletion-rows";
import { type ListedChannel, type ListedDevice, listDevicesOnList, listListedChannels } from "../db/device-list-rows";
import { groupIdsByDevice } from "../db/group-rows";
import { idsWithRefusals } from "../db/refusal-rows";
import { devicesInScope, visibleGroupIds } from "../group/scope";
import { deviceLacks } from "./device-lacks";
import { activeMutes, alertState, sharedFields } from "./device-projection";

/** Channels in a list row: few, as a list has thousands of rows. */
const listedChannels = 3;

/** `cursor` is the last id of the previous page; that device may have left a list in order of creation. */
export async function getDevices({ ctx, input = {} }: Verb<GetDevices>): Promise<DeviceListRow[]> {
	const { search = "", filters = {}, sort, archived = "current", cursor, limit } = input;
	const rows = await listDeviceRows(ctx, archived);
	const found = rows.filter((row) => matchesFilter(row, { search }) && matchesFilter(row, filters));
	return (cursor === undefined ? inOrder(found, sort) : behind(cursor)).slice(0, limit);

	function behind(id: string): DeviceListRow[] {
		if (sort === undefined) return found.filter((row) => row.id > id);
		const last = rows.find((row) => row.id === id);
		if (!last) throw new InputError({ cursor: "The list has changed. Load it anew." });
		const order = deviceOrder(sort);
		return inOrder(
			found.filter((row) => order(last, row) < 0),
			sort,
		);
	}
}

function inOrder(rows: DeviceListRow[], sort: NonNullable<GetDevices>["sort"]): DeviceListRow[] {
	return sort === undefined ? rows : rows.toSorted(deviceOrder(sort));
}

async function listDeviceRows(ctx: MemberContext, archived: ArchivedFilter): Promise<DeviceListRow[]> {
	const { db, now } = ctx;
	const scope = devicesInScope(ctx);
	const devices = listDevicesOnList(db, archived, scope).filter((device) => !isGone(device, now));
	const latest = await ctx.readingStore.latest(devices.map(({ id }) => id));
	const channels = channelsByDevice(listListedChannels(db, scope));
	const groupIds = groupIdsByDevice(db);
	const lacksOf = archived === "current" ? deviceLacks(db) : () => [];
	const open = openStatesByDevice(db);
	const mutes = activeMutes(db, now);
	const refused = archived === "current" ? idsWithRefusals(db) : new Set<string>();
	return devices.map((device) => {
		const own = groupIds.get(device.id) ?? [];
		const lacks = lacksOf({ id: device.id, groupIds: own });
		const hasRefusals = refused.has(device.id);
		const facts = { channels: channels.get(device.id) ?? [], latest: latest.get(device.id), now };
		const { mutedUntil } = device;
		const state = alertState({ id: device.id, mutedUntil, open: open.get(device.id) ?? [], groupIds: own, mutes }, now);
		const parts = { ...facts, lacks, hasRefusals, state };
		return toListRow(device, { ...parts, groupIds: visibleGroupIds(ctx, own) });
	});
}

type Parts = {
	channels: ListedChannel[];
	latest: DeviceLatest | undefined;
	groupIds: string[];
	lacks: DeviceLack[];
	hasRefusals: boolean;
	state: DeviceAlertState;
	now: number;
};

function toListRow(
	device: ListedDevice,
	{ channels, latest, groupIds, lacks, hasRefusals, state, now }: Parts,
): DeviceListRow {
	const { power, tags, mutedUntil, deletedFrom } = device;
	const texts: { [Text in ListedText]?: string } = {};
	for (const text of listedTextNames) if (device[text] !== "") texts[text] = device[text];
	// Absent rather than undefined, which superjson would annotate in each of thousands of rows.
	return {
		...sharedFields({ device, groupIds, latest, now }),
		latest: shownChannels(channels).map((channel) =>
			toListedReading({ ...channel, value: latest?.values.get(channel.id)?.value ?? null }),
		),
		...texts,
		...(power && { power }),
		...(tags.length > 0 && { tags }),
		...(state !== "ok" && { alertState: state }),
		...(state === "muted" && mutedUntil && { mutedUntil: mutedUntil.getTime() }),
		...(deletedFrom && { deletedFrom: deletedFrom.getTime() }),
		...(lacks.length > 0 && { lacks }),
		...(hasRefusals && { hasRefusals }),
	};
}

function shownChannels(channels: ListedChannel[]): ListedChannel[] {
	// Facts about the device itself have columns of their own.
	const isFact = ({ quantity }: ListedChannel) => isDeviceFact(quantity);
	return [...channels.filter((channel) => !isFact(channel)).slice(0, listedChannels), ...channels.filter(isFact)];
}

function channelsByDevice(channels: ListedChannel[]): Map<string, ListedChannel[]> {
	const byDevice = new Map<string, ListedChannel[]>();
	for (const channel of channels) addTo(byDevice, channel.deviceId, channel);
	return byDevice;
}

type Sort = NonNullable<NonNullable<GetDevices>["sort"]>;
type Order = (one: DeviceListRow, other: DeviceListRow) => number;

/** Numeric: `Room 2` before `Room 10`. */
const { compare } = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

const orders: Record<"name" | "serial" | "status" | "received", Order> = {
	name: (one, other) => compare(one.name, other.name),
	serial: (one, other) => compare(one.serialNumber ?? "", other.serialNumber ?? ""),
	status: (one, other) => DeviceStatus.options.indexOf(one.status) - DeviceStatus.options.indexOf(other.status),
	received: (one, other) => (one.lastReceivedAt ?? 0) - (other.lastReceivedAt ?? 0),
};

function deviceOrder(sort: Sort): Order {
	const [direction, order] = sort.startsWith("-") ? [-1, ordersOf(sort.slice(1))] : [1, ordersOf(sort)];
	return (one, other) => direction * order(one, other) || (one.id < other.id ? -1 : Number(one.id > other.id));
}

function ordersOf(column: string): Order {
	for (const [name, order] of Object.entries(orders)) if (name === column) return order;
	throw new Error(`No order by ${column}`);
}
