import { dayMs } from "../../shared/base/durations";
import { shortLinkPath } from "../../shared/base/links";
import { recordFault } from "../base/event-log";
import { saveShortLink } from "../db/short-link-rows";
import { digestSecret } from "../keys/ingest-keys";
import type { LinkClaims } from "../keys/link-tokens";
import { newShortCode } from "../keys/short-codes";
import type { ClaimedMessage } from "./claim-message";

export const actionMs = 7 * dayMs;

type Parts = { directory: D1Database; consoleUrl: string | null; now: number };
type Shortened = { accountId: string; message: ClaimedMessage; url: string | null };

/** Leads to an alert's page without a sign-in, or to the console's page at `url`. Null if there is none. */
export async function shortUrl(
	{ directory, consoleUrl, now }: Parts,
	{ accountId, message, url }: Shortened,
): Promise<string | null> {
	if (url === null || !consoleUrl) return null;
	const code = newShortCode();
	const expiresAt = now + actionMs;
	const claims = claimsOf(accountId, message, expiresAt);
	const target = claims ? JSON.stringify(claims) : url.slice(consoleUrl.length);
	try {
		await saveShortLink(directory, { digest: await digestSecret(code), accountId, target, expiresAt });
		return `${consoleUrl}${shortLinkPath}${code}`;
	} catch (error) {
		recordFault(error, "backend", { event: "short-link-missing", messageId: message.messageId });
		return null;
	}
}

function claimsOf(accountId: string, message: ClaimedMessage, expiresAt: number): LinkClaims | null {
	const { messageId, notices, more, contact, channel } = message;
	const [first] = notices;
	if (first?.cause !== "alert" || contact === undefined) return null;
	const isOne = notices.length + more === 1;
	const recipient = { ...contact, channel };
	const subject = isOne ? first.facts.eventId : messageId;
	return { accountId, action: "acknowledge", subject, recipient, expiresAt };
}
