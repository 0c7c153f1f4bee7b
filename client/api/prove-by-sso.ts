import type { ConfirmBySso } from "../../shared/session/auth-requests";
import type { SsoBegun, SsoName, SsoStart, SsoVisitEnd } from "../../shared/session/session";
import { post } from "./auth-api";
import { pageHeaders } from "./named-account";

/** The sign-in screens use the same name. They load apart. */
const name: SsoName = "aql.sso";

/** `blocked`: no tab is open. A fault is a sentence. */
export type SsoProof = { status: "confirmed" } | { status: "blocked" } | { status: "failed"; fault: string };

/**
 * Opens the company's service in another tab, so that this one keeps unsaved input. Call it in a press, or browsers
 * open no tab. Settles when that tab has finished; never, if the person closes it.
 */
export async function proveBySso(body: ConfirmBySso, signal: AbortSignal): Promise<SsoProof> {
	const tab = window.open("", "_blank");
	if (tab === null) return { status: "blocked" };
	const begun = await post<SsoBegun>("sso/confirm", body, pageHeaders());
	if (!begun.ok) {
		tab.close();
		return { status: "failed", fault: begun.failure.shown };
	}
	// The person has closed the new tab, or has pressed again meanwhile.
	if (tab.closed || signal.aborted) {
		tab.close();
		return { status: "blocked" };
	}
	const { id, address } = begun.value;
	const ended = endOf(id, signal);
	tab.sessionStorage.setItem(name, JSON.stringify({ id, confirms: true } satisfies SsoStart));
	tab.location.replace(address);
	const { fault } = await ended;
	return fault === null ? { status: "confirmed" } : { status: "failed", fault };
}

function endOf(id: string, signal: AbortSignal): Promise<SsoVisitEnd> {
	const channel = new BroadcastChannel(name);
	signal.addEventListener("abort", () => channel.close());
	return new Promise((resolve) => {
		channel.onmessage = ({ data }: MessageEvent<SsoVisitEnd>) => {
			if (data.id !== id) return;
			channel.close();
			resolve(data);
		};
	});
}
