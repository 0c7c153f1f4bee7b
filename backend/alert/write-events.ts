import type { AlertEventEnd } from "../../shared/alert/alert";
import { silentSeconds } from "../../shared/alert/alert-event-span";
import { ruleSentence } from "../../shared/alert/alert-sentence";
import { isSilence } from "../../shared/alert/conditions/no-data";
import type { EventCondition } from "../../shared/alert/conditions/registry";
import type { AlertSeverity } from "../../shared/alert/conditions/terms";
import type { LogEvent } from "../../shared/log/log";
import { type Said, type SaidValue, said } from "../../shared/log/said";
import { type Statement, saidText, storedOf } from "../../shared/log/said-text";
import { type AccountDb, type Invalidations, wholeAccount } from "../base/context";
import { createNewId, type NewId } from "../base/ids";
import {
	type AlertEventRow,
	deleteEventsOfImport,
	findAlertEvent,
	insertAlertEvent,
	updateAlertEvent,
} from "../db/alert-event-rows";
import type { AlertRow } from "../db/alert-rows";
import { deleteLogEvent, insertLogEvent } from "../db/log-event-rows";
import { addNote, manySilent } from "./alert-notices";
import type { EngineEvent } from "./engine/run-state";
import type { EventChange } from "./engine/step-run";
import { sendEventNews } from "./event-news";
import type { SensorFaultRow } from "./fault-rules";
import { queueEnd } from "./queue-alerts";
import { isSameRise, notifyAgain } from "./severity-rises";

export type EventStore = { db: AccountDb; invalidations: Invalidations; now: number };

/** `isPast`: behind the frontier; `isBeforeMessages`: notifies no one. */
export type EventOrigin = { importId: string | null; isPast: boolean; isBeforeMessages: boolean };

export const liveOrigin: EventOrigin = { importId: null, isPast: false, isBeforeMessages: false };

type Writing = {
	deviceId: string;
	rowOf: (event: EngineEvent) => AlertRow | SensorFaultRow | undefined;
	origin: EventOrigin;
};

/** Returns the changes to notify of. Call in the transaction of the readings. */
export function writeEventChanges(
	store: EventStore,
	{ deviceId, rowOf, origin }: Writing,
	changes: readonly EventChange[],
): EventChange[] {
	const toNotify: EventChange[] = [];
	for (const change of changes) {
		const { event, kind, isNew } = change;
		if (isNew) {
			const rule = rowOf(event);
			if (rule) openEvent(store, rule, { deviceId, event, origin });
		} else if (kind === "ended") endEvent(store, event, "recovered");
		else if (!moveSeverity(store, event, kind)) continue;
		toNotify.push(change);
	}
	if (changes.length > 0) invalidateEvent(store, deviceId);
	return toNotify;
}

export function invalidateEvent({ invalidations }: Pick<EventStore, "invalidations">, deviceId: string | null): void {
	const of = deviceId === null ? ("all" as const) : [deviceId];
	invalidations.changed("alerts", of);
	invalidations.changed("log", of);
	invalidations.changed("devices", of);
}

export const untouched = {
	endedAt: null,
	endReason: null,
	isPast: false,
	isClockWrong: false,
	unread: null,
	crossings: null,
	staleSince: null,
	importId: null,
	isBeforeMessages: false,
	isDrill: false,
	rosterId: null,
	acknowledgedAt: null,
	acknowledgedBy: null,
	mutedUntil: null,
	assigneeId: null,
	partOf: null,
} satisfies Partial<AlertEventRow>;

type Opening = { deviceId: string; event: EngineEvent; origin: EventOrigin };

