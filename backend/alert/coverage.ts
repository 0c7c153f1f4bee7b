import type { AlertCoverage, SilentChannel } from "../../shared/alert/alert-coverage";
import { dayMs } from "../../shared/base/durations";
import { appendAll } from "../../shared/base/lists";
import { createBest } from "../../shared/overview/count-fleet";
import type { Call, MemberContext } from "../base/context";
import type { DeviceLatest } from "../base/reading-store";
import { visibleContacts } from "../contact/contact-projection";
import { stoppedAlerts } from "../contact/stopped-alerts";
import { type AlertRow, listAlerts } from "../db/alert-rows";
import { type ChannelRow, listChannels } from "../db/channel-rows";
import { listWatchFacts } from "../db/device-rows";
import { groupIdsOf } from "../db/membership-rows";
import { listSpentDeliveryChannels } from "../db/message-rows";
import { quotaDay } from "../db/message-share-rows";
import { deviceLacks } from "../device/device-lacks";
import { rosterGaps } from "../duty/roster-projection";
import { devicesInScope } from "../group/scope";
import { alertReaches, possibleContactIds } from "./alert-recipients";
import { visibleAlert, visibleFleet } from "./alert-scope";
import { unwatchedChannels } from "./unwatched-channels";

const listedOfEach = 100;
/** Takes about 10 ms of an object's thread. */
const devicesPerSlice = 250;

type Facts = ReturnType<typeof listWatchFacts>[number];

export async function getCoverage({ ctx }: Call): Promise<AlertCoverage> {
	const visible = devicesInScope(ctx);
	const isVisible = visible === "all" ? null : new Set(visible);
	const kept = await ctx.cachedDevices.at(ctx.now);
	const names = new Map(kept.devices.map(({ row }) => [row.id, row.name]));
	const name = (id: string) => names.get(id) ?? "";
	const devices = await watchFacts(
		ctx,
		[...names.keys()].filter((id) => isVisible?.has(id) ?? true),
	);
	const rules = visibleRules(ctx);
	const reachOf = alertReaches(ctx, rules);
	const toName = ({ id, name: ofRule }: AlertRow) => ({ id, name: ofRule });
	const reaches = rules.map((rule) => ({ rule, reach: reachOf(rule) }));
	const silent = await silentChannels(ctx, devices, name);
	const unwatched = await unwatchedChannels(ctx, devices, name);
	const unruled = (await withoutRule(ctx, devices)).map(({ id }) => ({ id, name: name(id) }));
	return {
		devicesWithoutRule: { count: unruled.length, listed: firstByName(unruled) },
		unwatchedChannels: unwatched,
		silentChannels: gapOf(silent),
		rulesWithoutContact: gapOf(
			reaches.flatMap(({ rule, reach }) => (reach === "nobody" || reach === "unverified" ? toName(rule) : [])),
		),
		rulesNotEvaluated: gapOf(rules.filter(({ fault }) => fault !== null).map(toName)),
		rulesAllQuiet: gapOf(reaches.flatMap(({ rule, reach }) => (reach === "quiet" ? toName(rule) : []))),
		rosterGaps: gapOf(rosterGaps(ctx)),
		contactsNeverTested: gapOf(neverTested(ctx, rules)),
		stoppedAlerts: gapOf(stoppedOf(ctx, rules)),
		spentChannels: gapOf(spentChannels(ctx)),
		deviceCount: devices.length,
		ruleCount: rules.length,
	};
}

async function watchFacts({ db, turnQueue }: MemberContext, ids: string[]): Promise<Facts[]> {
	const found: Facts[] = [];
	for (let from = 0; from < ids.length; from += devicesPerSlice) {
		await turnQueue.next();
		appendAll(found, listWatchFacts(db, ids.slice(from, from + devicesPerSlice)));
	}
	return found;
}

const order = new Intl.Collator("en", { numeric: true });

function gapOf<Row>(rows: Row[]): { count: number; listed: Row[] } {
	return { count: rows.length, listed: rows.slice(0, listedOfEach) };
}

function firstByName<Row extends { name: string }>(rows: Row[]): Row[] {
	const first = createBest<Row>(listedOfEach, (one, other) => order.compare(one.name, other.name));
	for (const row of rows) first.offer(row);
	return first.all();
}

