import { errorKey } from "../../../shared/base/error-key";
import { limits, serverLimits } from "../../../shared/base/limits";
import { givenName } from "../../../shared/base/name-text";
import type { Channel, NewChannel } from "../../../shared/device/device";
import { channelNameKey, SerialNumber } from "../../../shared/device/device-terms";
import {
	acceptsSeries,
	type ChooseLineSeries,
	type ChosenSeries,
	type CountLineFilter,
	type GetLineSource,
	type LineSource,
	namedUnit,
	proposedDevice,
	type ReleaseLineSeries,
} from "../../../shared/device/line-series";
import { quantities } from "../../../shared/formats/units";
import { readSeriesText } from "../../../shared/ingest/line-protocol";
import { said } from "../../../shared/log/said";
import { addConfigEvent } from "../../activity/log-events";
import type { AccountDb, Call, MemberContext } from "../../base/context";
import { domainError, InputError } from "../../base/errors";
import { assertPlanRoom } from "../../billing/plan-limits";
import { insertChannels, listChannels } from "../../db/channel-rows";
import {
	type DeviceRow,
	findDevice,
	findDeviceBySerial,
	listDeviceNames,
	raiseDeviceVersions,
} from "../../db/device-rows";
import { deleteLineRules, type LineRuleRow, lineRulesOf, lineRulesOfChannels, saveLineRule } from "../../db/line-rows";
import { addDevice, assertRoom } from "../../device/create-devices";
import { integrationKeyOrThrow, keyManagerOrThrow } from "../../integration/router";
import { guessChannel } from "../guess-channel";

const listed = 200;

/** Returns the counts of an integration's lines. Throws INTEGRATION_KEY_NOT_FOUND. */
export async function getLineSource({ ctx, input }: Call<GetLineSource>): Promise<LineSource> {
	keyManagerOrThrow(ctx);
	const { id, lineFilters } = integrationKeyOrThrow(ctx, input.keyId);
	const { last, waiting, notStored } = ctx.lineSources.read(id, ctx.now);
	const words = input.find.trim().toLowerCase();
	const found = (series: string) => series.toLowerCase().includes(words);
	const matching = waiting
		.filter(({ series }) => found(series))
		.sort((one, other) => (one.series < other.series ? -1 : 1));
	const chosen = chosenOf(ctx.db, id).filter(({ series, device }) => found(series) || found(device));
	return {
		last,
		waiting: matching.slice(0, listed),
		waitingCount: matching.length,
		chosen: chosen.slice(0, listed),
		chosenCount: chosen.length,
		notStored,
		filters: lineFilters,
	};
}

/** How many waiting series the filter would accept. Throws INTEGRATION_KEY_NOT_FOUND. */
export async function countLineFilter({ ctx, input }: Call<CountLineFilter>): Promise<number> {
	keyManagerOrThrow(ctx);
	const { id } = integrationKeyOrThrow(ctx, input.keyId);
	return ctx.lineSources.read(id, ctx.now).waiting.filter(({ series }) => {
		const parts = readSeriesText(series);
		return parts !== null && proposedDevice(parts) !== null && acceptsSeries(input.filter, parts);
	}).length;
}

/** Series whose device or channel is gone wait, and are left out. */
function chosenOf(db: AccountDb, keyId: string): ChosenSeries[] {
	const rules = [...lineRulesOf(db, keyId).values()];
	const deviceIds = [...new Set(rules.map(({ deviceId }) => deviceId))];
	const names = listDeviceNames(db, deviceIds);
	const channels = new Map(listChannels(db, deviceIds).map((channel) => [channel.id, channel.name]));
	return rules.flatMap(({ series, deviceId, channelId }) => {
		const [device, channel] = [names.get(deviceId), channels.get(channelId)];
		return device === undefined || channel === undefined ? [] : { series, deviceId, device, channelId, channel };
	});
}

/** Values from now on are stored. Throws INTEGRATION_KEY_NOT_FOUND, DEVICE_NOT_FOUND and DEVICE_LIMIT. */
export async function chooseLineSeries({ ctx, input }: Call<ChooseLineSeries>): Promise<{ deviceId: string }> {
	keyManagerOrThrow(ctx);
	const key = integrationKeyOrThrow(ctx, input.keyId);
	const names = input.series.map(({ series }) => series);
	if (new Set(names).size < names.length) throw new InputError({ series: errorKey("lines.twice") });
	const values = new Map(ctx.lineSources.read(key.id, ctx.now).waiting.map(({ series, value }) => [series, value]));
	const wanted = input.series.map(({ series, channel }) => {
		if ("channelId" in channel) return { series, channelId: channel.channelId };
		const parts = readSeriesText(series);
		if (!parts) throw new InputError({ series: errorKey("lines.noSeries") });
		return { series, added: guessChannel(channel.name, values.get(series) ?? 0, namedUnit(parts)) };
	});
	const device = await targetDevice(ctx, input.device, wanted);
	ctx.audit.change({ device: [device.id] }, () => {
		const ids = channelsFor(ctx, device, wanted);
		assertFree(ctx.db, { keyId: key.id, names, ids });
		for (const [index, series] of names.entries()) {
			const channelId = ids[index];
			if (channelId === undefined) throw new Error("A series without a channel");
			const made = { createdBy: ctx.user.id, createdAt: new Date(ctx.now) };
			saveLineRule(ctx.db, { keyId: key.id, series, deviceId: device.id, channelId, ...made });
		}
		addConfigEvent(ctx, device.id, said("lines.chosen", { name: key.name, count: names.length }));
		ctx.audit.act({ integrationKey: [key.id] }, { device: device.name, series: names.length });
	});
	ctx.lineSources.chosen(key.id, names, ctx.now);
	ctx.invalidations.changed("devices", [device.id]);
	return { deviceId: device.id };
}

