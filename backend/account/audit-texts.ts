import { type AuditEntity, type AuditField, type AuditValue, auditActions } from "../../shared/account/audit";
import type { AccountDb } from "../base/context";
import type { AuditRow } from "../db/audit-rows";
import { wholeNames } from "./read-audit";

/** A row of the audit log as texts of a file. */
export type AuditText = {
	id: string;
	at: number;
	actor: string;
	action: string;
	/** Names of changed things. */
	about: string;
	/** Changed things that the row counts and does not name. */
	unnamed: number;
	changes: string;
	reason: string;
};

const idPattern = /\b[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}\b/g;

/** Names every entity, so only for files that need the whole account. */
export function auditTexts(db: AccountDb, rows: AuditRow[]): AuditText[] {
	const names = wholeNames(db, rows);
	const named = (text: string) => text.replace(idPattern, (id) => names[id] ?? id);
	return rows.map(({ id, at, actorKind, actorName, action, entities, entityCount, reason }) => ({
		id,
		at: at.getTime(),
		actor: actorName === "" ? actorKind : actorName,
		action: Object.hasOwn(auditActions, action) ? auditActions[action as keyof typeof auditActions] : action, // checked before
		about: entities.map(({ name, id: entityId }) => name || entityId).join("; "),
		unnamed: entityCount - entities.length,
		changes: named(entities.flatMap(changesOf).join("; ")),
		reason: reason ?? "",
	}));
}

function changesOf({ fields, became }: AuditEntity): string[] {
	return became === undefined ? fields.map(fieldText) : [became];
}

function fieldText({ field, before, after, as: kind }: AuditField): string {
	if (kind === "hidden") return field;
	if (before === null) return `${field}: ${valueText(after)}`;
	return `${field}: ${valueText(before)} → ${valueText(after)}`;
}

function valueText(value: AuditValue): string {
	return value === null || value === "" ? "–" : String(value);
}
