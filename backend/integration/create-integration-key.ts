import type { CreateIntegrationKey, NewIntegrationKey } from "../../shared/integration-key";
import { limits } from "../../shared/limits";
import type { Verb } from "../context";
import { InputError } from "../errors";
import { addConfigEvent } from "../log/events/add-config-event";
import { type IntegrationKeyRow, insertIntegrationKey, listIntegrationKeys } from "./integration-key-rows";
import { toIntegrationKey } from "./integration-key-view";
import { keyManagerOrThrow } from "./key-manager-or-throw";

export async function createIntegrationKey({ ctx, input }: Verb<CreateIntegrationKey>): Promise<NewIntegrationKey> {
	keyManagerOrThrow(ctx);
	const id = ctx.newId("integrationKey");
	const { key, digest } = await ctx.integrationKeys.mint(ctx.accountId, id);
	// Counted after the key took an await: others may have been added meanwhile.
	if (listIntegrationKeys(ctx.db).length >= limits.integrationKeys) {
		throw new InputError({ name: `At most ${limits.integrationKeys} keys. Revoke one that is not used any more.` });
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
	};
	insertIntegrationKey(ctx.db, row);
	addConfigEvent(ctx, null, `Integration key added: ${input.name}`);
	return { integration: toIntegrationKey(row, ctx.now), key };
}
