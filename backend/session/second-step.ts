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

export type SecondStepReport = "recorded" | "ended" | "unknown";

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
		const isEndedInAll = notified.includes("ended") && !notified.includes("recorded");
		return isEndedInAll ? sessionEndedResponse(requestId) : new Response(null, { status: 204 });
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
	if (endingOf(caller, signIn, { now }) !== null) return "ended";
	if (caller.user.secondStep === secondStep) return "recorded";
	saveSecondStep(db, caller.user.id, secondStep);
	invalidations.changed("account", "all");
	return "recorded";
}
