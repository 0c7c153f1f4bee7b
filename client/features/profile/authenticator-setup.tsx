import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import type { TotpSetup } from "../../../shared/session";
import { authApi } from "../../api/auth-api";
import { useAuthMutation } from "../../api/auth-call";
import { AuthenticatorSecret } from "../../ui/form/authenticator-secret";
import { FormButtons, FormFailure } from "../../ui/form/buttons";
import { codeFrom, OneTimeCodeInput } from "../../ui/form/one-time-code-input";
import { OwnPasswordInput } from "./own-password-input";
import classes from "./profile.module.css";
import { useKeepProfile } from "./use-keep-profile";
import { useProfileForm } from "./use-profile-form";

type AuthenticatorSetupProps = { email: string; replaces: boolean; onEnd: () => void };

/** A new authenticator: the password, which proves who asks, then its secret and first code. */
export function AuthenticatorSetup({ email, replaces, onEnd }: AuthenticatorSetupProps) {
	const [setup, setSetup] = useState<TotpSetup | null>(null);
	return setup === null ? (
		<PasswordForm email={email} replaces={replaces} onSetup={setSetup} onEnd={onEnd} />
	) : (
		<FirstCodeForm setup={setup} onEnd={onEnd} />
	);
}

type PasswordFormProps = AuthenticatorSetupProps & { onSetup: (setup: TotpSetup) => void };

function PasswordForm({ email, replaces, onSetup, onEnd }: PasswordFormProps) {
	const [password, setPassword] = useState("");
	const form = useProfileForm(["currentPassword"]);
	const beginning = useAuthMutation(authApi.totpSetup, onSetup);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (beginning.isPending) return;
		const isComplete = form.isComplete(password === "" ? { currentPassword: "Enter your password." } : {});
		if (isComplete) beginning.mutate({ password }, { onError: form.refuse });
	};
	return (
		<form ref={form.formRef} noValidate className={classes.inner} onSubmit={submit}>
			<p className={classes.lead}>
				Add this console to an authenticator app on your phone.
				{replaces && " The app you use now stops working for this sign-in."}
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
			<FormButtons label="Continue" isBusy={beginning.isPending} onCancel={onEnd} />
		</form>
	);
}

/** The first code switches the second step on. */
function FirstCodeForm({ setup, onEnd }: { setup: TotpSetup; onEnd: () => void }) {
	const keepProfile = useKeepProfile(useQueryClient());
	const [typed, setTyped] = useState("");
	const form = useProfileForm(["code"]);
	const verifying = useAuthMutation(authApi.totpVerify, async (answer) => {
		if (answer.status !== "totp-on") return;
		toast.success("Two-step sign-in is on.");
		await keepProfile(answer.profile);
		onEnd();
	});
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (verifying.isPending) return;
		const code = codeFrom(typed);
		const isCode = /^\d{6}$/.test(code);
		const isComplete = form.isComplete(isCode ? {} : { code: "Enter the six digits your authenticator shows." });
		if (isComplete) verifying.mutate({ code }, { onError: form.refuse });
	};
	return (
		<form ref={form.formRef} noValidate className={classes.inner} onSubmit={submit}>
			<AuthenticatorSecret secret={setup.secret} uri={setup.uri} />
			<OneTimeCodeInput
				label="First code of the app"
				autoFocus
				value={typed}
				error={form.errors.code}
				onChange={(text) => {
					setTyped(text);
					form.clear();
				}}
			/>
			<FormFailure failure={form.failure} />
			<FormButtons label="Switch on" isBusy={verifying.isPending} onCancel={onEnd} />
		</form>
	);
}