type Wanted = { series: string; channelId: string } | { series: string; added: NewChannel };

async function targetDevice(
	ctx: MemberContext,
	target: ChooseLineSeries["device"],
	wanted: Wanted[],
): Promise<DeviceRow> {
	if ("deviceId" in target) {
		const device = findDevice(ctx.db, target.deviceId);
		if (!device) throw domainError("DEVICE_NOT_FOUND", { deviceId: target.deviceId });
		if (device.archivedAt) throw new InputError({ device: errorKey("lines.archived") });
		return device;
	}
	const channels = wanted.flatMap((each) => ("added" in each ? each.added : []));
	const keys = new Set(channels.map(({ name }) => channelNameKey(name)));
	if (channels.length < wanted.length) throw new InputError({ series: errorKey("lines.channelGone") });
	if (keys.size < channels.length) throw new InputError({ series: errorKey("channelName.twice") });
	assertPlanRoom(ctx.db, "devices", { field: "device", now: ctx.now });
	assertRoom(ctx, 1);
	const parts = readSeriesText(wanted[0]?.series ?? "");
	const serial = SerialNumber.safeParse(givenName((parts && proposedDevice(parts)) ?? "") ?? "");
	const isFree = serial.success && !findDeviceBySerial(ctx.db, serial.data);
	const input = { name: target.name, channels, ...(isFree && { serialNumber: serial.data }) };
	const { device } = await addDevice(ctx, input, { createdBy: ctx.user.id });
	addConfigEvent(ctx, device.id, said("device.added"));
	ctx.invalidations.changed("groups", [device.id]);
	return device;
}

/** Adds missing channels. Returns the ids in the order of `wanted`. */
function channelsFor(ctx: MemberContext, device: DeviceRow, wanted: Wanted[]): string[] {
	const known = listChannels(ctx.db, [device.id]);
	const byName = new Map<string, Channel>(known.map((channel) => [channelNameKey(channel.name), channel]));
	const added: Channel[] = [];
	const ids = wanted.map((each) => {
		if ("channelId" in each) {
			const channel = known.find(({ id }) => id === each.channelId);
			if (!channel || channel.derived) throw new InputError({ series: errorKey("lines.channelGone") });
			return channel.id;
		}
		const { name, quantity } = each.added;
		const same = byName.get(channelNameKey(name));
		if (same?.derived) throw new InputError({ series: errorKey("channelName.twice") });
		if (same) return same.id;
		const { decimals } = quantities[quantity];
		const channel = { ...each.added, id: ctx.newId("channel"), decimals, min: null, max: null };
		byName.set(channelNameKey(name), channel);
		added.push(channel);
		return channel.id;
	});
	if (known.length + added.length > limits.channelsPerDevice) {
		throw new InputError({ series: errorKey("channel.tooManyOfDevice", { most: limits.channelsPerDevice }) });
	}
	insertChannels(ctx.db, device.id, added);
	// The device form sends all channels: the version keeps it from removing the new ones.
	if (added.length > 0) raiseDeviceVersions(ctx.db, [device.id]);
	return ids;
}

/** Two series of one channel would replace each other's readings of the same time. */
function assertFree(db: AccountDb, { keyId, names, ids }: { keyId: string; names: string[]; ids: string[] }): void {
	if (new Set(ids).size < ids.length) throw new InputError({ series: errorKey("lines.channelTwice") });
	const isOwn = (rule: LineRuleRow) => rule.keyId === keyId && names.includes(rule.series);
	const taken = lineRulesOfChannels(db, ids).find((rule) => !isOwn(rule));
	if (taken) throw new InputError({ series: errorKey("lines.channelTaken", { series: taken.series }) });
	const count = [...lineRulesOf(db, keyId).keys()].filter((series) => !names.includes(series)).length + names.length;
	if (count > serverLimits.lineSeries) {
		throw new InputError({ series: errorKey("lines.tooMany", { most: serverLimits.lineSeries }) });
	}
}

/** Their further values wait again. Stored readings stay. Throws INTEGRATION_KEY_NOT_FOUND. */
export async function releaseLineSeries({ ctx, input }: Call<ReleaseLineSeries>): Promise<void> {
	keyManagerOrThrow(ctx);
	const key = integrationKeyOrThrow(ctx, input.keyId);
	const rules = lineRulesOf(ctx.db, key.id);
	const released = [...new Set(input.series)].flatMap((series) => rules.get(series) ?? []);
	if (released.length === 0) return;
	ctx.audit.act({ integrationKey: [key.id] }, { series: released.length });
	deleteLineRules(
		ctx.db,
		key.id,
		released.map(({ series }) => series),
	);
	for (const deviceId of new Set(released.map((rule) => rule.deviceId))) {
		const count = released.filter((rule) => rule.deviceId === deviceId).length;
		addConfigEvent(ctx, deviceId, said("lines.released", { name: key.name, count }));
	}
}
