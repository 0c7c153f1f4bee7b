import type { ApiKeyState } from "../../shared/account/api-key";
import type { CallOrigin } from "../base/context";

/** One procedure, called by a program with a key whose tag the backend Worker has verified. */
export type KeyCall = {
	accountId: string;
	keyId: string;
	secret: string;
	procedure: string;
	input: unknown;
	isWriting: boolean;
	/** Of the call, which is repeated with the same one; null: none was sent. Absent: from the former release's Worker. */
	requestKey?: string | null;
	origin: CallOrigin & { requestId: string };
};

/** Of the key, within a minute. */
export type CallsLeft = { limit: number; left: number };

export type KeyDenial = "invalid-key" | "read-only" | Exclude<ApiKeyState, "active">;

/** `wire`: what the router answered, as text. */
export type KeyResponse =
	| { refusal: KeyDenial }
	| { refusal: "too-many-calls"; retryAfterSeconds: number; calls: CallsLeft }
	| { wire: string; calls: CallsLeft };
