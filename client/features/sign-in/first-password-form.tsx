import { TextInput } from "@mantine/core";
import { useState } from "react";
import type { AskableAttribute } from "../../../shared/session/session";
import { authApi } from "../../api/auth-api";
import { useAuthConfig } from "../../api/auth-config";
import { NewPasswordInput } from "../../ui/form/new-password-input";
import { t } from "../../words/made/password";
import { useFollowSignIn, useStartAgain } from "./follow-sign-in";
import { KnownUserName, newPasswordComplaint } from "./later-steps";
import { StepForm, useStepForm } from "./step-form";

type RequiredAttribute = {
	label: string;
	autoComplete: string;
	type: "text" | "tel";
	help?: string;
	complaint: string;
};

const requiredAttributes: Record<AskableAttribute, RequiredAttribute> = {
	name: { label: t("name"), autoComplete: "name", type: "text", complaint: t("name.missing") },
	given_name: { label: t("firstName"), autoComplete: "given-name", type: "text", complaint: t("firstName.missing") },
	family_name: { label: t("lastName"), autoComplete: "family-name", type: "text", complaint: t("lastName.missing") },
	phone_number: {
		label: t("phone"),
		autoComplete: "tel",
		type: "tel",
		help: t("phone.help"),
		complaint: t("phone.missing"),
	},
};

const phoneNumber = /^\+[1-9]\d{4,14}$/;

type FirstPasswordFormProps = {
	challengeId: string;
	missing: AskableAttribute[];
	email: string;
	next: string | undefined;
};

export function FirstPasswordForm({ challengeId, missing, email, next }: FirstPasswordFormProps) {
	const follow = useFollowSignIn(next);
	const startAgain = useStartAgain(email, next);
	const policy = useAuthConfig()?.passwordPolicy ?? null;
	const [typed, setTyped] = useState<Partial<Record<AskableAttribute, string>>>({});
	const [password, setPassword] = useState("");
	const form = useStepForm([...missing, "password"]);

	const submit = async () => {
		const given = missing.map((attribute) => [attribute, attributeFrom(attribute, typed[attribute] ?? "")] as const);
		const complaints = given.map(([attribute, value]) => [
			attribute,
			value === null && requiredAttributes[attribute].complaint,
		]);
		if (!form.begin({ ...Object.fromEntries(complaints), password: newPasswordComplaint(policy, password) })) return;
		const response = await authApi.newPasswordRequired({
			challengeId,
			password,
			...(missing.length > 0 && { attributes: Object.fromEntries(given) }),
		});
		if (response.ok) return follow(response.value, email);
		if (response.failure.name === "ChallengeExpired") return startAgain();
		form.reject(response.failure);
	};

	return (
		<StepForm state={form} action={t("firstPassword")} onSubmit={submit}>
			<KnownUserName email={email} />
			{missing.map((attribute, index) => (
				<TextInput
					key={attribute}
					label={requiredAttributes[attribute].label}
					description={requiredAttributes[attribute].help}
					inputWrapperOrder={["label", "input", "error", "description"]}
					name={attribute}
					type={requiredAttributes[attribute].type}
					size="md"
					autoComplete={requiredAttributes[attribute].autoComplete}
					autoFocus={index === 0}
					value={typed[attribute] ?? ""}
					error={form.errors[attribute]}
					onChange={(event) => {
						setTyped({ ...typed, [attribute]: event.currentTarget.value });
						form.clear();
					}}
				/>
			))}
			<NewPasswordInput
				label={t("newPassword")}
				autoFocus={missing.length === 0}
				policy={policy}
				value={password}
				error={form.errors.password}
				onChange={(text) => {
					setPassword(text);
					form.clear();
				}}
			/>
		</StepForm>
	);
}

/** The value in the user pool's form (E.164 for a phone number); null if it is invalid. */
export function attributeFrom(attribute: AskableAttribute, typed: string): string | null {
	const text = typed.trim();
	if (attribute !== "phone_number") return text === "" ? null : text;
	const digits = text.replace(/[\s().-]/g, "");
	return phoneNumber.test(digits) ? digits : null;
}
