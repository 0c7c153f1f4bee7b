import { type AlertHours, channelsOf as channelsOfCondition } from "../../shared/alert/alert-rule";
import { isSilence } from "../../shared/alert/conditions/no-data";
import { dayMs } from "../../shared/base/durations";
import type { DerivedDefinition } from "../../shared/device/derived/definition";
import { offlineAfterSeconds } from "../../shared/device/device-status";
import type { TimeWindows } from "../../shared/time/time-windows";
import type { AccountDb } from "../base/context";
import { accountOrThrow } from "../db/account-rows";
import { type AlertRow, rulesWatching, silenceRulesWatching } from "../db/alert-rows";
import { type ChannelRow, listChannels } from "../db/channel-rows";
import type { DeviceRow } from "../db/device-rows";
import { groupIdsByDevice } from "../db/group-rows";
import type { DeviceSilence } from "./engine/deadlines";
import type { EngineChannel, EngineDevice } from "./engine/observe";
import { type Watched, watchedRules } from "./engine/watched-rule";
import { noteFaultyRule } from "./faulty-rules";

export type WatchedFacts = Pick<
	DeviceRow,
	| "id"
	| "timezoneOffset"
	| "timeZoneRule"
	| "metadata"
	| "loggingIntervalSeconds"
	| "uploadIntervalSeconds"
	| "offlineAfterSeconds"
	| "sends"
	| "archivedAt"
>;

/** An archived device is watched by no rule. */
export type DeviceRules = {
	watched: Watched[];
	rules: Map<string, AlertRow>;
	channels: ChannelRow[];
	/** Rules that cannot be built here. They watch nothing; their open events stay. */
	faulty: ReadonlySet<string>;
};

export function deviceRules(db: AccountDb, device: WatchedFacts): DeviceRules {
	const groupIds = groupIdsByDevice(db, device.id).get(device.id) ?? [];
	const rows = device.archivedAt ? [] : rulesWatching(db, { id: device.id, groupIds });
	if (rows.length === 0) return { watched: [], rules: new Map(), channels: [], faulty: new Set() };
	const channels = listChannels(db, [device.id]);
	return {
		...compiled(db, rows, { device, channels }),
		rules: new Map(rows.map((row) => [row.id, row])),
		channels,
	};
}

type SilenceRequest = {
	groupIds: readonly string[];
	channelsOf: (deviceId: string) => ChannelRow[];
	/** True: of rules that differ only in time, return the one that is due first. */
	isForNext: boolean;
};

export function silenceRules(
	db: AccountDb,
	device: WatchedFacts,
	{ groupIds, channelsOf, isForNext }: SilenceRequest,
): Pick<DeviceRules, "watched" | "rules"> {
	const all = device.archivedAt ? [] : silenceRulesWatching(db, { id: device.id, groupIds });
	const rows = isForNext ? withoutLater(all, device) : all;
	const isOfChannels = rows.some(({ rule }) => channelsOfCondition(rule.condition).length > 0);
	const { watched } = compiled(db, rows, { device, channels: isOfChannels ? channelsOf(device.id) : [] });
	return { watched, rules: new Map(rows.map((row) => [row.id, row])) };
}

type PlainSilence = { leastSeconds: number | null; hasUsual: boolean };

/** Keyed by list of rules, which most devices share; null: a rule is not that simple. */
const plainSilences = new WeakMap<readonly AlertRow[], PlainSilence | null>();

/** Returns ms from the last upload to the first deadline; null: none; undefined: use `nextDeadline`. */
export function plainSilenceMs(
	db: AccountDb,
	device: WatchedFacts,
	groupIds: readonly string[],
): number | null | undefined {
	const rows = silenceRulesWatching(db, { id: device.id, groupIds });
	const known = plainSilences.get(rows);
	const plain = known === undefined ? plainSilenceOf(rows) : known;
	if (known === undefined) plainSilences.set(rows, plain);
	if (!plain) return undefined;
	const usual = plain.hasUsual ? offlineAfterSeconds(device) : Number.POSITIVE_INFINITY;
	const seconds = Math.min(plain.leastSeconds ?? Number.POSITIVE_INFINITY, usual);
	return Number.isFinite(seconds) ? seconds * 1000 : null;
}

function plainSilenceOf(rows: readonly AlertRow[]): PlainSilence | null {
	const plain: PlainSilence = { leastSeconds: null, hasUsual: false };
	for (const { rule } of rows) {
		const { condition, schedule } = rule;
		if (!isSilence(condition) || condition.channels !== null || schedule !== null) return null;
		const { afterSeconds } = condition;
		if (afterSeconds === null) plain.hasUsual = true;
		else plain.leastSeconds = Math.min(plain.leastSeconds ?? afterSeconds, afterSeconds);
	}
	return plain;
}

