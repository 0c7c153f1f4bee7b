import {
	type Newcomer,
	type RequestProvider,
	type SaveNewcomer,
	type SsoDomain,
	type SsoDomainState,
	type SsoDomainTarget,
	type SsoGap,
	type SsoProvider,
	SsoProviderKind,
	type SsoSettings,
} from "../../shared/account/sso";
import { binaryText } from "../../shared/base/binary-text";
import { errorKey } from "../../shared/base/error-key";
import { isRecord } from "../../shared/base/json-record";
import { limits } from "../../shared/base/limits";
import type { Call, MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { accountOrThrow } from "../db/account-rows";
import { endProviderSessions, hasSignedInBy } from "../db/session-rows";
import {
	asleepAfterMs,
	type DomainClaim,
	deleteDomainClaim,
	deleteProviderOf,
	findProviderOf,
	insertDomainClaim,
	listDomainClaims,
	markDomainMissing,
	markDomainSeen,
	type ProviderRow,
	replaceProvider,
	saveNewcomerOf,
} from "../db/sso-rows";
import { assertWholeScope } from "../group/scope";
import { asciiDomain } from "../session/ascii-domain";
import type { FindText } from "../session/text-records";
import { assertMayGrant } from "./manage-users";
import { inTurn, listEmergencyCandidates, requiresSso } from "./only-sso";

export async function getSso({ ctx }: Call): Promise<SsoSettings> {
	const [claims, provider] = await Promise.all([
		listDomainClaims(ctx.directory, ctx.accountId),
		findProviderOf(ctx.directory, ctx.accountId),
	]);
	return {
		domains: claims.map((claim) => toDomain(claim, ctx.now)),
		provider: provider && toProvider(provider),
		mayAddProvider: ctx.operatorKey !== null,
		emergencyOwnerIds: accountOrThrow(ctx.db).emergencyOwners,
		gaps: await ssoGaps(ctx),
		owners: listEmergencyCandidates(ctx.db),
	};
}

/** Throws InputError for an invalid domain, and over the limit. Looks for the DNS record at once. */
export async function claimDomain({ ctx, input }: Call<SsoDomainTarget>): Promise<SsoSettings> {
	assertWholeScope(ctx);
	const domain = asciiDomain(input.domain);
	if (domain === null) throw new InputError({ domain: errorKey("sso.noDomain") });
	const known = await listDomainClaims(ctx.directory, ctx.accountId);
	if (known.length >= limits.ssoDomains && known.every((claim) => claim.domain !== domain)) {
		throw new InputError({ domain: errorKey("sso.tooMany", { most: limits.ssoDomains }) });
	}
	await insertDomainClaim(ctx.directory, { domain, accountId: ctx.accountId, token: randomText(32), now: ctx.now });
	ctx.audit.act({ account: [ctx.accountId] }, { domain });
	return look(ctx, domain);
}

/** Looks for the record now. Throws InputError for a domain that the account has not claimed. */
export async function lookAtDomain({ ctx, input }: Call<SsoDomainTarget>): Promise<SsoSettings> {
	assertWholeScope(ctx);
	return look(ctx, (await claimOrThrow(ctx, input)).domain);
}

export async function saveNewcomer({ ctx, input }: Call<SaveNewcomer>): Promise<SsoSettings> {
	assertWholeScope(ctx);
	const { newcomer } = input;
	if (newcomer) assertMayGrant(ctx, newcomer);
	const { domain } = await claimOrThrow(ctx, input);
	await saveNewcomerOf(ctx.directory, { domain, accountId: ctx.accountId, newcomer });
	ctx.audit.act({ account: [ctx.accountId] }, { domain, newcomer: newcomerText(newcomer) });
	return getSso({ ctx, input: undefined });
}

export async function releaseDomain({ ctx, input }: Call<SsoDomainTarget>): Promise<SsoSettings> {
	assertWholeScope(ctx);
	await inTurn(ctx.db, async () => {
		const { domain } = await claimOrThrow(ctx, input);
		if (requiresSso(ctx.db)) await assertOtherDomainHeld(ctx, domain);
		await deleteDomainClaim(ctx.directory, { domain, accountId: ctx.accountId });
		ctx.audit.act({ account: [ctx.accountId] }, { domain });
	});
	return getSso({ ctx, input: undefined });
}

/** The operator's command takes it from here. Replaces a former provider, by which no one signs in from now on. */
export async function requestProvider({ ctx, input }: Call<RequestProvider>): Promise<SsoSettings> {
	assertWholeScope(ctx);
	const { operatorKey, directory, accountId, now } = ctx;
	if (input.kind === "oidc" && operatorKey === null) {
		throw new InputError({ clientSecret: errorKey("sso.noOperatorKey") });
	}
	const request =
		input.kind === "oidc"
			? { kind: input.kind, address: input.issuer, clientId: input.clientId }
			: { kind: input.kind, address: input.metadataUrl, clientId: null };
	const isSealed = input.kind === "oidc" && operatorKey !== null;
	const sealedSecret = isSealed ? await sealed(operatorKey, input.clientSecret) : null;
	await inTurn(ctx.db, () =>
		replaceProvider(directory, {
			name: `sso-${randomText(16)}`,
			accountId,
			companyName: accountOrThrow(ctx.db).companyName,
			request: JSON.stringify(request),
			sealedSecret,
			now,
		}),
	);
	ctx.audit.act({ account: [accountId] }, { provider: request.address });
	return getSso({ ctx, input: undefined });
}

/** Ends every session that a provider of the account began. Throws ONLY_SSO while members sign in by the provider alone. */
export async function removeProvider({ ctx }: Call): Promise<SsoSettings> {
	assertWholeScope(ctx);
	await inTurn(ctx.db, async () => {
		if (requiresSso(ctx.db)) throw domainError("ONLY_SSO");
		await deleteProviderOf(ctx.directory, ctx.accountId);
		ctx.db.transaction(() => {
			endProviderSessions(ctx.db, new Date(ctx.now));
			ctx.audit.act({ account: [ctx.accountId] }, { provider: "" });
		});
	});
	ctx.invalidations.changed("account", "all");
	return getSso({ ctx, input: undefined });
}

/** Lists what is missing for the account to sign in by its provider alone. A sign-in proves that the provider works. */
export async function ssoGaps(ctx: Pick<MemberContext, "db" | "directory" | "accountId" | "now">): Promise<SsoGap[]> {
	const { db, directory, accountId, now } = ctx;
	const [provider, claims] = await Promise.all([
		findProviderOf(directory, accountId),
		listDomainClaims(directory, accountId),
	]);
	const gaps: SsoGap[] = [];
	if (provider === null || provider.readyAt === null) gaps.push("provider");
	if (!claims.some((claim) => stateOf(claim, now) === "held")) gaps.push("domain");
	if (provider !== null && !hasSignedInBy(db, provider.name)) gaps.push("signIn");
	return gaps;
}

async function assertOtherDomainHeld(ctx: MemberContext, domain: string): Promise<void> {
	const claims = await listDomainClaims(ctx.directory, ctx.accountId);
	const isHeld = claims.some((claim) => claim.domain !== domain && stateOf(claim, ctx.now) === "held");
	if (!isHeld) throw domainError("ONLY_SSO");
}

async function look(ctx: MemberContext, domain: string): Promise<SsoSettings> {
	const claim = (await listDomainClaims(ctx.directory, ctx.accountId)).find((each) => each.domain === domain);
	if (claim) await lookAtClaim({ directory: ctx.directory, findText: ctx.findText }, claim, ctx.now);
	return getSso({ ctx, input: undefined });
}

type LookParts = { directory: D1Database; findText: FindText };

/** An unknown outcome changes nothing: an outage of a resolver ends no claim. */
export async function lookAtClaim({ directory, findText }: LookParts, claim: DomainClaim, now: number): Promise<void> {
	const { name, text } = recordOf(claim);
	const found = await findText(name, text);
	if (found === "there") await markDomainSeen(directory, claim, now);
	if (found === "absent") await markDomainMissing(directory, claim, now);
}

async function claimOrThrow(ctx: MemberContext, input: { domain: string }): Promise<DomainClaim> {
	const claims = await listDomainClaims(ctx.directory, ctx.accountId);
	const claim = claims.find(({ domain }) => domain === input.domain);
	if (!claim) throw new InputError({ domain: errorKey("sso.notClaimed") });
	return claim;
}

export function recordOf({ domain, token }: Pick<DomainClaim, "domain" | "token">): SsoDomain["record"] {
	return { name: `_aqlcloud.${domain}`, text: `aqlcloud-domain=${token}` };
}

function toDomain(claim: DomainClaim, now: number): SsoDomain {
	const { domain, missingSince, lookedAt, newcomer } = claim;
	return {
		domain,
		record: recordOf(claim),
		state: stateOf(claim, now),
		missingSince: missingSince === null ? null : new Date(missingSince),
		lookedAt: lookedAt === null ? null : new Date(lookedAt),
		newcomer: newcomer === null ? null : JSON.parse(newcomer),
	};
}

function stateOf({ seenAt, missingSince, isTaken }: DomainClaim, now: number): SsoDomainState {
	if (seenAt === null) return isTaken ? "taken" : "waiting";
	if (missingSince === null) return "held";
	return missingSince > now - asleepAfterMs ? "missing" : "asleep";
}

function toProvider({ name, request, createdAt, readyAt, endsAt }: ProviderRow): SsoProvider {
	const stored: unknown = JSON.parse(request);
	const { kind, address, clientId } = isRecord(stored) ? stored : {};
	return {
		name,
		kind: SsoProviderKind.parse(kind),
		address: String(address),
		clientId: typeof clientId === "string" ? clientId : null,
		isReady: readyAt !== null,
		createdAt: new Date(createdAt),
		endsAt: endsAt === null ? null : new Date(endsAt),
	};
}

function newcomerText(newcomer: Newcomer | null): string {
	if (newcomer === null) return "";
	return newcomer.scope === "all" ? newcomer.role : `${newcomer.role}: ${newcomer.scope.groupIds.join(", ")}`;
}

/** Lower-case letters and digits, without similar ones. */
function randomText(length: number): string {
	const letters = "0123456789abcdefghjkmnpqrstvwxyz";
	return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => letters[byte % 32]).join("");
}

/** Only the operator, who has the private key, can read it. */
async function sealed(operatorKey: string, secret: string): Promise<string> {
	const bytes = Uint8Array.from(atob(operatorKey), (character) => character.charCodeAt(0));
	const algorithm = { name: "RSA-OAEP", hash: "SHA-256" };
	const key = await crypto.subtle.importKey("spki", bytes, algorithm, false, ["encrypt"]);
	const encrypted = await crypto.subtle.encrypt(algorithm, key, new TextEncoder().encode(secret));
	return btoa(binaryText(new Uint8Array(encrypted)));
}