function visibleRules(ctx: MemberContext): AlertRow[] {
	const fleet = visibleFleet(ctx);
	return listAlerts(ctx.db).filter((rule) => rule.isEnabled && visibleAlert(rule, fleet) !== null);
}

async function withoutRule({ db, now, turnQueue }: MemberContext, devices: Facts[]): Promise<Facts[]> {
	const lacksOf = deviceLacks(db, now);
	const found: Facts[] = [];
	for (let from = 0; from < devices.length; from += devicesPerSlice) {
		await turnQueue.next();
		const some = devices.slice(from, from + devicesPerSlice);
		const groupIds = groupIdsOf(
			db,
			some.map(({ id }) => id),
		);
		appendAll(
			found,
			some.filter(({ id }) => lacksOf({ id, groupIds: groupIds.get(id) ?? [] }).includes("rule")),
		);
	}
	return found;
}

async function silentChannels(
	ctx: MemberContext,
	devices: Facts[],
	nameOf: (deviceId: string) => string,
): Promise<SilentChannel[]> {
	const silent: Omit<SilentChannel, "deviceName">[] = [];
	for (let from = 0; from < devices.length; from += devicesPerSlice) {
		await ctx.turnQueue.next();
		appendAll(silent, await silentOfDevices(ctx, devices.slice(from, from + devicesPerSlice)));
	}
	return silent
		.map((channel) => ({ ...channel, deviceName: nameOf(channel.deviceId) }))
		.sort((a, b) => (a.lastAt ?? 0) - (b.lastAt ?? 0) || order.compare(a.deviceName, b.deviceName));
}

async function silentOfDevices(
	{ db, readingStore }: MemberContext,
	devices: Facts[],
): Promise<Omit<SilentChannel, "deviceName">[]> {
	const latest = await readingStore.latest(devices.map(({ id }) => id));
	const listed = listChannels(
		db,
		devices.map(({ id }) => id),
	);
	const channels = Map.groupBy(listed, ({ deviceId }) => deviceId);
	return devices.flatMap((device) => {
		const known = latest.get(device.id);
		const silent = known ? (channels.get(device.id) ?? []).flatMap((channel) => silentOf(device, channel, known)) : [];
		return silent;
	});
}

function silentOf(
	{ loggingIntervalSeconds, uploadIntervalSeconds }: Facts,
	{ id, name, deviceId, derived }: ChannelRow,
	{ lastReceivedAt, lastReadingAt, values }: DeviceLatest,
): Omit<SilentChannel, "deviceName">[] {
	const lastAt = values.get(id)?.at ?? null;
	const tolerableMs = Math.max(dayMs, 3_000 * Math.max(loggingIntervalSeconds, uploadIntervalSeconds));
	// Nothing is expected of a device whose readings all came in files.
	if (lastReceivedAt === null || lastReadingAt === null) return [];
	if (derived) return [];
	if (lastAt !== null && lastReadingAt - lastAt <= tolerableMs) return [];
	return [{ id, name, deviceId, lastAt }];
}

/** Opt-outs of the rule's recipients, for this rule or all alerts. */
export function stoppedOfRule(ctx: MemberContext, row: AlertRow) {
	return stoppedOf(ctx, [row]);
}

function stoppedOf(ctx: MemberContext, rules: AlertRow[]) {
	const named = new Set(rules.flatMap((rule) => possibleContactIds(ctx, rule)));
	const ruleIds = new Set(rules.map(({ id }) => id));
	const contacts = new Map(
		visibleContacts(ctx).flatMap(({ id, fullName }) => (named.has(id) ? [[id, fullName] as const] : [])),
	);
	return stoppedAlerts(ctx, { contacts, isRuleSeen: (id) => ruleIds.has(id) });
}

function spentChannels({ db, now }: MemberContext) {
	const { dayStart, dayEnd } = quotaDay(now);
	return listSpentDeliveryChannels(db, new Date(dayStart)).map((channel) => ({ channel, until: dayEnd }));
}

function neverTested(ctx: MemberContext, rules: readonly AlertRow[]): { id: string; name: string }[] {
	const named = new Set(rules.flatMap((rule) => possibleContactIds(ctx, rule)));
	return visibleContacts(ctx).flatMap(({ id, fullName, lastNotifiedAt }) => {
		return named.has(id) && lastNotifiedAt === null ? [{ id, name: fullName }] : [];
	});
}
