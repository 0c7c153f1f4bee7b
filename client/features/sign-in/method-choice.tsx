import { Button } from "@mantine/core";
import { useState } from "react";
import type { MfaMethod, SignInResult } from "../../../shared/session";
import { type AuthFailure, authApi } from "../../api/auth-api";
import { secondStepNames } from "../../entities/labels";
import { FormFailure } from "../../ui/form/buttons";
import classes from "./step-form.module.css";

type MethodChoiceProps = {
	challengeId: string;
	methods: MfaMethod[];
	onAccepted: (result: SignInResult) => Promise<void>;
	onExpired: () => Promise<void>;
};

/** Several ways are set up: each is one button. */
export function MethodChoice({ challengeId, methods, onAccepted, onExpired }: MethodChoiceProps) {
	const [chosen, setChosen] = useState<MfaMethod | null>(null);
	const [failure, setFailure] = useState<AuthFailure | null>(null);

	const choose = async (method: MfaMethod) => {
		if (chosen !== null) return;
		setFailure(null);
		setChosen(method);
		const answer = await authApi.respondChallenge({ challengeId, method });
		if (answer.ok) return onAccepted(answer.value);
		if (answer.failure.name === "ChallengeExpired") return onExpired();
		setFailure(answer.failure);
		setChosen(null);
	};

	return (
		<div className={classes.form}>
			{methods.map((method, index) => (
				<Button
					key={method}
					variant="default"
					size="md"
					fullWidth
					autoFocus={index === 0}
					loading={chosen === method}
					onClick={() => choose(method)}
				>
					{secondStepNames[method]}
				</Button>
			))}
			<FormFailure failure={failure?.shown ?? null} />
		</div>
	);
}
