import { serverLimits } from "../../shared/base/limits";
import { type Said, said } from "../../shared/log/said";
import { saidText } from "../../shared/log/said-text";
import { type DeliveryChannel, isPhone } from "../../shared/message/message";
import { recordFault } from "../base/event-log";
import {
	countToAddress,
	giveShareBack,
	type Pools,
	quotaDay,
	type TakenShare,
	takeShare,
} from "../db/message-share-rows";
import { digestSecret } from "../keys/ingest-keys";
import type { ClaimedMessage } from "./claim-message";
import type { SendOutcome } from "./message-outcome";

const keptForAlerts = 0.3;
const keptForNewAccounts = 0.05;
const commonForNewAccounts = 0.2;

export function poolsOf(quota: number): Pools {
	const part = (share: number) => Math.floor(quota * share);
	const kept = part(keptForAlerts);
	const ofNew = { keptForNew: part(keptForNewAccounts), commonForNew: part(commonForNewAccounts) };
	return { kept, common: quota - kept, mostOfNew: null, ...ofNew };
}

type ShareParts = { directory: D1Database; quota: number; now: number };

/** `decline` null: can be sent. `giveBack` undoes the count if the provider takes nothing. */
export type Reserved = { decline: SendOutcome | null; giveBack: () => Promise<void> };

export async function reserveShare(
	{ directory, quota, now }: ShareParts,
	accountId: string,
	message: ClaimedMessage,
): Promise<Reserved> {
	const { channel } = message;
	const { day, dayStart, settledBefore } = quotaDay(now);
	const bounds = { day, dayStart, settledBefore };
	const isAlert = message.class === "alerts";
	const mostOfNew = channel === "call" ? serverLimits.callsOfNewAccount : null;
	const pools = { ...poolsOf(quota), mostOfNew };
	const taken = await takeShare(directory, { channel, accountId, isAlert, pools, ...bounds });
	const giveBack = () => giveShareBack(directory, { channel, day, accountId, ...taken });
	if (taken.pool === null) {
		if (taken.isFirst) reportSpent(accountId, channel, taken);
		const line = saidOfSpent(channel, taken);
		return { decline: { kind: "spent", error: saidText(line).slice(0, -1), line }, giveBack };
	}
	// Counts only sent messages: otherwise an account without a share could use up an address's limit.
	const decline = await limitByAddress(directory, day, message);
	if (decline !== null) await giveBack();
	return { decline, giveBack };
}

/** Invitations and confirmed numbers count separately, so that flooding an address blocks neither. */
async function limitByAddress(
	directory: D1Database,
	day: string,
	{ channel, isUnverified, isInvitation, addressKey }: ClaimedMessage,
): Promise<SendOutcome | null> {
	if (channel !== "email" && !isPhone(channel)) return null;
	if (!isUnverified && channel === "email") return null;
	const kind = isUnverified ? (isInvitation ? "invitation" : "message") : "confirmed";
	const ofConfirmed = channel === "call" ? serverLimits.callsPerNumberOfAll : serverLimits.smsPerNumberOfAll;
	const limit = isUnverified ? serverLimits.messagesPerUnverifiedAddressOfAll[channel] : ofConfirmed;
	const digest = await digestSecret(`${kind} ${addressKey}`);
	if (await countToAddress(directory, { channel, day, digest, limit })) return null;
	if (isUnverified) {
		const error =
			"Nobody has confirmed this address, and it has had its messages of the day from all accounts together";
		return { kind: "suppressed", reason: "unverifiedLimit", error };
	}
	const error = `This number has had its ${limit} ${channel === "call" ? "calls" : "SMS"} of today, until 00:00 UTC. Other channels and contacts still get alerts`;
	return { kind: "refused", error };
}

function reportSpent(accountId: string, channel: DeliveryChannel, { age, isAllSpent }: TakenShare): void {
	const event = isAllSpent ? "quota-spent" : "share-spent";
	const error = new Error("The day's share of messages is used up");
	recordFault(error, "backend", { event, accountId, channel, age });
}

function saidOfSpent(channel: DeliveryChannel, { age, isAllSpent }: TakenShare): Said {
	if (isAllSpent) return said("share.all", { channel });
	return said(age === "settled" ? "share.account" : "share.newAccount", { channel });
}
