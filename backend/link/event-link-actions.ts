import type { AlertEvent } from "../../shared/alert/alert";
import { silentSeconds } from "../../shared/alert/alert-event-span";
import { channelsOf } from "../../shared/alert/alert-rule";
import { comparesDuration, eventValueText } from "../../shared/alert/alert-sentence";
import type { EventCondition, EventKind } from "../../shared/alert/conditions/registry";
import { hourMs } from "../../shared/base/durations";
import { valueStyleOf } from "../../shared/formats/reading-units";
import type { DeliveryChannel } from "../../shared/message/message";
import { messageTimeText, zoneOffsetMinutes } from "../../shared/time/time-zones";
import { sentenceOf } from "../alert/alert-notices";
import { toAlertEvents } from "../alert/alert-projection";
import { placeDetails } from "../alert/event-details";
import { readTrend } from "../alert/event-trend";
import { acknowledgeByLink, hasRoomForComment, muteByLink } from "../alert/handle-events";
import type { AuditTargets } from "../base/context";
import { recordFault } from "../base/event-log";
import { type AlertEventRow, findAlertEvent } from "../db/alert-event-rows";
import { findAlert } from "../db/alert-rows";
import { findDevice } from "../db/device-rows";
import { isMuted } from "../db/mute-rows";
import type { LinkClaims } from "../keys/link-tokens";
import { namePart } from "../message/templates/plain-text";
import type { LinkAction, LinkAlert, LinkContact, LinkPage, LinkStore, PageContent } from "./link-action";

const muteMs = hourMs;
const longestName = 100;

const noEvent: PageContent = {
	title: "This alert is no longer there",
	text: ["It was deleted, with its device or with the import that brought it. There is nothing to do."],
	choices: [],
};

export const acknowledgeAction: LinkAction = {
	targets: eventOf,
	view: (store, { subject, recipient }, contact) => {
		const event = findAlertEvent(store.db, subject ?? "");
		if (!event) return noEvent;
		const withComment = hasRoomForComment(store.db, event.id) && {
			choices: [{ value: "comment", label: "Add a comment", asksNumber: recipient.channel !== "push" }],
			takesComment: true as const,
		};
		if (event.endedAt !== null) return { ...overContent(store, event, contact), ...withComment };
		if (event.acknowledgedAt !== null) {
			const since = timeText(event.acknowledgedAt, contact);
			return {
				title: `Acknowledged: ${nameOf(store, event)}`,
				text: [
					sentenceOf(store.db, event),
					`Acknowledged by ${namePart(event.acknowledgedBy ?? "a user", longestName)}, ${since}. No more reminders are sent, and it stays open until it is over.`,
				],
				choices: [],
				...withComment,
				alert: alertOf(store, event, contact),
			};
		}
		return {
			title: `Acknowledge: ${nameOf(store, event)}`,
			text: [
				sentenceOf(store.db, event),
				"Acknowledge it if you take care of it: reminders and escalations stop for everyone.",
			],
			// A push is encrypted for its browser, so no scanner reads it.
			choices: [{ value: "acknowledge", label: "Acknowledge", asksNumber: recipient.channel !== "push" }],
			takesComment: true,
			alert: alertOf(store, event, contact),
		};
	},
	act: (store, claims, { contact, comment }) => {
		const event = findAlertEvent(store.db, claims.subject ?? "");
		if (event) acknowledgeByLink(store, event, { author: authorOf(contact, claims), comment });
	},
};

