import type { AlertEvent } from "../../shared/alert/alert";
import { silentSeconds } from "../../shared/alert/alert-event-span";
import { comparesDuration, eventValueText } from "../../shared/alert/alert-sentence";
import type { EventCondition } from "../../shared/alert/conditions/registry";
import { hourMs } from "../../shared/base/durations";
import { idPrefixes } from "../../shared/base/ids";
import type { DeliveryChannel } from "../../shared/message/message";
import { messageTimeText, zoneOffsetMinutes } from "../../shared/time/time-zones";
import { toAlertEvents } from "../alert/alert-projection";
import { sentenceOf } from "../alert/alert-texts";
import { placeDetails } from "../alert/event-details";
import { readTrend } from "../alert/event-trend";
import { acknowledgeByLink, hasRoomForComment, muteByLink, testAcknowledgedBy } from "../alert/handle-events";
import type { AuditTargets } from "../base/context";
import { recordFault } from "../base/event-log";
import { type AlertEventRow, findAlertEvent, findAlertEvents } from "../db/alert-event-rows";
import { findAlert } from "../db/alert-rows";
import { findDevice } from "../db/device-rows";
import { findMessage } from "../db/message-rows";
import { isMuted } from "../db/mute-rows";
import { listNotices } from "../db/notice-rows";
import { replacedNotices } from "../db/storm-rows";
import type { LinkClaims } from "../keys/link-tokens";
import { formatsStyle } from "../message/recipient-style";
import { namePart } from "../message/templates/plain-text";
import type { LinkAction, LinkAlert, LinkContact, LinkPage, LinkStore, PageContent } from "./link-action";

const muteMs = hourMs;
const longestName = 100;

function noEvent({ say }: LinkContact): PageContent {
	return { title: say("event.gone"), text: [say("event.gone.why")], choices: [] };
}

export const acknowledgeAction: LinkAction = {
	targets: (store, claims) =>
		isOfSeveral(claims) ? { alertEvent: listedEvents(store, claims).map(({ id }) => id) } : eventOf(store, claims),
	view: (store, claims, contact) => {
		const { subject, recipient } = claims;
		if (isOfSeveral(claims)) return severalContent(store, claims, contact);
		const event = findAlertEvent(store.db, subject ?? "");
		const { say } = contact;
		if (!event) return noEvent(contact);
		const withComment = hasRoomForComment(store.db, event.id) && {
			choices: [{ value: "comment", label: say("comment.add"), asksNumber: recipient.channel !== "push" }],
			takesComment: true as const,
		};
		if (event.endedAt !== null) return { ...overContent(store, event, contact), ...withComment };
		const own = testAcknowledgedBy(store.db, event, recipient.contactId);
		const acknowledgedAt = event.acknowledgedAt ?? own?.at ?? null;
		if (acknowledgedAt !== null) {
			const time = timeText(acknowledgedAt, contact);
			const by = own ? own.by : event.acknowledgedBy;
			const person = by === null ? null : namePart(by, longestName);
			return {
				title: say("acknowledged", { name: nameOf(store, event) }),
				text: [
					sentenceOf(store.db, event, say.language),
					person === null ? say("acknowledged.byUser", { time }) : say("acknowledged.by", { person, time }),
				],
				choices: [],
				...withComment,
				alert: alertOf(store, event, contact),
			};
		}
		return {
			title: say("acknowledge.title", { name: nameOf(store, event) }),
			text: [sentenceOf(store.db, event, say.language), say("acknowledge.meaning")],
			// A push is encrypted for its browser, so no scanner reads it.
			choices: [{ value: "acknowledge", label: say("acknowledge"), asksNumber: recipient.channel !== "push" }],
			takesComment: true,
			alert: alertOf(store, event, contact),
		};
	},
	act: (store, claims, { contact, comment }) => {
		const one = findAlertEvent(store.db, claims.subject ?? "");
		const events = isOfSeveral(claims) ? listedEvents(store, claims) : [one].flatMap((event) => event ?? []);
		const { recipient } = claims;
		for (const event of events)
			acknowledgeByLink(store, event, { author: authorOf(contact, claims), comment, recipient });
	},
};

export const muteAction: LinkAction = {
	targets: eventOf,
	view: (store, { subject, recipient }, contact) => {
		const event = findAlertEvent(store.db, subject ?? "");
		const { say } = contact;
		if (!event) return noEvent(contact);
		if (event.endedAt !== null) return overContent(store, event, contact);
		if (isMuted(event, store.now)) {
			return {
				title: say("muted", { name: nameOf(store, event) }),
				text: [
					sentenceOf(store.db, event, say.language),
					say("muted.until", { time: timeText(event.mutedUntil ?? store.now, contact) }),
				],
				choices: [],
			};
		}
		return {
			title: say("mute.title", { name: nameOf(store, event) }),
			text: [sentenceOf(store.db, event, say.language), say("mute.meaning")],
			choices: [{ value: "mute", label: say("mute"), asksNumber: recipient.channel !== "push" }],
			...(hasRoomForComment(store.db, event.id) && { takesComment: true }),
			alert: alertOf(store, event, contact),
		};
	},
	act: (store, claims, { contact, comment }) => {
		const event = findAlertEvent(store.db, claims.subject ?? "");
		if (event) muteByLink(store, event, { author: authorOf(contact, claims), comment, until: store.now + muteMs });
	},
};

const mostNamed = 50;

