import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { ContactId } from "../base/ids";
import { lineText } from "../base/name-text";
import { AddressId } from "./contact";
import { WebhookUrl } from "./webhook-url";

const base64Url = (characters: number) =>
	z.string().check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${characters}}$`), errorKey("push.key")));

/** RFC 8030 and 8291, base64url. `p256dh`: an uncompressed point of P-256; `auth`: a secret of 16 bytes. */
export const StartPush = z.object({
	contactId: ContactId,
	endpoint: WebhookUrl,
	p256dh: base64Url(87),
	auth: base64Url(22),
});
export type StartPush = z.infer<typeof StartPush>;

export const mostBrowsers = 5;

/** Without `addressId`, the first browser, as pages of the release before know one alone. */
export const EndPush = z.object({ contactId: ContactId, addressId: z.optional(AddressId) });
export type EndPush = z.infer<typeof EndPush>;

export const NamePush = z.object({ contactId: ContactId, addressId: AddressId, label: lineText(64) });
export type NamePush = z.infer<typeof NamePush>;

/** Content that `client/public/push-worker.js` shows. Paths are of the console that the browser signed in at. */
export type PushContent = {
	title: string;
	body: string;
	tag: string;
	isUrgent: boolean;
	path: string | null;
	isSilent?: boolean;
	/** Paths of a POST that acknowledges or mutes. Null: nothing to do so with. The release before sends no `mute`. */
	acknowledge: string | null;
	mute?: string | null;
	/** The worker shows these in `language`. The release before sends none: then it shows English. */
	words?: { acknowledge: string; notAcknowledged: string; noAnswer: string; mute?: string; notMuted?: string };
	language?: string;
};
