import { errorKey } from "../../../shared/base/error-key";
import { limits, serverLimits } from "../../../shared/base/limits";
import { type DerivedDefinition, mostDerivedOfDevice } from "../../../shared/device/derived/definition";
import type { NamedDefinition } from "../../../shared/device/derived/inputs";
import { definitionProblems, derivedKindOf } from "../../../shared/device/derived/registry";
import { channelNameKey } from "../../../shared/device/device-terms";
import type { AccountDb, MemberContext } from "../../base/context";
import { InputError } from "../../base/errors";
import { type ChannelRow, deleteChannels, insertChannels } from "../../db/channel-rows";
import { beginExportsAnew } from "../../db/data-export-rows";
import { allDerivedChannels, deleteDerivedChannels, putDerivedChannel } from "../../db/derived-channel-rows";
import { addReadingChange } from "../../db/reading-change-rows";

export type NewDerived = { name: string; definition: DerivedDefinition };

/** Why a device cannot get this channel, by field. Empty: it can. `channels`: all of the device. */
export function newDerivedProblems(
	db: AccountDb,
	{ name, definition }: NewDerived,
	channels: readonly ChannelRow[],
): Record<string, string> {
	return {
		...roomProblems(db, channels),
		...nameProblems(name, channels),
		...problemsWithin(definition, channels),
	};
}

function roomProblems(db: AccountDb, channels: readonly ChannelRow[]): Record<string, string> {
	const { channelsPerDevice } = limits;
	const { derivedChannels } = serverLimits;
	if (channels.filter(({ derived }) => derived).length >= mostDerivedOfDevice)
		return { definition: errorKey("derived.tooManyOfDevice", { most: mostDerivedOfDevice }) };
	if (channels.length >= channelsPerDevice)
		return { definition: errorKey("channel.tooManyOfDevice", { most: channelsPerDevice }) };
	if (allDerivedChannels(db).size < derivedChannels) return {};
	return { definition: fullProblem() };
}

/** The account can hold no more of them. */
export function fullProblem(): string {
	return errorKey("derived.tooMany", { most: serverLimits.derivedChannels });
}

export function nameProblems(name: string, others: readonly ChannelRow[]): Record<string, string> {
	const isTaken = others.some((channel) => channelNameKey(channel.name) === channelNameKey(name));
	return isTaken ? { name: errorKey("channelName.taken") } : {};
}

/** Throws InputError by field of the definition. */
export function assertDefinition(definition: DerivedDefinition, channels: readonly ChannelRow[]): void {
	throwProblems(problemsWithin(definition, channels));
}

export function throwProblems(problems: Record<string, string>): void {
	if (Object.keys(problems).length > 0) throw new InputError(problems);
}

export function problemsWithin(definition: DerivedDefinition, channels: readonly ChannelRow[]): Record<string, string> {
	const problems = Object.entries(definitionProblems(definition, channels));
	return Object.fromEntries(problems.map(([path, message]) => [`definition.${path}`, message]));
}

export function nameIn(channels: readonly Pick<ChannelRow, "id" | "name">[]): (channelId: string) => string {
	return (channelId) => channels.find(({ id }) => id === channelId)?.name ?? "?";
}

/** With defaults, so that a later default changes no stored definition. */
export function withDefaults(definition: DerivedDefinition): DerivedDefinition {
	const { standards } = derivedKindOf(definition);
	return { ...definition, options: { ...standards, ...definition.options } };
}

export function derivedTraits(definition: DerivedDefinition, channels: readonly ChannelRow[]) {
	const sources = definition.sources.flatMap(({ channelId }) => channels.find(({ id }) => id === channelId) ?? []);
	const { quantity, unit, decimals } = derivedKindOf(definition).channelOf(sources, definition.options);
	return { quantity, unit, decimals };
}

type Store = Pick<MemberContext, "db" | "now" | "newId"> & {
	user: Pick<MemberContext["user"], "id">;
	readingStore: Pick<MemberContext["readingStore"], "reserve" | "lastSeq">;
};

/** Call last in a transaction, with a definition without problems. Returns the channel's id. */
export function storeDerived(
	{ db, now, newId, user, readingStore }: Store,
	deviceId: string,
	{ name, definition, channels }: NewDerived & { channels: readonly ChannelRow[] },
): string {
	const channelId = newId("channel");
	const stored = withDefaults(definition);
	const traits = derivedTraits(stored, channels);
	insertChannels(db, deviceId, [{ id: channelId, name, ...traits, min: null, max: null }]);
	putDerivedChannel(db, {
		channelId,
		deviceId,
		definition: stored,
		createdBy: user.id,
		createdAt: new Date(now),
	});
	addReadingChange(db, { deviceId, seq: readingStore.lastSeq(), from: null, to: null }, now);
	readingStore.reserve(deviceId, [channelId]);
	return channelId;
}

/** Call last in a transaction. */
export function removeDerived(
	{ db, now, readingStore }: Omit<Store, "newId" | "user">,
	rows: readonly Pick<ChannelRow, "id" | "deviceId">[],
): void {
	const ids = rows.map(({ id }) => id);
	const seq = readingStore.lastSeq();
	for (const { deviceId } of rows) addReadingChange(db, { deviceId, seq, from: null, to: null }, now);
	deleteDerivedChannels(db, ids);
	beginExportsAnew(db);
	deleteChannels(db, ids);
}

/** Sources without such a channel have an empty id, which is a problem of the definition. */
export function namedOn(
	{ sources, driver, ...definition }: NamedDefinition,
	channels: readonly ChannelRow[],
): DerivedDefinition {
	const idOf = (name: string) =>
		channels.find((channel) => channelNameKey(channel.name) === channelNameKey(name))?.id ?? "";
	const found = sources.map(({ role, channelName }) => ({ role, channelId: idOf(channelName) }));
	return { ...definition, sources: found, driver: idOf(driver) };
}
