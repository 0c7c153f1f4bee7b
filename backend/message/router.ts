import { limits } from "../../shared/base/limits";
import { GetMessages, type MessageListRow, type MessagePage, ResendMessage } from "../../shared/message/message";
import type { AccountDb, Call, MemberContext } from "../base/context";
import { domainError } from "../base/errors";
import { procedureFor, router } from "../base/trpc";
import { findAlertEvent } from "../db/alert-event-rows";
import { findDevice } from "../db/device-rows";
import {
	findListedMessage,
	type ListedMessage,
	listMessages,
	updateMessage,
	type WholeMessage,
} from "../db/message-rows";
import { listNotices, updateNotices } from "../db/notice-rows";
import { isMessageRequestedFor, messageEvidence, messageFacets } from "../evidence/message-evidence";
import { searchEvidence } from "../evidence/read-evidence";
import { assertWholeScope } from "../group/scope";
import { findAddressee } from "./addressee";
import { causes, isCauseName } from "./causes";
import { isResendable, isWaiting } from "./resendable";

export const messageRouter = router({
	getMessages: procedureFor("viewMessages").input(GetMessages).query(getMessages),
	resendMessage: procedureFor("resendMessages").input(ResendMessage).mutation(resendMessage),
});

/** The delivery log, newest first, then the archive. Needs the whole account as scope, because it names addresses. */
async function getMessages({ ctx, input = {} }: Call<GetMessages>): Promise<MessagePage> {
	assertWholeScope(ctx);
	const { states, channels, classes, contactId, from, to, cursor, limit = limits.messagesPerPage } = input;
	const requested = { states, channels, classes, contactId, from: dateOf(from), to: dateOf(to) };
	const listed = listMessages(ctx.db, { ...requested, beforeId: cursor, limit: limit + 1 });
	const page = listed.slice(0, limit).map((row) => toListRow(ctx, row));
	if (listed.length > limit) return { messages: page, searchedTo: null, nextCursor: page.at(-1)?.id ?? null };
	const older = await searchEvidence(ctx, messageEvidence, {
		beforeId: cursor,
		facets: messageFacets(requested),
		from,
		limit: limit - page.length,
		matches: (row) => isMessageRequestedFor(row, requested),
	});
	const archived = older.rows.map((row) => toArchivedRow(ctx, row));
	return { messages: [...page, ...archived], searchedTo: older.searchedTo, nextCursor: older.nextId };
}

function toArchivedRow(ctx: MemberContext, { message, notices: all }: WholeMessage): MessageListRow {
	const causes = all.map(({ cause }) => cause).sort();
	const notified = all.filter(({ droppedFor }) => droppedFor === null);
	const notices = notified.length > 0 ? notified : all;
	const eventId = notices.find(({ cause }) => cause === "alert")?.about ?? null;
	const row = toListRow(ctx, { message, cause: causes[0] ?? null, notices: notices.length, eventId });
	return { ...row, isResendable: false };
}

function dateOf(at: number | undefined): Date | undefined {
	return at === undefined ? undefined : new Date(at);
}

function toListRow({ db, now }: MemberContext, listed: ListedMessage): MessageListRow {
	const { message, cause, notices, eventId } = listed;
	const { id, class: messageClass, channel, contactId, userId, address, state, reason, error } = message;
	const found = findAddressee(db, message.recipient, now);
	const name = "missing" in found ? null : found.name;
	const { createdAt, sentAt, settledAt, dueAt, attempt } = message;
	return {
		id,
		cause: cause ?? (reason === "sameAddress" ? "alert" : ""),
		class: messageClass,
		channel,
		notices,
		contactId,
		userId,
		event: eventId === null ? null : listedEvent(db, eventId),
		recipient: name ?? address ?? "",
		address,
		state,
		reason,
		error,
		attempts: attempt,
		...(message.outcome !== null && { outcome: message.outcome }),
		isResendable: isResendable(message, now),
		createdAt,
		dueAt: dueAt === null ? null : new Date(dueAt),
		sentAt,
		settledAt,
	};
}

function listedEvent(db: AccountDb, id: string): MessageListRow["event"] {
	const event = findAlertEvent(db, id);
	if (!event) return null;
	const device = event.deviceId === null ? null : findDevice(db, event.deviceId);
	return { id, device: device && { id: device.id, name: device.name } };
}

/** Repeats all checks of a new message. Throws MESSAGE_NOT_FOUND, MESSAGE_NOT_RESENDABLE. */
function resendMessage({ ctx, input }: Call<ResendMessage>): MessageListRow {
	assertWholeScope(ctx);
	return ctx.audit.change({ message: [input.messageId] }, () => {
		const listed = findListedMessage(ctx.db, input.messageId);
		if (!listed) throw domainError("MESSAGE_NOT_FOUND", input);
		const { message, cause } = listed;
		if (!isResendable(message, ctx.now))
			throw domainError("MESSAGE_NOT_RESENDABLE", { ...input, state: message.state });
		if (isWaiting(message, ctx.now)) {
			const changes = { dueAt: ctx.now };
			updateMessage(ctx.db, message.id, changes);
			ctx.audit.act({ message: [message.id] });
			ctx.invalidations.changed("messages", "all");
			return toListRow(ctx, { ...listed, message: { ...message, ...changes } });
		}
		const worthMs = cause !== null && isCauseName(cause) ? causes[cause].worthMs : 0;
		const again = { state: "queued", attempt: message.attempt + 1, handOvers: 0, leaseUntil: null } as const;
		const times = { dueAt: ctx.now, begunAt: ctx.now, giveUpAt: ctx.now + worthMs, settledAt: null };
		const changes = { ...again, ...times, isCounted: false, reason: null, error: null, outcome: null };
		updateMessage(ctx.db, message.id, changes);
		const notices = listNotices(ctx.db, message.id);
		updateNotices(
			ctx.db,
			notices.map(({ id }) => id),
			{ droppedFor: null },
		);
		ctx.invalidations.changed("messages", "all");
		return toListRow(ctx, { ...listed, message: { ...message, ...changes } });
	});
}
