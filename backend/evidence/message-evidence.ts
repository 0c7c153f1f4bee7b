import { said } from "../../shared/log/said";
import { firstIdAt } from "../base/ids";
import {
	deleteMessages,
	listEndedMessages,
	type MessageFilter,
	oldestMessageAt,
	type WholeMessage,
} from "../db/message-rows";
import type { NoticeRow } from "../db/notice-rows";
import type { EvidenceSource } from "./evidence-source";

type Dated = "createdAt" | "sentAt" | "settledAt";
type Times<Row> = { [Name in Extract<keyof Row, Dated>]: number | (null extends Row[Name] ? null : never) };
type Line = {
	message: Omit<WholeMessage["message"], Dated> & Times<WholeMessage["message"]>;
	notices: (Omit<NoticeRow, Dated> & Times<NoticeRow>)[];
};

export const messageEvidence: EvidenceSource<WholeMessage> = {
	kind: "messages",
	title: said("work.is.archivingDelivery"),
	oldestAt: oldestMessageAt,
	list: (db, { monthEndsAt, ...page }) =>
		listEndedMessages(db, { ...page, beforeId: firstIdAt("message", monthEndsAt) }),
	remove: (db, _, ids) => deleteMessages(db, ids),
	idOf: ({ message }) => message.id,
	toLine: ({ message, notices }) => {
		const { createdAt, sentAt, settledAt } = message;
		const times = { createdAt: createdAt.getTime(), sentAt: msOf(sentAt), settledAt: msOf(settledAt) };
		const notified = notices.map((notice) => ({ ...notice, createdAt: notice.createdAt.getTime() }));
		return JSON.stringify({ message: { ...message, ...times }, notices: notified } satisfies Line);
	},
	fromLine: (line) => {
		const { message, notices } = JSON.parse(line) as Line; // written by toLine, in an object with a checksum
		const { createdAt, sentAt, settledAt } = message;
		const times = { createdAt: new Date(createdAt), sentAt: dateOf(sentAt), settledAt: dateOf(settledAt) };
		return {
			message: { ...message, ...times },
			// Older lines have no `lostAt`.
			notices: notices.map((notice) => ({
				...notice,
				lostAt: notice.lostAt ?? null,
				createdAt: new Date(notice.createdAt),
			})),
		};
	},
	facetsOf: ({ message: { state, channel, class: messageClass, contactId } }) => [
		...[`state ${state}`, `channel ${channel}`, `class ${messageClass}`],
		...(contactId === null ? [] : [`contact ${contactId}`]),
	],
	withoutContacts: (row) => row,
};

function msOf(at: Date | null): number | null {
	return at === null ? null : at.getTime();
}

function dateOf(at: number | null): Date | null {
	return at === null ? null : new Date(at);
}

type Wanted = Omit<MessageFilter, "beforeId" | "limit">;

export function messageFacets({ states, channels, classes, contactId }: Wanted): string[][] {
	return [
		...(states ? [states.map((state) => `state ${state}`)] : []),
		...(channels ? [channels.map((channel) => `channel ${channel}`)] : []),
		...(classes ? [classes.map((each) => `class ${each}`)] : []),
		...(contactId === undefined ? [] : [[`contact ${contactId}`]]),
	];
}

export function isMessageRequestedFor({ message }: WholeMessage, requested: Wanted): boolean {
	const { states, channels, classes, contactId, from, to } = requested;
	return (
		(states?.includes(message.state) ?? true) &&
		(channels?.includes(message.channel) ?? true) &&
		(classes?.includes(message.class) ?? true) &&
		(contactId === undefined || message.contactId === contactId) &&
		(from === undefined || message.createdAt >= from) &&
		(to === undefined || message.createdAt < to)
	);
}
