import { Radio } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { AuthField } from "../../shared/session/auth-errors";
import type { ConfirmedPurpose } from "../../shared/session/identity-confirmation";
import type { Challenge, IdentityConfirmed, MfaMethod } from "../../shared/session/session";
import { readFailure, sentenceFor } from "../api/api-error";
import { confirmIdentity, denialOf } from "../api/auth-call";
import type { PasskeyProof } from "../api/passkey-api";
import { trpc } from "../api/trpc";
import { secondStepNames } from "../entities/second-step-names";
import { takeFocus } from "../ui/feedback/notes";
import { codeFrom, OneTimeCodeInput } from "../ui/form/one-time-code-input";
import { OwnPasswordInput } from "../ui/form/own-password-input";
import layout from "../ui/layout/layouts.module.css";
import { t } from "../words/made/forms";
import { t as passkeyWords } from "../words/made/passkey";
import { t as ssoWords } from "../words/made/sso-proof";
import { NotSent } from "./action-dialog";
import { CodeProof, sendCode } from "./code-proof";
import { PasskeyButton } from "./passkey-button";
import { SsoProofButton } from "./sso-proof-button";

type Errors = { password?: string; code?: string };
type Wanted = Exclude<Challenge, { name: "NEW_PASSWORD_REQUIRED" | "MFA_SETUP" }>;

type ProvenAction = "sign" | "delete" | "transfer" | "change";

type Proof = {
	purpose: ConfirmedPurpose;
	email: string;
	what: ProvenAction;
	/** A third party's backend stores no confirmations; true: it decides alone. */
	isLeftToBackend?: boolean;
	isFirst?: boolean;
	/** The person signs in at their company's service, and is confirmed there. */
	isSso?: boolean;
};

/** `confirm` throws NotSent until password and code are there. Call `restart` when the confirmation has expired. */
export function useIdentityProof({ purpose, email, what, isLeftToBackend = false, isFirst, isSso = false }: Proof) {
	const [password, setPassword] = useState("");
	const [code, setCode] = useState("");
	const [method, setMethod] = useState<MfaMethod | null>(null);
	const [challenge, setChallenge] = useState<Wanted | null>(null);
	const [passkey, setPasskey] = useState<PasskeyProof | null>(null);
	const [isProvenBySso, setIsProvenBySso] = useState(false);
	const [isCodeSent, setIsCodeSent] = useState(false);
	const { data: way, error: wayError } = useQuery({ ...trpc.session.getProofWay.queryOptions(), enabled: isSso });
	const [errors, setErrors] = useState<Errors>({});

	const reject = (found: Errors): never => {
		setErrors(found);
		throw new NotSent();
	};
	const typed =
		<Value,>(set: (value: Value) => void) =>
		(value: Value) => {
			set(value);
			setErrors({});
		};

	const assertTyped = () => {
		if (passkey !== null || isProvenBySso) return;
		if (way === "code" && !isCodeSent) reject({ code: ssoWords("code.first") });
		if (way === "code" && codeFrom(code) === "") reject({ code: ssoWords("code.missing") });
		if (way === "code") return;
		if (isSso) reject({ password: ssoWords("first") });
		if (challenge === null && password === "") reject({ password: t("proof.password") });
		if (challenge?.name === "SELECT_MFA_TYPE" && method === null) reject({ code: t("proof.choose") });
		const asksCode = challenge !== null && challenge.name !== "SELECT_MFA_TYPE";
		if (asksCode && codeFrom(code) === "") reject({ code: t("proof.code.missing") });
	};

	const shown = (error: unknown): IdentityConfirmed => {
		const denial = denialOf(error);
		if (isLeftToBackend && denial?.name === "NotImplemented") return { status: "confirmed" };
		if (denial?.name === "PasskeyNotAccepted") {
			setPasskey(null);
			return reject({ password: denial.shown });
		}
		if (denial?.name === "ChallengeExpired") {
			setPasskey(null);
			setChallenge(null);
			return reject({ password: t("proof.tooLong") });
		}
		const field = denial === null ? null : fieldOf(denial.field);
		if (denial !== null && field !== null) return reject({ [field]: denial.shown });
		if (denial === null || readFailure(error).httpStatus === 401) throw error;
		throw new NotSent(denial.shown);
	};

	const confirm = async (): Promise<void> => {
		assertTyped();
		setErrors({});
		if (isProvenBySso) return;
		if (isSso && way === "code") {
			const fault = await sendCode(purpose, code);
			return fault === null ? undefined : reject({ code: fault });
		}
		const result = await confirmIdentity(proofOf({ challenge, password, code, method, passkey, purpose })).catch(shown);
		if (result.status === "confirmed") return;
		const { challenge: next } = result;
		if (next.name === "NEW_PASSWORD_REQUIRED" || next.name === "MFA_SETUP") return;
		setChallenge(next);
		setCode("");
		throw new NotSent();
	};

	const fields =
		passkey !== null || isProvenBySso ? (
			<p className={layout.help} role="status" ref={takeFocus} tabIndex={-1}>
				{isProvenBySso ? ssoWords("signed") : passkeyWords("signed")}
			</p>
		) : isSso && way === "code" ? (
			<CodeProof
				purpose={purpose}
				isSent={isCodeSent}
				code={code}
				error={errors.code}
				onSent={() => {
					setIsCodeSent(true);
					typed(setCode)("");
				}}
				onCode={typed(setCode)}
				onFault={(sentence) => setErrors({ code: sentence })}
			/>
		) : isSso && way !== "provider" ? (
			<p className={layout.help} role={way === undefined && wayError === null ? "status" : "alert"}>
				{wayError !== null ? sentenceFor(wayError) : way === undefined ? null : ssoWords("replaced")}
			</p>
		) : isSso ? (
			<SsoProofButton
				purpose={purpose}
				fault={errors.password}
				onProof={() => typed(setIsProvenBySso)(true)}
				onFault={(sentence) => setErrors({ password: sentence })}
			/>
		) : challenge === null ? (
			<>
				<OwnPasswordInput
					email={email}
					isFirst={isFirst}
					value={password}
					error={errors.password}
					onChange={typed(setPassword)}
				/>
				<PasskeyButton
					purpose={purpose}
					onProof={typed(setPasskey)}
					onFault={(sentence) => setErrors({ password: sentence })}
				/>
			</>
		) : (
			<SecondStep
				challenge={challenge}
				code={code}
				method={method}
				what={what}
				error={errors.code}
				onCode={typed(setCode)}
				onMethod={typed(setMethod)}
			/>
		);
	const restart = () => {
		setChallenge(null);
		setPasskey(null);
		setIsProvenBySso(false);
		setIsCodeSent(false);
		setCode("");
	};
	return { fields, assertTyped, confirm, restart };
}

