import * as z from "zod/mini";
import { parsedOrNull } from "../../shared/base/json-record";
import {
	ConfirmedPurpose,
	confirmedForMs,
	type IdentityProof,
	IdentityProofWay,
} from "../../shared/session/identity-confirmation";
import type { AccountObjects, Identity, MemberContext, RowStore, SignIn } from "../base/context";
import { domainError, trpcErrorResponse } from "../base/errors";
import { denyUnidentified, type IdentifyParts, identify } from "../base/identify";
import type { Denial } from "../base/internal-headers";
import { readText } from "../base/read-text";
import { accountByHeaders } from "../base/requested-account";
import type { AccountLookup } from "../db/account-lookup";
import {
	deleteConfirmationsUntil,
	hasConfirmation,
	insertConfirmation,
	takeConfirmations,
} from "../db/confirmation-rows";
import { aliveIn, requestAccount, type SessionCalls } from "../db/reach-account";
import { findCaller } from "../db/session-rows";
import { proofWayOf } from "./proof-way";
import { endingOf, sessionEndedResponse, signInKey } from "./sign-ins";

/** `refused`: not an active member, or a token without its sign-in. */
export type ConfirmedIdentity = "confirmed" | "ended" | "refused";

export type ConfirmationCalls = {
	identityConfirmed(
		sub: string,
		signIn: SignIn,
		purpose: ConfirmedPurpose,
		proof: IdentityProof,
	): Promise<ConfirmedIdentity>;
};

type EndpointParts = IdentifyParts & {
	lookup: AccountLookup;
	accounts: AccountObjects<ConfirmationCalls & SessionCalls>;
	directory: D1Database;
};

const denials: Record<ConfirmedIdentity, Denial | null> = { confirmed: null, ended: "ended", refused: "unknown" };

const longestBody = 1_000;
/** The previous release's Worker names no way. */
const Body = z.object({ purpose: ConfirmedPurpose, by: z._default(IdentityProofWay, "password") });

/** Serves `POST /api/session/confirmed`, after the user pool has authenticated the user again. */
export function createConfirmedEndpoint({ verifier, people, lookup, accounts, directory }: EndpointParts) {
	return async function confirmedEndpoint(request: Request, requestId: string): Promise<Response> {
		const identification = await identify(request.headers, { verifier, people, requestId });
		if (identification.status !== "known") return denyUnidentified(identification.status, requestId);
		const { identity } = identification;
		const { sub, signIn } = identity;
		const { purpose, by } = Body.parse(parsedOrNull((await readText(request, longestBody)) ?? ""));
		const proof = by === "sso" ? await proofBySso(directory, identity) : { by };
		if (proof === null) return new Response(null, { status: 409 });
		const reached = await requestAccount(lookup, identity, {
			request: (accountId) =>
				accounts.get(accounts.idFromName(accountId)).identityConfirmed(sub, signIn, purpose, proof),
			denialOf: (result) => denials[result],
			asked: accountByHeaders(request.headers),
			isAlive: aliveIn(accounts, { sub, signIn }),
			isRead: false,
		});
		if (reached.status === "answered") return new Response(null, { status: 204 });
		if (reached.status === "denied" && reached.denial === "ended") return sessionEndedResponse(requestId);
		return trpcErrorResponse("NO_ACCESS", "No access to an account", requestId);
	};
}

async function proofBySso(directory: D1Database, { reach, signIn }: Identity): Promise<IdentityProof | null> {
	const accountId = reach ?? "";
	const { way, host } = await proofWayOf(directory, { accountId, provider: signIn.provider });
	return way === "provider" ? { by: "sso", provider: host } : null;
}

type Confirmed = { sub: string; signIn: SignIn; purpose: ConfirmedPurpose; proof: IdentityProof };

export function recordConfirmation(store: RowStore, { sub, signIn, purpose, proof }: Confirmed): ConfirmedIdentity {
	const { db, now, newId } = store;
	const key = signInKey(signIn);
	const caller = findCaller(db, sub, key);
	if (key === null || !caller) return "refused";
	if (endingOf(caller, signIn, { now }) !== null) return "ended";
	if (caller.user.status !== "active") return "refused";
	const id = newId("identityConfirmation");
	db.transaction(() => {
		deleteConfirmationsUntil(db, now - confirmedForMs);
		insertConfirmation(db, { id, userId: caller.user.id, signIn: key, purpose, proof, confirmedAt: now });
	});
	return "confirmed";
}

/**
 * Uses up a confirmation of the last two minutes for this purpose, and returns how the user was confirmed. Throws
 * IDENTITY_NOT_CONFIRMED. Call in a transaction.
 */
export function takeConfirmation(caller: ConfirmedCaller, purpose: ConfirmedPurpose): IdentityProof | null {
	const confirmed = confirmedOf(caller, purpose);
	const proof = confirmed === null ? undefined : takeConfirmations(caller.db, confirmed, caller.now - confirmedForMs);
	if (proof === undefined) throw domainError("IDENTITY_NOT_CONFIRMED");
	return proof;
}

/** Leaves the confirmation to `takeConfirmation`. */
export function isConfirmed(caller: ConfirmedCaller, purpose: ConfirmedPurpose): boolean {
	const confirmed = confirmedOf(caller, purpose);
	return confirmed !== null && hasConfirmation(caller.db, confirmed, caller.now - confirmedForMs);
}

type ConfirmedCaller = Pick<MemberContext, "db" | "now" | "user" | "identity">;

function confirmedOf({ user, identity }: ConfirmedCaller, purpose: ConfirmedPurpose) {
	const signIn = signInKey(identity.signIn);
	return signIn === null ? null : { userId: user.id, signIn, purpose };
}
