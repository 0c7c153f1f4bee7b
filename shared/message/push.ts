import * as z from "zod/mini";
import { ContactId } from "../base/ids";
import { WebhookUrl } from "./contact";

const base64Url = (characters: number) =>
	// biome-ignore lint/plugin: of a number.
	z.string().check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${characters}}$`), "The browser sent no valid key."));

/**
 * What a browser hands out so that messages can be pushed to it: RFC 8030 and 8291. `p256dh` is its public key, an
 * uncompressed point of P-256, and `auth` a secret of 16 bytes.
 */
export const StartPush = z.object({
	contactId: ContactId,
	endpoint: WebhookUrl,
	p256dh: base64Url(87),
	auth: base64Url(22),
});
export type StartPush = z.infer<typeof StartPush>;

/** What `client/public/push-worker.js` shows. Paths lead into the console that the browser signed in at. */
export type PushContent = {
	title: string;
	body: string;
	/** A later message about the same takes the place of this one. */
	tag: string;
	isUrgent: boolean;
	/** Of a page; null: of the console. */
	path: string | null;
	/** Acknowledges by a POST; null: there is nothing to acknowledge, or more than one thing. */
	acknowledge: string | null;
};
