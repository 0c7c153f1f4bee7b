import { suppressionText } from "../../shared/message";
import type { ReportRecipient } from "../../shared/report";
import type { ReadDb } from "../base/context";
import { listRunLinks } from "../db/report-link-rows";

/** What each contact was sent of a run, oldest first. A deleted contact is named so. */
export function recipientsOf(db: ReadDb, runId: string): ReportRecipient[] {
	return listRunLinks(db, runId).map(({ link, message, name }): ReportRecipient => {
		const { contactId, form, expiresAt, revokedAt, opened } = link;
		const isLinked = message === null || message.channel === "email";
		return {
			...{ contactId, name: name ?? "A deleted contact", form },
			state: message?.state ?? "forgotten",
			sentAt: message?.sentAt?.getTime() ?? null,
			problem: message?.reason ? suppressionText[message.reason] : (message?.error ?? null),
			link: isLinked && form === "link" ? { expiresAt, revokedAt, opened } : null,
		};
	});
}
