import { parsedOrNull } from "../../shared/base/json-record";
import { ownValue } from "../../shared/base/own-value";
import { type ErrorService, parseErrorService } from "../../shared/errors/error-service";
import { PasswordPolicy } from "../../shared/session/password-setting";
import type { Bindings } from "./bindings";
import { findPoolProblems, type PoolSettings, type SettingProblem, toPoolSettings } from "./pool-settings";
import {
	parseUpstream,
	parseUpstreamAuth,
	parseUpstreamHeaders,
	type Upstream,
	type UpstreamAuth,
	type UpstreamHeaders,
} from "./upstream-settings";

export type Settings = PoolSettings & {
	passwordPolicy: PasswordPolicy;
	isSignUpOpen: boolean;
	cookies: CookieSettings;
	upstream: Upstream;
	upstreamAuth: UpstreamAuth;
	upstreamHeaders: UpstreamHeaders;
	isProxyLimited: boolean;
	errorService: ErrorService | null;
	uploadLogShare: number;
	/** Newest first. The first signs the time of the last act, all are accepted. Empty: it is not measured. */
	sessionKeys: string[];
};

export type ParsedSettings =
	| { isValid: true; value: Settings }
	| { isValid: false; problems: [SettingProblem, ...SettingProblem[]] };

export function parseSettings(env: Bindings): ParsedSettings {
	const problems = findPoolProblems(env);

	/** The value is never read if it is invalid, because its problem ends the request. */
	function valid<T>(setting: string, parsed: T | null): T {
		if (parsed === null) problems.push({ setting, error: "InvalidSetting" });
		return parsed as T;
	}

	const passwordPolicy = valid("PASSWORD_POLICY", parsePasswordPolicy(env.PASSWORD_POLICY));
	const isSignUpOpen = valid("SIGN_UP", parseSwitch(env.SIGN_UP, true));
	const switches = {
		isGuestAllowed: valid("GUEST_ACCESS", parseSwitch(env.GUEST_ACCESS, true)),
		isAddressPropagated: valid("PROPAGATE_CLIENT_ADDRESS", parseSwitch(env.PROPAGATE_CLIENT_ADDRESS, false)),
	};
	const cookies = parseCookieSettings(env);
	if ("error" in cookies) problems.push(cookies);
	const forwarder = {
		upstream: valid("UPSTREAM_URL", parseUpstream(env)),
		upstreamAuth: valid("UPSTREAM_AUTH", parseUpstreamAuth(env)),
		upstreamHeaders: valid("UPSTREAM_HEADERS", parseUpstreamHeaders(env.UPSTREAM_HEADERS)),
		isProxyLimited: valid("PROXY_RATE_LIMIT", parseSwitch(env.PROXY_RATE_LIMIT, true)),
	};
	const uploadLogShare = valid("UPLOAD_LOG_SHARE", parseShare(env.UPLOAD_LOG_SHARE));
	const sessionKeys = [
		valid("SESSION_KEY", parseKey(env.SESSION_KEY)),
		valid("SESSION_KEY_PREVIOUS", parseKey(env.SESSION_KEY_PREVIOUS)),
	].flat();
	const errors = valid("SENTRY_DSN", parseErrorService(env));
	const [first, ...rest] = problems;
	if (first) return { isValid: false, problems: [first, ...rest] };
	const errorService = errors.isOn ? errors.service : null;
	const others = { passwordPolicy, isSignUpOpen, cookies: cookies as CookieSettings, uploadLogShare, sessionKeys };
	const pool = toPoolSettings(env, switches);
	return { isValid: true, value: { ...pool, ...forwarder, ...others, errorService } };
}

type SameSite = "Lax" | "Strict" | "None";

const sameSites: Record<string, SameSite> = { lax: "Lax", strict: "Strict", none: "None" };

type CookieSettings = { sameSite: SameSite; isSecure: boolean };

/** Amplify's rules: an absent `COOKIE_SAME_SITE` is lax. */
function parseCookieSettings(env: Bindings): CookieSettings | SettingProblem {
	const isSecure = parseSwitch(env.COOKIE_SECURE, true);
	if (isSecure === null) return { setting: "COOKIE_SECURE", error: "InvalidSetting" };
	const sameSite = ownValue(sameSites, env.COOKIE_SAME_SITE ?? "lax");
	if (sameSite === undefined) return { setting: "COOKIE_SAME_SITE", error: "InvalidCookieSameSite" };
	if (sameSite !== "None" || isSecure) return { sameSite, isSecure };
	return { setting: "COOKIE_SAME_SITE", error: "InsecureCookieSameSite" };
}

function parsePasswordPolicy(text: string | undefined): PasswordPolicy | null {
	return PasswordPolicy.safeParse(text ? parsedOrNull(text) : {}).data ?? null;
}

/** `on` or `off`; absent or empty is the default, anything else null. */
function parseSwitch(text: string | undefined, byDefault: boolean): boolean | null {
	if (text === undefined || text === "") return byDefault;
	if (text === "on") return true;
	return text === "off" ? false : null;
}

/** An absent or empty key is none, a short one null. */
function parseKey(text: string | undefined): string[] | null {
	if (text === undefined || text === "") return [];
	return text.length < 32 ? null : [text];
}

/** 0 to 1 as a decimal number; absent or empty is 1, anything else null. */
function parseShare(text: string | undefined): number | null {
	if (text === undefined || text === "") return 1;
	return /^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/.test(text) ? Number(text) : null;
}
