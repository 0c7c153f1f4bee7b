import * as z from "zod/mini";
import { minuteMs } from "../base/durations";

/** The act and its object, as words: what was confirmed for one is of no use for another. */
export const ConfirmedPurpose = z.string().check(z.maxLength(200), z.regex(/^[a-z]+( [A-Za-z0-9_]+)+$/));
export type ConfirmedPurpose = z.infer<typeof ConfirmedPurpose>;

/** How long a password that was entered again counts, for one act. */
export const confirmedForMs = 2 * minuteMs;

/** Of who becomes the owner. */
export function transferPurpose({ userId }: { userId: string }): ConfirmedPurpose {
	return `transfer ownership ${userId}`;
}

/** `sha256`: hex, of the file that is signed. */
export function signPurpose({ runId, sha256 }: { runId: string; sha256: string }): ConfirmedPurpose {
	return `sign ${runId} ${sha256}`;
}

export function deletePurpose({ accountId }: { accountId: string }): ConfirmedPurpose {
	return `delete account ${accountId}`;
}
