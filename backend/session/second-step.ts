import * as z from "zod/mini";
import { parsedOrNull } from "../../shared/base/json-record";
import type { AccountObjects, Invalidations, RowStore, SignIn } from "../base/context";
import { denyUnidentified, type IdentifyParts, identify } from "../base/identify";
import { readText } from "../base/read-text";
import type { AccountLookup } from "../db/account-lookup";
import { saveSecondStep } from "../db/account-rows";
import { findCaller } from "../db/session-rows";
import { endingOf, sessionEndedResponse, signInKey } from "./sign-ins";

const ReportedSecondStep = z.enum(["on", "off"]);
export type ReportedSecondStep = z.infer<typeof ReportedSecondStep>;

/** `unknown`: no member. An ending: the account denies the sign-in. */
export type SecondStepReport = "recorded" | "unknown" | "ended" | "onlySso";

type EndpointParts = IdentifyParts & {
	lookup: AccountLookup;
	accounts: AccountObjects<{
		recordSecondStep(sub: string, signIn: SignIn, secondStep: ReportedSecondStep): Promise<SecondStepReport>;
	}>;
};

const longestBody = 1_000;
const Body = z.object({ secondStep: ReportedSecondStep });

/** Serves `POST /api/session/second-step`. The console reports at each sign-in, and each account records it. */
export function createSecondStepEndpoint({ verifier, people, lookup, accounts }: EndpointParts) {
	return async function secondStepEndpoint(request: Request, requestId: string): Promise<Response> {
		const identification = await identify(request.headers, { verifier, people, requestId });
		if (identification.status !== "known") return denyUnidentified(identification.status, requestId);
		const { sub, signIn } = identification.identity;
		const { secondStep } = Body.parse(parsedOrNull((await readText(request, longestBody)) ?? ""));
		const { accountIds } = await lookup.findAgain(identification.identity);
		const notified = await Promise.all(
			accountIds.map((id) => accounts.get(accounts.idFromName(id)).recordSecondStep(sub, signIn, secondStep)),
		);
		if (notified.includes("recorded")) return new Response(null, { status: 204 });
		if (notified.includes("ended")) return sessionEndedResponse(requestId);
		if (notified.includes("onlySso")) return sessionEndedResponse(requestId, "onlySso");
		return new Response(null, { status: 204 });
	};
}

type Notice = { sub: string; signIn: SignIn; secondStep: ReportedSecondStep };
type Parts = RowStore & { invalidations: Invalidations };

export function recordSecondStep(
	{ db, invalidations, now }: Parts,
	{ sub, signIn, secondStep }: Notice,
): SecondStepReport {
	const caller = findCaller(db, sub, signInKey(signIn));
	if (!caller) return "unknown";
	const why = endingOf(caller, signIn, { now });
	if (why !== null && why !== "onlySso") return "ended";
	if (caller.user.secondStep !== secondStep) {
		// Also of an owner who may not come in this way: only then can they be chosen to.
		saveSecondStep(db, caller.user.id, secondStep);
		invalidations.changed("account", "all");
	}
	return why ?? "recorded";
}
