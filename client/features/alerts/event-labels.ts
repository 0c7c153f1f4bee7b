import type { AlertDelivery, AlertEvent, AlertNote } from "../../../shared/alert/alert";
import { spanAround } from "../../../shared/alert/alert-event-span";
import { channelsOf } from "../../../shared/alert/alert-rule";
import { isSilence } from "../../../shared/alert/conditions/no-data";
import { type EventKind, ofKind } from "../../../shared/alert/conditions/registry";
import { storedText } from "../../../shared/log/said-text";
import { suppressionText } from "../../../shared/message/suppression-text";
import { deliveryChannelLabel } from "../../entities/contact";
import { reportSearch } from "../../entities/report";
import type { ChipTone } from "../../ui/feedback/status-chip";
import { t } from "../../words/made/alerts";

export function logSearchOf(event: AlertEvent) {
	const { from, to } = spanAround(event, Date.now());
	return { ...(event.deviceId !== null && { device: event.deviceId }), from: String(from), to: String(to) };
}

export function reportOfEvent(event: AlertEvent) {
	const { deviceId, deviceIds } = event;
	const span = spanAround(event, Date.now());
	return reportSearch({ type: "excursions", deviceIds: deviceId === null ? (deviceIds ?? []) : [deviceId], span });
}

const withinLimit = t("over.limit");
const noLongerSo = t("over.rule");

const awaited: Record<EventKind, string> = {
	threshold: withinLimit,
	range: withinLimit,
	levels: withinLimit,
	statistic: withinLimit,
	repeated: withinLimit,
	rate: noLongerSo,
	stuck: t("over.stuck"),
	noData: t("over.noData"),
	battery: t("over.battery"),
	signal: t("over.signal"),
	clockDrift: t("over.clockDrift"),
	sensorFault: t("over.sensorFault"),
};

export function awaitedOf(events: Pick<AlertEvent, "condition">[]): string {
	const all = new Set(events.map(({ condition }) => awaitedAfter(condition)));
	const [only = noLongerSo] = all;
	return all.size === 1 ? only : t("over.each");
}

function awaitedAfter(condition: AlertEvent["condition"]): string {
	// The account's own event: many devices fell silent.
	if (condition === null) return t("over.devices");
	if (condition.kind === "noData" && condition.channels !== null) return t("over.channel");
	const isWithin = condition.kind === "range" && condition.is === "inside";
	const isOfDoor = condition.kind !== "sensorFault" && channelsOf(condition)[0]?.quantity === "door";
	return isWithin || isOfDoor ? noLongerSo : ofKind(awaited, condition.kind);
}

type NoteLabel = { label: string; tone: ChipTone };

export const noteLabels: Record<AlertNote["kind"], NoteLabel> = {
	opened: { label: t("note.opened"), tone: "bad" },
	rose: { label: t("note.rose"), tone: "bad" },
	askedAgain: { label: t("note.unacknowledged"), tone: "warn" },
	ruleChanged: { label: t("note.ruleChanged"), tone: "info" },
	readingsChanged: { label: t("note.readingsChanged"), tone: "info" },
	ended: { label: t("note.closed"), tone: "ok" },
	cleared: { label: t("note.cleared"), tone: "ok" },
	acknowledged: { label: t("note.acknowledged"), tone: "warn" },
	comment: { label: t("note.comment"), tone: "info" },
	muted: { label: t("note.messages"), tone: "off" },
	assigned: { label: t("note.assigned"), tone: "info" },
	snoozed: { label: t("note.snoozed"), tone: "off" },
	notified: { label: t("note.sent"), tone: "info" },
	notNotified: { label: t("note.notSent"), tone: "off" },
	nobodyReached: { label: t("note.nobodyReached"), tone: "bad" },
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
		...(startedAt < firedAt
			? [reading(startedAt, isOfSilence ? t("moment.lastReceived") : t("moment.began"), "")]
			: []),
		...valued(firedAt, t("moment.opened"), firedValue),
		...(peakAt > firedAt && !isOfSilence && !isOfSensor ? valued(peakAt, t("moment.worst"), peak) : []),
		...(lastAt > Math.max(isOfSensor ? firedAt : peakAt, firedAt) && !isOfSilence
			? valued(lastAt, t(`moment.${endedAt === null ? "latest" : "last"}${isOfSensor ? "Wrong" : "Beyond"}`), lastValue)
			: []),
	];
	const said = notes.map((note): StoryItem => {
		const { at, kind, author } = note;
		const text = storedText(note);
		const shown = author === null ? text.charAt(0).toUpperCase() + text.slice(1) : text;
		return { at, ...noteLabels[kind], author, text: shown };
	});
	// A drill has no readings of its own.
	return (event.isDrill ? said : [...said, ...readings]).sort((one, other) => one.at - other.at);
}

export function deliveryText({
	kind,
	channel,
	state,
	reason,
	error,
	others,
	isShared,
	outcome,
}: AlertDelivery): string {
	const named = { kind: t(`messageKind.${kind}`), channel: deliveryChannelLabel(channel) };
	const what = isShared ? t("delivery.whatShared", named) : t("delivery.what", named);
	if (state === "sent" && outcome !== undefined) return t("delivery.call", { what, outcome });
	switch (state) {
		case "queued":
		case "sending":
		case "sent":
		case "delivered": {
			const text =
				others > 0 ? t(`delivery.${state}Together`, { what, count: others }) : t(`delivery.${state}`, { what });
			return state === "queued" && error ? t("delivery.lastTry", { text, error }) : text;
		}
		case "failed":
			return t("delivery.failed", { what, why: error ?? t("delivery.noReason") });
		case "bounced":
			return t("delivery.bounced", { what, why: error ?? t("delivery.noMail") });
		case "suppressed":
			return reason === null
				? t("delivery.suppressed", { what })
				: t("delivery.suppressedBecause", { what, why: suppressionText[reason] });
		case "unknown":
			return t("delivery.unknown", { what });
		case "mayHaveArrived":
			return reason === null
				? t("delivery.mayHaveArrived", { what })
				: t("delivery.mayHaveArrivedOnce", { what, why: suppressionText[reason] });
	}
}
