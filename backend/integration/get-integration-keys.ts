import type { IntegrationKey } from "../../shared/integration-key";
import type { Verb } from "../context";
import { listIntegrationKeys } from "./integration-key-rows";
import { toIntegrationKey } from "./integration-key-view";
import { keyManagerOrThrow } from "./key-manager-or-throw";

export async function getIntegrationKeys({ ctx }: Verb): Promise<IntegrationKey[]> {
	keyManagerOrThrow(ctx);
	return listIntegrationKeys(ctx.db).map((key) => toIntegrationKey(key, ctx.now));
}
