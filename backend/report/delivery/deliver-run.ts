import type { DeliveryChannel } from "../../../shared/message/message";
import { fileLinkMs, type ReportDefinition, type ReportDelivery } from "../../../shared/report/report";
import { wordsIn } from "../../../shared/words/made/report-file-in";
import { recipientAt } from "../../contact/alert-uses";
import { accountOrThrow, findUser, listActiveOwners } from "../../db/account-rows";
import { listGroupContactIds } from "../../db/contact-group-rows";
import { listDeliveryChannelsOf } from "../../db/contact-rows";
import type { Recipient } from "../../db/message-schema";
import { countLinks, insertReportLink } from "../../db/report-link-rows";
import { findReport, findVersion } from "../../db/report-rows";
import { type FileRow, type RunRow, updateRun } from "../../db/report-run-rows";
import { queueMessage } from "../../message/queue-message";
import { periodText } from "../document/report-facts";
import { listText } from "../document/report-texts";
import { recordHash, recordPrinted } from "../proof/file-hashes";
import type { RunFile, RunHooks, RunStore } from "../run/run-hooks";

type Store = Pick<RunStore, "db" | "now" | "newId">;

/** A mail holds 5 MiB, and a file grows by a third when encoded. */
const attachedBytes = 3 * 1024 * 1024;
const notesInMessage = 5;
const namedGroups = 3;

export const deliveryHooks: RunHooks = { afterRun: deliverRun, runFailed: notifyFailed };

function deliverRun(store: Store, run: RunRow, files: RunFile[]): void {
	if (!isWhole(run)) return;
	for (const file of files) {
		recordHash(store, file);
		if (file.printed) recordPrinted(store, file.printed, file);
	}
	const definition = findVersion(store.db, run.reportId, run.definitionVersion);
	if (!run.isSent || definition === null) return;
	const people = files.map((file) => ({ file, contactIds: recipientIds(store, definition.delivery, file) }));
	for (const { file, contactIds } of people) {
		for (const contactId of contactIds) sendFile(store, { run, definition, file }, contactId);
	}
	const isMeant = hasRecipient(definition.delivery);
	const missed = people.filter(({ contactIds }) => contactIds.length === 0).map(({ file }) => file);
	if (isMeant && missed.length > 0)
		updateRun(store.db, run.id, { notes: [...run.notes, noRecipientText(missed, definition.layout)] });
}

function hasRecipient({ contactIds, contactGroupIds, isPerGroup, groups }: ReportDelivery): boolean {
	const named = [{ contactIds, contactGroupIds }, ...(isPerGroup ? groups : [])];
	return named.some((each) => each.contactIds.length + each.contactGroupIds.length > 0);
}

/** In the report's language, as the other notes of a run. */
function noRecipientText(missed: FileRow[], layout: ReportDefinition["layout"]): string {
	const say = wordsIn(layout.language);
	const names = missed.flatMap(({ groupName }) => groupName ?? []).map((rule) => say("rule.named", { rule }));
	return names.length === 0
		? say("note.noRecipient")
		: say("note.noRecipientOf", { groups: listText(names, layout, namedGroups) });
}

export function isWhole({ state }: Pick<RunRow, "state">): boolean {
	return state === "ok" || state === "empty" || state === "partial";
}

/** A group's file goes to the group's own recipients if it has any. */
export function recipientIds({ db }: Store, delivery: ReportDelivery, { groupId }: Pick<FileRow, "groupId">): string[] {
	const own = delivery.isPerGroup ? delivery.groups.find((group) => group.groupId === groupId) : undefined;
	const isNamed = own !== undefined && own.contactIds.length + own.contactGroupIds.length > 0;
	const { contactIds, contactGroupIds } = isNamed ? own : delivery;
	return [...new Set([...contactIds, ...listGroupContactIds(db, contactGroupIds)])];
}

type ToSend = { run: RunRow; definition: ReportDefinition; file: FileRow };

/** Each sending is a message with a link of its own. */
export function sendFile(store: Store, { run, definition, file }: ToSend, contactId: string): void {
	const { db, now, newId } = store;
	const linkId = newId("reportLink");
	const { id: fileId, name: fileName, bytes, sha256, groupName } = file;
	const step = countLinks(db, { fileId, contactId });
	const isLinkOnly = accountOrThrow(db).reportMail === "links";
	const isTooLarge = !isLinkOnly && bytes > attachedBytes;
	const facts = {
		linkId,
		reportName: definition.name,
		groupName,
		period: periodText({ definition, from: run.from, to: run.to }),
		state: run.state,
		fileName,
		bytes,
		sha256,
		isTooLarge,
		message: definition.delivery.message,
		notes: run.notes.slice(0, notesInMessage),
		path: `/reports/edit/${run.reportId}`,
	};
	const form = definition.delivery.attachesFile && !isLinkOnly && !isTooLarge ? "attached" : "link";
	for (const [index, recipient] of reachedBy(store, contactId).entries()) {
		const { messageId } = queueMessage(store, { cause: "report", about: fileId, step, recipient, facts });
		if (index > 0) continue;
		const { channel } = recipient;
		insertReportLink(db, {
			id: linkId,
			runId: run.id,
			fileId,
			contactId,
			messageId,
			addressVersion: "",
			form: channel === "email" ? form : "link",
			createdAt: now,
			expiresAt: now + fileLinkMs,
			revokedAt: null,
			opened: 0,
		});
	}
}

/** Contacts without e-mail get a notice without the file, by their usual channels. */
function reachedBy({ db }: Store, contactId: string): (Recipient & { to: "contact" })[] {
	const channels = listDeliveryChannelsOf(db, [contactId]);
	// No one is called for a report: its notice goes to the same number as a text.
	const isUsual = (channel: DeliveryChannel) => channels.some((row) => row.channel === channel && row.isDefault);
	const usual = channels.filter(({ channel, isDefault }) => {
		return channel === "sms" ? isDefault || isUsual("call") : isDefault && channel !== "call";
	});
	const isMailed = usual.length === 0 || channels.some(({ channel }) => channel === "email");
	return isMailed ? [{ to: "contact", contactId, channel: "email" }] : usual.map(recipientAt);
}

/** Notifies the last saver, or the account's owners if that user is gone. */
function notifyFailed(store: Store, run: RunRow): void {
	const report = findReport(store.db, run.reportId);
	const definition = findVersion(store.db, run.reportId, run.definitionVersion);
	if (!report || !definition) return;
	const saver = report.savedBy === null ? null : findUser(store.db, report.savedBy);
	const people = saver?.status === "active" ? [saver] : listActiveOwners(store.db);
	const facts = {
		reportName: report.name,
		period: periodText({ definition, from: run.from, to: run.to }),
		error: run.error ?? "",
		path: `/reports/edit/${report.id}`,
	};
	for (const { id: userId } of people) {
		const recipient: Recipient = { to: "user", userId, channel: "email" };
		queueMessage(store, { cause: "reportFailed", about: run.id, recipient, facts });
	}
}
