import * as z from "zod/mini";
import { IntegrationKeyId } from "./ids";
import { limits } from "./limits";

/** A key by which a network server or a robot sends readings for every device of the account. */
export const IntegrationKey = z.object({
	id: IntegrationKeyId,
	name: z.string(),
	/** Makes a device where no serial number fits; otherwise such readings are refused. */
	isCreatingDevices: z.boolean(),
	lastUsedAt: z.nullable(z.date()),
	createdAt: z.date(),
	/** The key before this one is still accepted until then; null: there is none. */
	previousKeyUntil: z.nullable(z.date()),
});
export type IntegrationKey = z.infer<typeof IntegrationKey>;

export const IntegrationKeyName = z
	.string()
	.check(z.trim(), z.minLength(1, "Enter a name."), z.maxLength(64, "At most 64 characters."));

export const CreateIntegrationKey = z.object({ name: IntegrationKeyName, isCreatingDevices: z.boolean() });
export type CreateIntegrationKey = z.infer<typeof CreateIntegrationKey>;

/** How long the key that is replaced still works; 0: not at all. */
const graceSeconds = z.int().check(z.minimum(0), z.maximum(limits.keyGraceSeconds));

export const RotateIntegrationKey = z.object({ keyId: IntegrationKeyId, graceSeconds });
export type RotateIntegrationKey = z.infer<typeof RotateIntegrationKey>;

export const RevokeIntegrationKey = z.object({ keyId: IntegrationKeyId });
export type RevokeIntegrationKey = z.infer<typeof RevokeIntegrationKey>;

/** The key itself is shown this once. */
export const NewIntegrationKey = z.object({ integration: IntegrationKey, key: z.string() });
export type NewIntegrationKey = z.infer<typeof NewIntegrationKey>;
