import { TextInput } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { authApi } from "../../api/auth-api";
import { useAuthConfig } from "../../api/auth-config";
import { NewPasswordInput } from "../../ui/form/new-password-input";
import { t } from "../../words/made/password";
import { newPasswordComplaint } from "./later-steps";
import type { SignInSearch } from "./sign-in-search";
import { EmailInput, StepForm, useStepForm } from "./step-form";
import { emailComplaint, readEmailInLink } from "./step-rules";

const longestName = 64;

export function SignUpForm({ email, next }: SignInSearch) {
	const router = useRouter();
	const policy = useAuthConfig()?.passwordPolicy ?? null;
	const link = readEmailInLink(email);
	const [typed, setTyped] = useState({ name: "", email: link.state === "valid" ? link.email : "", password: "" });
	const form = useStepForm(["name", "email", "password"]);

	const type = (change: Partial<typeof typed>) => {
		setTyped({ ...typed, ...change });
		form.clear();
	};

	const submit = async () => {
		const person = { name: typed.name.trim(), email: typed.email.trim(), password: typed.password };
		const complaints = {
			name: nameComplaint(person.name),
			email: emailComplaint(person.email),
			password: newPasswordComplaint(policy, person.password),
		};
		if (!form.begin(complaints)) return;
		const response = await authApi.signUp(person);
		if (!response.ok) return form.reject(response.failure);
		await router.navigate({
			to: "/confirm",
			search: { email: person.email, next },
			state: { note: "signed-up" },
		});
	};

	return (
		<StepForm state={form} action={t("signUp")} onSubmit={submit}>
			<TextInput
				label={t("name")}
				name="name"
				size="md"
				autoComplete="name"
				autoFocus
				value={typed.name}
				error={form.errors.name}
				onChange={(event) => type({ name: event.currentTarget.value })}
			/>
			<EmailInput value={typed.email} error={form.errors.email} onChange={(address) => type({ email: address })} />
			<NewPasswordInput
				label={t("password")}
				policy={policy}
				value={typed.password}
				error={form.errors.password}
				onChange={(password) => type({ password })}
			/>
		</StepForm>
	);
}

function nameComplaint(name: string): string | false {
	if (name === "") return t("name.missing");
	return name.length > longestName && t("tooLong", { most: longestName });
}
