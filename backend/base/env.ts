import * as z from "zod/mini";
import { type MessageSettings, messageSettings, parseMessageSettings } from "./message-settings";
import { parseStripeSettings, type StripeSettings } from "./stripe-settings";

/** Secrets, and in local runs the Worker that replaces AWS. The generated bindings lack them. */
type RawEnv = BackendEnv & {
	INGEST_SECRET?: string;
	INGEST_SECRET_PREVIOUS?: string;
	SSO_PUBLIC_KEY?: string;
	LOCAL?: Fetcher;
	FONTS?: Fetcher;
};

export type Settings = {
	userPoolId: string;
	clientId: string;
	/** Newest first. The first signs keys, all are accepted. */
	ingestSecrets: string[];
	/** Base64 of a public RSA key (SPKI), for secrets that the operator alone reads. Null: none. */
	operatorKey: string | null;
	messages: MessageSettings;
	stripe: StripeSettings | null;
	local: Fetcher | null;
	/** Fonts of reports. Null: this Worker was started without. */
	fonts: Fetcher | null;
};

type SettingsResult = { isValid: true; settings: Settings } | { isValid: false; problems: string[] };

const Variables = z.object({
	USER_POOL_ID: z.string().check(z.regex(/^[a-z]{2}(-[a-z]+)+-\d+_[0-9A-Za-z]+$/)),
	USER_POOL_CLIENT_ID: z.string().check(z.regex(/^\w+$/)),
	INGEST_SECRET: z.string().check(z.minLength(32)),
	INGEST_SECRET_PREVIOUS: z.optional(z.string().check(z.minLength(32))),
	SSO_PUBLIC_KEY: z.optional(z.string().check(z.regex(/^(?:[\w+/]{4})*[\w+/]{2,4}={0,2}$|^$/))),
});

/**
 * All settings of the backend in `[vars]`, as texts. The build also sets those of the error service.
 * @public `npm run deploy` loads it by its path.
 */
export const backendSettings = [
	...Object.keys(Variables.shape),
	...messageSettings,
	...["JURISDICTION", "SENTRY_DSN", "SENTRY_ENVIRONMENT", "SENTRY_RELEASE"],
];

/** The only reader of raw variables. An error names a bad variable and never shows its value. */
export function parseSettings(env: RawEnv): SettingsResult {
	const variables = Variables.safeParse(env);
	const messages = parseMessageSettings(env);
	const stripe = parseStripeSettings(env);
	if (!variables.success || !messages.settings || stripe.problems.length > 0) {
		const own = variables.error?.issues.map((issue) => String(issue.path[0])) ?? [];
		return { isValid: false, problems: [...new Set([...own, ...messages.problems, ...stripe.problems])] };
	}
	const { USER_POOL_ID, USER_POOL_CLIENT_ID, INGEST_SECRET, INGEST_SECRET_PREVIOUS, SSO_PUBLIC_KEY } = variables.data;
	return {
		isValid: true,
		settings: {
			userPoolId: USER_POOL_ID,
			clientId: USER_POOL_CLIENT_ID,
			ingestSecrets: INGEST_SECRET_PREVIOUS ? [INGEST_SECRET, INGEST_SECRET_PREVIOUS] : [INGEST_SECRET],
			operatorKey: SSO_PUBLIC_KEY || null,
			messages: messages.settings,
			stripe: stripe.settings,
			local: env.LOCAL ?? null,
			fonts: env.FONTS ?? null,
		},
	};
}
