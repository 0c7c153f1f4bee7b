import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { UserId } from "../base/ids";
import { lengthBeforeCleaning, setOf } from "../base/input-bounds";
import { Instant } from "../base/instant";
import { oneLine } from "../base/name-text";
import { ChosenScope, Scope } from "./account";
import { Role } from "./permissions";

const NewcomerRole = Role.check(z.refine((role) => role !== "owner"));

/** The role and scope of new users with an address of a claimed domain. */
export const Newcomer = z.object({ role: NewcomerRole, scope: Scope });
export type Newcomer = z.infer<typeof Newcomer>;

/**
 * `waiting`: its DNS record was never found. `taken`: another account has the domain. `missing`: the record is gone
 * since `missingSince`. `asleep`: it was gone for seven days.
 */
export const SsoDomainState = z.enum(["waiting", "taken", "held", "missing", "asleep"]);
export type SsoDomainState = z.infer<typeof SsoDomainState>;

export const SsoDomain = z.object({
	domain: z.string(),
	/** The TXT record that proves the claim. */
	record: z.object({ name: z.string(), text: z.string() }),
	state: SsoDomainState,
	missingSince: z.nullable(z.date()),
	lookedAt: z.nullable(z.date()),
	/** Null: new users need an invitation. */
	newcomer: z.nullable(Newcomer),
});
export type SsoDomain = z.infer<typeof SsoDomain>;

export const SsoProviderKind = z.enum(["oidc", "saml"]);
export type SsoProviderKind = z.infer<typeof SsoProviderKind>;

/** `address`: the issuer, or where the metadata is. */
export const SsoProvider = z.object({
	name: z.string(),
	kind: SsoProviderKind,
	address: z.string(),
	clientId: z.nullable(z.string()),
	isReady: z.boolean(),
	createdAt: z.date(),
	/** When its secret or certificate ends, as an owner has entered. */
	endsAt: z.nullable(z.date()),
});
export type SsoProvider = z.infer<typeof SsoProvider>;

/** An owner who can be allowed to sign in without the provider. `hasSecondStep`: besides the password. */
const EmergencyOwner = z.object({ id: UserId, name: z.string(), email: z.string(), hasSecondStep: z.boolean() });
export type EmergencyOwner = z.infer<typeof EmergencyOwner>;

/** A missing condition for signing in by the provider alone. `signIn`: no member has signed in by the provider. */
const SsoGap = z.enum(["provider", "domain", "signIn"]);
export type SsoGap = z.infer<typeof SsoGap>;

/** `mayAddProvider`: the operator has a key, by which secrets are sealed. */
export const SsoSettings = z.object({
	domains: z.array(SsoDomain),
	provider: z.nullable(SsoProvider),
	mayAddProvider: z.boolean(),
	/** Owners who may sign in by the user pool. Null: every member may. */
	emergencyOwnerIds: z.nullable(z.array(UserId)),
	gaps: z.array(SsoGap),
	owners: z.array(EmergencyOwner),
});
export type SsoSettings = z.infer<typeof SsoSettings>;

const text = (most: number) =>
	z
		.string()
		.check(
			lengthBeforeCleaning(most, errorKey("text.tooLong", { most })),
			z.overwrite(oneLine),
			z.trim(),
			z.minLength(1, errorKey("sso.missing")),
		);

/** People copy it from their service. */
const code = (most: number) => text(most).check(z.regex(/^[\x21-\x7e]*$/, errorKey("sso.signs")));

export const SsoDomainTarget = z.object({ domain: text(254) });
export type SsoDomainTarget = z.infer<typeof SsoDomainTarget>;

export const SaveNewcomer = z.object({
	domain: text(254),
	newcomer: z.nullable(z.object({ role: NewcomerRole, scope: ChosenScope })),
});
export type SaveNewcomer = z.infer<typeof SaveNewcomer>;

/** `endsAt` null: owners want no reminder. */
export const SaveProviderEnd = z.object({ name: text(40), endsAt: z.nullable(Instant) });
export type SaveProviderEnd = z.infer<typeof SaveProviderEnd>;

export const mostEmergencyOwners = 3;
const emergencyError = errorKey("sso.only.count", { most: mostEmergencyOwners });

/** Null: members may sign in by password and passkey, too. */
export const RequireSso = z.object({
	emergencyOwnerIds: z.nullable(setOf(UserId, mostEmergencyOwners, { none: emergencyError, tooMany: emergencyError })),
});
export type RequireSso = z.infer<typeof RequireSso>;

const httpsAddress = text(500).check(z.regex(/^https:\/\/[^\s/?#@\\]+(?:\/[^\s?#\\]*)?$/, errorKey("webhook.https")));

/** Not a union by `kind`, whose code would be on every page: a field with an error leads the same way. */
export const RequestProvider = z.union([
	z.object({
		kind: z.literal("oidc"),
		issuer: httpsAddress,
		clientId: code(200),
		/** The operator's key can encrypt no longer one. */
		clientSecret: code(300),
	}),
	z.object({ kind: z.literal("saml"), metadataUrl: httpsAddress }),
]);
export type RequestProvider = z.infer<typeof RequestProvider>;
