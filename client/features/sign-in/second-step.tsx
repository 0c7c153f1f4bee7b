import { Button } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { Challenge, MfaMethod, SignInResult, TotpSetup } from "../../../shared/session/session";
import { type AuthFailure, type AuthResponse, authApi } from "../../api/auth-api";
import { useLocalCode } from "../../api/auth-config";
import { secondStepNames } from "../../entities/second-step-names";
import { FormFailure, PlainButton } from "../../ui/form/buttons";
import { codeFrom, type LocalCode, OneTimeCodeInput } from "../../ui/form/one-time-code-input";
import { t } from "../../words/made/password";
import { useFollowSignIn, useStartAgain } from "./follow-sign-in";
import { codeComplaint } from "./later-steps";
import { StepForm, useStepForm } from "./step-form";
import classes from "./step-form.module.css";

/** Only users who set it up need the code that draws its picture. */
const loadSecret = () => import("../../ui/form/authenticator-secret");
const AuthenticatorSecret = lazy(async () => ({ default: (await loadSecret()).AuthenticatorSecret }));

type SecondStepProps = {
	challenge: Exclude<Challenge, { name: "NEW_PASSWORD_REQUIRED" }>;
	setup: AuthResponse<TotpSetup> | null;
	email: string;
	next: string | undefined;
};

export function SecondStep({ challenge, setup, email, next }: SecondStepProps): ReactNode {
	const follow = useFollowSignIn(next);
	const outcomes = {
		onAccepted: (result: SignInResult) => follow(result, email),
		onExpired: useStartAgain(email, next),
	};
	const isSent = challenge.name === "SMS_MFA" || challenge.name === "SMS_OTP" || challenge.name === "EMAIL_OTP";
	const localCode = useLocalCode(isSent ? email : null, 0);
	const { id } = challenge;

	if (challenge.name === "SELECT_MFA_TYPE") {
		return <MethodChoice challengeId={id} methods={challenge.methods} {...outcomes} />;
	}
	if (challenge.name === "MFA_SETUP") {
		return setup && <AuthenticatorSetUp challengeId={id} setup={setup} {...outcomes} />;
	}
	return (
		<SecondStepCodeForm
			label={t("code")}
			localCode={localCode}
			send={(code) => authApi.respondChallenge({ challengeId: id, code })}
			{...outcomes}
		/>
	);
}

type MethodChoiceProps = {
	challengeId: string;
	methods: MfaMethod[];
	onAccepted: (result: SignInResult) => Promise<void>;
	onExpired: () => Promise<void>;
};

function MethodChoice({ challengeId, methods, onAccepted, onExpired }: MethodChoiceProps) {
	const [chosen, setChosen] = useState<MfaMethod | null>(null);
	const [failure, setFailure] = useState<AuthFailure | null>(null);

	const choose = async (method: MfaMethod) => {
		if (chosen !== null) return;
		setFailure(null);
		setChosen(method);
		const response = await authApi.respondChallenge({ challengeId, method });
		if (response.ok) return onAccepted(response.value);
		if (response.failure.name === "ChallengeExpired") return onExpired();
		setFailure(response.failure);
		setChosen(null);
	};

	return (
		<div className={classes.form}>
			{methods.map((method, index) => (
				<PlainButton
					key={method}
					size="md"
					fullWidth
					autoFocus={index === 0}
					loading={chosen === method}
					onClick={() => choose(method)}
				>
					{secondStepNames[method]}
				</PlainButton>
			))}
			<FormFailure failure={failure?.shown ?? null} />
		</div>
	);
}

type AuthenticatorSetUpProps = {
	challengeId: string;
	setup: AuthResponse<TotpSetup>;
	onAccepted: (result: SignInResult) => Promise<void>;
	onExpired: () => Promise<void>;
};

function AuthenticatorSetUp({ challengeId, setup, onAccepted, onExpired }: AuthenticatorSetUpProps): ReactNode {
	const router = useRouter();
	if (!setup.ok) {
		return (
			<div className={classes.form}>
				<FormFailure failure={setup.failure.shown} />
				<Button size="md" fullWidth onClick={() => router.invalidate()}>
					{t("tryAgain")}
				</Button>
			</div>
		);
	}
	const verify = async (code: string): Promise<AuthResponse<SignInResult>> => {
		const response = await authApi.totpVerify({ challengeId, code });
		if (!response.ok) return response;
		const { value } = response;
		if (value.status !== "totp-on") return { ok: true, value };
		// Only signed-in users get this response; with a challenge the endpoint signs in.
		return {
			ok: false,
			failure: { name: "ChallengeExpired", shown: "", field: null, isOutage: false, requestId: null },
		};
	};
	return (
		<SecondStepCodeForm
			label={t("code.first")}
			localCode={null}
			send={verify}
			onAccepted={onAccepted}
			onExpired={onExpired}
		>
			<Suspense>
				<AuthenticatorSecret secret={setup.value.secret} uri={setup.value.uri} />
			</Suspense>
		</SecondStepCodeForm>
	);
}

type SecondStepCodeFormProps = {
	label: string;
	localCode: LocalCode | null;
	send: (code: string) => Promise<AuthResponse<SignInResult>>;
	onAccepted: (result: SignInResult) => Promise<void>;
	onExpired: () => Promise<void>;
	children?: ReactNode;
};

export function SecondStepCodeForm(props: SecondStepCodeFormProps) {
	const { label, localCode, send, onAccepted, onExpired, children } = props;
	const [typed, setTyped] = useState("");
	const form = useStepForm(["code"]);

	const submit = async () => {
		const code = codeFrom(typed);
		if (!form.begin({ code: codeComplaint(code) })) return;
		const response = await send(code);
		if (response.ok) return onAccepted(response.value);
		if (response.failure.name === "ChallengeExpired") return onExpired();
		form.reject(response.failure);
	};

	return (
		<StepForm state={form} action={t("signIn")} onSubmit={submit}>
			{children}
			<OneTimeCodeInput
				label={label}
				autoFocus
				value={typed}
				error={form.errors.code}
				localCode={localCode}
				onChange={(code) => {
					setTyped(code);
					form.clear();
				}}
			/>
		</StepForm>
	);
}

export function secondStepSentence(challenge: Challenge): string {
	switch (challenge.name) {
		case "SOFTWARE_TOKEN_MFA":
			return t("secondStep.app");
		case "SMS_MFA":
		case "SMS_OTP":
			return sentTo(challenge.destination, "sms");
		case "EMAIL_OTP":
			return sentTo(challenge.destination, "email");
		case "SELECT_MFA_TYPE":
			return t("secondStep.choose");
		case "MFA_SETUP":
			return t("secondStep.setUp");
		case "NEW_PASSWORD_REQUIRED":
			return t("secondStep.newPassword");
	}
}

function sentTo(destination: string | null, way: "sms" | "email"): string {
	return destination === null ? t(`secondStep.${way}`) : t(`secondStep.${way}To`, { destination });
}
