import type {
	AlertDelivery,
	AlertEvent,
	AlertEventEnd,
	AlertMessageKind,
	AlertNote,
	NotQueuedReason,
} from "../../../shared/alert/alert";
import { spanAround } from "../../../shared/alert/alert-event-span";
import { channelsOf } from "../../../shared/alert/alert-rule";
import { isSilence } from "../../../shared/alert/conditions/no-data";
import { type EventKind, ofKind } from "../../../shared/alert/conditions/registry";
import { suppressionText } from "../../../shared/message/message";
import { storedText } from "../../../shared/words/said-text";
import { deliveryChannelLabels } from "../../entities/contact";
import { reportSearch } from "../../entities/report";
import type { ChipTone } from "../../ui/feedback/status-chip";

export function logSearchOf(event: AlertEvent) {
	const { from, to } = spanAround(event, Date.now());
	return { ...(event.deviceId !== null && { device: event.deviceId }), from: String(from), to: String(to) };
}

export function reportOfEvent(event: AlertEvent) {
	const { deviceId, deviceIds } = event;
	const span = spanAround(event, Date.now());
	return reportSearch({ type: "excursions", deviceIds: deviceId === null ? (deviceIds ?? []) : [deviceId], span });
}

const withinLimit = "the readings are back within the limit";
const noLongerSo = "what the rule says is no longer so";

const awaited: Record<EventKind, string> = {
	threshold: withinLimit,
	range: withinLimit,
	levels: withinLimit,
	statistic: withinLimit,
	repeated: withinLimit,
	rate: noLongerSo,
	stuck: "the readings change again",
	noData: "the device sends again",
	battery: "the battery is back above the limit",
	signal: "the signal is back above the limit",
	clockDrift: "the clock of the device is right again",
	sensorFault: "three good readings came in a row",
};

export function awaitedOf(events: Pick<AlertEvent, "condition">[]): string {
	const all = new Set(events.map(({ condition }) => awaitedAfter(condition)));
	const [only = noLongerSo] = all;
	return all.size === 1 ? only : "what each of them is about is over";
}

function awaitedAfter(condition: AlertEvent["condition"]): string {
	// The account's own event: many devices fell silent.
	if (condition === null) return "the devices send again";
	if (condition.kind === "noData" && condition.channels !== null) return "the channel has readings again";
	const isWithin = condition.kind === "range" && condition.is === "inside";
	const isOfDoor = condition.kind !== "sensorFault" && channelsOf(condition)?.quantity === "door";
	return isWithin || isOfDoor ? noLongerSo : ofKind(awaited, condition.kind);
}

export const endLabels: Record<AlertEventEnd, string> = {
	recovered: "Recovered",
	cleared: "Cleared by a person",
	ruleChanged: "The rule was changed",
	notWatched: "No longer watched by the rule",
	deleted: "The rule was deleted",
	calibrationChanged: "A calibration was changed",
	readingsMarked: "Readings were excluded or counted again",
	definitionChanged: "Computed otherwise",
};

type NoteLabel = { label: string; tone: ChipTone };

export const noteLabels: Record<AlertNote["kind"], NoteLabel> = {
	opened: { label: "Opened", tone: "bad" },
	rose: { label: "Severity rose", tone: "bad" },
	askedAgain: { label: "Not acknowledged any more", tone: "warn" },
	ruleChanged: { label: "Rule changed, event kept", tone: "info" },
	readingsChanged: { label: "Readings changed, event kept", tone: "info" },
	ended: { label: "Closed", tone: "ok" },
	cleared: { label: "Cleared", tone: "ok" },
	acknowledged: { label: "Acknowledged", tone: "warn" },
	comment: { label: "Comment", tone: "info" },
	muted: { label: "Messages", tone: "off" },
	notified: { label: "Message sent", tone: "info" },
	notNotified: { label: "Message not sent", tone: "off" },
	nobodyReached: { label: "Nobody reached", tone: "bad" },
};

export type StoryItem = { at: number; label: string; tone: ChipTone; author: string | null; text: string };

type Story = { event: AlertEvent; notes: AlertNote[]; wordsOf: (value: number) => string | null };

