import { type AlertCondition, channelsOf } from "../../shared/alert-rule";
import { eventValueWords } from "../../shared/alert-sentence";
import type { AccountDb } from "../base/context";
import { createNewId } from "../base/ids";
import { type AlertEventRow, findAlertEvent, type OpenSilence } from "../db/alert-event-rows";
import { findAlert } from "../db/alert-rows";
import { listChannels } from "../db/contact-rows";
import { findDevice, findDevices } from "../db/device-rows";
import { type KnownNotice, listNoticesAbout } from "../db/message-rows";
import type { Recipient } from "../db/message-schema";
import type { CauseFacts } from "../message/causes";
import { oweMessage } from "../message/owe-message";
import type { EventChange } from "./engine/step-run";

type AlertFacts = CauseFacts["alert"];
type TellStore = { db: AccountDb; now: number };

const aroundMs = 60 * 60 * 1000;

/**
 * Owes what opened or rose to the contacts of its rule; ends are owed where they are written. Call in the transaction
 * of the change, when it is known which silences are told of as one.
 */
export function oweChanges(store: TellStore, changes: readonly EventChange[]): void {
	for (const { event, kind, isNew } of changes) {
		if (!isNew && kind !== "rose") continue;
		const row = findAlertEvent(store.db, event.id);
		if (!row || !isTellable(row) || row.alertId === null || row.partOf !== null) continue;
		const rule = findAlert(store.db, row.alertId);
		if (!rule?.isEnabled) continue;
		const step = isNew ? 0 : nextStep(listNoticesAbout(store.db, { about: row.id, cause: "alert" }));
		const facts = factsOf(store.db, row, { kind: "first", value: isNew ? row.firedValue : row.lastValue });
		oweAll(store, row.id, { step, facts, recipients: usualRecipients(store.db, rule.contactIds) });
	}
}

/** Owes the end of an event to whoever was told of it or may still be; whether they were is decided when it is sent. */
export function oweEnd(store: TellStore, row: AlertEventRow): void {
	if (!isTellable(row)) return;
	if (!isOver(row) && row.acknowledgedAt !== null) return;
	const known = listNoticesAbout(store.db, { about: row.id, cause: "alert" });
	const alive = known.filter(isAlive);
	if (alive.length === 0) return;
	const recipients = [...new Map(alive.map(({ recipientKey, recipient }) => [recipientKey, recipient])).values()];
	const facts = factsOf(store.db, row, { kind: isOver(row) ? "recovered" : "ended", value: row.peak });
	oweAll(store, row.id, { step: nextStep(known), facts, recipients });
}

/** Owes an event of the account to the contacts of whatever rules its devices' silences are of; muted devices tell nobody. */
export function oweForMany(store: TellStore, eventId: string, parts: readonly OpenSilence[]): void {
	const { db, now } = store;
	const known = new Set(
		listNoticesAbout(db, { about: eventId, cause: "alert" }).map(({ recipient }) => idOf(recipient)),
	);
	const rules = new Map(
		[...new Set(parts.flatMap(({ alertId }) => alertId ?? []))].map((id) => [id, findAlert(db, id)]),
	);
	// Asked at each silence of very many: mostly everybody is told already.
	if ([...rules.values()].every((rule) => rule?.contactIds.every((id) => known.has(id)) ?? true)) return;
	const devices = findDevices(db, [...new Set(parts.flatMap(({ deviceId }) => deviceId ?? []))]);
	const muted = new Set(devices.filter((device) => isMuted(device, now)).map(({ id }) => id));
	const heard = parts.filter(({ deviceId }) => deviceId === null || !muted.has(deviceId));
	const wanted = heard.flatMap(({ alertId }) => rules.get(alertId ?? "")?.contactIds ?? []);
	const contactIds = wanted.filter((id) => !known.has(id));
	const row = findAlertEvent(db, eventId);
	if (!row || contactIds.length === 0) return;
	const facts = factsOf(db, row, { kind: "first", value: null });
	oweAll(store, row.id, { step: 0, facts, recipients: usualRecipients(db, contactIds) });
}

function idOf(recipient: Recipient): string | null {
	return recipient.to === "contact" ? recipient.contactId : null;
}

/** Whether it may yet be told, or was. */
export function isAlive({ droppedFor, state }: Pick<KnownNotice, "droppedFor" | "state">): boolean {
	return droppedFor === null && state !== "failed" && state !== "bounced" && state !== "suppressed";
}

/** Over by itself or by a person, and not only watched no longer. */
export function isOver({ endReason }: Pick<AlertEventRow, "endReason">): boolean {
	return endReason === "recovered" || endReason === "cleared";
}

export function isMuted({ mutedUntil }: { mutedUntil: number | Date | null }, now: number): boolean {
	return mutedUntil !== null && Number(mutedUntil) > now;
}

export function manySilentWords(devices: number): string {
	return `${devices} devices fell silent within 5 minutes.`;
}

/** What a message says of an event; of one that has ended the value is its worst. */
export function factsOf(
	db: AccountDb,
	row: AlertEventRow,
	{ kind, value }: { kind: AlertFacts["kind"]; value: number | null },
): AlertFacts {
	const { condition, ruleName, startedAt, endedAt } = row;
	const hasEnded = endedAt !== null;
	const rule = row.alertId === null ? null : findAlert(db, row.alertId);
	const sentence = row.deviceId === null ? manySilentWords(row.count) : row.sentence;
	return {
		...{ kind, severity: hasEnded ? row.worstSeverity : row.severity, ruleName, startedAt, endedAt },
		deviceName: row.deviceId === null ? null : (findDevice(db, row.deviceId)?.name ?? null),
		sentence: sentence.replace(/\.$/, ""),
		value:
			condition && value !== null
				? `${hasEnded ? "at worst " : ""}${wordsOf(condition, hasEnded ? row.peak : value)}`
				: null,
		instruction: rule?.description ?? "",
		path: pathOf(row),
		...(row.endReason === "cleared" && { isCleared: true }),
	};
}

function wordsOf(condition: AlertCondition, value: number): string {
	return eventValueWords(condition, value, channelsOf(condition));
}

/** The log of its device at that time. */
function pathOf({ deviceId, startedAt, lastAt, endedAt }: AlertEventRow): string {
	if (deviceId === null) return "/devices";
	return `/log/?device=${deviceId}&from=${startedAt - aroundMs}&to=${Math.max(endedAt ?? lastAt, startedAt) + aroundMs}`;
}

/** Imports tell nobody, nor does what was before messages. */
function isTellable({ isBeforeMessages, importId }: AlertEventRow): boolean {
	return !isBeforeMessages && importId === null;
}

function nextStep(known: readonly Pick<KnownNotice, "step">[]): number {
	return Math.max(-1, ...known.map(({ step }) => step)) + 1;
}

function usualRecipients(db: AccountDb, contactIds: readonly string[]): Recipient[] {
	return [...new Set(contactIds)].flatMap((contactId) =>
		listChannels(db, contactId).flatMap(({ channel, isDefault }): Recipient[] =>
			isDefault ? [{ to: "contact", contactId, channel }] : [],
		),
	);
}

type ToAll = { step: number; facts: AlertFacts; recipients: readonly Recipient[] };

function oweAll({ db, now }: TellStore, about: string, { step, facts, recipients }: ToAll): void {
	const store = { db, now, newId: createNewId(now) };
	for (const recipient of recipients) oweMessage(store, { cause: "alert", about, step, recipient, facts });
}
