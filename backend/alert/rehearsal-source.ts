import { channelsOf } from "../../shared/alert/alert-rule";
import type { GetRehearsalPage, RehearseAlert, RehearsedChannel } from "../../shared/alert/rehearsal";
import { dayMs } from "../../shared/base/durations";
import { largestOf } from "../../shared/base/lists";
import { dutySpans } from "../../shared/duty/turns";
import type { TimeWindows, WeeklyWindow } from "../../shared/time/time-windows";
import type { AccountDb, Call, MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { BadCursorError } from "../base/reading-store";
import { assertMayName, visibleContacts } from "../contact/contact-projection";
import { roleMembers } from "../contact/role-recipients";
import { type ChannelRow, listChannels, listIdsWithChannels } from "../db/channel-rows";
import { findContact } from "../db/contact-rows";
import { isGone } from "../db/deletion-rows";
import { findDevices } from "../db/device-rows";
import { listDeviceIds } from "../db/group-rows";
import { listRosters } from "../db/roster-rows";
import { channelFormulas } from "../device/derived/formulas";
import { deviceOrThrow, devicesInScope } from "../group/scope";
import { namedContactIds } from "./alert-recipients";
import { openingHours, silenceOf, toEngineDevice } from "./device-rules";
import { assertKinetic, assertReach } from "./edit-alerts";
import type { EngineDevice } from "./engine/observe";
import { leadOf } from "./engine/rehearse";
import { unpackState, usualIntervalMs } from "./engine/run-state";
import { type EngineRule, watchedRules } from "./engine/watched-rule";

export const devicesPerRehearsal = 10;

const readingsPerSlice = 5_000;

/** `readFrom`, `evaluateFrom`: epoch ms. */
export type HeadDevice = {
	id: string;
	name: string;
	engine: EngineDevice;
	channels: (ChannelRow & Pick<RehearsedChannel, "formula" | "computedAs">)[];
	offlineAfterMs: number;
	uploadIntervalMs: number;
	lastReceivedAt: number | null;
	channelIds: string[];
	readFrom: number;
	evaluateFrom: number;
};

export type HeadContact = {
	id: string;
	name: string;
	timeZone: string;
	quietHours: WeeklyWindow[];
	criticalBypassesQuiet: boolean;
	/** When the contact is on duty; null: always notified. */
	turns: { from: number; to: number }[] | null;
	/** The rule's hours if each recipient has their own; null otherwise. */
	hours: TimeWindows | null;
};

export type RehearsalHead = {
	rule: EngineRule;
	from: number;
	until: number;
	deviceCount: number;
	devices: HeadDevice[];
	contacts: HeadContact[];
	after: string | null;
};

/** The last rehearsal of each person; a newer one ends it at its next slice. */
const latest = new WeakMap<AccountDb, Map<string, string>>();

/** Throws as saving the rule does. */
export function getRehearsalHead({ ctx, input }: Call<RehearseAlert>): RehearsalHead {
	assertKinetic(input.rule);
	assertReach(ctx, input.scope);
	assertMayName(ctx, [input, { contactIds: [], contactGroupIds: [], rosterIds: input.notification?.rosterIds }]);
	const own = latest.get(ctx.db) ?? new Map<string, string>();
	latest.set(ctx.db, own.set(ctx.user.id, ctx.requestId));
	const until = ctx.now;
	const from = until - input.days * dayMs;
	const ids = watchedIds(ctx, input);
	const schedule = openingHours(ctx.db, input.rule.schedule);
	const rule = { ...input.rule, schedule, id: "draft", version: 1, severity: input.severity };
	const { devices, after } = nextDevices(ctx, rule, { ids, from, after: input.after });
	return {
		rule,
		from,
		until,
		deviceCount: ids.length,
		devices,
		contacts: contactsOf(ctx, input, { from, to: until }),
		after,
	};
}

export function watchedIds(ctx: MemberContext, { rule, scope }: Pick<RehearseAlert, "rule" | "scope">): string[] {
	const visible = devicesInScope(ctx);
	const wanted =
		scope === "all" ? "all" : "groupIds" in scope ? listDeviceIds(ctx.db, scope.groupIds) : scope.deviceIds;
	const sets = [visible, wanted].flatMap((ids) => (ids === "all" ? [] : [new Set(ids)]));
	return listIdsWithChannels(ctx.db, channelsOf(rule.condition)).filter((id) => sets.every((ids) => ids.has(id)));
}

type Found = { ids: string[]; from: number; after: string | undefined };

/** Omits devices without a value for the rule's limit. */
function nextDevices(ctx: MemberContext, rule: EngineRule, { ids, from, after }: Found) {
	const left = after === undefined ? ids : ids.filter((id) => id > after);
	const chosen = left.slice(0, devicesPerRehearsal);
	const rows = findDevices(ctx.db, chosen).filter((device) => !isGone(device, ctx.now));
	const listed = listChannels(ctx.db, chosen);
	const formula = channelFormulas(ctx.db, listed);
	const channels = Map.groupBy(listed, ({ deviceId }) => deviceId);
	const known = new Map(ctx.readingStore.watched(chosen).map((device) => [device.deviceId, device]));
	const devices = rows.flatMap((row): HeadDevice[] => {
		const own = channels.get(row.id) ?? [];
		const engine = toEngineDevice(row, own);
		const watched = watchedRules(rule, engine);
		if (watched.length === 0) return [];
		const { lastReceivedAt = null, watch = null, channelIds = [] } = known.get(row.id) ?? {};
		const state = unpackState(watch, channelIds);
		const usualMs = largestOf(watched.map((one) => usualIntervalMs(state, one)));
		const { offlineAfterMs, uploadIntervalMs } = silenceOf(row, { watched, lastReceivedAt });
		const { leadMs, lookbackMs } = leadOf(watched, usualMs);
		const named = watched.flatMap(({ channelId, observed }) => (observed.of === "silence" ? [] : (channelId ?? [])));
		return [
			{
				id: row.id,
				name: row.name,
				engine,
				channels: own.map((channel) => ({ ...channel, ...formula(channel.id) })),
				offlineAfterMs,
				uploadIntervalMs,
				lastReceivedAt,
				channelIds: named.length > 0 ? named : own.map(({ id }) => id),
				readFrom: from - leadMs - lookbackMs,
				evaluateFrom: from - leadMs,
			},
		];
	});
	return { devices, after: left.length > chosen.length ? (chosen.at(-1) ?? null) : null };
}

/** Rosters are taken as they are now, also for past turns. */
function turnsByContact({ db }: MemberContext, rosterIds: readonly string[], span: { from: number; to: number }) {
	const turns = new Map<string, { from: number; to: number }[]>();
	for (const { id, plan, overrides } of listRosters(db)) {
		if (!rosterIds.includes(id)) continue;
		for (const { contactId, from, to } of dutySpans({ plans: [{ from: 0, plan }], overrides }, span)) {
			if (contactId !== null) turns.set(contactId, [...(turns.get(contactId) ?? []), { from, to }]);
		}
	}
	return turns;
}

function contactsOf(
	ctx: MemberContext,
	{ rule: { schedule }, notification: { roles, rosterIds = [] } = {}, ...named }: RehearseAlert,
	span: { from: number; to: number },
): HeadContact[] {
	const members = roleMembers(ctx.db, { roles, about: "any" }).flatMap(({ contactIds }) => contactIds);
	const always = new Set([...namedContactIds(ctx.db, named), ...members]);
	const turns = turnsByContact(ctx, rosterIds, span);
	const wanted = new Set([...always, ...turns.keys()]);
	if (wanted.size === 0) return [];
	const ownHours = schedule?.zone === "contact" ? schedule : null;
	return visibleContacts(ctx).flatMap(({ id, fullName, timeZone, quietHours }) => {
		if (!wanted.has(id)) return [];
		const criticalBypassesQuiet = findContact(ctx.db, id)?.criticalBypassesQuiet ?? false;
		const hours = ownHours && { ...ownHours, zone: timeZone };
		const own = always.has(id) ? null : (turns.get(id) ?? []);
		return [{ id, name: fullName, timeZone, quietHours, criticalBypassesQuiet, turns: own, hours }];
	});
}

/** Times are differences to the previous reading; `age`: receipt minus reading time. */
export type RehearsalPage = {
	channel: number[];
	step: number[];
	age: number[];
	value: number[];
	nextCursor: string | null;
};

/** Throws TOO_MANY_REQUESTS if the caller began another rehearsal. */
export async function getRehearsalPage({ ctx, input }: Call<GetRehearsalPage>): Promise<RehearsalPage> {
	const begun = latest.get(ctx.db)?.get(ctx.user.id);
	if (begun !== undefined && begun !== ctx.requestId) throw domainError("TOO_MANY_REQUESTS");
	const { deviceId, channelIds, from, to, cursor } = input;
	deviceOrThrow(ctx, deviceId);
	const known = new Set(listChannels(ctx.db, [deviceId]).map(({ id }) => id));
	const missing = channelIds.find((id) => !known.has(id));
	if (missing !== undefined) throw domainError("CHANNEL_NOT_FOUND", { channelId: missing });
	const channels = channelIds.map((channelId) => ({ deviceId, channelId }));
	const request = { channels, from, to, order: "oldest-first" as const, limit: readingsPerSlice };
	try {
		const { readingAt, receivedAt, channel, value, nextCursor } = await ctx.readingStore.readSpan({
			...request,
			...(cursor !== undefined && { cursor }),
		});
		return {
			channel,
			value,
			nextCursor,
			step: readingAt.map((at, index) => at - (readingAt[index - 1] ?? 0)),
			age: receivedAt.map((received, index) => received - (readingAt[index] ?? 0)),
		};
	} catch (error) {
		if (error instanceof BadCursorError)
			throw new InputError({ cursor: "Not a cursor of this query" }, { cause: error });
		throw error;
	}
}
