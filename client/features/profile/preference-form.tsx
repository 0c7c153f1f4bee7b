import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import type { MfaMethod } from "../../../shared/session";
import { authApi } from "../../api/auth-api";
import { useAuthMutation } from "../../api/auth-call";
import { secondStepNames } from "../../entities/labels";
import { FormButtons, FormFailure } from "../../ui/form/buttons";
import { OwnPasswordInput } from "./own-password-input";
import classes from "./profile.module.css";
import { useKeepProfile } from "./use-keep-profile";
import { useProfileForm } from "./use-profile-form";

type PreferenceFormProps = {
	email: string;
	/** Null switches the second step off. */
	preferred: MfaMethod | null;
	onEnd: () => void;
};

/** Changes the way of the second step. The password proves who asks. */
export function PreferenceForm({ email, preferred, onEnd }: PreferenceFormProps) {
	const keepProfile = useKeepProfile(useQueryClient());
	const [password, setPassword] = useState("");
	const form = useProfileForm(["currentPassword"]);
	const saving = useAuthMutation(authApi.mfaPreference, async ({ profile }) => {
		toast.success(
			preferred === null ? "Two-step sign-in is off." : `Asked for from now on: ${secondStepNames[preferred]}.`,
		);
		await keepProfile(profile);
		onEnd();
	});
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (saving.isPending) return;
		const isComplete = form.isComplete(password === "" ? { currentPassword: "Enter your password." } : {});
		if (isComplete) saving.mutate({ preferred, password }, { onError: form.refuse });
	};
	return (
		<form ref={form.formRef} noValidate className={classes.inner} onSubmit={submit}>
			<p className={classes.lead}>
				{preferred === null
					? "Without the second step, your password alone signs in."
					: `From now on signing in asks for: ${secondStepNames[preferred]}.`}
			</p>
			<OwnPasswordInput
				autoFocus
				email={email}
				value={password}
				error={form.errors.currentPassword}
				onChange={(typed) => {
					setPassword(typed);
					form.clear();
				}}
			/>
			<FormFailure failure={form.failure} />
			<FormButtons label={preferred === null ? "Switch off" : "Use this"} isBusy={saving.isPending} onCancel={onEnd} />
		</form>
	);
}
