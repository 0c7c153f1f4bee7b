import type { SsoFinished, SsoName, SsoVisitEnd } from "../../../shared/session/session";
import { post } from "../../api/auth-api";
import { t } from "../../words/made/sso";
import { nextPath } from "./follow-sign-in";
import { takeSsoStart } from "./sso-start";

declare global {
	/** Set by client/public/preload.js: the search of the address that the provider led back to. */
	var ssoReturn: string | undefined;
}

/** `sentence`: why it failed; null: an action in another tab is confirmed. `isInOtherTab`: the person goes on there. */
type EndedVisit = {
	sentence: string | null;
	isInOtherTab?: boolean;
	email?: string | undefined;
	next?: string | undefined;
};

const fields = ["state", "code", "error", "error_description", "iss"] as const;

let ended: Promise<EndedVisit> | undefined;

/** Leaves for the console, or returns the outcome of the visit: one for each page load, as the router may load the route again. */
export function finishSso(): Promise<EndedVisit> {
	ended ??= finish();
	return ended;
}

async function finish(): Promise<EndedVisit> {
	const returned = new URLSearchParams(globalThis.ssoReturn);
	globalThis.ssoReturn = "";
	const start = takeSsoStart();
	if (returned.size === 0 || start === null) return { sentence: t("return.absent") };
	const { id, email, next, confirms } = start;
	const result = Object.fromEntries(fields.flatMap((name) => (returned.has(name) ? [[name, returned.get(name)]] : [])));
	const response = await post<SsoFinished>("sso/finish", { ...result, id });
	if (confirms) {
		const fault = response.ok ? null : response.failure.shown;
		new BroadcastChannel("aql.sso" satisfies SsoName).postMessage({ id, fault } satisfies SsoVisitEnd);
		window.close();
		return { sentence: fault, isInOtherTab: true };
	}
	if (!response.ok) return { sentence: response.failure.shown, email, next };
	// A new page: this one reports no errors.
	window.location.replace(nextPath(next, window.location.origin));
	return new Promise(() => {});
}
