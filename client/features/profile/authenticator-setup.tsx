import { Button, Skeleton } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import type { TotpSetup } from "../../../shared/session";
import { authApi } from "../../api/auth-api";
import { useAuthMutation } from "../../api/auth-call";
import { AuthenticatorSecret } from "../../ui/authenticator-secret";
import { ButtonRow } from "../../ui/button-row";
import { FormFailure } from "../../ui/form-failure";
import { codeFrom } from "../../ui/one-time-code";
import { OneTimeCodeInput } from "../../ui/one-time-code-input";
import classes from "./profile.module.css";
import { useKeepProfile } from "./use-keep-profile";
import { useProfileForm } from "./use-profile-form";

type AuthenticatorSetupProps = { replaces: boolean; onEnd: () => void };

/** A new authenticator: its secret, and the first code, which switches the second step on. */
export function AuthenticatorSetup({ replaces, onEnd }: AuthenticatorSetupProps) {
	const keepProfile = useKeepProfile(useQueryClient());
	const [setup, setSetup] = useState<TotpSetup | null>(null);
	const [typed, setTyped] = useState("");
	const form = useProfileForm(["code"]);
	const beginning = useAuthMutation(authApi.totpSetup, setSetup);
	const verifying = useAuthMutation(authApi.totpVerify, async (answer) => {
		if (answer.status !== "totp-on") return;
		toast.success("Two-step sign-in is on.");
		await keepProfile(answer.profile);
		onEnd();
	});
	const begin = () => beginning.mutate({}, { onError: form.refuse });
	useOnce(begin);

	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (verifying.isPending || setup === null) return;
		const code = codeFrom(typed);
		const isCode = /^\d{6}$/.test(code);
		const isComplete = form.isComplete(isCode ? {} : { code: "Enter the six digits your authenticator shows." });
		if (isComplete) verifying.mutate({ code }, { onError: form.refuse });
	};

	return (
		<form ref={form.formRef} noValidate className={classes.inner} onSubmit={submit}>
			<p className={classes.lead}>
				Add this console to an authenticator app on your phone.
				{replaces && " The app you use now stops working for this sign-in."}
			</p>
			{setup ? (
				<AuthenticatorSecret secret={setup.secret} uri={setup.uri} />
			) : (
				<Skeleton height={168} animate={beginning.isPending} />
			)}
			{setup && (
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
			)}
			<FormFailure failure={form.failure} />
			<ButtonRow>
				<Button variant="default" onClick={onEnd}>
					Cancel
				</Button>
				{beginning.isError ? (
					<Button onClick={begin}>Try again</Button>
				) : (
					<Button type="submit" loading={verifying.isPending} disabled={setup === null}>
						Switch on
					</Button>
				)}
			</ButtonRow>
		</form>
	);
}

/** A secret is asked for once, also where React runs effects twice. */
function useOnce(act: () => void): void {
	const isDone = useRef(false);
	useEffect(() => {
		if (isDone.current) return;
		isDone.current = true;
		act();
	});
}
