import type { ConfirmBySso } from "../../shared/session/auth-requests";
import type { SsoBegun } from "../../shared/session/session";
import { post } from "./auth-api";
import { pageHeaders } from "./named-account";
import { keepSsoStart, type SsoVisitEnd, ssoVisitChannel } from "./sso-start";

/** `blocked`: the browser opened no tab. A fault is a sentence. */
export type SsoProof = { status: "confirmed" } | { status: "blocked" } | { status: "failed"; fault: string };

/**
 * Opens the company's service in another tab, so that this one keeps what is typed. Call it in a press, or browsers open
 * no tab. Settles when that tab has finished; never, if the person closes it.
 */
export async function proveBySso(body: ConfirmBySso, signal: AbortSignal): Promise<SsoProof> {
	const tab = window.open("", "_blank");
	if (tab === null) return { status: "blocked" };
	const begun = await post<SsoBegun>("sso/confirm", body, pageHeaders());
	if (!begun.ok) {
		tab.close();
		return { status: "failed", fault: begun.failure.shown };
	}
	const { id, address } = begun.value;
	const ended = endOf(id, signal);
	keepSsoStart({ id, confirms: true }, tab.sessionStorage);
	tab.location.replace(address);
	const { fault } = await ended;
	return fault === null ? { status: "confirmed" } : { status: "failed", fault };
}

function endOf(id: string, signal: AbortSignal): Promise<SsoVisitEnd> {
	const channel = new BroadcastChannel(ssoVisitChannel);
	signal.addEventListener("abort", () => channel.close());
	return new Promise((resolve) => {
		channel.onmessage = ({ data }: MessageEvent<SsoVisitEnd>) => {
			if (data.id !== id) return;
			channel.close();
			resolve(data);
		};
	});
}
