import type { SignInResult } from "../../../shared/session/session";
import { post } from "../../api/auth-api";
import { t } from "../../words/made/sso";
import { nextPath } from "./follow-sign-in";
import { takeSsoStart } from "./sso-start";

declare global {
	/** Set by client/public/preload.js: the search of the address that the provider led back to. */
	var ssoReturn: string | undefined;
}

type FailedSso = { sentence: string; email?: string | undefined; next?: string | undefined };

const fields = ["state", "code", "error", "error_description", "iss"] as const;

/** Leaves for the console, or returns why the sign-in failed. */
export async function finishSso(): Promise<FailedSso> {
	const returned = new URLSearchParams(globalThis.ssoReturn);
	globalThis.ssoReturn = "";
	const start = takeSsoStart();
	if (returned.size === 0 || start === null) return { sentence: t("return.absent") };
	const { id, email, next } = start;
	const result = Object.fromEntries(fields.flatMap((name) => (returned.has(name) ? [[name, returned.get(name)]] : [])));
	const response = await post<SignInResult>("sso/finish", { ...result, id });
	if (!response.ok) return { sentence: response.failure.shown, email, next };
	// A new page: this one reports no errors.
	window.location.replace(nextPath(next, window.location.origin));
	return new Promise(() => {});
}
