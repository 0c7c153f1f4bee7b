import * as z from "zod/mini";
import { parsedOrNull } from "../../shared/base/json-record";
import type { AccountObjects, CallOrigin, Invalidations, RowStore, SignIn } from "../base/context";
import { denyUnidentified, type IdentifyParts, identify } from "../base/identify";
import { readText } from "../base/read-text";
import type { AccountLookup } from "../db/account-lookup";
import { saveSecondStep } from "../db/account-rows";
import { findCaller } from "../db/session-rows";
import { enterAccount } from "./enter-account";
import { endingOf, originOf, sessionEndedResponse, signInKey } from "./sign-ins";

const ReportedSecondStep = z.enum(["on", "off"]);
export type ReportedSecondStep = z.infer<typeof ReportedSecondStep>;

/** `unknown`: no member. An ending: the account denies the sign-in. */
export type SecondStepReport = "recorded" | "unknown" | "ended" | "onlySso";

type EndpointParts = IdentifyParts & {
	lookup: AccountLookup;
	accounts: AccountObjects<{
		recordSecondStep(
			sub: string,
			signIn: SignIn,
			secondStep: ReportedSecondStep | null,
			byPasskey: CallOrigin | null,
		): Promise<SecondStepReport>;
	}>;
};

const longestBody = 1_000;
/** `secondStep`: beside the password; null: not known. `isByPasskey`: absent from the previous release's Worker. */
const Body = z.object({
	secondStep: z.nullable(ReportedSecondStep),
	isByPasskey: z._default(z.boolean(), false),
});

/** Serves `POST /api/session/second-step`. The console reports at each sign-in, and each account records it. */
export function createSecondStepEndpoint({ verifier, people, lookup, accounts }: EndpointParts) {
	return async function secondStepEndpoint(request: Request, requestId: string): Promise<Response> {
		const identification = await identify(request.headers, { verifier, people, requestId });
		if (identification.status !== "known") return denyUnidentified(identification.status, requestId);
		const { sub, signIn } = identification.identity;
		const { secondStep, isByPasskey } = Body.parse(parsedOrNull((await readText(request, longestBody)) ?? ""));
		const byPasskey = isByPasskey ? originOf(request.headers, requestId) : null;
		const { accountIds } = await lookup.findAgain(identification.identity);
		const notified = await Promise.all(
			accountIds.map((id) =>
				accounts.get(accounts.idFromName(id)).recordSecondStep(sub, signIn, secondStep, byPasskey),
			),
		);
		if (notified.includes("recorded")) return new Response(null, { status: 204 });
		if (notified.includes("ended")) return sessionEndedResponse(requestId);
		if (notified.includes("onlySso")) return sessionEndedResponse(requestId, "onlySso");
		return new Response(null, { status: 204 });
	};
}

/** `byPasskey`: where the person has just signed in by one. */
type Notice = {
	sub: string;
	signIn: SignIn;
	secondStep: ReportedSecondStep | null;
	byPasskey: CallOrigin | null;
};
type Parts = RowStore & { invalidations: Invalidations };

export function recordSecondStep(store: Parts, { sub, signIn, secondStep, byPasskey }: Notice): SecondStepReport {
	const { db, invalidations, now } = store;
	const caller = findCaller(db, sub, signInKey(signIn));
	if (!caller) return "unknown";
	const why = endingOf(caller, signIn, { now });
	if (why !== null && why !== "onlySso") return "ended";
	if (secondStep !== null && caller.user.secondStep !== secondStep) {
		// Also for an owner whose sign-in is denied, who can then become an emergency owner.
		saveSecondStep(db, caller.user.id, secondStep);
		invalidations.changed("account", "all");
	}
	if (why !== null) return why;
	if (byPasskey !== null && caller.user.status === "active") {
		enterAccount(store, { caller, signIn, origin: byPasskey, isByPasskey: true });
	}
	return "recorded";
}
