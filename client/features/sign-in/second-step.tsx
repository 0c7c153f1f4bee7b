import type { ReactNode } from "react";
import type { Challenge, SignInResult, TotpSetup } from "../../../shared/session";
import { type AuthAnswer, authApi } from "../../api/auth-api";
import { useLocalCode } from "../../api/use-local-code";
import { AuthenticatorSetUp } from "./authenticator-set-up";
import { MethodChoice } from "./method-choice";
import { SecondStepCodeForm } from "./second-step-code-form";
import { useFollowSignIn } from "./use-follow-sign-in";
import { useStartAgain } from "./use-start-again";

type SecondStepProps = {
	challenge: Exclude<Challenge, { name: "NEW_PASSWORD_REQUIRED" }>;
	/** Asked for as the screen opens, with the challenge MFA_SETUP only. */
	setup: AuthAnswer<TotpSetup> | null;
	email: string;
	next: string | undefined;
};

/** What the challenge asks for, one part per kind. */
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
			label="Code"
			localCode={localCode}
			send={(code) => authApi.respondChallenge({ challengeId: id, code })}
			{...outcomes}
		/>
	);
}
