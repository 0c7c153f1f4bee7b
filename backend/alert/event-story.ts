import type {
	AlertDelivery,
	AlertEventDetail,
	AlertWhy,
	GetAlertEvent,
	GetAlertWhy,
	NotQueuedReason,
} from "../../shared/alert/alert";
import { rostersOf } from "../../shared/alert/alert-rule";
import { limitLines } from "../../shared/alert/alert-sentence";
import { dayMs } from "../../shared/base/durations";
import { largestOf, smallestOf } from "../../shared/base/lists";
import { retentionMs } from "../../shared/report/report-settings";
import type { AccountDb, Call, MemberContext } from "../base/context";
import { domainError } from "../base/errors";
import { contactOrThrow, visibleContactIds } from "../contact/contact-projection";
import { type AlertEventRow, listAlertNotes } from "../db/alert-event-rows";
import { findAlert } from "../db/alert-rows";
import { type ChannelRow, findChannel } from "../db/channel-rows";
import { findContacts } from "../db/contact-rows";
import { listDeviceNames } from "../db/device-rows";
import { evidenceInRowsMs, findEvidenceRetention } from "../db/evidence-rows";
import { groupIdsByDevice } from "../db/group-rows";
import type { MessageRow } from "../db/message-rows";
import { countAbouts, listNoticesAbout, listNoticesTo, type NoticeRow } from "../db/notice-rows";
import { contactKeyPrefix, recipientOfKey } from "../db/recipient-key";
import { limitsAhead } from "../device/limits-ahead";
import { channelLimits } from "../device/list/channel-limits";
import { messageEvidence } from "../evidence/message-evidence";
import { evidenceBetween } from "../evidence/read-evidence";
import { visibleGroupIds } from "../group/scope";
import type { CauseFacts } from "../message/causes";
import { visibleNotes } from "./alert-notices";
import { toAlertEvents } from "./alert-projection";
import { firstRecipients, namedContactIds } from "./alert-recipients";
import { eventsOrThrow } from "./handle-events";
import { forCaller } from "./inbox";

/** Reminders and delayed messages come at most this long after an event's end. */
const archivedAfterMs = 31 * dayMs;

export async function getEvent({ ctx, input }: Call<GetAlertEvent>): Promise<AlertEventDetail> {
	const row = eventOrThrow(ctx, input.eventId);
	const [event] = forCaller(ctx, toAlertEvents(ctx, [row]));
	if (!event) throw domainError("ALERT_EVENT_NOT_FOUND", input);
	const timeline = visibleNotes(listAlertNotes(ctx.db, row.id), visibleContactIds(ctx));
	const rule = ruleOf(ctx.db, row);
	const names = listDeviceNames(ctx.db, event.deviceIds ?? []);
	const channel = row.channelId === null ? null : findChannel(ctx.db, row.channelId);
	return {
		...event,
		timeline,
		hasRule: rule !== null,
		instruction: row.condition?.kind === "sensorFault" ? "" : (rule?.description ?? ""),
		channelName: channel?.name ?? null,
		...(channel && row.endedAt === null && (await aheadOf(ctx, row, channel))),
		devices: [...names].map(([id, name]) => ({ id, name })),
		contacts: concernedContacts(ctx, row, await archivedNotices(ctx, row)),
		...(rule && row.endedAt === null && { rosterIds: rostersOf(rule.notification) }),
	};
}

/** Next of the limits that the value has not passed: of the event's condition, as of its levels, and of the channel. */
async function aheadOf(
	ctx: MemberContext,
	{ condition }: AlertEventRow,
	channel: ChannelRow,
): Promise<Pick<AlertEventDetail, "ahead">> {
	const { id: channelId, deviceId, quantity, unit, decimals } = channel;
	const value = (await ctx.readingStore.latest([deviceId])).get(deviceId)?.values.get(channelId)?.value ?? null;
	if (value === null) return {};
	const groupIds = visibleGroupIds(ctx, groupIdsByDevice(ctx.db, deviceId).get(deviceId) ?? []);
	const [own] = channelLimits(ctx.db)({ id: deviceId, groupIds }, [channel]);
	const lines = condition?.kind === "levels" ? limitLines(condition) : [];
	const ends = (kind: "min" | "max", end: number | null | undefined) => [
		...lines.flatMap((line) => (line.kind === kind ? line.value : [])),
		...(end == null ? [] : [end]),
	];
	const high = smallestOf(ends("max", own?.high).filter((limit) => limit > value));
	const low = largestOf(ends("min", own?.low).filter((limit) => limit < value));
	const limits = { channelId, low: Number.isFinite(low) ? low : null, high: Number.isFinite(high) ? high : null };
	const [ahead] = await limitsAhead(ctx, [{ deviceId, quantity, limits, value }]);
	return ahead ? { ahead: { ...ahead, quantity, unit, decimals } } : {};
}

function eventOrThrow(ctx: MemberContext, eventId: string): AlertEventRow {
	const [row] = eventsOrThrow(ctx, [eventId]);
	if (!row) throw domainError("ALERT_EVENT_NOT_FOUND", { eventId });
	return row;
}

