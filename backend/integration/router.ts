import { errorKey } from "../../shared/base/error-key";
import { serverLimits } from "../../shared/base/limits";
import {
	CreateIntegrationKey,
	type IntegrationKey,
	type JsonFacts,
	type NewIntegrationKey,
	RevokeIntegrationKey,
	RotateIntegrationKey,
} from "../../shared/ingest/integration-key";
import { said } from "../../shared/log/said";
import { addConfigEvent } from "../activity/log-events";
import { freeAttachments } from "../attachment/attachments";
import type { Call, MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { procedureFor, router } from "../base/trpc";
import {
	findIntegrationKey,
	type IntegrationKeyRow,
	insertIntegrationKey,
	listIntegrationKeys,
	replaceIntegrationKey,
	revokeIntegration,
} from "../db/integration-key-rows";
import { deleteMessagesOfIntegration, newestJsonMessage } from "../db/integration-message-rows";
import { deleteLinesOfIntegration } from "../db/line-rows";
import { deleteMailsOfIntegration, findMailInbox, forgetMailAddress, listReceivedMails } from "../db/mail-rows";
import { deleteRecipesOfIntegration, listIncompleteSenders, recipeInForce } from "../db/recipe-rows";

export const integrationRouter = router({
	getIntegrationKeys: procedureFor("editKeys").query(({ ctx }) => getIntegrationKeys({ ctx, input: undefined })),
	createIntegrationKey: procedureFor("editKeys").input(CreateIntegrationKey).mutation(createIntegrationKey),
	rotateIntegrationKey: procedureFor("editKeys").input(RotateIntegrationKey).mutation(rotateIntegrationKey),
	revokeIntegrationKey: procedureFor("editKeys").input(RevokeIntegrationKey).mutation(revokeIntegrationKey),
});

async function getIntegrationKeys({ ctx }: Call): Promise<IntegrationKey[]> {
	keyManagerOrThrow(ctx);
	return listIntegrationKeys(ctx.db).map((key) => shown(ctx, key));
}

const mostSenders = 100;

function jsonFacts({ db, now }: MemberContext, keyId: string): JsonFacts | null {
	const last = newestJsonMessage(db, keyId, now - serverLimits.integrationMessageMs);
	const current = recipeInForce(db, keyId);
	if (!last && !current) return null;
	const incomplete = current ? listIncompleteSenders(db, keyId, mostSenders) : [];
	const parts = new Set(
		incomplete.flatMap(({ paths }) => (paths.version === current?.version ? Object.keys(paths.missing) : [])),
	);
	const values = current?.recipe.values ?? [];
	const gone = values.flatMap(({ path }, part) => (parts.has(String(part)) ? path : []));
	// A device that no message names any more lacks nothing by itself.
	const device = current && "path" in current.recipe.device ? current.recipe.device.path : null;
	const isUnnamed = device !== null && last?.outcome.recipe?.missing.includes(device);
	return {
		heardAt: last?.receivedAt ?? null,
		values: last?.outcome.recipe?.values ?? 0,
		chosen: values.length,
		missing: isUnnamed ? [device, ...gone] : gone,
	};
}

async function createIntegrationKey({ ctx, input }: Call<CreateIntegrationKey>): Promise<NewIntegrationKey> {
	keyManagerOrThrow(ctx);
	const id = ctx.newId("integrationKey");
	const { key, digest } = await ctx.integrationKeys.mint(ctx.accountId, id);
	// Counted after the await: other keys may have been added.
	if (listIntegrationKeys(ctx.db).length >= serverLimits.integrationKeys) {
		throw new InputError({
			name: errorKey("keys.tooMany", { most: serverLimits.integrationKeys }),
		});
	}
	const row: IntegrationKeyRow = {
		id,
		name: input.name,
		keyDigest: digest,
		previousKeyDigest: null,
		previousKeyUntil: null,
		isCreatingDevices: input.isCreatingDevices,
		lastUsedAt: null,
		createdAt: new Date(ctx.now),
		createdBy: ctx.user.id,
		revokedAt: null,
		lineFilters: [],
	};
	ctx.audit.change({ integrationKey: [id] }, () => {
		insertIntegrationKey(ctx.db, row);
		addConfigEvent(ctx, null, said("integration.added", { name: input.name }));
	});
	return { integration: shown(ctx, row), key };
}

async function rotateIntegrationKey({ ctx, input }: Call<RotateIntegrationKey>): Promise<NewIntegrationKey> {
	keyManagerOrThrow(ctx);
	const { key, digest } = await ctx.integrationKeys.mint(ctx.accountId, input.keyId);
	// Read after the await: another request may have replaced or revoked the key.
	const integration = integrationKeyOrThrow(ctx, input.keyId);
	const previousKeyUntil = input.graceSeconds === 0 ? null : new Date(ctx.now + input.graceSeconds * 1000);
	const replaced = ctx.audit.change({ integrationKey: [integration.id] }, () => {
		addConfigEvent(ctx, null, said("integration.replaced", { name: integration.name }));
		return replaceIntegrationKey(ctx.db, { key: integration, digest, previousKeyUntil });
	});
	return { integration: shown(ctx, replaced), key };
}

/** Ends a key and its previous one at once. Returns the remaining keys. Throws INTEGRATION_KEY_NOT_FOUND. */
async function revokeIntegrationKey({ ctx, input }: Call<RevokeIntegrationKey>): Promise<IntegrationKey[]> {
	keyManagerOrThrow(ctx);
	const integration = integrationKeyOrThrow(ctx, input.keyId);
	const address = findMailInbox(ctx.db, integration.id)?.address;
	ctx.audit.change({ integrationKey: [integration.id] }, () => {
		revokeIntegration(ctx.db, integration.id, ctx.now);
		deleteMessagesOfIntegration(ctx.db, integration.id);
		deleteLinesOfIntegration(ctx.db, integration.id);
		deleteRecipesOfIntegration(ctx.db, integration.id);
		freeAttachments(
			ctx,
			"mail",
			listReceivedMails(ctx.db, integration.id, 0).map(({ id }) => id),
		);
		deleteMailsOfIntegration(ctx.db, integration.id);
		addConfigEvent(ctx, null, said("integration.revoked", { name: integration.name }));
	});
	if (address) await forgetMailAddress(ctx.directory, address);
	return getIntegrationKeys({ ctx, input: undefined });
}

/** Throws INTEGRATION_KEY_NOT_FOUND, also for a revoked key. */
export function integrationKeyOrThrow({ db }: MemberContext, keyId: string): IntegrationKeyRow {
	const key = findIntegrationKey(db, keyId);
	if (!key) throw domainError("INTEGRATION_KEY_NOT_FOUND", { keyId });
	return key;
}

/** An integration key writes to every device. Throws NOT_PERMITTED for a scope of groups. */
export function keyManagerOrThrow({ user }: MemberContext): void {
	if (user.scope !== "all") throw domainError("NOT_PERMITTED", { scope: "groups" });
}

function shown(ctx: MemberContext, row: IntegrationKeyRow): IntegrationKey {
	const { id, name, isCreatingDevices, lastUsedAt, createdAt, previousKeyUntil } = row;
	const isInGrace = previousKeyUntil !== null && previousKeyUntil.getTime() > ctx.now;
	return {
		...{ id, name, isCreatingDevices, lastUsedAt, createdAt },
		previousKeyUntil: isInGrace ? previousKeyUntil : null,
		json: jsonFacts(ctx, id),
	};
}
