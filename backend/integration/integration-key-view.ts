import type { IntegrationKey } from "../../shared/integration-key";
import type { IntegrationKeyRow } from "./integration-key-rows";

/** What is told of a key at an instant (epoch ms). */
export function toIntegrationKey(row: IntegrationKeyRow, now: number): IntegrationKey {
	const { id, name, isCreatingDevices, lastUsedAt, createdAt, previousKeyUntil } = row;
	const isInGrace = previousKeyUntil !== null && previousKeyUntil.getTime() > now;
	return { id, name, isCreatingDevices, lastUsedAt, createdAt, previousKeyUntil: isInGrace ? previousKeyUntil : null };
}
