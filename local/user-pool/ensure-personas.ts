import { localPassword, type Persona, personas, totpSecret } from "../personas";
import { hashPassword } from "./secrets";
import { findUser, insertUser, type PoolUser, type UserStatus } from "./user-rows";

/** Existing users stay unchanged: they may have changed their password. */
export async function ensurePersonas(sql: SqlStorage): Promise<void> {
	const missing = personas.filter(({ sub }) => !findUser(sql, sub));
	if (missing.length === 0) return;
	const password = await hashPassword(localPassword);
	for (const persona of missing) insertUser(sql, toUser(persona, password));
}

function toUser(persona: Persona, password: PoolUser["password"]): PoolUser {
	const { state, secondSteps } = persona;
	const [onlyStep = null, ...otherSteps] = secondSteps;
	return {
		sub: persona.sub,
		username: persona.username,
		email: persona.email,
		isEmailVerified: state !== "unconfirmed",
		pendingEmail: null,
		phoneNumber: persona.phoneNumber,
		name: persona.name,
		status: toStatus(state),
		isEnabled: state !== "disabled",
		password,
		temporaryPasswordExpiresAt: state === "temporary-password-expired" ? 0 : null,
		mfaMethods: [...secondSteps],
		preferredMfa: otherSteps.length === 0 ? onlyStep : null,
		mustSetUpMfa: state === "must-set-up-second-step",
		totpSecret: secondSteps.includes("SOFTWARE_TOKEN_MFA") ? totpSecret : null,
		pendingTotpSecret: null,
	};
}

function toStatus(state: Persona["state"]): UserStatus {
	switch (state) {
		case "must-set-password":
		case "temporary-password-expired":
			return "FORCE_CHANGE_PASSWORD";
		case "unconfirmed":
			return "UNCONFIRMED";
		case "reset-required":
			return "RESET_REQUIRED";
		case "ready":
		case "disabled":
		case "must-set-up-second-step":
			return "CONFIRMED";
	}
}
