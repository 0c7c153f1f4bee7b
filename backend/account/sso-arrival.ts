import type { AuditValue } from "../../shared/account/audit";
import type { Newcomer } from "../../shared/account/sso";
import { headerNames } from "../../shared/base/header-names";
import { givenName } from "../../shared/base/name-text";
import { maskedAddress } from "../../shared/message/contact";
import { reservedProvider, type SsoArrival } from "../../shared/session/sso-offer";
import type { TokenVerifier } from "../../shared/session/token-verifier";
import { createAudit } from "../activity/audit";
import type { AccountDb, AccountObjects, Invalidations, InvitedPerson, RowStore } from "../base/context";
import { bearerToken } from "../base/identify";
import { planDenial } from "../billing/plan-limits";
import { addMembership, removeMembership } from "../db/account-membership-rows";
import { findUserBySub, listUsersByEmail } from "../db/account-rows";
import { listAuditRows } from "../db/audit-rows";
import { hasDeparted, listUnnamedDepartures } from "../db/departure-rows";
import { findInvitationTo } from "../db/invitation-rows";
import { findCaller } from "../db/session-rows";
import { findAccountOfProvider, findHeldDomain, findPersonSub, findSsoOffer, savePersonSub } from "../db/sso-rows";
import { domainOfAddress } from "../session/ascii-domain";
import { enterAccount } from "../session/enter-account";
import { originOf, signInKey } from "../session/sign-ins";
import { acceptOpenInvitation } from "./invitations";
import { joinAccount } from "./members";

/** `email` null: the address does not count here, so only known users can sign in. */
export type ArrivingPerson = Omit<InvitedPerson, "email"> & { email: string | null; newcomer: Newcomer | null };

/** `sub`: of the account's own user, who may be known by another sub. */
export type AccountArrival = { status: "member"; sub: string } | { status: "denied" | "full" };

type ArrivalCalls = { arriveBySso(person: ArrivingPerson, now: number): Promise<AccountArrival> };

type Parts = {
	verifier: TokenVerifier;
	directory: D1Database;
	accounts: AccountObjects<ArrivalCalls>;
	clock: () => number;
};

/** Serves `GET /api/session/sso?domain=`: 204 where no one signs in by a provider. */
export function createSsoOfferEndpoint(directory: D1Database, clock: () => number) {
	return async function ssoOfferEndpoint(request: Request): Promise<Response> {
		const domain = new URL(request.url).searchParams.get("domain") ?? "";
		const offer = await findSsoOffer(directory, domain, clock());
		return offer === null ? new Response(null, { status: 204 }) : Response.json(offer);
	};
}

/** Serves `POST /api/session/sso/arrival` at each sign-in by a provider, before the console writes a session. */
export function createSsoArrival({ verifier, directory, accounts, clock }: Parts) {
	async function arrive(headers: Headers, idToken: string, requestId: string): Promise<SsoArrival["status"]> {
		const [access, id] = await Promise.all([
			verifier.verifyAccessToken(bearerToken(headers) ?? ""),
			verifier.verifyIdToken(idToken),
		]);
		if (access.status !== "valid" || id.status !== "valid" || access.claims.sub !== id.claims.sub) return "denied";
		const { sub, originJti, authTime } = access.claims;
		const provider = reservedProvider(id.claims.provider);
		const accountId = provider && (await findAccountOfProvider(directory, provider));
		if (provider === null || accountId === null) return "denied";
		const now = clock();
		const known = await findPersonSub(directory, sub);
		if (known && (known.accountId !== accountId || known.provider !== provider)) return "denied";
		const domain = domainOfAddress(id.claims.email ?? "");
		const held = domain === null ? null : await findHeldDomain(directory, domain, now);
		const email = held?.accountId === accountId ? id.claims.email : null;
		const person = known?.person ?? sub;
		// The directory lists the membership before the account writes it, as with an invitation.
		const joining = { sub: person, accountId, lostIn: null, now };
		const { isNew } = await addMembership(directory, joining);
		const arrived = await accounts.get(accounts.idFromName(accountId)).arriveBySso(
			{
				sub: person,
				email,
				name: givenName(id.claims.name ?? "") ?? email ?? access.claims.username,
				signIn: { originJti, authTime, provider },
				newcomer: email === null ? null : (held?.newcomer ?? null),
				origin: originOf(headers, requestId),
			},
			now,
		);
		const isOther = arrived.status !== "member" || arrived.sub !== person;
		if (isNew && isOther) await removeMembership(directory, { sub: person, accountId, until: now });
		if (arrived.status !== "member") return arrived.status;
		await savePersonSub(directory, { sub, person: arrived.sub, accountId, provider, now });
		return "member";
	}

	return async function ssoArrival({ headers }: Request, requestId: string): Promise<Response> {
		const status = await arrive(headers, headers.get(headerNames.idToken) ?? "", requestId);
		return Response.json({ status } satisfies SsoArrival);
	};
}

