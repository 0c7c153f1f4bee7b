import type { AlertCoverage, GetUnwatched, UnwatchedChannels } from "../../shared/alert/alert-coverage";
import { channelsOf } from "../../shared/alert/alert-rule";
import { isSilence } from "../../shared/alert/conditions/no-data";
import { isChosenChannel } from "../../shared/alert/conditions/terms";
import { limits } from "../../shared/base/limits";
import { appendAll } from "../../shared/base/lists";
import { createBest } from "../../shared/overview/count-fleet";
import type { AccountDb, Call, MemberContext } from "../base/context";
import { type AlertRow, rulesWatching } from "../db/alert-rows";
import { type ChannelRow, listChannels } from "../db/channel-rows";
import { listWatchFacts } from "../db/device-rows";
import { groupIdsOf } from "../db/membership-rows";
import { channelFormulas } from "../device/derived/formulas";
import { devicesInScope } from "../group/scope";
import { watchedBy } from "./device-rules";

const listedOfEach = 100;
/** Takes about 10 ms of an object's thread. */
const devicesPerSlice = 250;

type Facts = ReturnType<typeof listWatchFacts>[number];
type Listed = ChannelRow & { isWatched: boolean } & Pick<NamedChannel, "formula" | "computedAs">;

/** Grouped by quantity and unit, largest first: each needs a rule of its own. */
export async function unwatchedChannels(
	ctx: MemberContext,
	devices: Facts[],
	nameOf: (deviceId: string) => string,
): Promise<AlertCoverage["unwatchedChannels"]> {
	const channels = await listedChannels(ctx, devices);
	const kinds = Map.groupBy(
		channels.filter(({ isWatched }) => !isWatched),
		({ quantity, unit }) => `${quantity} ${unit}`,
	);
	return [...kinds.values()]
		.flatMap((channels) => {
			const [first] = channels;
			if (!first) return [];
			const listed = createBest<NamedChannel>(listedOfEach, byDeviceName);
			for (const { id, name, deviceId, formula, computedAs } of channels) {
				const named = { id, name, deviceId, deviceName: nameOf(deviceId) };
				listed.offer({ ...named, ...(formula !== undefined && { formula, computedAs }) });
			}
			const { quantity, unit } = first;
			return [{ quantity, unit, count: channels.length, listed: listed.all() }];
		})
		.sort((a, b) => b.count - a.count);
}

type NamedChannel = AlertCoverage["unwatchedChannels"][number]["listed"][number];

const order = new Intl.Collator("en", { numeric: true });

function byDeviceName(one: NamedChannel, other: NamedChannel): number {
	return order.compare(one.deviceName, other.deviceName);
}

export async function getUnwatched({ ctx, input }: Call<GetUnwatched>): Promise<UnwatchedChannels> {
	const { quantity, unit } = input;
	const visible = devicesInScope(ctx);
	const isVisible = visible === "all" ? null : new Set(visible);
	const devices = listWatchFacts(ctx.db).filter(({ id }) => isVisible?.has(id) ?? true);
	const channels = await listedChannels(ctx, devices);
	const all = channels.filter((one) => one.quantity === quantity && one.unit === unit);
	const unwatched = all.filter(({ isWatched }) => !isWatched);
	const names = new Set(unwatched.map(({ name }) => name));
	const [name = null] = names;
	return {
		quantity,
		unit,
		channels: unwatched.length,
		// A name is useful only if it excludes other channels of these devices.
		name: names.size === 1 && all.length > unwatched.length ? name : null,
		isEvery: visible === "all" && unwatched.length > 0 && unwatched.length === all.length,
		deviceIds: [...new Set(unwatched.map(({ deviceId }) => deviceId))].slice(0, limits.devicesPerChange),
		hasRanges: unwatched.length > 0 && unwatched.every(({ min, max }) => min !== null && max !== null),
	};
}

async function listedChannels({ db, turnQueue }: MemberContext, devices: Facts[]): Promise<Listed[]> {
	const listed: Listed[] = [];
	for (let from = 0; from < devices.length; from += devicesPerSlice) {
		await turnQueue.next();
		appendAll(listed, listedOf(db, devices.slice(from, from + devicesPerSlice)));
	}
	return listed;
}

/** `isWatched`: a rule compares the channel's readings; silence and battery rules do not count. */
function listedOf(db: AccountDb, devices: Facts[]): Listed[] {
	const ids = devices.map(({ id }) => id);
	const groupIds = groupIdsOf(db, ids);
	const listed = listChannels(db, ids);
	const formula = channelFormulas(db, listed);
	const channels = Map.groupBy(listed, ({ deviceId }) => deviceId);
	return devices.flatMap((device) => {
		const own = channels.get(device.id) ?? [];
		const rows = rulesWatching(db, { id: device.id, groupIds: groupIds.get(device.id) ?? [] }).filter(comparesReadings);
		const watched = new Set(rows.flatMap((row) => watchedIds(db, row, { device, channels: own })));
		return own.map((channel) => ({ ...channel, isWatched: watched.has(channel.id), ...formula(channel.id) }));
	});
}

function comparesReadings({ rule: { condition } }: AlertRow): boolean {
	return channelsOf(condition).length > 0 && !isSilence(condition);
}

function watchedIds(db: AccountDb, row: AlertRow, compiled: Parameters<typeof watchedBy>[2]): string[] {
	const [choice] = channelsOf(row.rule.condition);
	if (!choice || !compiled.channels.some((channel) => isChosenChannel(choice, channel))) return [];
	return watchedBy(db, row, compiled).flatMap(({ channelId }) => channelId ?? []);
}
