import type { AuthErrorName } from "../../shared/auth-errors";
import { type ErrorService, parseErrorService } from "../../shared/error-service";
import type { PasswordPolicy } from "../../shared/password-policy";
import type { Bindings } from "../env";
import { type CookieSettings, parseCookieSettings } from "./cookie-settings";
import { parsePasswordPolicy } from "./password-policy-setting";
import { findPoolProblems, type PoolSettings, toPoolSettings } from "./pool-settings";
import { parseSwitch } from "./switch";
import { parseUpstreamHeaders, type UpstreamHeaders } from "./upstream-headers";
import { parseUpstream, parseUpstreamAuth, type Upstream, type UpstreamAuth } from "./upstream-settings";

export type Settings = PoolSettings & {
	passwordPolicy: PasswordPolicy;
	isSignUpOpen: boolean;
	cookies: CookieSettings;
	upstream: Upstream;
	upstreamAuth: UpstreamAuth;
	upstreamHeaders: UpstreamHeaders;
	/** Whether the forwarder counts each person's requests. */
	isProxyLimited: boolean;
	/** Null: errors are reported nowhere. */
	errorService: ErrorService | null;
};

export type SettingProblem = { setting: string; error: AuthErrorName };

export type ParsedSettings =
	| { isValid: true; value: Settings }
	| { isValid: false; problems: [SettingProblem, ...SettingProblem[]] };

/** Every setting, or every problem with them, in the order an operator would mend them. */
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
	// Whatever is null has left a problem above; this is for the compiler.
	if (!isWhole) throw new Error("A setting is missing and has no problem.");
	const pool = toPoolSettings(env, { isGuestAllowed, isAddressPropagated });
	const forwarder = { upstream, upstreamAuth, upstreamHeaders, isProxyLimited };
	const others = { passwordPolicy, isSignUpOpen, cookies: cookies.value };
	const value = { ...pool, ...forwarder, ...others, errorService: errorService.isOn ? errorService.service : null };
	return { isValid: true, value };
}
