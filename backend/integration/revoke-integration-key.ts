import type { IntegrationKey, RevokeIntegrationKey } from "../../shared/integration-key";
import type { Verb } from "../context";
import { addConfigEvent } from "../log/events/add-config-event";
import { getIntegrationKeys } from "./get-integration-keys";
import { integrationKeyOrThrow } from "./integration-key-or-throw";
import { revokeIntegration } from "./integration-key-rows";
import { keyManagerOrThrow } from "./key-manager-or-throw";

/** Ends a key and the one before it, at once. Answers the keys that are left. Throws INTEGRATION_KEY_NOT_FOUND. */
export async function revokeIntegrationKey({ ctx, input }: Verb<RevokeIntegrationKey>): Promise<IntegrationKey[]> {
	keyManagerOrThrow(ctx);
	const integration = integrationKeyOrThrow(ctx, input.keyId);
	revokeIntegration(ctx.db, integration.id, ctx.now);
	addConfigEvent(ctx, null, `Integration key revoked: ${integration.name}`);
	return getIntegrationKeys({ ctx, input: undefined });
}
