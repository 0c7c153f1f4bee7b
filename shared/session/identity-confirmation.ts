import * as z from "zod/mini";
import { minuteMs } from "../base/durations";
import { SixDigits } from "../base/six-digits";

/** Action and object as words. A confirmation is valid only for them. */
export const ConfirmedPurpose = z.string().check(z.maxLength(200), z.regex(/^[a-z]+( [A-Za-z0-9_]+)+$/));
export type ConfirmedPurpose = z.infer<typeof ConfirmedPurpose>;

/** How a person was confirmed again. `provider`: the host of the company's service. `address`: where a code was sent. */
export const IdentityProof = z.union([
	z.object({ by: z.enum(["password", "passkey"]) }),
	z.object({ by: z.literal("sso"), provider: z.string() }),
	z.object({ by: z.literal("code"), address: z.string() }),
]);
export type IdentityProof = z.infer<typeof IdentityProof>;

export const IdentityProofWay = z.enum(["password", "passkey", "sso"]);
export type IdentityProofWay = z.infer<typeof IdentityProofWay>;

/**
 * How a signed-in person can be confirmed. `code`: by a code in an e-mail, as their company's service cannot confirm them
 * again. `replaced`: by none, as the account has another service now.
 */
export const ProofWay = z.enum(["password", "provider", "code", "replaced"]);
export type ProofWay = z.infer<typeof ProofWay>;

export const SendProofCode = z.object({ purpose: ConfirmedPurpose });
export type SendProofCode = z.infer<typeof SendProofCode>;

export const SentProofCode = z.object({ address: z.string(), until: z.date() });
export type SentProofCode = z.infer<typeof SentProofCode>;

export const ConfirmByCode = z.object({ purpose: ConfirmedPurpose, code: SixDigits });
export type ConfirmByCode = z.infer<typeof ConfirmByCode>;

/** How long a repeated password is valid for one action. */
export const confirmedForMs = 2 * minuteMs;

export function transferPurpose({ userId }: { userId: string }): ConfirmedPurpose {
	return `transfer ownership ${userId}`;
}

/** `sha256`: hex, of the file to sign. */
export function signPurpose({ runId, sha256 }: { runId: string; sha256: string }): ConfirmedPurpose {
	return `sign ${runId} ${sha256}`;
}

/** Purposes of the profile confirm nothing to the backend. */
export const addPasskeyPurpose: ConfirmedPurpose = "add passkey";
export const removePasskeyPurpose: ConfirmedPurpose = "remove passkey";

export function deletePurpose({ accountId }: { accountId: string }): ConfirmedPurpose {
	return `delete account ${accountId}`;
}
