import type { AuthErrorName } from "../shared/auth-errors";
import { contractVersion } from "../shared/limits";
import type { AuthConfig } from "../shared/session";

/** What wrangler.toml binds, what only local runs bind, and what an operator may leave out. */
export type Bindings = ConsoleEnv & {
	LOCAL?: Fetcher;
	/** Set by Vite's dev server alone. */
	DEV_SERVER?: string;
	PASSWORD_POLICY?: string;
	USER_POOL_CLIENT_SECRET?: string;
};

export type Upstream = { kind: "binding"; backend: Fetcher } | { kind: "url"; base: string };

export type Settings = {
	userPoolId: string;
	clientId: string;
	clientSecret: string | null;
	passwordPolicy: AuthConfig["passwordPolicy"];
	upstream: Upstream;
};

export type SettingProblem = { setting: string; error: AuthErrorName };

export type Environment = {
	assets: Fetcher;
	backend: Fetcher;
	local: Fetcher | null;
	isDevServer: boolean;
	signInByName: RateLimit;
	signInByAddress: RateLimit;
	companyName: string;
	version: { deployment: string; contract: string };
	settings: { isValid: true; value: Settings } | { isValid: false; problems: [SettingProblem, ...SettingProblem[]] };
};

/** The only reader of raw bindings and variables. A wrong setting is a result, so that health can name it. */
export function parseEnvironment(env: Bindings): Environment {
	return {
		assets: env.ASSETS,
		backend: env.BACKEND,
		local: env.LOCAL ?? null,
		isDevServer: env.DEV_SERVER === "on",
		signInByName: env.SIGN_IN_BY_NAME,
		signInByAddress: env.SIGN_IN_BY_ADDRESS,
		companyName: env.COMPANY_NAME || "AQLCloud",
		version: { deployment: env.CF_VERSION_METADATA?.id ?? "unversioned", contract: contractVersion },
		settings: parseSettings(env),
	};
}

function parseSettings(env: Bindings): Environment["settings"] {
	const passwordPolicy = parsePasswordPolicy(env.PASSWORD_POLICY);
	const upstream = parseUpstream(env);
	const [first, ...rest] = [
		...poolProblems(env),
		...(passwordPolicy ? [] : [{ setting: "PASSWORD_POLICY", error: "InvalidSetting" } as const]),
		...(upstream ? [] : [{ setting: "UPSTREAM_URL", error: "InvalidSetting" } as const]),
	];
	if (first || !passwordPolicy || !upstream) {
		return { isValid: false, problems: [first ?? { setting: "UPSTREAM_URL", error: "InvalidSetting" }, ...rest] };
	}
	const value = {
		userPoolId: env.USER_POOL_ID,
		clientId: env.USER_POOL_CLIENT_ID,
		clientSecret: env.USER_POOL_CLIENT_SECRET || null,
		passwordPolicy,
		upstream,
	};
	return { isValid: true, value };
}

function poolProblems(env: Bindings): SettingProblem[] {
	const problems: SettingProblem[] = [];
	if (!env.USER_POOL_ID) problems.push({ setting: "USER_POOL_ID", error: "AuthUserPoolException" });
	// The form aws-jwt-verify demands of a pool id, from which it derives the region and the issuer.
	else if (!/^\w{2}-(\w+-){1,2}\d_\w+$/.test(env.USER_POOL_ID)) {
		problems.push({ setting: "USER_POOL_ID", error: "InvalidUserPoolId" });
	}
	if (!env.USER_POOL_CLIENT_ID) problems.push({ setting: "USER_POOL_CLIENT_ID", error: "AuthUserPoolException" });
	if (!env.IDENTITY_POOL_ID?.includes(":")) {
		problems.push({ setting: "IDENTITY_POOL_ID", error: "InvalidIdentityPoolIdException" });
	}
	return problems;
}

/** Cognito's own floor for a password policy. */
const shortestPassword = 6;

function parsePasswordPolicy(text: string | undefined): AuthConfig["passwordPolicy"] | null {
	if (!text) return { minimumLength: shortestPassword };
	try {
		const { minimumLength = shortestPassword } = JSON.parse(text);
		return Number.isInteger(minimumLength) && minimumLength > 0 ? { minimumLength } : null;
	} catch {
		return null; // told to the operator as a problem of this setting
	}
}

function parseUpstream(env: Bindings): Upstream | null {
	if (!env.UPSTREAM_URL) return { kind: "binding", backend: env.BACKEND };
	if (!URL.canParse(env.UPSTREAM_URL)) return null;
	const url = new URL(env.UPSTREAM_URL);
	const isPlain = url.search === "" && url.hash === "" && url.username === "" && url.password === "";
	if (!/^https?:$/.test(url.protocol) || !isPlain) return null;
	return { kind: "url", base: url.href.replace(/\/+$/, "") };
}
