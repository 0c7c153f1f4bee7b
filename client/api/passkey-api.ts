import type {
	AddPasskey,
	PasskeyAdded,
	PasskeyAssertion,
	PasskeyChallenge,
	RemovePasskey,
} from "../../shared/session/auth-requests";
import type { PasskeyPosed, Passkeys, PasskeyToAdd } from "../../shared/session/session";
import { type AuthResponse, post } from "./auth-api";

export const passkeyApi = {
	challenge: (body: PasskeyChallenge) => post<PasskeyPosed>("passkey-challenge", body),
	add: (proof: AddPasskey) => post<PasskeyToAdd>("passkey-add", proof),
	added: (body: PasskeyAdded) => post<Passkeys>("passkey-added", body),
	remove: (body: RemovePasskey) => post<Passkeys>("passkey-remove", body),
};

export type PasskeyProof = { challengeId: string; credential: PasskeyAssertion };

/** Browsers report a closed dialog and a missing passkey alike. */
export type DeviceFault = "closed" | "known" | "failed";

type FromDevice<Value> = { ok: true; value: Value } | { ok: false; fault: DeviceFault };

/** The methods that read and write JSON came last to browsers. */
export function canUsePasskeys(): boolean {
	return typeof PublicKeyCredential === "function" && "parseRequestOptionsFromJSON" in PublicKeyCredential;
}

type Proven = AuthResponse<PasskeyProof> | { ok: false; fault: DeviceFault };

/** Requests a challenge and lets a passkey of this device respond to it. */
export async function proveByPasskey(request: PasskeyChallenge): Promise<Proven> {
	const posed = await passkeyApi.challenge(request);
	if (!posed.ok) return posed;
	const { challengeId, options } = posed.value;
	const signed = await fromDevice<PasskeyAssertion>(() => {
		const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
		return navigator.credentials.get({ publicKey });
	});
	return signed.ok ? { ok: true, value: { challengeId, credential: signed.value } } : signed;
}

export function createPasskey(options: PasskeyToAdd["options"]): Promise<FromDevice<PasskeyAdded["credential"]>> {
	return fromDevice(() => {
		const json = options as unknown as PublicKeyCredentialCreationOptionsJSON; // as the user pool wrote it
		return navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(json) });
	});
}

async function fromDevice<Value>(request: () => Promise<Credential | null>): Promise<FromDevice<Value>> {
	try {
		const credential = await request();
		// Some browsers return null for a closed dialog.
		if (credential === null) return { ok: false, fault: "closed" };
		return { ok: true, value: (credential as PublicKeyCredential).toJSON() as Value }; // the Worker validates it
	} catch (error) {
		return { ok: false, fault: faultOf(error instanceof DOMException ? error.name : "") };
	}
}

function faultOf(name: string): DeviceFault {
	if (name === "NotAllowedError" || name === "AbortError") return "closed";
	return name === "InvalidStateError" ? "known" : "failed";
}
