import { TextInput } from "@mantine/core";
import { useState } from "react";
import type { AskableAttribute } from "../../../shared/session";
import { authApi } from "../../api/auth-api";
import { useAuthConfig } from "../../api/auth-config";
import { NewPasswordInput } from "../../ui/form/new-password-input";
import { askedAttributes, attributeFrom } from "./asked-attributes";
import { KnownUserName } from "./email-input";
import { newPasswordComplaint } from "./field-complaints";
import { StepForm } from "./step-form";
import { useFollowSignIn } from "./use-follow-sign-in";
import { useStartAgain } from "./use-start-again";
import { useStepForm } from "./use-step-form";

type FirstPasswordFormProps = {
	challengeId: string;
	/** What the pool wants to know besides. */
	missing: AskableAttribute[];
	email: string;
	next: string | undefined;
};

/** The password that takes the place of a temporary one. */
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
			value === null && askedAttributes[attribute].complaint,
		]);
		if (!form.begin({ ...Object.fromEntries(complaints), password: newPasswordComplaint(policy, password) })) return;
		const answer = await authApi.newPasswordRequired({
			challengeId,
			password,
			...(missing.length > 0 && { attributes: Object.fromEntries(given) }),
		});
		if (answer.ok) return follow(answer.value, email);
		if (answer.failure.name === "ChallengeExpired") return startAgain();
		form.refuse(answer.failure);
	};

	return (
		<StepForm state={form} action="Set password and sign in" onSubmit={submit}>
			<KnownUserName email={email} />
			{missing.map((attribute, index) => (
				<TextInput
					key={attribute}
					label={askedAttributes[attribute].label}
					description={askedAttributes[attribute].help}
					inputWrapperOrder={["label", "input", "error", "description"]}
					name={attribute}
					type={askedAttributes[attribute].type}
					size="md"
					autoComplete={askedAttributes[attribute].autoComplete}
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
				label="New password"
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