/** Readings, messages and people's actions in one list, oldest first. */
export function storyOf({ event, notes, wordsOf }: Story): StoryItem[] {
	const { startedAt, firedAt, firedValue, peakAt, peak, lastAt, lastValue, endedAt, condition } = event;
	const isOfSilence = isSilence(condition);
	const isOfSensor = condition?.kind === "sensorFault";
	const reading = (at: number, label: string, text: string): StoryItem => {
		return { at, label, tone: "info", author: null, text };
	};
	const valued = (at: number, label: string, value: number) => {
		const text = wordsOf(value);
		return text === null ? [] : [reading(at, label, text)];
	};
	const readings = [
		...(startedAt < firedAt ? [reading(startedAt, isOfSilence ? "Last received" : "Began", "")] : []),
		...valued(firedAt, "Value when it opened", firedValue),
		...(peakAt > firedAt && !isOfSilence && !isOfSensor ? valued(peakAt, "Worst value", peak) : []),
		...(lastAt > Math.max(isOfSensor ? firedAt : peakAt, firedAt) && !isOfSilence
			? valued(
					lastAt,
					`${endedAt === null ? "Latest" : "Last"} value ${isOfSensor ? "that cannot be right" : "beyond the limit"}`,
					lastValue,
				)
			: []),
	];
	const said = notes.map((note): StoryItem => {
		const { at, kind, author } = note;
		const text = storedText(note);
		const shown = author === null ? text.charAt(0).toUpperCase() + text.slice(1) : text;
		return { at, ...noteLabels[kind], author, text: shown };
	});
	return [...said, ...readings].sort((one, other) => one.at - other.at);
}

export const messageKindLabels: Record<AlertMessageKind, string> = {
	first: "Alert",
	reminder: "Reminder",
	escalation: "Escalation",
	recovered: "Message that it is over",
	ended: "Message that it is no longer watched",
	digest: "Summary after quiet hours",
};

export function deliveryText({ kind, channel, state, reason, error, others, isShared }: AlertDelivery): string {
	const shared = isShared ? " to another contact with the same address, once for both" : "";
	const what = `${messageKindLabels[kind]} by ${deliveryChannelLabels[channel]}${shared}`;
	const together = others > 0 ? `, in one message with ${others === 1 ? "one other" : `${others} others`}` : "";
	switch (state) {
		case "queued":
			return `${what}: waiting to be sent${together}.${error ? ` Last try: ${error}.` : ""}`;
		case "sending":
			return `${what}: being sent now${together}.`;
		case "sent":
			return `${what}: sent${together}.`;
		case "delivered":
			return `${what}: delivered${together}.`;
		case "failed":
			return `${what}: failed. ${error ?? "The provider gave no reason."}`;
		case "bounced":
			return `${what}: came back. ${error ?? "The address does not take mail."}`;
		case "suppressed":
			return `${what}: not sent. ${reason === null ? "" : suppressionText[reason]}`.trimEnd();
		case "unknown":
			return `${what}: nobody knows whether it was sent, as the sending was interrupted.`;
		case "mayHaveArrived": {
			const why = reason === null ? "" : ` It was not sent again: ${suppressionText[reason]}`;
			return `${what}: may have arrived, as the sending was interrupted.${why}`;
		}
	}
}

export const notQueuedTexts: Record<NotQueuedReason, string> = {
	beforeMessages: "Nothing was sent to anybody: the event is from before messages were on.",
	imported: "Nothing was sent to anybody: the event was found in an imported file.",
	notKept: "Messages of that time are no longer kept, so it is not known.",
	partOfMany:
		"This event was not sent separately. Many devices fell silent together; one event of the account reports them all.",
	ruleGone: "No message was recorded for this contact, and the rule is deleted.",
	ruleOff: "No message was recorded for this contact. The rule is off now.",
	notRecipient: "No message was recorded for this contact, who is not a recipient of the rule.",
	laterStep:
		"This contact gets a message only at a later step, and none was due: somebody acknowledged, or it ended before.",
	noUsualChannel: "No message was recorded for this contact, who has no channel for alerts.",
	recipientNow:
		"No message was recorded for this contact. The rule names the contact now; it may have been added, or its channel, since.",
};
