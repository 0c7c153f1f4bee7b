import type { NewIntegrationKey, RotateIntegrationKey } from "../../shared/integration-key";
import type { Verb } from "../context";
import { addConfigEvent } from "../log/events/add-config-event";
import { integrationKeyOrThrow } from "./integration-key-or-throw";
import { replaceIntegrationKey } from "./integration-key-rows";
import { toIntegrationKey } from "./integration-key-view";
import { keyManagerOrThrow } from "./key-manager-or-throw";

/** Gives an integration another key. Throws INTEGRATION_KEY_NOT_FOUND. */
export async function rotateIntegrationKey({ ctx, input }: Verb<RotateIntegrationKey>): Promise<NewIntegrationKey> {
	keyManagerOrThrow(ctx);
	const { key, digest } = await ctx.integrationKeys.mint(ctx.accountId, input.keyId);
	// Found after the key took an await: another request may have replaced or revoked it meanwhile.
	const integration = integrationKeyOrThrow(ctx, input.keyId);
	const previousKeyUntil = input.graceSeconds === 0 ? null : new Date(ctx.now + input.graceSeconds * 1000);
	const replaced = replaceIntegrationKey(ctx.db, { key: integration, digest, previousKeyUntil });
	addConfigEvent(ctx, null, `Integration key replaced: ${integration.name}`);
	return { integration: toIntegrationKey(replaced, ctx.now), key };
}
