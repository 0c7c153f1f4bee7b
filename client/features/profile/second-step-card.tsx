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
import { ButtonRow, FormButtons, FormFailure, PlainButton, SmallButton } from "../../ui/form/buttons";
import { codeFrom, OneTimeCodeInput } from "../../ui/form/one-time-code-input";
import { Card } from "../../ui/layout/card";
import layout from "../../ui/layout/layouts.module.css";
import { Rows } from "../../ui/layout/rows";
import { t } from "../../words/made/profile";
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
	const state =
		preferred === null ? (
			<StatusChip tone="off">{t("secondStep.off")}</StatusChip>
		) : (
			<StatusChip tone="ok">{t("secondStep.on")}</StatusChip>
		);

	return (
		<Card title={t("twoStepSignIn")} action={state}>
			{methods.length > 0 && (
				<Rows
					rows={methods.map((method) => ({
						key: method,
						name: secondStepNames[method],
						under: method === preferred ? t("askedForWhenYouSignIn") : t("setUpNotAskedFor"),
						end: method !== preferred && (
							<SmallButton onClick={() => setTask({ kind: "prefer", method })}>{t("useThis")}</SmallButton>
						),
					}))}
				/>
			)}
			<div className={methods.length > 0 ? classes.part : undefined}>
				<div className={classes.form}>
					{task === null && (
						<>
							<p className={classes.lead} {...(isChanged && { ref: takeFocus, tabIndex: -1 })}>
								{preferred === null ? t("secondStep.isOff") : t("secondStep.isOn")}
							</p>
							<ButtonRow>
								{preferred !== null && (
									<PlainButton onClick={() => setTask({ kind: "prefer", method: null })}>{t("switchOff")}</PlainButton>
								)}
								<Button variant={preferred === null ? "filled" : "default"} onClick={() => setTask({ kind: "set-up" })}>
									{hasAuthenticator ? t("replaceAuthenticatorApp") : t("setUpAnAuthenticatorApp")}
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
			lead={replaces ? `${t("authenticator.add")} ${t("authenticator.replaces")}` : t("authenticator.add")}
			action={t("continue")}
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
		toast.success(t("twoStepSignInIsOn"));
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
		<form ref={form.formRef} noValidate className={`${layout.form} ${classes.inner}`} onSubmit={submit}>
			<AuthenticatorSecret secret={setup.secret} uri={setup.uri} />
			<OneTimeCodeInput
				label={t("firstCodeOfTheApp")}
				autoFocus
				value={typed}
				error={form.errors.code}
				onChange={(text) => {
					setTyped(text);
					form.clear();
				}}
			/>
			<FormFailure failure={form.failure} />
			<FormButtons label={t("switchOn")} isBusy={verifying.isPending} onCancel={() => onEnd(false)} />
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
					? t("withoutTheSecondStepYourPassword")
					: t("secondStep.fromNowOn", { method: secondStepNames[preferred] })
			}
			action={preferred === null ? t("switchOff") : t("useThis")}
			send={(password) => ownAuthApi.mfaPreference({ preferred, password })}
			onDone={async ({ profile }) => {
				toast.success(
					preferred === null
						? t("twoStepSignInIsOff")
						: t("secondStep.preferred", { method: secondStepNames[preferred] }),
				);
				await keepProfile(profile);
				onEnd(true);
			}}
			onCancel={() => onEnd(false)}
		/>
	);
}
