import type { AlertNote, AlertNoteKind } from "../../shared/alert/alert";
import { rostersOf } from "../../shared/alert/alert-rule";
import { hourMs } from "../../shared/base/durations";
import { largestOf } from "../../shared/base/lists";
import { type Said, said } from "../../shared/log/said";
import { type Statement, storedOf } from "../../shared/log/said-text";
import { type AccountDb, rereadReasons } from "../base/context";
import { createNewId } from "../base/ids";
import { recipientAt } from "../contact/alert-uses";
import {
	type AlertEventRow,
	findAlertEvent,
	insertAlertNote,
	listAlertNotes,
	type NoteRow,
} from "../db/alert-event-rows";
import { findAlert } from "../db/alert-rows";
import { listDeliveryChannelsOf } from "../db/contact-rows";
import { findDevice } from "../db/device-rows";
import { groupIdsByDevice } from "../db/group-rows";
import type { Recipient } from "../db/message-schema";
import type { KnownNotice } from "../db/notice-rows";
import { pathOf as rosterPath } from "../duty/duty-messages";
import { dutiesOf } from "../duty/on-duty";
import type { CauseFacts } from "../message/causes";
import { queueMessage } from "../message/queue-message";
import { alertTexts } from "./alert-texts";

export type AlertFacts = CauseFacts["alert"];
export type NotifyStore = { db: AccountDb; now: number };

const aroundMs = hourMs;

type ToAll = { step: number; facts: AlertFacts; recipients: readonly Recipient[] };

export function queueAll({ db, now }: NotifyStore, about: string, { step, facts, recipients }: ToAll): void {
	const store = { db, now, newId: createNewId(now) };
	const row = findAlertEvent(db, about);
	const rosterIds = facts.endedAt === null ? namedRosters(db, facts.ruleId, row) : [];
	const dutyOf = dutyByContact(store, rosterIds);
	const site = siteOf(db, row);
	for (const recipient of facts.endedAt === null ? recipients : withoutCalls(db, recipients)) {
		const duty = recipient.to === "contact" ? dutyOf.get(recipient.contactId) : undefined;
		const { duty: _, ...plain } = facts;
		queueMessage(store, { cause: "alert", about, step, recipient, site, facts: { ...plain, ...(duty && { duty }) } });
	}
}

function siteOf(db: AccountDb, event: AlertEventRow | null): string {
	const deviceId = event?.deviceId ?? null;
	const site = deviceId === null ? "" : findDevice(db, deviceId)?.site;
	return site || (deviceId === null ? "" : (groupIdsByDevice(db, deviceId).get(deviceId)?.[0] ?? ""));
}

/** No one is called about the past: a contact without another message gets it at another address. */
export function withoutCalls(db: AccountDb, recipients: readonly Recipient[]): Recipient[] {
	const others = recipients.filter(({ channel }) => channel !== "call");
	const reached = new Set(others.flatMap((each) => (each.to === "contact" ? each.contactId : [])));
	const instead = recipients.flatMap((each): Recipient[] => {
		if (each.channel !== "call" || each.to !== "contact" || reached.has(each.contactId)) return [];
		const own = listDeliveryChannelsOf(db, [each.contactId]).filter(({ channel }) => channel !== "call");
		const best = own.find(({ isDefault }) => isDefault) ?? own.find(({ status }) => status === "verified") ?? own[0];
		return best ? [recipientAt(best)] : [];
	});
	return [...others, ...instead];
}

function namedRosters(db: AccountDb, ruleId: string | null, event: AlertEventRow | null): string[] {
	if (event?.rosterId) return [event.rosterId];
	const rule = ruleId === null ? null : findAlert(db, ruleId);
	return rule ? rostersOf(rule.notification) : [];
}

function dutyByContact(store: NotifyStore, rosterIds: readonly string[]): Map<string, AlertFacts["duty"]> {
	return new Map(
		dutiesOf(store, rosterIds).flatMap(({ contactId, until, roster, notifiedIds }) => {
			if (contactId === null || !notifiedIds.includes(contactId)) return [];
			return [[contactId, { roster: roster.name, until }] as const];
		}),
	);
}

export function nextStep(known: readonly Pick<KnownNotice, "step">[]): number {
	return Math.max(-1, largestOf(known.map(({ step }) => step))) + 1;
}

