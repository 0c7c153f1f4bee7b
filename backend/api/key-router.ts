import { type ApiKey, ApiKeyTarget, apiKeyAccess, CreateApiKey, type NewApiKey } from "../../shared/account/api-key";
import { dayMs } from "../../shared/base/durations";
import { errorKey } from "../../shared/base/error-key";
import { serverLimits } from "../../shared/base/limits";
import { said } from "../../shared/log/said";
import { assertMayGrant } from "../account/manage-users";
import { addConfigEvent } from "../activity/log-events";
import type { Call, MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { procedureFor, router } from "../base/trpc";
import { findUser } from "../db/account-rows";
import { type ApiKeyRow, changeApiKey, findApiKey, insertApiKey, listApiKeys } from "../db/api-key-rows";
import { isWithinScope } from "../group/scope";
import { rightsOf } from "./key-rights";

export const apiKeyRouter = router({
	getApiKeys: procedureFor("editKeys").query(({ ctx }) => getApiKeys({ ctx, input: undefined })),
	createApiKey: procedureFor("editKeys").input(CreateApiKey).mutation(createApiKey),
	keepApiKey: procedureFor("editKeys").input(ApiKeyTarget).mutation(keepApiKey),
	revokeApiKey: procedureFor("editKeys").input(ApiKeyTarget).mutation(revokeApiKey),
});

function getApiKeys({ ctx }: Call): ApiKey[] {
	return listApiKeys(ctx.db)
		.filter((key) => isWithinScope(ctx, key))
		.map((key) => toApiKey(ctx, key));
}

/** Throws NOT_PERMITTED for more rights than the caller's. */
async function createApiKey({ ctx, input }: Call<CreateApiKey>): Promise<NewApiKey> {
	const { name, access, scope } = input;
	const { row, key } = await newApiKeyRow(ctx, input);
	ctx.audit.change({ apiKey: [row.id] }, () => {
		assertMayGrant(ctx, { role: apiKeyAccess[access].role, scope });
		insertApiKey(ctx.db, row);
		addConfigEvent(ctx, null, said("apiKey.added", { name }));
	});
	return { apiKey: toApiKey(ctx, row), key };
}

/** The row is not stored. */
export async function newApiKeyRow(
	ctx: MemberContext,
	{ name, access, scope, days }: CreateApiKey,
): Promise<{ row: ApiKeyRow; key: string }> {
	const id = ctx.newId("apiKey");
	const { key, digest } = await ctx.apiKeys.mint(ctx.accountId, id);
	// Counts after the await: other keys may have been added.
	if (listApiKeys(ctx.db).length >= serverLimits.apiKeys) {
		throw new InputError({ name: errorKey("keys.tooMany", { most: serverLimits.apiKeys }) });
	}
	const row: ApiKeyRow = {
		id,
		name,
		access,
		scope,
		keyDigest: digest,
		keptBy: ctx.user.id,
		createdAt: new Date(ctx.now),
		lastUsedAt: null,
		lastUsedFrom: null,
		revokedAt: null,
		warnedDays: null,
		renewedDays: null,
		expiresAt: days === null ? null : new Date(ctx.now + days * dayMs),
	};
	return { row, key };
}

/** Makes the caller the keeper. Throws NOT_PERMITTED if the key has more rights than the caller. */
function keepApiKey({ ctx, input: { keyId } }: Call<ApiKeyTarget>): ApiKey[] {
	ctx.audit.change({ apiKey: [keyId] }, () => {
		const { access, scope, name } = apiKeyOrThrow(ctx, keyId);
		assertMayGrant(ctx, { role: apiKeyAccess[access].role, scope });
		changeApiKey(ctx.db, keyId, { keptBy: ctx.user.id });
		addConfigEvent(ctx, null, said("apiKey.keptBy", { name, user: ctx.user.name }));
	});
	return getApiKeys({ ctx, input: undefined });
}

function revokeApiKey({ ctx, input: { keyId } }: Call<ApiKeyTarget>): ApiKey[] {
	ctx.audit.change({ apiKey: [keyId] }, () => {
		const { name } = apiKeyOrThrow(ctx, keyId);
		changeApiKey(ctx.db, keyId, { revokedAt: new Date(ctx.now) });
		addConfigEvent(ctx, null, said("apiKey.revoked", { name }));
	});
	return getApiKeys({ ctx, input: undefined });
}

/** Throws API_KEY_NOT_FOUND for a revoked key or one outside the caller's groups. */
function apiKeyOrThrow(ctx: MemberContext, keyId: string): ApiKeyRow {
	const key = findApiKey(ctx.db, keyId);
	if (!key || !isWithinScope(ctx, key)) throw domainError("API_KEY_NOT_FOUND", { keyId });
	return key;
}

function toApiKey({ db, now, secondStepFrom }: MemberContext, key: ApiKeyRow): ApiKey {
	const { id, name, access, scope, createdAt, expiresAt, lastUsedAt, lastUsedFrom } = key;
	const keeper = findUser(db, key.keptBy);
	return {
		id,
		name,
		access,
		scope,
		createdAt,
		expiresAt,
		lastUsedAt,
		lastUsedFrom,
		state: rightsOf(key, keeper, { now, secondStepFrom }).state,
		keeper: { id: key.keptBy, name: keeper?.name ?? null },
	};
}