function isOfSeveral({ subject }: LinkClaims): boolean {
	return subject?.startsWith(`${idPrefixes.message}_`) === true;
}

/** Returns the events that the message and the messages it replaced listed, but no later events. */
function listedEvents({ db }: LinkStore, { subject }: LinkClaims): AlertEventRow[] {
	const message = findMessage(db, subject ?? "");
	if (!message) return [];
	const listed = [...listNotices(db, message.id), ...replacedNotices(db, message)];
	const abouts = listed.flatMap(({ cause, about, droppedFor }) =>
		cause === "alert" && droppedFor === null ? about : [],
	);
	return findAlertEvents(db, [...new Set(abouts)]).filter(
		({ endedAt, acknowledgedAt }) => endedAt === null && acknowledgedAt === null,
	);
}

function severalContent(store: LinkStore, claims: LinkClaims, contact: LinkContact): PageContent {
	const { say } = contact;
	const events = listedEvents(store, claims);
	const count = events.length;
	if (count === 0) return { title: say("several.none"), text: [say("several.none.why")], choices: [] };
	const shown = events.slice(0, mostNamed).map((event) => {
		return say("several.one", { name: nameOf(store, event), sentence: sentenceOf(store.db, event, say.language) });
	});
	const more = count - shown.length;
	const asksNumber = claims.recipient.channel !== "push";
	return {
		title: say("several.title", { count }),
		text: [say("several.meaning"), ...shown, ...(more > 0 ? [say("several.more", { count: more })] : [])],
		choices: [{ value: "acknowledge", label: say("acknowledge"), asksNumber }],
		takesComment: true,
	};
}

function eventOf(_: LinkStore, { subject }: LinkClaims): AuditTargets {
	return { alertEvent: subject === null ? [] : [subject] };
}

const linkLabels: Record<DeliveryChannel, string> = {
	email: "e-mail link",
	sms: "SMS link",
	call: "call",
	push: "notification",
	slack: "Slack link",
	webhook: "webhook link",
	teams: "Teams link",
	telegram: "Telegram link",
	pagerduty: "PagerDuty link",
};

/** Others may use the link, so the name includes the link's channel. */
function authorOf({ fullName }: LinkContact, { recipient }: LinkClaims): string {
	return `${fullName} (${linkLabels[recipient.channel]})`;
}

function overContent(store: LinkStore, event: AlertEventRow, contact: LinkContact): PageContent {
	const { say } = contact;
	const time = timeText(event.endedAt ?? store.now, contact);
	return {
		title: say("event.over", { name: nameOf(store, event) }),
		text: [sentenceOf(store.db, event, say.language), say("event.over.since", { time })],
		choices: [],
	};
}

function nameOf({ db }: LinkStore, { deviceId, ruleName }: AlertEventRow): string {
	return namePart((deviceId === null ? null : findDevice(db, deviceId)?.name) ?? ruleName, longestName);
}

function alertOf(store: LinkStore, event: AlertEventRow, contact: LinkContact): LinkAlert {
	const [live] = toAlertEvents(store, [event]);
	const { say } = contact;
	const { details } = placeDetails(store, event, say.language);
	const { condition, severity } = event;
	const name = nameOf(store, event);
	const since = { severity, time: timeText(event.startedAt, contact) };
	const hasValue = live !== undefined && condition !== null && event.deviceId !== null;
	const rule = event.alertId === null ? null : findAlert(store.db, event.alertId);
	return {
		eventId: event.id,
		isCritical: event.severity === "critical",
		state: say(event.acknowledgedAt === null ? "state.open" : "state.acknowledged", since),
		place: details.site === "" ? name : say("place", { name, site: details.site }),
		value: hasValue ? valueText(condition, live, store.now, contact) : null,
		readAt: hasValue && !comparesDuration(condition) ? timeText(live.lastAt, contact) : null,
		limit: details.limit,
		instruction: condition?.kind === "sensorFault" ? "" : (rule?.description ?? ""),
	};
}

function valueText(condition: EventCondition, event: AlertEvent, now: number, { say, formats }: LinkContact): string {
	const value = silentSeconds(event, now) ?? event.lastValue;
	const text = eventValueText(condition, value, formatsStyle(formats, say.language));
	// A bare duration would read as time left.
	switch (condition.kind) {
		case "noData":
		case "stuck":
		case "clockDrift":
			return say(`value.${condition.kind}`, { span: text });
		case "sensorFault":
			return say("value.sensorFault", { value: text });
		case "threshold":
		case "range":
		case "levels":
		case "rate":
		case "statistic":
		case "repeated":
		case "battery":
		case "signal":
			return text;
	}
}

export async function withTrend(store: LinkStore, page: LinkPage): Promise<LinkPage> {
	const event = page.alert && findAlertEvent(store.db, page.alert.eventId);
	const { thing } = event ? placeDetails(store, event, page.language) : { thing: null };
	if (!page.alert || !event || thing === null) return page;
	try {
		const trend = await readTrend(store, event, thing);
		return trend === null ? page : { ...page, alert: { ...page.alert, course: trend } };
	} catch (error) {
		// The page must work without a trend.
		recordFault(error, "backend", { event: "picture-missing" });
		return page;
	}
}

function timeText(at: number, { timeZone, formats, say }: LinkContact): string {
	const offset = zoneOffsetMinutes(timeZone, at);
	return messageTimeText(at, offset, { ...formats, language: say.language });
}
