import * as z from "zod/mini";
import { dayMs } from "../base/durations";
import { ApiKeyId } from "../base/ids";
import { nameText } from "../base/name-text";
import { ChosenScope, Scope } from "./account";
import type { Role } from "./permissions";

/** What a program may do with a key. It has the rights of a role, and writes only where it states it. */
export const apiKeyAccess = {
	read: { role: "viewer", isWriting: false },
	write: { role: "operator", isWriting: true },
	audit: { role: "admin", isWriting: false },
} as const satisfies Record<string, { role: Role; isWriting: boolean }>;

export const ApiKeyAccess = z.enum(["read", "write", "audit"]);
export type ApiKeyAccess = keyof typeof apiKeyAccess;

/** `paused`: a user who keeps it may no longer give what it may do, lacks a second step that is required, or has left. */
export const ApiKeyState = z.enum(["active", "expired", "paused"]);
export type ApiKeyState = z.infer<typeof ApiKeyState>;

export const ApiKey = z.object({
	id: ApiKeyId,
	name: z.string(),
	access: ApiKeyAccess,
	/** Cut to that of its keeper at each use. */
	scope: Scope,
	state: ApiKeyState,
	/** Whose rights bound its own; `name` null: has left. */
	keeper: z.object({ id: z.string(), name: z.nullable(z.string()) }),
	createdAt: z.date(),
	/** Null: never. */
	expiresAt: z.nullable(z.date()),
	lastUsedAt: z.nullable(z.date()),
	/** The address that it was last used from; null: not used, or not known. */
	lastUsedFrom: z.nullable(z.string()),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const apiKeyDays = [30, 90, 365] as const;

/** How long before its end a user who keeps a key is warned, and from when its end stands beside it; longest first. */
export const apiKeyWarningDays = [14, 3] as const;

/** Until a time, to the nearest day, at least one. Times are epoch ms. */
export function wholeDaysUntil(at: number, now: number): number {
	return Math.max(1, Math.round((at - now) / dayMs));
}

export const CreateApiKey = z.object({
	name: nameText("Enter a name."),
	access: ApiKeyAccess,
	scope: ChosenScope,
	/** Until it ends by itself; null: never. */
	days: z.nullable(z.literal(apiKeyDays)),
});
export type CreateApiKey = z.infer<typeof CreateApiKey>;

export const ApiKeyTarget = z.object({ keyId: ApiKeyId });
export type ApiKeyTarget = z.infer<typeof ApiKeyTarget>;

/** The key is shown only once. */
export const NewApiKey = z.object({ apiKey: ApiKey, key: z.string() });
export type NewApiKey = z.infer<typeof NewApiKey>;
