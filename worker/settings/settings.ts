import type { AuthErrorName } from "../../shared/auth-errors";
import { type ErrorService, parseErrorService } from "../../shared/error-service";
import { parsedOrNull } from "../../shared/json-record";
import { PasswordPolicy } from "../../shared/password-policy";
import type { Bindings } from "../env";
import { findPoolProblems, type PoolSettings, toPoolSettings } from "./pool-settings";
import {
	parseUpstream,
	parseUpstreamAuth,
	parseUpstreamHeaders,
	type Upstream,
	type UpstreamAuth,
	type UpstreamHeaders,
} from "./upstream-settings";

const sameSites: Record<string, SameSite> = { lax: "Lax", strict: "Strict", none: "None" };

export type Settings = PoolSettings & {
	passwordPolicy: PasswordPolicy;
	isSignUpOpen: boolean;
	cookies: CookieSettings;
	upstream: Upstream;
	upstreamAuth: UpstreamAuth;
	upstreamHeaders: UpstreamHeaders;
	isProxyLimited: boolean;
	errorService: ErrorService | null;
};

export type SettingProblem = { setting: string; error: AuthErrorName };

export type ParsedSettings =
	| { isValid: true; value: Settings }
	| { isValid: false; problems: [SettingProblem, ...SettingProblem[]] };

export function parseSettings(env: Bindings): ParsedSettings {
	const problems = findPoolProblems(env);
	function orProblem<T>(setting: string, parsed: T | null, error: AuthErrorName = "InvalidSetting"): T | null {
		if (parsed === null) problems.push({ setting, error });
		return parsed;
	}

	const passwordPolicy = orProblem("PASSWORD_POLICY", parsePasswordPolicy(env.PASSWORD_POLICY));
	const isSignUpOpen = orProblem("SIGN_UP", parseSwitch(env.SIGN_UP, true));
	const isGuestAllowed = orProblem("GUEST_ACCESS", parseSwitch(env.GUEST_ACCESS, true));
	const isAddressPropagated = orProblem("PROPAGATE_CLIENT_ADDRESS", parseSwitch(env.PROPAGATE_CLIENT_ADDRESS, false));
	const cookies = parseCookieSettings(env);
	if (!cookies.isValid) problems.push(cookies.problem);
	const upstream = orProblem("UPSTREAM_URL", parseUpstream(env));
	const upstreamAuth = orProblem("UPSTREAM_AUTH", parseUpstreamAuth(env));

	const upstreamHeaders = orProblem("UPSTREAM_HEADERS", parseUpstreamHeaders(env.UPSTREAM_HEADERS));
	const isProxyLimited = orProblem("PROXY_RATE_LIMIT", parseSwitch(env.PROXY_RATE_LIMIT, true));

	const errorService = orProblem("SENTRY_DSN", parseErrorService(env));

	const [first, ...rest] = problems;
	if (first) return { isValid: false, problems: [first, ...rest] };
	const isWhole =
		passwordPolicy !== null &&
		isSignUpOpen !== null &&
		isGuestAllowed !== null &&
		isAddressPropagated !== null &&
		cookies.isValid &&
		upstream !== null &&
		upstreamAuth !== null &&
		upstreamHeaders !== null &&
		isProxyLimited !== null &&
		errorService !== null;
	// Every null has a problem above; this is for the compiler.
	if (!isWhole) throw new Error("A setting is missing and has no problem.");
	const pool = toPoolSettings(env, { isGuestAllowed, isAddressPropagated });
	const forwarder = { upstream, upstreamAuth, upstreamHeaders, isProxyLimited };
	const others = { passwordPolicy, isSignUpOpen, cookies: cookies.value };
	const value = { ...pool, ...forwarder, ...others, errorService: errorService.isOn ? errorService.service : null };
	return { isValid: true, value };
}

type SameSite = "Lax" | "Strict" | "None";

/** `isSecure` is the configured value; it is ignored over plain http on loopback. */
type CookieSettings = { sameSite: SameSite; isSecure: boolean };

type ParsedCookieSettings = { isValid: true; value: CookieSettings } | { isValid: false; problem: SettingProblem };

/** Amplify's rules: an absent `COOKIE_SAME_SITE` is lax. */
function parseCookieSettings(env: Bindings): ParsedCookieSettings {
	const isSecure = parseSwitch(env.COOKIE_SECURE, true);
	if (isSecure === null) return failure("COOKIE_SECURE", "InvalidSetting");
	const sameSite = sameSites[env.COOKIE_SAME_SITE ?? "lax"];
	if (sameSite === undefined) return failure("COOKIE_SAME_SITE", "InvalidCookieSameSite");
	if (sameSite === "None" && !isSecure) return failure("COOKIE_SAME_SITE", "InsecureCookieSameSite");
	return { isValid: true, value: { sameSite, isSecure } };
}

function failure(setting: string, error: SettingProblem["error"]): ParsedCookieSettings {
	return { isValid: false, problem: { setting, error } };
}

/** Null if invalid. Absent or empty: Cognito's minimum only. */
function parsePasswordPolicy(text: string | undefined): PasswordPolicy | null {
	return PasswordPolicy.safeParse(text ? parsedOrNull(text) : {}).data ?? null;
}

/** `on` or `off`; absent or empty is the default, anything else null. */
function parseSwitch(text: string | undefined, byDefault: boolean): boolean | null {
	if (!text) return byDefault;
	if (text === "on") return true;
	return text === "off" ? false : null;
}
