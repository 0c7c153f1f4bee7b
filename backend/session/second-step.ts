import { parsedOrNull } from "../../shared/base/json-record";
import { type EmergencyStanding, SecondStepReported, type SignInWay } from "../../shared/session/second-step-report";
import type { AccountObjects, CallOrigin, Invalidations, ReadDb, RowStore, SignIn } from "../base/context";
import { denyUnidentified, type IdentifyParts, identify } from "../base/identify";
import { readText } from "../base/read-text";
import type { AccountLookup } from "../db/account-lookup";
import { saveSecondStep, saveShownSecondStep } from "../db/account-rows";
import { type Caller, findCaller } from "../db/session-rows";
import { dropEmergencyOwner, enterAccount } from "./enter-account";
import { endingOf, isProven, originOf, type ProvenStep, sessionEndedResponse, signInKey } from "./sign-ins";

export type ReportedSecondStep = NonNullable<SecondStepReported["secondStep"]>;

export type BegunSignIn = { way: SignInWay; origin: CallOrigin };

/** `unknown`: no member. An ending: the account denies the sign-in. */
export type SecondStepReport = "recorded" | "unknown" | "ended" | "onlySso";

type EndpointParts = IdentifyParts & {
	lookup: AccountLookup;
	accounts: AccountObjects<{
		recordSecondStep(
			sub: string,
			signIn: SignIn,
			secondStep: ReportedSecondStep | null,
			begun: BegunSignIn | null,
		): Promise<SecondStepReport>;
		emergencyStanding(sub: string, signIn: SignIn): Promise<EmergencyStanding>;
	}>;
};

const longestBody = 1_000;

/** Serves `POST /api/session/second-step`. The console reports at each sign-in, and each account records it. */
export function createSecondStepEndpoint({ verifier, people, lookup, accounts }: EndpointParts) {
	return async function secondStepEndpoint(request: Request, requestId: string): Promise<Response> {
		const identification = await identify(request.headers, { verifier, people, requestId });
		if (identification.status !== "known") return denyUnidentified(identification.status, requestId);
		const { sub, signIn } = identification.identity;
		const body = parsedOrNull((await readText(request, longestBody)) ?? "");
		const { secondStep, way } = SecondStepReported.parse(body);
		const begun = way === null ? null : { way, origin: originOf(request.headers, requestId) };
		const { accountIds } = await lookup.findAgain(identification.identity);
		const notified = await Promise.all(
			accountIds.map((id) => accounts.get(accounts.idFromName(id)).recordSecondStep(sub, signIn, secondStep, begun)),
		);
		if (notified.includes("recorded")) return new Response(null, { status: 204 });
		if (notified.includes("ended")) return sessionEndedResponse(requestId);
		if (notified.includes("onlySso")) return sessionEndedResponse(requestId, "onlySso");
		return new Response(null, { status: 204 });
	};
}

/** Serves `GET /api/session/second-step`, before the console changes a person's second step. */
export function createEmergencyStandingEndpoint({ verifier, people, lookup, accounts }: EndpointParts) {
	return async function emergencyStandingEndpoint({ headers }: Request, requestId: string): Promise<Response> {
		const identification = await identify(headers, { verifier, people, requestId });
		if (identification.status !== "known") return denyUnidentified(identification.status, requestId);
		const { sub, signIn } = identification.identity;
		const { accountIds } = await lookup.findAgain(identification.identity);
		const standings = await Promise.all(
			accountIds.map((id) => accounts.get(accounts.idFromName(id)).emergencyStanding(sub, signIn)),
		);
		const worst = (["unproven", "proven"] as const).find((standing) => standings.includes(standing));
		return Response.json(worst ?? "none");
	};
}

export function emergencyStandingOf(db: ReadDb, sub: string, signIn: SignIn): EmergencyStanding {
	const caller = findCaller(db, sub, signInKey(signIn));
	if (!caller || !isEmergencyOwner(caller)) return "none";
	return isProven(caller.session) ? "proven" : "unproven";
}

function isEmergencyOwner({ user, account }: Caller): boolean {
	const isOwner = user.role === "owner" && user.status === "active";
	return isOwner && (account?.emergencyOwners?.includes(user.id) ?? false);
}

type Notice = { sub: string; signIn: SignIn; secondStep: ReportedSecondStep | null; begun: BegunSignIn | null };
type Parts = RowStore & { invalidations: Invalidations };

export function recordSecondStep(store: Parts, { sub, signIn, secondStep, begun }: Notice): SecondStepReport {
	const { db, invalidations, now } = store;
	const caller = findCaller(db, sub, signInKey(signIn));
	if (!caller) return "unknown";
	const before = endingOf(caller, signIn, { now });
	if (before !== null && before !== "onlySso") return "ended";
	if (secondStep !== null && caller.user.secondStep !== secondStep) {
		// Stored even if an owner's sign-in is denied: the owner can then become an emergency owner.
		saveSecondStep(db, caller.user.id, secondStep);
		invalidations.changed("account", "all");
	}
	const { way, origin } = begun ?? {};
	if (origin === undefined || caller.user.status !== "active") return before ?? "recorded";
	if (way === "code" || way === "passkey") return recordProven(store, { caller, signIn, origin, secondStep: way });
	// The user signed in by password alone and may have set up the second step since, so it proves nothing.
	if (caller.user.hasShownSecondStep) saveShownSecondStep(db, caller.user.id, false);
	if (isEmergencyOwner(caller)) dropEmergencyOwner(store, { user: caller.user, origin });
	return before ?? "recorded";
}

type Proven = { caller: Caller; signIn: SignIn; origin: CallOrigin; secondStep: ProvenStep };

function recordProven(store: Parts, { caller, signIn, origin, secondStep }: Proven): "recorded" | "onlySso" {
	const { db, now } = store;
	if (!caller.user.hasShownSecondStep) saveShownSecondStep(db, caller.user.id, true);
	const steps = { isByPasskey: secondStep === "passkey", hasSecondStep: secondStep === "code" };
	const session = { id: "", lastSeenAt: new Date(now), endedAt: null, ...steps };
	if (endingOf({ ...caller, session }, signIn, { now }) !== null) return "onlySso";
	enterAccount(store, { caller, signIn, origin, secondStep });
	return "recorded";
}