/** Imported events and those from before messages notify no one. */
export function isNotifiable({ isBeforeMessages, importId }: AlertEventRow): boolean {
	return !isBeforeMessages && importId === null;
}

/** Returns false if the notice was dropped or failed for good. */
export function isAlive({ droppedFor, state, lostAt }: Pick<KnownNotice, "droppedFor" | "state" | "lostAt">): boolean {
	if (lostAt !== null) return true;
	return droppedFor === null && state !== "failed" && state !== "bounced" && state !== "suppressed";
}

/** True if the event recovered or a person cleared it, not if it is merely no longer watched. */
export function isOver({ endReason }: Pick<AlertEventRow, "endReason">): boolean {
	return endReason === "recovered" || endReason === "cleared";
}

export function manySilent(devices: number): Said {
	return said("alert.manySilent", { devices });
}

export function factsOf(
	db: AccountDb,
	row: AlertEventRow,
	{ kind, value }: { kind: AlertFacts["kind"]; value: number | null },
): AlertFacts {
	const { condition, ruleName, startedAt, endedAt, endReason } = row;
	const endedBy = rereadReasons.find((reason) => reason === endReason) ?? null;
	const hasEnded = endedAt !== null;
	const rule = row.alertId === null ? null : findAlert(db, row.alertId);
	const instruction = condition?.kind === "sensorFault" ? "" : (rule?.description ?? "");
	const isNamed = condition !== null && value !== null && endedBy === null;
	const measured = isNamed ? (hasEnded ? row.peak : value) : null;
	return {
		eventId: row.id,
		ruleId: row.alertId,
		kind,
		severity: hasEnded ? row.worstSeverity : row.severity,
		ruleName,
		startedAt,
		endedAt,
		deviceName: row.deviceId === null ? null : (findDevice(db, row.deviceId)?.name ?? null),
		...alertTexts(db, row, { measured, hasEnded, language: "en" }),
		...(measured !== null && { measured }),
		instruction,
		path: pathOf(row),
		...(row.unread && { unread: row.unread }),
		...(endReason === "cleared" && { isCleared: true }),
		...(!hasEnded && row.acknowledgedAt !== null && { acknowledgedBy: row.acknowledgedBy ?? "" }),
		...(row.isDrill && {
			drill: { startedBy: starterOf(db, row.id), ...(row.rosterId !== null && { isOfRoster: true as const }) },
		}),
		...(endedBy && { endedBy }),
	};
}

export function starterOf(db: AccountDb, eventId: string): string {
	return listAlertNotes(db, eventId).find(({ kind }) => kind === "opened")?.author ?? "";
}

function pathOf({ deviceId, rosterId, startedAt, lastAt, endedAt }: AlertEventRow): string {
	if (rosterId !== null) return rosterPath({ id: rosterId });
	if (deviceId === null) return "/devices";
	return `/log/?device=${deviceId}&from=${startedAt - aroundMs}&to=${Math.max(endedAt ?? lastAt, startedAt) + aroundMs}`;
}

const unnamed: Partial<Record<AlertNoteKind, Said>> = {
	notified: said("note.notified"),
	notNotified: said("note.notNotified"),
};

/** A note about a contact outside `seen`, or with unknown contacts, names none. */
export function visibleNotes(notes: readonly NoteRow[], seen: "all" | ReadonlySet<string>): AlertNote[] {
	return notes.map(({ at, kind, author, text, said: data, contactIds }) => {
		const isWhole = seen === "all" || contactIds?.every((id) => seen.has(id)) === true;
		const stored = isWhole || !unnamed[kind] ? { text, said: data } : storedOf(unnamed[kind]);
		return { at, kind, author, text: stored.text, ...(stored.said && { said: stored.said }) };
	});
}

type Note = {
	at: number;
	kind: AlertNoteKind;
	author?: string | null;
	text: Statement;
	contactIds?: string[];
};

export function addNote(db: AccountDb, eventId: string, note: Note): void {
	const { at, kind, author = null, text, contactIds = null } = note;
	insertAlertNote(db, { id: createNewId(at)("logEntry"), eventId, at, kind, author, ...storedOf(text), contactIds });
}
