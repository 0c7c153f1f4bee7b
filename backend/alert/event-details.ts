import { eventValueText, limitLines, limitText } from "../../shared/alert/alert-sentence";
import type { EventCondition } from "../../shared/alert/conditions/registry";
import type { AlertLimit, AlertSeverity } from "../../shared/alert/conditions/terms";
import type { ValueStyle } from "../../shared/formats/display-formats";
import type { MessagesTranslate } from "../../shared/words/made/messages";
import { wordsIn } from "../../shared/words/made/messages-in";
import { type MemberContext, rereadReasons } from "../base/context";
import { recordFault } from "../base/event-log";
import { accountOrThrow, findUser } from "../db/account-rows";
import { type AlertEventRow, findAlertEvents } from "../db/alert-event-rows";
import { findAlert } from "../db/alert-rows";
import { type ChannelRow, findChannel } from "../db/channel-rows";
import { findContacts } from "../db/contact-rows";
import { type DeviceRow, findDevice } from "../db/device-rows";
import { groupIdsByDevice, listGroups } from "../db/group-rows";
import { listNoticesAbout } from "../db/notice-rows";
import type { AlertDetails } from "../message/alert-details";
import type { CauseNotice } from "../message/causes";
import type { Claim, ClaimedMessage } from "../message/claim-message";
import { recipientStyle } from "../message/recipient-style";
import { isAlive } from "./alert-notices";
import { toAlertEvents } from "./alert-projection";
import { noticesIn } from "./alert-texts";
import { limitValue } from "./engine/conditions/limits";
import { readTrend, type TrendChannel } from "./event-trend";

export type DetailStore = Pick<MemberContext, "db" | "now" | "readingStore">;

const groupsNamed = 5;

/** Adds an alert's current details to a message, in the recipient's language. On failure the message has no details. */
export async function withAlertDetails(store: DetailStore, claim: Claim): Promise<Claim> {
	if (claim.status !== "send") return claim;
	try {
		const { message } = claim;
		const alerts = await detailsByEvent(store, message);
		const notices = noticesIn(store.db, message.notices, message.addressee.language);
		return { ...claim, message: { ...message, notices, alerts } };
	} catch (error) {
		recordFault(error, "backend", { event: "alert-details-missing", messageId: claim.message.messageId });
		return claim;
	}
}

async function detailsByEvent(store: DetailStore, message: ClaimedMessage): Promise<Record<string, AlertDetails>> {
	const ids = message.notices.flatMap(({ cause, facts }) => (cause === "alert" ? facts.eventId : []));
	const rows = findAlertEvents(store.db, [...new Set(ids)]);
	// One picture per event would be too many.
	const isAlone = message.channel === "email" && rows.length === 1;
	const tests = message.notices.map((notice) => testDetails(store, notice, message));
	const details = rows.map(async (row) => {
		const own = ownDetails(store, row, message.addressee.language);
		const others = othersOf(store, { about: row.id, cause: "alert" }, message);
		const trend = isAlone && own.thing ? await readTrend(store, row, own.thing) : null;
		return [row.id, { ...own.details, others, course: trend }] as const;
	});
	return Object.fromEntries([...(await Promise.all(details)), ...(await Promise.all(tests)).flat()]);
}

/** `about` is a placeholder id: a test has no event. */
async function testDetails(
	store: DetailStore,
	{ cause, facts }: CauseNotice,
	message: ClaimedMessage,
): Promise<(readonly [id: string, details: AlertDetails])[]> {
	if (cause !== "alertTest") return [];
	const { alert, deviceId, channelId } = facts;
	const { eventId, ruleId, severity, startedAt, endedAt } = alert;
	const condition = (ruleId === null ? null : findAlert(store.db, ruleId))?.rule.condition ?? null;
	const { details, thing } = placeDetails(
		store,
		{ deviceId, channelId, condition, severity },
		message.addressee.language,
	);
	const span = { startedAt, endedAt, lastAt: startedAt };
	const trend = message.channel === "email" && thing ? await readTrend(store, span, thing) : null;
	const others = othersOf(store, { about: eventId, cause }, message);
	return [[eventId, { ...details, peak: null, others, course: trend }]];
}