type Store = RowStore & { invalidations: Invalidations };

/** Records the session at once: the removal of the provider must also end one without a request. */
export function arriveBySso(store: Store, person: ArrivingPerson): AccountArrival {
	const arrival = letIn(store, person);
	const { signIn, origin } = person;
	const caller = arrival.status === "member" ? findCaller(store.db, arrival.sub, signInKey(signIn)) : null;
	if (caller && origin) enterAccount(store, { caller, signIn, origin });
	return arrival;
}

const mostUnnamed = 100;

/** The previous release stored no address of a member who left, and the audit log shows a part of it. */
function resemblesFormerMember(db: AccountDb, email: string): boolean {
	const shown = maskedAddress(email);
	const unnamed = listUnnamedDepartures(db, mostUnnamed + 1);
	return unnamed.length > mostUnnamed || unnamed.some((at) => mayBeOf(shown, removedAt(db, at.getTime())));
}

function mayBeOf(shown: string, removed: AuditValue[]): boolean {
	return removed.length === 0 || removed.includes(shown);
}

function removedAt(db: AccountDb, at: number): AuditValue[] {
	const anyone = { actorId: undefined, entityId: undefined, action: undefined, beforeId: undefined };
	const rows = listAuditRows(db, { ...anyone, kind: "user", from: at, to: at + 1, limit: mostUnnamed });
	const removed = rows.flatMap(({ entities }) => entities.filter(({ became }) => became === "deleted"));
	const fields = removed.flatMap((entity) => entity.fields);
	return fields.flatMap(({ field, before }) => (field === "email" ? [before] : []));
}

/** Finds the person in the account, or adds them by an invitation or by the owner's setting for the domain. */
function letIn(store: Store, { newcomer, ...person }: ArrivingPerson): AccountArrival {
	const { db, now } = store;
	const own = findUserBySub(db, person.sub);
	if (own?.status === "active") return { status: "member", sub: own.sub };
	const { email } = person;
	if (email === null) return { status: "denied" };
	const same = listUsersByEmail(db, email);
	const active = same.find(({ status }) => status === "active");
	if (active) return { status: "member", sub: active.sub };
	const invitation = findInvitationTo(db, email);
	if (invitation) {
		const accepted = acceptOpenInvitation(store, invitation.id, { ...person, email });
		if (accepted.status === "joined") return { status: "member", sub: person.sub };
	}
	// A person whom an owner has removed or disabled comes back by an invitation alone.
	if (newcomer === null || own || same.length > 0 || hasDeparted(db, person.sub, email)) return { status: "denied" };
	if (resemblesFormerMember(db, email)) return { status: "denied" };
	if (planDenial(db, "users", { now }) !== null) return { status: "full" };
	const { origin, ...member } = person;
	const actor = { kind: "user", id: null, name: person.name } as const;
	const audit = createAudit(store, { action: "system.joinBySso", actor, origin });
	audit.change({ user: [] }, () => {
		const joined = joinAccount(store, { ...member, email, ...newcomer });
		audit.act({ user: [joined.id] });
	});
	store.invalidations.changed("account", "all");
	return { status: "member", sub: person.sub };
}
