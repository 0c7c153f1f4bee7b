import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { IntegrationKeyId } from "../base/ids";
import { limits } from "../base/limits";
import { nameText } from "../base/name-text";

export const IntegrationKey = z.object({
	id: IntegrationKeyId,
	name: z.string(),
	/** Creates a device for an unknown serial number. False: such readings are rejected. */
	isCreatingDevices: z.boolean(),
	lastUsedAt: z.nullable(z.date()),
	createdAt: z.date(),
	previousKeyUntil: z.nullable(z.date()),
});
export type IntegrationKey = z.infer<typeof IntegrationKey>;

export const IntegrationKeyName = nameText(errorKey("name.missing"));

export const CreateIntegrationKey = z.object({ name: IntegrationKeyName, isCreatingDevices: z.boolean() });
export type CreateIntegrationKey = z.infer<typeof CreateIntegrationKey>;

const graceSeconds = z.int().check(z.minimum(0), z.maximum(limits.keyGraceSeconds));

export const RotateIntegrationKey = z.object({ keyId: IntegrationKeyId, graceSeconds });
export type RotateIntegrationKey = z.infer<typeof RotateIntegrationKey>;

export const RevokeIntegrationKey = z.object({ keyId: IntegrationKeyId });
export type RevokeIntegrationKey = z.infer<typeof RevokeIntegrationKey>;

export const NewIntegrationKey = z.object({ integration: IntegrationKey, key: z.string() });
export type NewIntegrationKey = z.infer<typeof NewIntegrationKey>;
