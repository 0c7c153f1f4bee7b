import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { Profile } from "../../../shared/session/session";
import { useAuthMutation } from "../../api/auth-call";
import { useLocalCode } from "../../api/auth-config";
import { ownAuthApi } from "../../api/own-auth-api";
import { Callout } from "../../ui/feedback/notes";
import { ButtonRow, FormFailure, PlainButton } from "../../ui/form/buttons";
import { codeFrom, OneTimeCodeInput } from "../../ui/form/one-time-code-input";
import { rich, t } from "../../words/made/profile";
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
				{rich("verify.lead", { email: <b>{email}</b> })} {note} {isSent ? t("verify.sent") : t("verify.send")}
			</Callout>
			<OneTimeCodeInput
				label={t("codeFromTheEMail")}
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
				<PlainButton loading={sending.isPending} onClick={() => sending.mutate({}, { onError: form.reject })}>
					{isSent ? t("verify.sendNewCode") : t("verify.sendCode")}
				</PlainButton>
				<Button type="submit" loading={verifying.isPending}>
					{t("verify.do")}
				</Button>
			</ButtonRow>
			<div role="status" className={classes.statusLine}>
				{requestedCount > 0 && t("verify.newCode")}
			</div>
		</form>
	);
}
