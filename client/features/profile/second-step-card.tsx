import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import type { MfaMethod, Profile, TotpSetup } from "../../../shared/session/session";
import { authApi } from "../../api/auth-api";
import { useAuthMutation } from "../../api/auth-call";
import { ownAuthApi } from "../../api/own-auth-api";
import { secondStepNames } from "../../entities/second-step-names";
import { takeFocus } from "../../ui/feedback/notes";
import { StatusChip } from "../../ui/feedback/status-chip";
import { AuthenticatorSecret } from "../../ui/form/authenticator-secret";
import { ButtonRow, FormButtons, FormFailure } from "../../ui/form/buttons";
import { codeFrom, OneTimeCodeInput } from "../../ui/form/one-time-code-input";
import { Card } from "../../ui/layout/card";
import { Rows } from "../../ui/layout/rows";
import { PasswordProofForm } from "./password-proof";
import classes from "./profile.module.css";
import { useKeepProfile, useProfileForm } from "./profile-form";

type Task = { kind: "set-up" } | { kind: "prefer"; method: MfaMethod | null } | null;

export function SecondStepCard({ profile }: { profile: Profile }) {
	const [task, setTask] = useState<Task>(null);
	const { methods, preferred } = profile.mfa;
	const hasAuthenticator = methods.includes("SOFTWARE_TOKEN_MFA");
	const [isChanged, setIsChanged] = useState(false);
	const end = (isNowChanged: boolean) => {
		setIsChanged(isNowChanged);
		setTask(null);
	};
	const state = preferred === null ? <StatusChip tone="off">Off</StatusChip> : <StatusChip tone="ok">On</StatusChip>;

	return (
		<Card title="Two-step sign-in" action={state}>
			{methods.length > 0 && (
				<Rows
					rows={methods.map((method) => ({
						key: method,
						name: secondStepNames[method],
						under: method === preferred ? "Asked for when you sign in" : "Set up, not asked for",
						end: method !== preferred && (
							<Button variant="default" size="compact-md" onClick={() => setTask({ kind: "prefer", method })}>
								Use this
							</Button>
						),
					}))}
				/>
			)}
			<div className={methods.length > 0 ? classes.part : undefined}>
				<div className={classes.form}>
					{task === null && (
						<>
							<p className={classes.lead} {...(isChanged && { ref: takeFocus, tabIndex: -1 })}>
								{preferred === null
									? "Signing in asks for your password only. With a second step, a stolen password is not enough."
									: "Signing in asks for your password, and then for a code."}
							</p>
							<ButtonRow>
								{preferred !== null && (
									<Button variant="default" onClick={() => setTask({ kind: "prefer", method: null })}>
										Switch off
									</Button>
								)}
								<Button variant={preferred === null ? "filled" : "default"} onClick={() => setTask({ kind: "set-up" })}>
									{hasAuthenticator ? "Replace authenticator app" : "Set up an authenticator app"}
								</Button>
							</ButtonRow>
						</>
					)}
					{task?.kind === "set-up" && (
						<AuthenticatorSetup email={profile.email} replaces={hasAuthenticator} onEnd={end} />
					)}
					{task?.kind === "prefer" && <PreferenceForm email={profile.email} preferred={task.method} onEnd={end} />}
				</div>
			</div>
		</Card>
	);
}

type AuthenticatorSetupProps = { email: string; replaces: boolean; onEnd: (isChanged: boolean) => void };

export function AuthenticatorSetup({ email, replaces, onEnd }: AuthenticatorSetupProps) {
	const [setup, setSetup] = useState<TotpSetup | null>(null);
	if (setup !== null) return <FirstCodeForm setup={setup} onEnd={onEnd} />;
	return (
		<PasswordProofForm
			email={email}
			lead={
				<>
					Add this console to an authenticator app on your phone.
					{replaces && " The app you use now stops working for this sign-in."}
				</>
			}
			action="Continue"
			send={(password) => authApi.totpSetup({ password })}
			onDone={setSetup}
			onCancel={() => onEnd(false)}
		/>
	);
}

function FirstCodeForm({ setup, onEnd }: Pick<AuthenticatorSetupProps, "onEnd"> & { setup: TotpSetup }) {
	const keepProfile = useKeepProfile(useQueryClient());
	const [typed, setTyped] = useState("");
	const form = useProfileForm(["code"]);
	const verifying = useAuthMutation(authApi.totpVerify, async (result) => {
		if (result.status !== "totp-on") return;
		toast.success("Two-step sign-in is on.");
		await keepProfile(result.profile);
		onEnd(true);
	});
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (verifying.isPending) return;
		const code = codeFrom(typed);
		const isCode = /^\d{6}$/.test(code);
		const isComplete = form.isComplete(isCode ? {} : { code: "Enter the six digits your authenticator shows." });
		if (isComplete) verifying.mutate({ code }, { onError: form.reject });
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
			<FormButtons label="Switch on" isBusy={verifying.isPending} onCancel={() => onEnd(false)} />
		</form>
	);
}

type PreferenceFormProps = {
	email: string;
	preferred: MfaMethod | null;
	onEnd: AuthenticatorSetupProps["onEnd"];
};

export function PreferenceForm({ email, preferred, onEnd }: PreferenceFormProps) {
	const keepProfile = useKeepProfile(useQueryClient());
	return (
		<PasswordProofForm
			email={email}
			lead={
				preferred === null
					? "Without the second step, your password alone signs in."
					: `From now on signing in asks for: ${secondStepNames[preferred]}.`
			}
			action={preferred === null ? "Switch off" : "Use this"}
			send={(password) => ownAuthApi.mfaPreference({ preferred, password })}
			onDone={async ({ profile }) => {
				toast.success(
					preferred === null ? "Two-step sign-in is off." : `Asked for from now on: ${secondStepNames[preferred]}.`,
				);
				await keepProfile(profile);
				onEnd(true);
			}}
			onCancel={() => onEnd(false)}
		/>
	);
}
