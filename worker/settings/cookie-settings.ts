import type { Bindings } from "../env";
import type { SettingProblem } from "./settings";
import { parseSwitch } from "./switch";

export type SameSite = "Lax" | "Strict" | "None";

/** `isSecure` is what the operator wants; over plain http to the machine itself it is left off anyway. */
export type CookieSettings = { sameSite: SameSite; isSecure: boolean };

type ParsedCookieSettings = { isValid: true; value: CookieSettings } | { isValid: false; problem: SettingProblem };

const sameSites: Record<string, SameSite> = { lax: "Lax", strict: "Strict", none: "None" };

/** Amplify's checks of its cookie storage: an absent `COOKIE_SAME_SITE` is lax, a present one must be of the three. */
export function parseCookieSettings(env: Bindings): ParsedCookieSettings {
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