type Given = {
	challenge: Wanted | null;
	password: string;
	code: string;
	method: MfaMethod | null;
	passkey: PasskeyProof | null;
	purpose: string;
};

function proofOf({ challenge, password, code, method, passkey, purpose }: Given) {
	if (passkey !== null) return { purpose, ...passkey };
	if (challenge === null) return { purpose, password };
	const { id: challengeId } = challenge;
	if (challenge.name === "SELECT_MFA_TYPE") return { purpose, challengeId, ...(method !== null && { method }) };
	return { purpose, challengeId, code: codeFrom(code) };
}

function fieldOf(field: AuthField | null): "password" | "code" | null {
	if (field === "currentPassword" || field === "password") return "password";
	return field === "code" || field === "method" ? "code" : null;
}

type SecondStepProps = {
	challenge: Wanted;
	code: string;
	method: MfaMethod | null;
	what: ProvenAction;
	error: string | undefined;
	onCode: (typed: string) => void;
	onMethod: (method: MfaMethod) => void;
};

function SecondStep({ challenge, code, method, what, error, onCode, onMethod }: SecondStepProps): ReactNode {
	if (challenge.name === "SELECT_MFA_TYPE") {
		return (
			<Radio.Group label={t("proof.by")} value={method} error={error}>
				{challenge.methods.map((each) => (
					<Radio key={each} mt={8} value={each} label={secondStepNames[each]} onChange={() => onMethod(each)} />
				))}
			</Radio.Group>
		);
	}
	return (
		<div>
			<p className={layout.help} role="status">
				{sentenceOf(challenge, what)}
			</p>
			<OneTimeCodeInput label={t("proof.code")} autoFocus value={code} error={error} onChange={onCode} />
		</div>
	);
}

function sentenceOf(challenge: Exclude<Wanted, { name: "SELECT_MFA_TYPE" }>, what: ProvenAction): string {
	if (challenge.name === "SOFTWARE_TOKEN_MFA") return t("proof.app");
	const { destination } = challenge;
	return destination === null ? t("proof.sent", { what }) : t("proof.sentTo", { what, destination });
}