function openEvent(store: EventStore, rule: AlertRow | SensorFaultRow, { deviceId, event, origin }: Opening): void {
	const row: AlertEventRow = {
		...untouched,
		...engineFacts(event),
		id: event.id,
		alertId: rule.id,
		deviceId,
		channelId: event.channelId,
		ruleVersion: event.ruleVersion,
		ruleName: rule.name,
		sentence: ruleSentence(rule.rule),
		said: ruleSaid(rule.rule),
		condition: rule.rule.condition,
		startedAt: event.startedAt,
		firedAt: event.firedAt,
		firedValue: event.firedValue,
		isClockWrong: event.isClockWrong,
		endReason: event.endedAt === null ? null : "recovered",
		crossings: event.crossings,
		isPast: origin.isPast || event.endedAt !== null,
		importId: origin.importId,
		isBeforeMessages: origin.isBeforeMessages,
	};
	insertAlertEvent(store.db, row);
	const text = beginText(row);
	addNote(store.db, row.id, { at: row.firedAt, kind: "opened", text });
	addAlertLine(store.db, row, { at: row.firedAt, level: levelOf(row.worstSeverity), text });
	sendEventNews(store, row.id, "alert.opened");
	if (row.endedAt !== null && row.crossings === null)
		recordEnd(store.db, row, { at: row.endedAt, author: null, text: endText(row) });
}

export function ruleSaid({ condition, forSeconds }: { condition: EventCondition; forSeconds: number }): Said {
	return said("alert.sentence", { rule: { rule: { condition, forSeconds } } });
}

function beginText({
	sentence,
	said: data,
	crossings,
	startedAt,
	endedAt,
	condition,
	peak,
}: Omit<AlertEventRow, "id" | "deviceId">): Statement {
	const rule = data ?? sentence;
	if (crossings === null) return rule;
	const span = { span: (endedAt ?? startedAt) - startedAt };
	return said("alert.crossed", { rule, count: crossings, span, value: eventValue({ condition }, peak) });
}

function moveSeverity(store: EventStore, event: EngineEvent, kind: "opened" | "rose" | "fell"): boolean {
	const row = findAlertEvent(store.db, event.id);
	if (!row) return false;
	updateAlertEvent(store.db, row.id, engineFacts(event));
	if (kind !== "rose") return false;
	const text = said("alert.now", { severity: event.severity, value: eventValue(row, event.lastValue) });
	addNote(store.db, row.id, { at: event.lastAt, kind: "rose", text });
	addAlertLine(store.db, row, { at: event.lastAt, level: levelOf(event.severity), text });
	sendEventNews(store, row.id, "alert.rose");
	if (isSameRise(store, row, event.severity)) return false;
	if (row.acknowledgedAt !== null) notifyAgain(store, row);
	return true;
}

/** An event's final values; null: as in its row. */
type LastFacts = Pick<EngineEvent, "id" | "endedAt"> & Partial<EngineEvent>;

function endEvent(store: EventStore, event: EngineEvent, endReason: AlertEventEnd): void {
	const row = findAlertEvent(store.db, event.id);
	if (row) closeEvent(store, row, { facts: event, endReason });
}

type Closing = { facts: LastFacts | null; endReason: AlertEventEnd; author?: string | null; text?: Statement };

export function closeEvent(
	{ db, now }: EventStore,
	before: AlertEventRow,
	{ facts, endReason, author = null, text }: Closing,
): void {
	if (before.endedAt !== null) return;
	const endedAt = facts?.endedAt ?? now;
	const known = { ...before, ...(facts && lastFacts(facts)), endedAt, endReason, staleSince: null };
	const seconds = silentSeconds(known, endedAt);
	const row = seconds === null ? known : { ...known, ...lastingUntil(endedAt, seconds) };
	updateAlertEvent(db, row.id, row);
	recordEnd(db, row, { at: endedAt, author, text: text ?? endText(row) });
	queueEnd({ db, now }, row);
	sendEventNews({ db, now }, row.id, "alert.ended");
}

function lastingUntil(at: number, seconds: number) {
	return { peak: seconds, peakAt: at, lastAt: at, lastValue: seconds };
}

