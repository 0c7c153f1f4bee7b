import * as z from "zod/mini";

export const PushKeys = z.object({
	userId: z.string(),
	browser: z.string(),
	p256dh: z.string(),
	auth: z.string(),
	/** The console's VAPID key at subscription. The push service accepts no other. */
	publicKey: z.string(),
});
export type PushKeys = z.infer<typeof PushKeys>;

export function pushSecret(keys: PushKeys): string {
	return JSON.stringify(keys);
}

/** Throws if the secret is invalid. */
export function pushKeysOf({ secret }: { secret: string | null }): PushKeys {
	return PushKeys.parse(JSON.parse(secret ?? ""));
}
