import * as z from "zod/mini";

/** The secret of a push channel: whose browser it is, what people call it, and what its messages are encrypted with. */
export const PushKeys = z.object({
	userId: z.string(),
	browser: z.string(),
	p256dh: z.string(),
	auth: z.string(),
	/** Of the console, which the browser subscribed with: its service takes what no other key signs. */
	publicKey: z.string(),
});
export type PushKeys = z.infer<typeof PushKeys>;

export function pushSecret(keys: PushKeys): string {
	return JSON.stringify(keys);
}

/** Throws where it is none. */
export function pushKeysOf({ secret }: { secret: string | null }): PushKeys {
	return PushKeys.parse(JSON.parse(secret ?? ""));
}