function lastFacts({ count, peak, peakAt, lastAt, lastValue, unread, severity, worstSeverity }: LastFacts) {
	const known = { count, peak, peakAt, lastAt, lastValue, unread, severity, worstSeverity };
	return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}

type End = { at: number; author: string | null; text: Statement };

function recordEnd(db: AccountDb, row: AlertEventRow, { at, author, text }: End): void {
	addNote(db, row.id, { at, kind: row.endReason === "cleared" ? "cleared" : "ended", author, text });
	addAlertLine(db, row, { at, level: "info", text, author });
}

function eventValue({ condition }: Pick<AlertEventRow, "condition">, value: number): SaidValue {
	return condition ? { condition, value } : String(value);
}

function engineFacts(event: EngineEvent) {
	const { severity, worstSeverity, count, peak, peakAt, lastAt, lastValue, unread, endedAt } = event;
	return { severity, worstSeverity, count, peak, peakAt, lastAt, lastValue, unread, endedAt };
}

function levelOf(severity: AlertSeverity): LogEvent["level"] {
	return severity === "critical" ? "error" : severity;
}

export function forgetImportedEvents(store: Pick<EventStore, "db" | "invalidations">, importId: string): void {
	for (const row of deleteEventsOfImport(store.db, importId)) {
		const { deviceId, ruleName, firedAt, endedAt } = row;
		const lines = [
			{ at: firedAt, text: beginText(row) },
			{ at: endedAt ?? firedAt, text: endText({ ...row, endReason: "recovered" }) },
		];
		for (const { at, text } of lines) deleteLogEvent(store.db, { deviceId, at, text: lineOf(ruleName, text).text });
		invalidateEvent(store, deviceId);
	}
}

function endText({ endReason, condition, peak }: Pick<AlertEventRow, "endReason" | "condition" | "peak">): Said {
	const reason = endReason ?? "recovered";
	const end = said(`end.${reason}`);
	if (condition?.kind === "sensorFault") return reason === "recovered" ? said("end.goodReadings") : end;
	const value = eventValue({ condition }, peak);
	if (!isSilence(condition)) return said("end.atWorst", { end, value });
	return reason === "recovered" ? said("end.reportingAgain", { value }) : said("end.lasted", { end, value });
}

function lineOf(rule: string, text: Statement) {
	return storedOf(typeof text === "string" ? `${rule}: ${text}` : said("alert.line", { rule, text }));
}

type Line = Pick<LogEvent, "at" | "level"> & { text: Statement; author?: string | null };

/** Log lines begin with the rule's name, by which an event's end is found. */
function addAlertLine(
	db: AccountDb,
	{ id: alertEventId, deviceId, ruleName }: AlertEventRow,
	{ at, level, text, author = null }: Line,
): void {
	const id = createNewId(at)("logEntry");
	insertLogEvent(db, { id, deviceId, at, kind: "alert", level, ...lineOf(ruleName, text), author, alertEventId });
}

export function openAccountEvent(
	store: EventStore & { newId: NewId },
	{ devices, startedAt }: { devices: number; startedAt: number },
): string {
	const { db, newId, now } = store;
	const text = manySilent(devices);
	const counts = { count: devices, peak: devices, peakAt: now, lastAt: now };
	const row: AlertEventRow = {
		...untouched,
		id: newId("alertEvent"),
		alertId: null,
		deviceId: null,
		channelId: null,
		ruleVersion: 0,
		ruleName: "Many devices silent",
		sentence: saidText(text),
		said: text,
		condition: null,
		severity: "critical",
		worstSeverity: "critical",
		startedAt,
		firedAt: now,
		firedValue: devices,
		...counts,
		lastValue: devices,
	};
	insertAlertEvent(db, row);
	addNote(db, row.id, { at: now, kind: "opened", text });
	addAlertLine(db, row, { at: now, level: "error", text });
	sendEventNews(store, row.id, "alert.opened");
	store.invalidations.changed("alerts", "all");
	store.invalidations.changed("log", [wholeAccount]);
	return row.id;
}
