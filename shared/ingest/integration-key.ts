import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { IntegrationKeyId } from "../base/ids";
import { limits } from "../base/limits";
import { nameText } from "../base/name-text";

/** `values`: numbers of the last message; `chosen`: values of its recipe; `missing`: paths that devices no longer send. */
export const JsonFacts = z.object({
	/** Epoch ms. Null: nothing in the last day. */
	heardAt: z.nullable(z.number()),
	values: z.number(),
	chosen: z.number(),
	missing: z.array(z.string()),
});
export type JsonFacts = z.infer<typeof JsonFacts>;

export const IntegrationKey = z.object({
	id: IntegrationKeyId,
	name: z.string(),
	/** Creates a device for an unknown serial number. False: such readings are rejected. */
	isCreatingDevices: z.boolean(),
	lastUsedAt: z.nullable(z.date()),
	createdAt: z.date(),
	previousKeyUntil: z.nullable(z.date()),
	/** JSON of any shape. Null: neither a message nor a recipe. */
	json: z.nullable(JsonFacts),
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
