import { limits } from "../../shared/limits";
import type { MessageChannel, SuppressionReason } from "../../shared/message";
import type { AccountDb } from "../base/context";
import { countClaimed, type MessageRow } from "../db/message-rows";
import { type Addressee, findAddressee } from "./addressee";
import { type CauseName, causes } from "./causes";

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** `now` is epoch ms; `openChannels`: those that the operator has set up. */
export type SuppressionStore = { db: AccountDb; now: number; openChannels: readonly MessageChannel[] };

export type Sendable = Pick<
	MessageRow,
	"recipient" | "recipientKey" | "class" | "isCode" | "requestedBy" | "addressVersion" | "isCounted"
> & { cause: CauseName };

type Verdict = { addressee: Addressee } | { reason: SuppressionReason };

/** Whether a message may be sent now, and where to. A message that was counted is not held up by itself. */
export function checkSendable(store: SuppressionStore, message: Sendable): Verdict {
	const found = findAddressee(store.db, message.recipient);
	if ("missing" in found) return { reason: found.missing };
	const reason = reasonAgainst(store, message, found) ?? limitReached(store, message, found);
	return reason === null ? { addressee: found } : { reason };
}

/** Why a message may not go to an addressee, limits apart. */
export function reasonAgainst(
	{ now, openChannels }: Omit<SuppressionStore, "db">,
	{
		recipient,
		class: messageClass,
		addressVersion,
		cause,
	}: Pick<Sendable, "recipient" | "class" | "addressVersion" | "cause">,
	{ status, pausedUntil, optedOut, ...addressee }: Addressee,
): SuppressionReason | null {
	if (!openChannels.includes(recipient.channel)) return "channelOff";
	if (addressVersion !== null && addressVersion !== addressee.addressVersion) return "addressChanged";
	const isOptedOut = optedOut.some(({ class: of, until }) => of === messageClass && (until === null || until > now));
	if (status === "unsubscribed" || isOptedOut) return "optedOut";
	if (status === "bouncing" && !causes[cause].triesBouncing) return "addressBouncing";
	// A pause is for alerts and reports: codes and invitations answer what somebody just did.
	if (pausedUntil !== null && pausedUntil > now && messageClass !== "account") return "paused";
	return null;
}

function limitReached(
	{ db, now }: SuppressionStore,
	{ isCounted, recipient, recipientKey, isCode, requestedBy }: Sendable,
	{ status }: Addressee,
): SuppressionReason | null {
	if (isCounted) return null;
	const since = now - dayMs;
	if (status !== "verified") {
		const toThis = countClaimed(db, { since, isUnverified: true, recipientKey });
		if (toThis >= limits.messagesPerUnverifiedAddress) return "unverifiedLimit";
		if (countClaimed(db, { since, isUnverified: true }) >= limits.unverifiedMessagesPerDay) return "unverifiedLimit";
	}
	if (!isCode || recipient.channel !== "sms") return null;
	if (countClaimed(db, { since, isCode: true }) >= limits.codeSmsPerDay) return "codeLimit";
	if (requestedBy === null) return null;
	const ofUser = countClaimed(db, { since: now - hourMs, isCode: true, requestedBy });
	return ofUser >= limits.codeSmsPerUserAndHour ? "codeLimit" : null;
}
