import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { authApi } from "../../api/auth-api";
import { useAuthConfig, useLocalCode } from "../../api/auth-config";
import { NewPasswordInput } from "../../ui/form/new-password-input";
import { codeFrom, OneTimeCodeInput } from "../../ui/form/one-time-code-input";
import { t } from "../../words/made/password";
import { codeComplaint, KnownUserName, laterNoteSentence, newPasswordComplaint, SendCodeAgain } from "./later-steps";
import { StepForm, useStepForm } from "./step-form";

export function NewPasswordForm({ email, next }: { email: string; next: string | undefined }) {
	const router = useRouter();
	const policy = useAuthConfig()?.passwordPolicy ?? null;
	const [typed, setTyped] = useState({ code: "", password: "" });
	const [sentCount, setSentCount] = useState(0);
	const form = useStepForm(["code", "password"]);
	const localCode = useLocalCode(email, sentCount);

	const type = (change: Partial<typeof typed>) => {
		setTyped({ ...typed, ...change });
		form.clear();
	};

	const submit = async () => {
		const code = codeFrom(typed.code);
		const { password } = typed;
		if (!form.begin({ code: codeComplaint(code), password: newPasswordComplaint(policy, password) })) return;
		const response = await authApi.newPassword({ email, code, password });
		if (!response.ok) return form.reject(response.failure);
		await router.navigate({ to: "/login", search: { email, next }, state: { note: "password-set" }, replace: true });
	};

	return (
		<>
			<StepForm state={form} noteOf={laterNoteSentence} action={t("reset")} onSubmit={submit}>
				<KnownUserName email={email} />
				<OneTimeCodeInput
					label={t("code")}
					autoFocus
					value={typed.code}
					error={form.errors.code}
					localCode={localCode}
					onChange={(code) => type({ code })}
				/>
				<NewPasswordInput
					label={t("newPassword")}
					policy={policy}
					value={typed.password}
					error={form.errors.password}
					onChange={(password) => type({ password })}
				/>
			</StepForm>
			<SendCodeAgain send={() => authApi.forgotPassword({ email })} onSent={() => setSentCount((count) => count + 1)} />
		</>
	);
}
