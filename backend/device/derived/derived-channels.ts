import { errorKey } from "../../../shared/base/error-key";
import type { DerivedDefinition } from "../../../shared/device/derived/definition";
import type {
	AddDerivedChannel,
	ChangeDerivedChannel,
	RemoveDerivedChannel,
} from "../../../shared/device/derived/inputs";
import { formulaOf, pairedFormula } from "../../../shared/device/derived/registry";
import type { Device } from "../../../shared/device/device";
import { type Said, said } from "../../../shared/log/said";
import type { Call, MemberContext } from "../../base/context";
import { domainError } from "../../base/errors";
import { type ChannelRow, listChannels, updateChannel } from "../../db/channel-rows";
import { putDerivedChannel, touchDerivedChannels } from "../../db/derived-channel-rows";
import { type DeviceRow, isSameValue } from "../../db/device-rows";
import { addReadingChange } from "../../db/reading-change-rows";
import { channelOrThrow, deviceOrThrow } from "../../group/scope";
import { changed } from "../change/change-text";
import { rowChange } from "../change/device-change";
import { writeDeviceChanges } from "../change/write-device-changes";
import { wholeDevice } from "../device-projection";
import {
	derivedTraits,
	nameIn,
	nameProblems,
	newDerivedProblems,
	problemsWithin,
	removeDerived,
	storeDerived,
	throwProblems,
	withDefaults,
} from "./store-derived";

/** Throws DEVICE_NOT_FOUND, DEVICE_ARCHIVED, CHANGED_MEANWHILE, and InputError by field of the definition. */
export async function addDerivedChannel({ ctx, input }: Call<AddDerivedChannel>): Promise<Device> {
	const { deviceId, name, definition } = input;
	ctx.audit.change({ device: [deviceId] }, () => {
		const { device, channels } = openDevice(ctx, input);
		throwProblems(newDerivedProblems(ctx.db, input, channels));
		const formula = formulaOf(definition, nameIn(channels));
		writeText(ctx, device, said("change.derivedAdded", { name, formula: { formula } }));
		storeDerived(ctx, deviceId, { name, definition, channels });
	});
	await ctx.watch.intervalsChanged([deviceId]);
	return wholeDevice(ctx, deviceOrThrow(ctx, deviceId));
}

/** Throws CHANNEL_NOT_FOUND, DEVICE_ARCHIVED, CHANGED_MEANWHILE, and InputError by field of the definition. */
export async function changeDerivedChannel({ ctx, input }: Call<ChangeDerivedChannel>): Promise<Device> {
	const { channelId } = input;
	const { channel, definition: before } = derivedOrThrow(ctx, channelId);
	const { deviceId } = channel;
	const name = input.name ?? channel.name;
	const change = ctx.audit.change({ device: [deviceId] }, () => {
		const { device, channels } = openDevice(ctx, { deviceId, version: input.version });
		const others = channels.filter(({ id }) => id !== channelId);
		throwProblems({
			...(input.definition.kind !== before.kind && { "definition.kind": errorKey("derived.otherKind") }),
			...nameProblems(name, others),
			...problemsWithin(input.definition, others),
		});
		const after = withDefaults(input.definition);
		const change = isSameValue(before, after) ? null : definitionChange(channels, { name, before, after });
		const texts = [...changed(said("field.channel"), channel.name, name), ...(change ? [change] : [])];
		if (texts.length === 0) return null;
		writeText(ctx, device, ...texts);
		updateChannel(ctx.db, { ...channel, name, ...(change && newTraits(channel, after, channels)) });
		if (change === null) return null;
		putDerivedChannel(ctx.db, { channelId, deviceId, definition: after, ...madeNow(ctx) });
		rereadDerived(ctx, [channel]);
		return change;
	});
	await ctx.watch.intervalsChanged([deviceId]);
	if (change) await derivedChanged(ctx, [channel], change);
	return wholeDevice(ctx, deviceOrThrow(ctx, deviceId));
}

function newTraits(channel: ChannelRow, definition: DerivedDefinition, channels: readonly ChannelRow[]) {
	const { quantity, unit, decimals } = derivedTraits(definition, channels);
	return unit === channel.unit ? { quantity, unit } : { quantity, unit, decimals };
}

type DefinitionChange = { name: string; before: DerivedDefinition; after: DerivedDefinition };

function definitionChange(channels: readonly ChannelRow[], { name, before, after }: DefinitionChange): Said {
	const [was, is] = [pairedFormula(before, nameIn(channels)), pairedFormula(after, nameIn(channels))];
	if (isSameValue(was, is)) return said("change.derivedOptions", { name });
	return said("change.derivedNow", { name, before: { formula: was }, after: { formula: is } });
}

/** Throws CHANNEL_NOT_FOUND, DEVICE_ARCHIVED, CHANGED_MEANWHILE. */
export async function removeDerivedChannel({ ctx, input }: Call<RemoveDerivedChannel>): Promise<Device> {
	const { channelId, version } = input;
	const { channel } = derivedOrThrow(ctx, channelId);
	const { deviceId } = channel;
	ctx.audit.change({ device: [deviceId] }, () => {
		const { device } = openDevice(ctx, { deviceId, version });
		writeText(ctx, device, said("change.derivedRemoved", { name: channel.name }));
		removeDerived(ctx, [channel]);
	});
	await ctx.watch.intervalsChanged([deviceId]);
	return wholeDevice(ctx, deviceOrThrow(ctx, deviceId));
}

function derivedOrThrow(ctx: MemberContext, channelId: string): { channel: ChannelRow; definition: DerivedDefinition } {
	const { channel } = channelOrThrow(ctx, channelId);
	if (!channel.derived) throw domainError("CHANNEL_NOT_FOUND", { channelId });
	return { channel, definition: channel.derived };
}

function openDevice(
	ctx: MemberContext,
	{ deviceId, version }: { deviceId: string; version: number },
): { device: DeviceRow; channels: ChannelRow[] } {
	const device = deviceOrThrow(ctx, deviceId);
	if (device.version !== version) throw domainError("CHANGED_MEANWHILE", { deviceId });
	if (device.archivedAt) throw domainError("DEVICE_ARCHIVED", { deviceId });
	return { device, channels: listChannels(ctx.db, [deviceId]) };
}

function writeText(ctx: MemberContext, device: DeviceRow, ...alsoSaid: Said[]): void {
	writeDeviceChanges(ctx, [{ ...rowChange(device, {}), alsoSaid }]);
}

/** Marks derived channels of one device as changed. Call in their transaction, and `derivedChanged` after it. */
export function rereadDerived<Rows extends readonly ChannelRow[]>(ctx: MemberContext, rows: Rows): Rows {
	const ids = rows.map(({ id }) => id);
	const [first] = rows;
	if (!first) return rows;
	touchDerivedChannels(ctx.db, ids, madeNow(ctx));
	const seq = ctx.readingStore.lastSeq();
	addReadingChange(ctx.db, { deviceId: first.deviceId, seq, from: null, to: null }, ctx.now);
	return rows;
}

function madeNow({ user, now }: MemberContext) {
	return { createdBy: user.id, createdAt: new Date(now) };
}

export async function derivedChanged(
	{ watch }: Pick<MemberContext, "watch">,
	rows: readonly ChannelRow[],
	text: Said,
): Promise<void> {
	for (const { deviceId, id: channelId } of rows)
		await watch.readingsChanged({ deviceId, channelId }, { reason: "definitionChanged", from: 0, to: null, text });
}
