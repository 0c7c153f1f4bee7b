import type { ApiKeyState } from "../../shared/account/api-key";
import type { CallOrigin } from "../base/context";

/** The backend Worker has verified the key's tag. */
export type KeyCall = {
	accountId: string;
	keyId: string;
	secret: string;
	/** Null: only verifies the key, and counts the call. */
	procedure: string | null;
	input: unknown;
	isWriting: boolean;
	/** Null: none sent. Absent if the previous release's Worker sent the call. */
	requestKey?: string | null;
	/** Absent: a program calls. `tool` null: a call that is not counted as the use of a tool. */
	assistant?: { tool: string | null } | undefined;
	origin: CallOrigin & { requestId: string };
};

export type CallsLeft = { limit: number; left: number };

export type KeyDenial =
	| "invalid-key"
	| "read-only"
	| "only-assistants"
	| "only-programs"
	| "assistants-off"
	| Exclude<ApiKeyState, "active">;

export type KeyResponse =
	| { refusal: KeyDenial }
	| { refusal: "too-many-calls"; retryAfterSeconds: number; calls: CallsLeft }
	| { wire: string; calls: CallsLeft };
