import type { ApiKeyState } from "../../shared/account/api-key";
import type { CallOrigin } from "../base/context";

/** The backend Worker has verified the key's tag. */
export type KeyCall = {
	accountId: string;
	keyId: string;
	secret: string;
	procedure: string;
	input: unknown;
	isWriting: boolean;
	/** Null: none sent. Absent if the previous release's Worker sent the call. */
	requestKey?: string | null;
	origin: CallOrigin & { requestId: string };
};

export type CallsLeft = { limit: number; left: number };

export type KeyDenial = "invalid-key" | "read-only" | Exclude<ApiKeyState, "active">;

export type KeyResponse =
	| { refusal: KeyDenial }
	| { refusal: "too-many-calls"; retryAfterSeconds: number; calls: CallsLeft }
	| { wire: string; calls: CallsLeft };
