import { serverLimits } from "../../shared/base/limits";
import type { DeliveryChannel, MessageState } from "../../shared/message/message";
import type { MessageRow } from "../db/message-rows";

const endedBadly: readonly MessageState[] = ["failed", "bounced", "suppressed", "unknown"];
const replayable: readonly DeliveryChannel[] = ["webhook", "slack"];

/** Includes sent webhook messages, because a program may have lost one, and waiting ones. */
export function isResendable(message: MessageRow, now: number): boolean {
	const { state, channel, isCode, reason, claims } = message;
	if (isWaiting(message, now)) return true;
	if (isCode || reason === "sameAddress" || claims >= serverLimits.sendsPerMessage) return false;
	if (state === "mayHaveArrived") return reason === null;
	return endedBadly.includes(state) || (state === "sent" && replayable.includes(channel));
}

export function isWaiting({ state, channel, attempt, handOvers, dueAt }: MessageRow, now: number): boolean {
	const isFailed = state === "queued" && attempt > 1 && handOvers === 0;
	return isFailed && dueAt !== null && dueAt > now && replayable.includes(channel);
}