export type DetailedEvent = Pick<AlertEventRow, "deviceId" | "channelId" | "condition" | "severity">;

export function placeDetails({ db }: Pick<DetailStore, "db">, event: DetailedEvent, language: string) {
	const device = event.deviceId === null ? null : findDevice(db, event.deviceId);
	const channel = event.channelId === null ? null : findChannel(db, event.channelId);
	const style = recipientStyle(accountOrThrow(db), language);
	const condition = event.condition && device ? withOwnLimits(event.condition, device, channel) : event.condition;
	const stored = condition ? limitLines(condition, { ...style, units: null }) : [];
	const thing: TrendChannel | null = channel && { channel, limits: stored.map(({ value }) => value), style };
	const groupIds = device ? (groupIdsByDevice(db, device.id).get(device.id) ?? []) : [];
	const details = {
		limit: condition ? limitWords(condition, event.severity, { style, say: wordsIn(language) }) : null,
		site: device?.site ?? "",
		groups: groupIds.length === 0 ? [] : listGroups(db, groupIds.slice(0, groupsNamed)).map(({ name }) => name),
		channel: channel?.name ?? null,
	};
	return { details, thing };
}

function ownDetails(store: DetailStore, row: AlertEventRow, language: string) {
	const { details, thing } = placeDetails(store, row, language);
	const [live] = toAlertEvents(store, [row]);
	const { condition } = row;
	const isOutdated = rereadReasons.some((reason) => reason === row.endReason);
	const hasValue = condition !== null && live !== undefined && row.deviceId !== null && !isOutdated;
	const style = recipientStyle(accountOrThrow(store.db), language);
	const peak = hasValue ? { text: eventValueText(condition, live.peak, style), at: live.peakAt } : null;
	return { details: { ...details, peak }, thing };
}

type Spoken = { style: ValueStyle; say: MessagesTranslate };

function limitWords(condition: EventCondition, severity: AlertSeverity, spoken: Spoken): string | null {
	if (condition.kind === "levels") {
		const reached = condition.levels.find((level) => level.severity === severity);
		const only = reached && { ...condition, levels: [reached] };
		return linesText(only ?? condition, spoken);
	}
	return linesText(condition, spoken);
}

function linesText(condition: EventCondition, { style, say }: Spoken): string | null {
	const [low, high] = limitLines(condition, style).map(({ limit }) => limit);
	if (low === undefined) return limitText(condition, style);
	return high === undefined ? say("alert.limit", { value: low }) : say("alert.limits", { low, high });
}

function withOwnLimits(condition: EventCondition, device: DeviceRow, channel: ChannelRow | null): EventCondition {
	const known = (limit: AlertLimit): AlertLimit => {
		const value = limitValue(limit, { device, channel });
		return value === null ? limit : { from: "value", value };
	};
	switch (condition.kind) {
		case "threshold":
		case "repeated":
		case "statistic":
			return { ...condition, limit: known(condition.limit) };
		case "range":
			return { ...condition, low: known(condition.low), high: known(condition.high) };
		case "levels": {
			const levels = condition.levels.map((level) => ({ ...level, limit: known(level.limit) }));
			return { ...condition, levels };
		}
		default:
			return condition;
	}
}

type About = Parameters<typeof listNoticesAbout>[1];

function othersOf({ db }: DetailStore, about: About, { contact, addressee }: ClaimedMessage): string[] {
	const recipients = listNoticesAbout(db, about)
		.filter(isAlive)
		.map(({ recipient }) => recipient);
	const contactIds = recipients.flatMap((each) => (each.to === "contact" ? each.contactId : []));
	const others = [...new Set(contactIds)].filter((contactId) => contactId !== contact?.contactId);
	const userIds = new Set(recipients.flatMap((each) => (each.to === "user" ? each.userId : [])));
	const users = [...userIds].flatMap((userId) => {
		const user = findUser(db, userId);
		return user && user.email !== addressee.address ? user.name : [];
	});
	return [...findContacts(db, others).map(({ fullName }) => fullName), ...users];
}
