import { contractVersion } from "../shared/header-names";
import { type ParsedSettings, parseSettings } from "./settings/settings";

export type Bindings = ConsoleEnv & {
	LOCAL?: Fetcher;
	/** Set in local runs only; no deployed file contains them. */
	DEMO_SIGN_IN?: DemoSignIn;
	DEV_SERVER?: string;
	PASSWORD_POLICY?: string;
	SIGN_UP?: string;
	GUEST_ACCESS?: string;
	COOKIE_SAME_SITE?: string;
	COOKIE_SECURE?: string;
	COGNITO_REGION?: string;
	USER_POOL_ENDPOINT?: string;
	IDENTITY_POOL_ENDPOINT?: string;
	PROPAGATE_CLIENT_ADDRESS?: string;
	USER_POOL_CLIENT_SECRET?: string;
	UPSTREAM_AUTH?: string;
	UPSTREAM_REGION?: string;
	UPSTREAM_SERVICE?: string;
	UPSTREAM_HEADERS?: string;
	PROXY_RATE_LIMIT?: string;
	SENTRY_RELEASE?: string;
};

type DemoSignIn = { email: string; password: string };

export type Environment = {
	assets: Fetcher;
	backend: Fetcher;
	local: Fetcher | null;
	demoSignIn: DemoSignIn | null;
	isDevServer: boolean;
	rateLimits: {
		/** 3 in 10 s. */
		byName: RateLimit;
		/** 30 in 10 s. */
		byAddress: RateLimit;
		/** 3 in 60 s. */
		codes: RateLimit;
		/** 600 in 60 s. */
		calls: RateLimit;
	};
	companyName: string;
	version: { deployment: string; contract: string };
	settings: ParsedSettings;
};

/** The only reader of raw bindings and variables. An invalid setting is a result, so that health can name it. */
export function parseEnvironment(env: Bindings): Environment {
	return {
		assets: env.ASSETS,
		backend: env.BACKEND,
		local: env.LOCAL ?? null,
		demoSignIn: env.DEMO_SIGN_IN ?? null,
		isDevServer: env.DEV_SERVER === "on",
		rateLimits: {
			byName: env.AUTH_BY_NAME,
			byAddress: env.AUTH_BY_ADDRESS,
			codes: env.CODES_BY_NAME,
			calls: env.PROXY_BY_SUB,
		},
		companyName: env.COMPANY_NAME || "AQLCloud",
		version: { deployment: env.CF_VERSION_METADATA?.id ?? "unversioned", contract: contractVersion },
		settings: parseSettings(env),
	};
}
