import { type ReactNode, useState } from "react";
import type { SignInResult } from "../../../shared/session";
import type { AuthAnswer } from "../../api/auth-api";
import { codeFrom, OneTimeCodeInput } from "../../ui/form/one-time-code-input";
import { codeComplaint } from "./field-complaints";
import { StepForm } from "./step-form";
import { useStepForm } from "./use-step-form";

type SecondStepCodeFormProps = {
	label: string;
	localCode: string | null;
	send: (code: string) => Promise<AuthAnswer<SignInResult>>;
	onAccepted: (result: SignInResult) => Promise<void>;
	onExpired: () => Promise<void>;
	/** What stands above the field. */
	children?: ReactNode;
};

/** One code, whichever way it reaches the person. A wrong one may be corrected. */
export function SecondStepCodeForm(props: SecondStepCodeFormProps) {
	const { label, localCode, send, onAccepted, onExpired, children } = props;
	const [typed, setTyped] = useState("");
	const form = useStepForm(["code"]);

	const submit = async () => {
		const code = codeFrom(typed);
		if (!form.begin({ code: codeComplaint(code) })) return;
		const answer = await send(code);
		if (answer.ok) return onAccepted(answer.value);
		if (answer.failure.name === "ChallengeExpired") return onExpired();
		form.refuse(answer.failure);
	};

	return (
		<StepForm state={form} action="Sign in" onSubmit={submit}>
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
