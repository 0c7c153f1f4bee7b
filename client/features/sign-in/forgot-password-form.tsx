import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { authApi } from "../../api/auth-api";
import { t } from "../../words/made/password";
import type { SignInSearch } from "./sign-in-search";
import { EmailInput, StepForm, useStepForm } from "./step-form";
import { emailComplaint, readEmailInLink } from "./step-rules";

export function ForgotPasswordForm({ email, next }: SignInSearch) {
	const router = useRouter();
	const link = readEmailInLink(email);
	const [typed, setTyped] = useState(link.state === "valid" ? link.email : "");
	const form = useStepForm(["email"]);

	const submit = async () => {
		const address = typed.trim();
		if (!form.begin({ email: emailComplaint(address) })) return;
		const response = await authApi.forgotPassword({ email: address });
		if (!response.ok) return form.reject(response.failure);
		await router.navigate({
			to: "/new-password",
			search: { email: address, next },
			state: { note: "reset-asked" },
		});
	};

	return (
		<StepForm state={form} action={t("forgot")} onSubmit={submit}>
			<EmailInput
				autoFocus
				value={typed}
				error={form.errors.email}
				onChange={(address) => {
					setTyped(address);
					form.clear();
				}}
			/>
		</StepForm>
	);
}
