import { limits } from "../../shared/base/limits";
import type { DeliveryChannel, MessageState } from "../../shared/message/message";
import type { MessageRow } from "../db/message-rows";

const endedBadly: readonly MessageState[] = ["failed", "bounced", "suppressed", "unknown"];
const replayable: readonly DeliveryChannel[] = ["webhook", "slack"];

/** A program may have lost what it took, so its messages can be replayed. */
export function isResendable({ state, channel, isCode, reason, claims }: MessageRow): boolean {
	if (isCode || reason === "sameAddress" || claims >= limits.sendsPerMessage) return false;
	return endedBadly.includes(state) || (state === "sent" && replayable.includes(channel));
}
