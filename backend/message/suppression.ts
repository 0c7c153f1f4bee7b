import { dayMs, hourMs } from "../../shared/base/durations";
import { limits } from "../../shared/base/limits";
import { type DeliveryChannel, isPhone, type SuppressionReason } from "../../shared/message/message";
import type { AccountDb } from "../base/context";
import { countClaimed, type MessageRow } from "../db/message-rows";
import { addressKey } from "./address-key";
import { type Addressee, findAddressee } from "./addressee";
import { type CauseName, causes } from "./causes";

/** `now` is epoch ms; `openDeliveryChannels`: those that the operator has set up. */
export type SuppressionStore = { db: AccountDb; now: number; openDeliveryChannels: readonly DeliveryChannel[] };

export type Sendable = Pick<
	MessageRow,
	"recipient" | "recipientKey" | "class" | "isCode" | "requestedBy" | "addressVersion" | "isCounted"
> & {
	cause: CauseName;
	/** Counts waiting messages too, for checks before queueing. */
	includesWaiting?: boolean;
};

type Verdict = { addressee: Addressee } | { reason: SuppressionReason };

/** A message does not count against itself. */
export function checkSendable(store: SuppressionStore, message: Sendable): Verdict {
	const found = findAddressee(store.db, message.recipient, store.now);
	if ("missing" in found) return { reason: found.missing };
	const reason = reasonAgainst(store, message, found) ?? limitReached(store, message, found);
	return reason === null ? { addressee: found } : { reason };
}

export function reasonAgainst(
	{ now, openDeliveryChannels }: Omit<SuppressionStore, "db">,
	{
		recipient,
		class: messageClass,
		addressVersion,
		cause,
	}: Pick<Sendable, "recipient" | "class" | "addressVersion" | "cause">,
	{ status, pausedUntil, optedOut, ...addressee }: Addressee,
): SuppressionReason | null {
	if (!openDeliveryChannels.includes(recipient.channel)) return "channelOff";
	if (addressVersion !== null && addressVersion !== addressee.addressVersion) return "addressChanged";
	const isOptedOut = optedOut.some(({ class: of, until }) => of === messageClass && (until === null || until > now));
	if (status === "unsubscribed" || isOptedOut) return "optedOut";
	if (recipient.channel === "call" && status !== "verified" && messageClass !== "account") return "unconfirmed";
	if (status === "bouncing" && !causes[cause].triesBouncing) return "addressBouncing";
	// Codes and invitations are sent during a pause: a user just requested them.
	if (pausedUntil !== null && pausedUntil > now && messageClass !== "account") return "paused";
	return null;
}

/** Counts all spellings of an address together, across contacts. */
function limitReached(
	store: SuppressionStore,
	message: Pick<Sendable, "isCounted" | "recipient" | "isCode" | "requestedBy" | "cause" | "includesWaiting">,
	{ status, address }: Addressee,
): SuppressionReason | null {
	if (message.isCounted) return null;
	const key = addressKey(message.recipient.channel, address);
	const isUnverified = status !== "verified";
	return (
		(isUnverified ? unverifiedLimitReached(store, message, key) : null) ??
		(message.isCode && isPhone(message.recipient.channel) ? codeLimitReached(store, message) : null) ??
		(causes[message.cause].isTest ? testLimitReached(store, message, key) : null)
	);
}

/** Invitations count separately, with a part of the account's limit. */
function unverifiedLimitReached(
	{ db, now }: SuppressionStore,
	{ recipient }: Pick<Sendable, "recipient">,
	key: string,
): SuppressionReason | null {
	const ofAll = { since: now - dayMs, of: "unverified" } as const;
	const isInvitation = recipient.to === "address";
	const toThis = countClaimed(db, { ...ofAll, addressKey: key, isInvitation });
	if (toThis >= limits.messagesPerUnverifiedAddress) return "unverifiedLimit";
	const { unverifiedMessagesPerDay, unverifiedKeptForInvitations } = limits;
	if (countClaimed(db, ofAll) >= unverifiedMessagesPerDay) return "unverifiedAccountLimit";
	if (isInvitation) return null;
	const others = countClaimed(db, { ...ofAll, isInvitation: false });
	return others >= unverifiedMessagesPerDay - unverifiedKeptForInvitations ? "unverifiedAccountLimit" : null;
}

function codeLimitReached(
	{ db, now }: SuppressionStore,
	{ requestedBy, includesWaiting }: Pick<Sendable, "requestedBy" | "includesWaiting">,
): SuppressionReason | null {
	const codes = { of: "codesBySms", includesWaiting } as const;
	const reached = (since: number, most: number, key?: string) =>
		countClaimed(db, { ...codes, since, ...(key !== undefined && { requestedBy: key }) }) >= most;
	if (reached(now - dayMs, limits.codeSmsPerDay)) return "codeLimit";
	if (requestedBy === null) return null;
	if (reached(now - hourMs, limits.codeSmsPerUserAndHour, requestedBy)) return "codeLimit";
	return reached(now - dayMs, limits.codeSmsPerUserAndDay, requestedBy) ? "codeLimit" : null;
}

function testLimitReached(
	{ db, now }: SuppressionStore,
	{ requestedBy, includesWaiting }: Pick<Sendable, "requestedBy" | "includesWaiting">,
	key: string,
): SuppressionReason | null {
	const tests = { of: "tests", includesWaiting, since: now - hourMs } as const;
	const isOver =
		countClaimed(db, { ...tests, since: now - dayMs }) >= limits.testsPerDay ||
		countClaimed(db, { ...tests, addressKey: key }) >= limits.testsPerAddressAndHour ||
		(requestedBy !== null && countClaimed(db, { ...tests, requestedBy }) >= limits.testsPerUserAndHour);
	return isOver ? "testLimit" : null;
}