export const muteAction: LinkAction = {
	targets: eventOf,
	view: (store, { subject }, contact) => {
		const event = findAlertEvent(store.db, subject ?? "");
		if (!event) return noEvent;
		if (event.endedAt !== null) return overContent(store, event, contact);
		if (isMuted(event, store.now)) {
			return {
				title: `Muted: ${nameOf(store, event)}`,
				text: [
					sentenceOf(store.db, event),
					`Nothing is sent about it until ${timeText(event.mutedUntil ?? store.now, contact)}.`,
				],
				choices: [],
			};
		}
		return {
			title: `Mute for 1 hour: ${nameOf(store, event)}`,
			text: [
				sentenceOf(store.db, event),
				"For one hour no one gets messages about this alert. They resume after that, unless it is over.",
			],
			choices: [{ value: "mute", label: "Mute for 1 hour", asksNumber: true }],
			...(hasRoomForComment(store.db, event.id) && { takesComment: true }),
			alert: alertOf(store, event, contact),
		};
	},
	act: (store, claims, { contact, comment }) => {
		const event = findAlertEvent(store.db, claims.subject ?? "");
		if (event) muteByLink(store, event, { author: authorOf(contact, claims), comment, until: store.now + muteMs });
	},
};

function eventOf(_: LinkStore, { subject }: LinkClaims): AuditTargets {
	return { alertEvent: subject === null ? [] : [subject] };
}

const linkLabels: Record<DeliveryChannel, string> = {
	email: "e-mail link",
	sms: "SMS link",
	push: "notification",
	slack: "Slack link",
	webhook: "webhook link",
};

/** Others may use the link, so the name includes the link's channel. */
function authorOf({ fullName }: LinkContact, { recipient }: LinkClaims): string {
	return `${fullName} (${linkLabels[recipient.channel]})`;
}

function overContent(store: LinkStore, event: AlertEventRow, contact: LinkContact): PageContent {
	const at = timeText(event.endedAt ?? store.now, contact);
	return {
		title: `Over: ${nameOf(store, event)}`,
		text: [sentenceOf(store.db, event), `It has been over since ${at}. There is nothing to do.`],
		choices: [],
	};
}

function nameOf({ db }: LinkStore, { deviceId, ruleName }: AlertEventRow): string {
	return namePart((deviceId === null ? null : findDevice(db, deviceId)?.name) ?? ruleName, longestName);
}

const severityWords = { critical: "Critical", warning: "Warning", info: "Info" };

function alertOf(store: LinkStore, event: AlertEventRow, contact: LinkContact): LinkAlert {
	const [live] = toAlertEvents(store, [event]);
	const { details } = placeDetails(store, event);
	const { condition } = event;
	const acknowledged = event.acknowledgedAt === null ? "" : ", acknowledged";
	const hasValue = live !== undefined && condition !== null && event.deviceId !== null;
	const rule = event.alertId === null ? null : findAlert(store.db, event.alertId);
	return {
		eventId: event.id,
		isCritical: event.severity === "critical",
		state: `${severityWords[event.severity]}${acknowledged}, open since ${timeText(event.startedAt, contact)}`,
		place: [nameOf(store, event), ...(details.site === "" ? [] : [details.site])].join(", "),
		value: hasValue ? valueText(condition, live, store.now, contact) : null,
		readAt: hasValue && !comparesDuration(condition) ? timeText(live.lastAt, contact) : null,
		limit: details.limit,
		instruction: condition?.kind === "sensorFault" ? "" : (rule?.description ?? ""),
	};
}

/** A bare duration would read as time left. */
const spanWords: Partial<Record<EventKind, string>> = {
	noData: "No data for",
	stuck: "Unchanged for",
	clockDrift: "Clock wrong by",
	sensorFault: "Sent",
};

function valueText(condition: EventCondition, event: AlertEvent, now: number, { formats }: LinkContact): string {
	const value = silentSeconds(event, now) ?? event.lastValue;
	const text = eventValueText(condition, value, channelsOf(condition), valueStyleOf(formats));
	const words = spanWords[condition.kind];
	return words === undefined ? text : `${words} ${text}`;
}

export async function withTrend(store: LinkStore, page: LinkPage): Promise<LinkPage> {
	const event = page.alert && findAlertEvent(store.db, page.alert.eventId);
	const { thing } = event ? placeDetails(store, event) : { thing: null };
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

function timeText(at: number, { timeZone, formats }: LinkContact): string {
	const offset = zoneOffsetMinutes(timeZone, at);
	return messageTimeText(at, offset, formats);
}
