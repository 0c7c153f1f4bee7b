import { createBoundedCache } from "../../../shared/base/bounded-cache";
import type { IngestResult } from "../../../shared/ingest/ingest";
import type { IntegrationEndpointName } from "../../../shared/ingest/integration-message";
import type { KeyClaims } from "../../keys/ingest-keys";
import type { UploadResponse } from "../append-upload";
import { type IngestParts, ingestIntegrationUpload } from "../ingest-upload";
import type { IntegrationEndpoint } from "../integration-endpoints";
import type { Rejection } from "../rejections";
import type { StoredMessage } from "../stored-messages";
import type { CurrentRecipe } from "./read-json";

const mostRecipes = 500;

/** The recipes that this isolate used last. The account object reports if another one is in force. */
export const createRecipeMemory = () => createBoundedCache<string, CurrentRecipe>(mostRecipes);
export type RecipeMemory = ReturnType<typeof createRecipeMemory>;

type Received = {
	claims: KeyClaims;
	name: IntegrationEndpointName;
	endpoint: IntegrationEndpoint;
	text: string;
	message: StoredMessage;
	receivedAt: number;
};

/** Saved while one message is read: more often than this, the sender sends it again. */
const mostReads = 3;
const retryAfterSeconds = 30;

/** Reads and stores a message. Throws a SyntaxError for unreadable text. */
export async function ingestMessage(
	{ accounts, recipes }: IngestParts & { recipes: RecipeMemory },
	{ claims, name, endpoint, text, message, receivedAt }: Received,
): Promise<UploadResponse<IngestResult> | Rejection> {
	const id = `${claims.accountId} ${claims.senderId}`;
	for (let reads = 0; reads < mostReads; reads += 1) {
		const current = name === "json" ? (recipes.get(id) ?? null) : null;
		const sent = endpoint.read({ text, event: message.event, receivedAt, current });
		if ("status" in sent) {
			// The recipe of the memory may be an older one.
			if (reads > 0 || current === null) return sent;
			recipes.delete(id);
			continue;
		}
		const { metered } = endpoint;
		const stored = await ingestIntegrationUpload({ accounts }, { claims, sent, message, receivedAt, metered });
		if (!("current" in stored)) return stored;
		if (stored.current) recipes.set(id, stored.current);
		else recipes.delete(id);
	}
	return { refusal: "too-many-uploads", retryAfterSeconds };
}