function withoutLater(rows: readonly AlertRow[], device: WatchedFacts): readonly AlertRow[] {
	let first: { row: AlertRow; seconds: number } | null = null;
	const others: AlertRow[] = [];
	for (const row of rows) {
		const { condition, schedule } = row.rule;
		if (!isSilence(condition) || condition.channels !== null || schedule !== null) {
			others.push(row);
			continue;
		}
		const seconds = condition.afterSeconds ?? offlineAfterSeconds(device);
		if (first === null || seconds < first.seconds) first = { row, seconds };
	}
	return first ? [first.row, ...others] : others;
}

export function watchedBy(db: AccountDb, row: AlertRow, subject: CompiledFor): Watched[] {
	return compiled(db, [row], subject).watched;
}

type CompiledFor = { device: WatchedFacts; channels: ChannelRow[] };

/** Notes a rule that cannot be built and leaves it out: it must not fail an upload or another rule. */
function compiled(
	db: AccountDb,
	rows: readonly AlertRow[],
	{ device, channels }: CompiledFor,
): Pick<DeviceRules, "watched" | "faulty"> {
	const engineDevice = toEngineDevice(device, channels);
	const watched: Watched[] = [];
	const faulty = new Set<string>();
	for (const row of rows) {
		const built = builtRule(row, openingHours(db, row.rule.schedule), engineDevice);
		if ("error" in built) {
			faulty.add(row.id);
			noteFaultyRule(db, row.id, device.id);
		} else for (const one of built.watched) watched.push(one);
	}
	return { watched, faulty };
}

/** Reads nothing, so that no database error counts as the rule's. */
function builtRule(
	{ id, ruleVersion, severity, rule }: AlertRow,
	schedule: TimeWindows | null,
	device: EngineDevice,
): { watched: Watched[] } | { error: unknown } {
	try {
		return { watched: watchedRules({ ...rule, schedule, id, severity, version: ruleVersion }, device) };
	} catch (error) {
		return { error };
	}
}

/** Returns why a rule cannot be built for a device; null: it can. */
export function ruleError(db: AccountDb, row: AlertRow, device: WatchedFacts): { error: unknown } | null {
	const schedule = openingHours(db, row.rule.schedule);
	const built = builtRule(row, schedule, toEngineDevice(device, listChannels(db, [device.id])));
	return "error" in built ? built : null;
}

/** The hours in which an event can open; null: always, also if each recipient has their own hours. */
export function openingHours(db: AccountDb, schedule: AlertHours | null): TimeWindows | null {
	if (schedule === null || schedule.zone === "contact") return null;
	return { ...schedule, zone: schedule.zone === "account" ? accountOrThrow(db).timeZone : schedule.zone };
}

export function toEngineDevice(device: WatchedFacts, channels: ChannelRow[]): EngineDevice {
	const { timezoneOffset, timeZoneRule, metadata, loggingIntervalSeconds, uploadIntervalSeconds } = device;
	const clock = { timezoneOffset, timeZoneRule };
	const uses = channels.flatMap(({ derived }) => (derived?.kind === "use" ? derived : []));
	const facts = {
		clock,
		metadata,
		loggingIntervalSeconds,
		uploadIntervalSeconds,
		channels: uses.length === 0 ? channels : channels.map((channel) => withUse(channel, uses)),
		holdsMs: holdsMsOf(device),
	};
	return { ...facts, offlineAfterSeconds: offlineAfterSeconds(device) };
}

function withUse(channel: ChannelRow, uses: readonly DerivedDefinition[]): EngineChannel {
	const use = uses.find(({ sources }) => sources.some(({ channelId }) => channelId === channel.id));
	return use ? { ...channel, use } : channel;
}

/** How long a reading holds after the device's last sign of life, ms; null: the usual interval bounds pauses. */
export function holdsMsOf({ sends, offlineAfterSeconds: own }: Pick<WatchedFacts, "sends" | "offlineAfterSeconds">) {
	if (sends === "regular") return null;
	return own === null ? dayMs : own * 1000;
}

export function silenceOf(
	device: WatchedFacts,
	{ watched, lastReceivedAt }: Pick<DeviceSilence, "watched" | "lastReceivedAt">,
): DeviceSilence {
	const offlineAfterMs = offlineAfterSeconds(device) * 1000;
	return { watched, lastReceivedAt, offlineAfterMs, uploadIntervalMs: device.uploadIntervalSeconds * 1000 };
}
