import { type FormEvent, type ReactNode, useState } from "react";
import type { ConfirmedPurpose } from "../../../shared/session/identity-confirmation";
import type { AuthResponse } from "../../api/auth-api";
import { useAuthMutation } from "../../api/auth-call";
import type { PasskeyProof } from "../../api/passkey-api";
import { PasskeyButton } from "../../forms/passkey-button";
import { FormButtons, FormFailure } from "../../ui/form/buttons";
import { OwnPasswordInput } from "../../ui/form/own-password-input";
import layout from "../../ui/layout/layouts.module.css";
import { t } from "../../words/made/profile";
import classes from "./profile.module.css";
import { useProfileForm } from "./profile-form";

type PasswordProofFormProps<Value> = {
	email: string;
	lead: ReactNode;
	action: string;
	send: (password: string) => Promise<AuthResponse<Value>>;
	/** The action that a passkey may confirm instead; null: only the password may. */
	passkeyPurpose?: ConfirmedPurpose | null;
	sendPasskey?: (proof: PasskeyProof) => Promise<AuthResponse<Value>>;
	onDone: (value: Value) => unknown;
	onCancel: () => void;
};

export function PasswordProofForm<Value>(props: PasswordProofFormProps<Value>) {
	const { email, lead, action, send, passkeyPurpose = null, sendPasskey, onDone, onCancel } = props;
	const [password, setPassword] = useState("");
	const form = useProfileForm(["currentPassword"]);
	const sending = useAuthMutation(send, onDone);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (sending.isPending) return;
		const isComplete = form.isComplete(password === "" ? { currentPassword: t("enterYourPassword") } : {});
		if (isComplete) sending.mutate(password, { onError: form.reject });
	};
	return (
		<form ref={form.formRef} noValidate className={`${layout.form} ${classes.inner}`} onSubmit={submit}>
			<p className={classes.lead}>{lead}</p>
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
			{passkeyPurpose !== null && sendPasskey && (
				<PasskeyProofButton
					purpose={passkeyPurpose}
					send={sendPasskey}
					onDone={onDone}
					onFault={form.fail}
					onError={form.reject}
				/>
			)}
			<FormButtons label={action} isBusy={sending.isPending} onCancel={onCancel} />
		</form>
	);
}

type PasskeyProofButtonProps<Value> = {
	purpose: ConfirmedPurpose;
	send: (proof: PasskeyProof) => Promise<AuthResponse<Value>>;
	onDone: (value: Value) => unknown;
	onFault: (sentence: string) => void;
	onError: (error: unknown) => void;
};

function PasskeyProofButton<Value>({ purpose, send, onDone, onFault, onError }: PasskeyProofButtonProps<Value>) {
	const sending = useAuthMutation(send, onDone);
	return (
		<PasskeyButton
			purpose={purpose}
			isBusy={sending.isPending}
			onProof={(proof) => sending.mutate(proof, { onError })}
			onFault={onFault}
		/>
	);
}
