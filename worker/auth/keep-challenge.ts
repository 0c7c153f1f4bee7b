import { isRecord, parsedOrNull } from "../../shared/base/json-record";
import { authErrors } from "../../shared/session/auth-errors";
import {
	type AskableAttribute,
	askableAttributes,
	type Challenge,
	type MfaMethod,
	mfaMethods,
} from "../../shared/session/session";
import { HttpError } from "../base/http-error";
import { textField } from "../cognito/cognito-client";
import { challengeEnd, challengeNames, type StoredChallenge } from "../session/challenge-cookie";
import type { AuthCall } from "./auth-call";

export type Login = Pick<StoredChallenge, "loginId" | "answerAs" | "storeAs" | "confirms"> &
	Partial<Pick<StoredChallenge, "id" | "name">>;

type PosedName = Exclude<StoredChallenge["name"], "WEB_AUTHN">;
type Posed = StoredChallenge & { name: PosedName };

/** A passkey's challenge is only ever the first step, and only where it was requested. */
const posedNames = challengeNames.filter((name): name is PosedName => name !== "WEB_AUTHN");

export function keepChallenge(call: AuthCall, login: Login, response: Record<string, unknown>): Challenge | null {
	const name = textField(response, "ChallengeName");
	if (name === null) return null;
	const known = posedNames.find((each) => each === name);
	const session = textField(response, "Session");
	if (known === undefined || session === null) throw notAddressed(name);
	const parameters = isRecord(response.ChallengeParameters) ? response.ChallengeParameters : {};
	const userId = textField(parameters, "USER_ID_FOR_SRP");
	const userName = textField(parameters, "USERNAME");
	const kept: Posed = {
		id: login.id ?? crypto.randomUUID(),
		name: known,
		session,
		loginId: login.loginId,
		answerAs: userId ?? userName ?? login.answerAs,
		storeAs: userName ?? userId ?? login.storeAs,
		expiresAt: challengeEnd(call.services.now()),
		...(login.confirms !== undefined && { confirms: login.confirms }),
		...choicesOf(known, parameters),
	};
	storeChallenge(call, kept);
	call.log({ event: "sign-in-challenged", name: known });
	return toChallenge(kept, textField(parameters, "CODE_DELIVERY_DESTINATION"));
}

export function storeChallenge({ cookies }: AuthCall, kept: StoredChallenge): void {
	if (cookies.keepChallenge(kept)) return;
	throw new HttpError("SessionTooLarge", { reason: "the challenge's cookie is over 4096 bytes" });
}

type Choices = { missing?: AskableAttribute[]; methods?: MfaMethod[] };

function choicesOf(name: PosedName, parameters: Record<string, unknown>): Choices {
	if (name === "NEW_PASSWORD_REQUIRED") return { missing: missingAttributes(parameters) };
	if (name === "SELECT_MFA_TYPE") {
		const offered = listField(parameters, "MFAS_CAN_CHOOSE");
		const methods = mfaMethods.filter((method) => offered.includes(method));
		if (methods.length === 0) throw notAddressed(name);
		return { methods };
	}
	if (name === "MFA_SETUP" && !listField(parameters, "MFAS_CAN_SETUP").includes("SOFTWARE_TOKEN_MFA")) {
		throw notAddressed(name);
	}
	return {};
}

function missingAttributes(parameters: Record<string, unknown>): AskableAttribute[] {
	const required = listField(parameters, "requiredAttributes").map((name) => name.replace(/^userAttributes\./, ""));
	const missing = askableAttributes.filter((name) => required.includes(name));
	if (new Set(required).size > missing.length) throw notAddressed("NEW_PASSWORD_REQUIRED");
	return missing;
}

function listField(parameters: Record<string, unknown>, name: string): string[] {
	const list = parsedOrNull(textField(parameters, name) ?? "[]");
	return Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
}

function toChallenge(kept: Posed, destination: string | null): Challenge {
	const { id, name, expiresAt, missing = [], methods = [] } = kept;
	switch (name) {
		case "NEW_PASSWORD_REQUIRED":
			return { id, expiresAt, name, missing };
		case "SELECT_MFA_TYPE":
			return { id, expiresAt, name, methods };
		case "SMS_MFA":
		case "EMAIL_OTP":
		case "SMS_OTP":
			return { id, expiresAt, name, destination };
		case "SOFTWARE_TOKEN_MFA":
		case "MFA_SETUP":
			return { id, expiresAt, name };
	}
}

function notAddressed(challengeName: string): HttpError {
	const name = challengeName.replace(/[^A-Z_]/g, "").slice(0, 64);
	const message = authErrors.SignInException.message.replace("challengeName", name);
	return new HttpError("SignInException", { message, reason: name });
}
