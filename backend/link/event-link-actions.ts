import { hourMs } from "../../shared/durations";
import { formatOffset, formatTimestamp, zoneOffsetMinutes } from "../../shared/time-zones";
import { sentenceOf } from "../alert/alert-notices";
import { acknowledgeByLink, muteByLink } from "../alert/handle-events";
import type { AuditTargets } from "../base/context";
import { type AlertEventRow, findAlertEvent } from "../db/alert-event-rows";
import { findDevice } from "../db/device-rows";
import { isMuted } from "../db/mute-rows";
import type { LinkClaims } from "../keys/link-tokens";
import type { LinkAction, LinkContact, LinkStore, PageContent } from "./link-action";

const muteMs = hourMs;

const noEvent: PageContent = {
	title: "This alert is no longer there",
	text: ["It was deleted, with its device or with the import that brought it. There is nothing to do."],
	choices: [],
};

/** "I have it": reminders and escalations stop, and the event stays open. */
export const acknowledgeAction: LinkAction = {
	targets: eventOf,
	view: (store, { subject, recipient }, contact) => {
		const event = findAlertEvent(store.db, subject ?? "");
		if (!event) return noEvent;
		if (event.endedAt !== null) return overContent(store, event, contact);
		if (event.acknowledgedAt !== null) {
			const since = timeText(event.acknowledgedAt, contact);
			return {
				title: `Acknowledged: ${nameOf(store, event)}`,
				text: [
					sentenceOf(store.db, event),
					`Acknowledged by ${event.acknowledgedBy ?? "somebody"} ${since}. No more reminders are sent, and it stays open until it is over.`,
				],
				choices: [],
			};
		}
		return {
			title: `Acknowledge: ${nameOf(store, event)}`,
			text: [
				sentenceOf(store.db, event),
				`Open since ${timeText(event.startedAt, contact)}.`,
				"Acknowledge it if you take care of it: reminders and escalations stop, for everybody.",
			],
			// No scanner reads a push: it is encrypted for its browser, where a person presses a button.
			choices: [{ value: "acknowledge", label: "Acknowledge", asksNumber: recipient.channel !== "push" }],
			takesComment: true,
		};
	},
	act: (store, { subject }, { contact, comment }) => {
		const event = findAlertEvent(store.db, subject ?? "");
		if (event) acknowledgeByLink(store, event, { author: authorOf(contact), comment });
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
				`Open since ${timeText(event.startedAt, contact)}.`,
				"For an hour nothing is sent about this alert, to anybody. It goes on after that, unless it is over.",
			],
			choices: [{ value: "mute", label: "Mute for 1 hour", asksNumber: true }],
			takesComment: true,
		};
	},
	act: (store, { subject }, { contact, comment }) => {
		const event = findAlertEvent(store.db, subject ?? "");
		if (event) muteByLink(store, event, { author: authorOf(contact), comment, until: store.now + muteMs });
	},
};

function eventOf(_: LinkStore, { subject }: LinkClaims): AuditTargets {
	return { alertEvent: subject === null ? [] : [subject] };
}

function authorOf({ fullName }: LinkContact): string {
	return `the link sent to ${fullName}`;
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
	return (deviceId === null ? null : findDevice(db, deviceId)?.name) ?? ruleName;
}

function timeText(at: number, { timeZone, formats }: LinkContact): string {
	const offset = zoneOffsetMinutes(timeZone, at);
	return `${formatTimestamp(at, offset, formats)} (${formatOffset(offset)})`;
}
