import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { authApi } from "../../api/auth-api";
import { useLocalCode } from "../../api/auth-config";
import { codeFrom, OneTimeCodeInput } from "../../ui/form/one-time-code-input";
import { t } from "../../words/made/password";
import { codeComplaint, laterNoteSentence, SendCodeAgain } from "./later-steps";
import { EmailInput, StepForm, useStepForm } from "./step-form";
import { emailComplaint, isEmailAddress } from "./step-rules";

type ConfirmFormProps = {
	knownEmail: string | null;
	next: string | undefined;
};

export function ConfirmForm({ knownEmail, next }: ConfirmFormProps) {
	const router = useRouter();
	const [typed, setTyped] = useState({ email: "", code: "" });
	const [sentCount, setSentCount] = useState(0);
	const form = useStepForm(knownEmail === null ? ["email", "code"] : ["code"]);
	const email = knownEmail ?? typed.email.trim();
	const localCode = useLocalCode(isEmailAddress(email) ? email : null, sentCount);

	const type = (change: Partial<typeof typed>) => {
		setTyped({ ...typed, ...change });
		form.clear();
	};

	const submit = async () => {
		const code = codeFrom(typed.code);
		if (!form.begin({ email: emailComplaint(email), code: codeComplaint(code) })) return;
		const response = await authApi.confirm({ email, code });
		if (!response.ok) return form.reject(response.failure);
		await router.navigate({ to: "/login", search: { email, next }, state: { note: "confirmed" }, replace: true });
	};

	return (
		<>
			<StepForm state={form} noteOf={laterNoteSentence} action={t("confirm")} onSubmit={submit}>
				{knownEmail === null && (
					<EmailInput
						autoFocus
						value={typed.email}
						error={form.errors.email}
						onChange={(address) => type({ email: address })}
					/>
				)}
				<OneTimeCodeInput
					label={t("code")}
					autoFocus={knownEmail !== null}
					value={typed.code}
					error={form.errors.code}
					localCode={localCode}
					onChange={(code) => type({ code })}
				/>
			</StepForm>
			{isEmailAddress(email) && (
				<SendCodeAgain send={() => authApi.resendCode({ email })} onSent={() => setSentCount((count) => count + 1)} />
			)}
		</>
	);
}
