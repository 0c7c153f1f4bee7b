import type { AuditEntity, AuditValue } from "../../shared/account/audit";
import { maskMark } from "../../shared/message/contact";
import type { AccountDb } from "../base/context";
import { recordFault } from "../base/event-log";
import { rewriteAuditEntities, rewriteOnce } from "../db/audit-rows";

const urlField = /^(webhook|slack)\.address$/;
const messageField = /^address$/;
/** A mailbox's domain has no slash: these are remains of a URL with an at sign, or its first letters. */
const maskedUrl = new RegExp(`^http|${maskMark}@[^/]*/`, "i");

/** Earlier releases masked webhook URLs like mailboxes and stored everything after the last at sign. */
export function maskPastUrls(db: AccountDb, now: number): void {
	try {
		rewriteOnce(db, { name: "audit-urls", now }, () =>
			rewriteAuditEntities(db, ['"webhook.address"', '"slack.address"', '"kind":"message"'], masked),
		);
	} catch (error) {
		// The account must open anyway. The next start retries.
		recordFault(error, "account", { event: "audit-not-masked" });
	}
}

function masked(entity: AuditEntity): AuditEntity {
	if (entity.kind !== "contact" && entity.kind !== "message") return entity;
	const isUrl = entity.kind === "contact" ? urlField : messageField;
	const fields = entity.fields.map((field) => {
		return isUrl.test(field.field)
			? { ...field, before: withoutUrl(field.before), after: withoutUrl(field.after) }
			: field;
	});
	const name = entity.kind === "message" ? String(withoutUrl(entity.name)) : entity.name;
	return { ...entity, name, fields };
}

function withoutUrl(value: AuditValue): AuditValue {
	return typeof value === "string" && maskedUrl.test(value) ? maskMark : value;
}