function ruleOf(db: AccountDb, { alertId }: AlertEventRow) {
	return alertId === null ? null : findAlert(db, alertId);
}

function concernedContacts(
	ctx: MemberContext,
	row: AlertEventRow,
	archived: ArchivedNotice[],
): AlertEventDetail["contacts"] {
	const queued = listNoticesAbout(ctx.db, { about: row.id, cause: "alert" }).flatMap(({ recipient }) =>
		recipient.to === "contact" ? recipient.contactId : [],
	);
	const visible = visibleContactIds(ctx);
	const rule = ruleOf(ctx.db, row);
	const named = rule === null ? [] : [rule, ...rule.notification.escalation];
	const formerly = archived.flatMap(({ notice }) => {
		const recipient = recipientOfKey(notice.recipientKey);
		return recipient?.to === "contact" ? recipient.contactId : [];
	});
	const ids = [...new Set([...named.flatMap((each) => namedContactIds(ctx.db, each)), ...queued, ...formerly])];
	return findContacts(
		ctx.db,
		ids.filter((id) => visible === "all" || visible.has(id)),
	).map(({ id, fullName }) => ({ id, name: fullName }));
}

export async function getWhy({ ctx, input }: Call<GetAlertWhy>): Promise<AlertWhy> {
	const row = eventOrThrow(ctx, input.eventId);
	const contact = contactOrThrow(ctx, input.contactId);
	const queued = listNoticesTo(ctx.db, { about: row.id, cause: "alert", contactId: contact.id });
	const prefix = contactKeyPrefix(contact.id);
	const archived = (await archivedNotices(ctx, row)).filter(({ notice }) => notice.recipientKey.startsWith(prefix));
	const deliveries = [
		...archived.map(({ notice, message, others }) => toDelivery({ notice, message }, others)),
		...queued.map((each) => toDelivery(each, countAbouts(ctx.db, each.message.id) - 1)),
	];
	return {
		contactName: contact.fullName,
		deliveries,
		notQueued: deliveries.length > 0 ? null : whyNotQueued(ctx, { row, contactId: contact.id }),
		partOf: row.partOf,
	};
}

type ArchivedNotice = { notice: NoticeRow; message: MessageRow; others: number };

async function archivedNotices(ctx: MemberContext, row: AlertEventRow): Promise<ArchivedNotice[]> {
	if (row.firedAt >= ctx.now - evidenceInRowsMs) return [];
	const until = (row.endedAt ?? ctx.now) + archivedAfterMs;
	const rows = await evidenceBetween(ctx, messageEvidence, { from: row.firedAt, to: until });
	return rows.flatMap(({ message, notices }) => {
		const others = new Set(notices.map(({ about, step }) => `${about} ${step}`)).size - 1;
		const own = notices.filter(({ about, cause }) => about === row.id && cause === "alert");
		return own.map((notice) => ({ notice, message, others }));
	});
}

function toDelivery({ notice, message }: { notice: NoticeRow; message: MessageRow }, others: number): AlertDelivery {
	const { kind } = notice.facts as CauseFacts["alert"]; // notices of this cause hold these facts
	const isLeftOut = notice.droppedFor !== null;
	const isLost = notice.lostAt !== null;
	const { channel, error, sentAt, settledAt, dueAt, reason, language, outcome } = message;
	return {
		kind,
		channel,
		queuedAt: notice.createdAt.getTime(),
		state: isLeftOut ? (isLost ? "mayHaveArrived" : "suppressed") : message.state,
		reason: notice.droppedFor ?? reason,
		error: isLeftOut ? null : error,
		...(outcome !== null && !isLeftOut && { outcome }),
		sentAt: isLeftOut ? null : (sentAt?.getTime() ?? null),
		settledAt: settledAt?.getTime() ?? null,
		dueAt: isLeftOut ? null : dueAt,
		language: isLeftOut ? null : language,
		others,
		isShared: notice.recipientKey !== message.recipientKey,
	};
}

function whyNotQueued(
	ctx: MemberContext,
	{ row, contactId }: { row: AlertEventRow; contactId: string },
): NotQueuedReason {
	const { db, now } = ctx;
	if (row.isBeforeMessages) return "beforeMessages";
	if (row.importId !== null) return "imported";
	if (row.partOf !== null) return "partOfMany";
	if (row.firedAt < now - retentionMs(findEvidenceRetention(db).kept)) return "notKept";
	const rule = ruleOf(db, row);
	// An account event has no rule: it goes to the contacts of its devices' rules.
	if (!rule) return row.alertId === null ? "notRecipient" : "ruleGone";
	const isOfLaterStep = rule.notification.escalation.some((step) => namedContactIds(db, step).includes(contactId));
	const first = firstRecipients(ctx, rule, row.deviceId);
	const hasChannel = first.some((each) => each.to === "contact" && each.contactId === contactId);
	const isNamed = hasChannel || namedContactIds(db, rule).includes(contactId);
	if (!isNamed) return isOfLaterStep ? "laterStep" : "notRecipient";
	if (!hasChannel) return "noUsualChannel";
	return rule.isEnabled ? "recipientNow" : "ruleOff";
}
