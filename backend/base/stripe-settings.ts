import * as z from "zod/mini";

/** `isLive`: Stripe's live mode, with real money. */
export type StripeSettings = { secretKey: string; webhookSecret: string; isLive: boolean };

/** Trims secrets: a pipe may add a newline. */
const Variables = z.object({
	STRIPE_SECRET_KEY: z._default(z.string().check(z.trim(), z.regex(/^$|^(sk|rk)_(test|live)_\w+$/)), ""),
	STRIPE_WEBHOOK_SECRET: z._default(z.string().check(z.trim(), z.regex(/^$|^whsec_\S+$/)), ""),
	CONSOLE_URL: z._default(z.string(), ""),
});

type Parsed = { settings: StripeSettings | null; problems: string[] };

export function parseStripeSettings(env: unknown): Parsed {
	const parsed = Variables.safeParse(env);
	if (!parsed.success) return { settings: null, problems: parsed.error.issues.map((issue) => String(issue.path[0])) };
	const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, CONSOLE_URL } = parsed.data;
	if (secretKey === "" && webhookSecret === "") return { settings: null, problems: [] };
	const needed = { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, CONSOLE_URL };
	const problems = Object.entries(needed).flatMap(([name, value]) => (value === "" ? [name] : []));
	if (problems.length > 0) return { settings: null, problems };
	return { settings: { secretKey, webhookSecret, isLive: /^.._live_/.test(secretKey) }, problems: [] };
}
