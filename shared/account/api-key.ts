import * as z from "zod/mini";
import { dayMs } from "../base/durations";
import { errorKey } from "../base/error-key";
import { ApiKeyId } from "../base/ids";
import { nameText } from "../base/name-text";
import { ChosenScope, Scope } from "./account";
import type { Role } from "./permissions";

/** Rights of a key: those of a role, and changes only if `isWriting`. A key for assistants is valid at `/mcp` alone. */
export const apiKeyAccess = {
	read: { role: "viewer", isWriting: false },
	write: { role: "operator", isWriting: true },
	audit: { role: "admin", isWriting: false },
	assistant: { role: "viewer", isWriting: false },
} as const satisfies Record<string, { role: Role; isWriting: boolean }>;

export const ApiKeyAccess = z.enum(["read", "write", "audit", "assistant"]);
export type ApiKeyAccess = keyof typeof apiKeyAccess;

/** `paused`: the keeper has left, lost rights, or lacks a required second step. */
export const ApiKeyState = z.enum(["active", "expired", "paused"]);
export type ApiKeyState = z.infer<typeof ApiKeyState>;

export const ApiKey = z.object({
	id: ApiKeyId,
	name: z.string(),
	access: ApiKeyAccess,
	scope: Scope,
	state: ApiKeyState,
	/** The key never has more rights than its keeper. `name` null: the keeper has left. */
	keeper: z.object({ id: z.string(), name: z.nullable(z.string()) }),
	createdAt: z.date(),
	expiresAt: z.nullable(z.date()),
	lastUsedAt: z.nullable(z.date()),
	lastUsedFrom: z.nullable(z.string()),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const apiKeyDays = [30, 90, 365] as const;

/** Days before the end of a key at which its keeper is warned; longest first. */
export const apiKeyWarningDays = [14, 3] as const;

/** Days until a time, rounded, at least 1. Times are epoch ms. */
export function wholeDaysUntil(at: number, now: number): number {
	return Math.max(1, Math.round((at - now) / dayMs));
}

export const CreateApiKey = z.object({
	name: nameText(errorKey("name.missing")),
	access: ApiKeyAccess,
	scope: ChosenScope,
	days: z.nullable(z.literal(apiKeyDays)),
});
export type CreateApiKey = z.infer<typeof CreateApiKey>;

export const ApiKeyTarget = z.object({ keyId: ApiKeyId });
export type ApiKeyTarget = z.infer<typeof ApiKeyTarget>;

export const NewApiKey = z.object({ apiKey: ApiKey, key: z.string() });
export type NewApiKey = z.infer<typeof NewApiKey>;

export const mcpPath = "/mcp";

/** The console's screen to which an assistant sends a person who connects it. */
export const connectPath = "/accounts/keys/connect";

/** A connected assistant has access until it was not used for so long. */
export const consentDays = 90;

/** `origin`: where the page is open. `search`: the query of its address, as the assistant wrote it. */
export const AssistantRequestTarget = z.object({
	origin: z.string().check(z.maxLength(300), z.regex(/^https?:\/\/[^/?#\s]+$/, errorKey("assistants.request"))),
	search: z.string().check(z.maxLength(8_000, errorKey("assistants.request"))),
});
export type AssistantRequestTarget = z.infer<typeof AssistantRequestTarget>;

/**
 * `domain`: of the client that publishes its name there; null: it registered itself, under any name. `isLocal`: the
 * code goes to a program on the person's computer.
 */
export const AssistantRequest = z.discriminatedUnion("state", [
	z.object({ state: z.literal("invalid") }),
	z.object({
		state: z.literal("valid"),
		isOn: z.boolean(),
		name: z.string(),
		domain: z.nullable(z.string()),
		redirectHost: z.string(),
		isLocal: z.boolean(),
		declineTo: z.string(),
	}),
]);
export type AssistantRequest = z.infer<typeof AssistantRequest>;

export const ConnectAssistant = z.extend(AssistantRequestTarget, { scope: ChosenScope });
export type ConnectAssistant = z.infer<typeof ConnectAssistant>;

/** Whether keys for assistants work at all. */
export const AssistantAccess = z.object({ isOn: z.boolean() });
export type AssistantAccess = z.infer<typeof AssistantAccess>;
