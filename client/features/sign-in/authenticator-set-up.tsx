import { Button } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { SignInResult, TotpSetup } from "../../../shared/session";
import { type AuthAnswer, authApi } from "../../api/auth-api";
import { AuthenticatorSecret } from "../../ui/form/authenticator-secret";
import { FormFailure } from "../../ui/form/buttons";
import { SecondStepCodeForm } from "./second-step-code-form";
import classes from "./step-form.module.css";

type AuthenticatorSetUpProps = {
	challengeId: string;
	setup: AuthAnswer<TotpSetup>;
	onAccepted: (result: SignInResult) => Promise<void>;
	onExpired: () => Promise<void>;
};

/** The authenticator's secret and its first code, which switches the second step on and signs in. */
export function AuthenticatorSetUp({ challengeId, setup, onAccepted, onExpired }: AuthenticatorSetUpProps): ReactNode {
	const router = useRouter();
	if (!setup.ok) {
		return (
			<div className={classes.form}>
				<FormFailure failure={setup.failure.shown} />
				<Button size="md" fullWidth onClick={() => router.invalidate()}>
					Try again
				</Button>
			</div>
		);
	}
	const verify = async (code: string): Promise<AuthAnswer<SignInResult>> => {
		const answer = await authApi.totpVerify({ challengeId, code });
		if (!answer.ok) return answer;
		const { value } = answer;
		if (value.status !== "totp-on") return { ok: true, value };
		// That answer is for people who are signed in; with a challenge the door signs in.
		return {
			ok: false,
			failure: { name: "ChallengeExpired", shown: "", field: null, isOutage: false, requestId: null },
		};
	};
	return (
		<SecondStepCodeForm
			label="First code from the app"
			localCode={null}
			send={verify}
			onAccepted={onAccepted}
			onExpired={onExpired}
		>
			<AuthenticatorSecret secret={setup.value.secret} uri={setup.value.uri} />
		</SecondStepCodeForm>
	);
}
