import type { AccountDb } from "../../base/context";
import { accountOrThrow } from "../../db/account-rows";
import { findDeliveryChannel } from "../../db/contact-rows";
import { listNoticesAbout } from "../../db/notice-rows";
import { findReportLink, updateReportLink } from "../../db/report-link-rows";
import { findFile } from "../../db/report-run-rows";
import { type CauseHooks, mayHaveArrived, type NoticeOf } from "../../message/message-outcome";

export const reportHook: CauseHooks["report"] = {
	stillOwed: ({ db }, notices) =>
		notices.flatMap((notice) => {
			const { id } = notice;
			const facts = { ...notice.facts, ...(wasSentBefore(db, notice) && { wasSentBefore: true as const }) };
			const link = findReportLink(db, facts.linkId);
			if (!link || link.revokedAt !== null || !findFile(db, link.fileId)) return [];
			const { contactId, expiresAt } = link;
			// The company may have switched to links since.
			const form = accountOrThrow(db).reportMail === "links" ? "link" : link.form;
			const addressVersion = findDeliveryChannel(db, contactId, "email")?.addressVersion ?? null;
			if (addressVersion === null) return { id, facts };
			updateReportLink(db, link.id, { form, addressVersion: String(addressVersion) });
			return { id, facts: { ...facts, link: { form, contactId, addressVersion, expiresAt } } };
		}),
	attachment({ db }, { linkId, link }) {
		if (link?.form !== "attached") return null;
		const file = findFile(db, findReportLink(db, linkId)?.fileId ?? "");
		if (!file) return null;
		const { objectKey, name, mediaType, bytes } = file;
		return { objectKey, name, mediaType, bytes };
	},
	tooLarge({ db }, { linkId }) {
		const link = findReportLink(db, linkId);
		if (link?.form !== "attached") return false;
		updateReportLink(db, link.id, { form: "link" });
		return true;
	},
};

function wasSentBefore(db: AccountDb, { about, step, recipientKey }: NoticeOf<"report">): boolean {
	return listNoticesAbout(db, { about, cause: "report" }).some((other) => {
		const hasArrived = other.state === "sent" || other.state === "delivered" || other.state === "unknown";
		return other.recipientKey === recipientKey && other.step < step && (hasArrived || mayHaveArrived(other));
	});
}
