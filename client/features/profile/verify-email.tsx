import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { Profile } from "../../../shared/session/session";
import { useAuthMutation } from "../../api/auth-call";
import { useLocalCode } from "../../api/auth-config";
import { ownAuthApi } from "../../api/own-auth-api";
import { Callout } from "../../ui/feedback/notes";
import { ButtonRow, FormFailure } from "../../ui/form/buttons";
import { codeFrom, OneTimeCodeInput } from "../../ui/form/one-time-code-input";
import classes from "./profile.module.css";
import { useProfileForm } from "./profile-form";

type VerifyEmailProps = {
	email: string;
	sentCount: number;
	note?: string;
	onVerified: (profile: Profile) => unknown;
};

export function VerifyEmail({ email, sentCount, note, onVerified }: VerifyEmailProps) {
	const [typed, setTyped] = useState("");
	const [requestedCount, setRequestedCount] = useState(0);
	const form = useProfileForm(["code"]);
	const localCode = useLocalCode(email, sentCount + requestedCount);
	const sending = useAuthMutation(ownAuthApi.verifyEmail, () => setRequestedCount((count) => count + 1));
	const verifying = useAuthMutation(ownAuthApi.verifyEmail, (result) => {
		if (result.status === "verified") return onVerified(result.profile);
	});
	const isSent = sentCount + requestedCount > 0;

	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (verifying.isPending) return;
		const code = codeFrom(typed);
		const isComplete = form.isComplete(code === "" ? { code: "Enter the code from the e-mail." } : {});
		if (isComplete) verifying.mutate({ code }, { onError: form.reject });
	};
	return (
		<form ref={form.formRef} noValidate className={classes.form} onSubmit={submit}>
			<Callout tone="warn">
				<b>{email}</b> is not verified yet. {note}{" "}
				{isSent ? "We sent a code to it." : "Send a code to it, or enter one you have."}
			</Callout>
			<OneTimeCodeInput
				label="Code from the e-mail"
				value={typed}
				error={form.errors.code}
				localCode={localCode}
				onChange={(text) => {
					setTyped(text);
					form.clear();
				}}
			/>
			<FormFailure failure={form.failure} />
			<ButtonRow>
				<Button
					variant="default"
					loading={sending.isPending}
					onClick={() => sending.mutate({}, { onError: form.reject })}
				>
					{isSent ? "Send a new code" : "Send a code"}
				</Button>
				<Button type="submit" loading={verifying.isPending}>
					Verify
				</Button>
			</ButtonRow>
			<div role="status" className={classes.statusLine}>
				{requestedCount > 0 && "A new code is on its way. The one before no longer counts."}
			</div>
		</form>
	);
}
