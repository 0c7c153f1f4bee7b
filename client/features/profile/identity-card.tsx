import { Button, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import type { Profile, ProfileSaved } from "../../../shared/session/session";
import { useAuthMutation } from "../../api/auth-call";
import { ownAuthApi } from "../../api/own-auth-api";
import { ButtonRow, FormFailure } from "../../ui/form/buttons";
import { LeaveQuestion } from "../../ui/form/leave-question";
import { OwnPasswordInput } from "../../ui/form/own-password-input";
import { Card } from "../../ui/layout/card";
import { t } from "../../words/made/profile";
import classes from "./profile.module.css";
import { unsavedProfile, useKeepProfile, useProfileForm } from "./profile-form";
import { VerifyEmail } from "./verify-email";

const missing = {
	name: "Enter your name.",
	email: t("enterYourEMailAddress"),
	currentPassword: t("enterYourPassword"),
};

export function IdentityCard({ profile }: { profile: Profile }) {
	const keepProfile = useKeepProfile(useQueryClient());
	const [typed, setTyped] = useState({ name: profile.name, email: profile.email });
	const [pendingEmail, setPendingEmail] = useState<string | null>(profile.isEmailVerified ? null : profile.email);
	const [sentCount, setSentCount] = useState(0);
	const saved = ({ profile: kept, isCodeSent }: ProfileSaved, sentTo: string | undefined) => {
		setTyped({ name: kept.name, email: kept.email });
		if (isCodeSent) {
			setPendingEmail(sentTo ?? kept.email);
			setSentCount((count) => count + 1);
		}
		toast.success(isCodeSent ? t("saved.enterCode") : t("saved"));
		return keepProfile(kept);
	};
	return (
		<Card title={t("nameAndEMail")}>
			<IdentityForm profile={profile} typed={typed} onType={setTyped} onSaved={saved} />
			{pendingEmail !== null && (
				<div className={classes.part}>
					<VerifyEmail
						key={pendingEmail}
						email={pendingEmail}
						sentCount={sentCount}
						onVerified={async (kept) => {
							setPendingEmail(null);
							setTyped((now) => ({ ...now, email: kept.email }));
							await keepProfile(kept);
						}}
					/>
				</div>
			)}
		</Card>
	);
}

type Identity = Pick<Profile, "name" | "email">;

type IdentityFormProps = {
	profile: Profile;
	typed: Identity;
	onType: (typed: Identity) => void;
	onSaved: (result: ProfileSaved, sentTo: string | undefined) => unknown;
};

function IdentityForm({ profile, typed, onType, onSaved }: IdentityFormProps) {
	const form = useProfileForm(["name", "email", "currentPassword"]);
	const [password, setPassword] = useState("");
	const saving = useAuthMutation(ownAuthApi.saveProfile, (result, submitted) => {
		setPassword("");
		return onSaved(result, submitted.email);
	});
	const [name, email] = [typed.name.trim(), typed.email.trim()];
	const changes = { ...(name !== profile.name && { name }), ...(email !== profile.email && { email }) };
	const isDirty = Object.keys(changes).length > 0;
	const isProofNeeded = changes.email !== undefined && email !== "";

	const type = (change: Partial<Identity>) => {
		onType({ ...typed, ...change });
		form.clear();
	};
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (saving.isPending) return;
		const isComplete = form.isComplete({
			...(name === "" && { name: missing.name }),
			...(email === "" && { email: missing.email }),
			...(isProofNeeded && password === "" && { currentPassword: missing.currentPassword }),
		});
		if (!isComplete) return;
		if (isDirty) saving.mutate({ ...changes, ...(isProofNeeded && { password }) }, { onError: form.reject });
		else toast.info(t("nothingHasChanged"));
	};

	return (
		<form ref={form.formRef} noValidate className={classes.form} onSubmit={submit}>
			<TextInput
				label={t("name")}
				size="md"
				name="name"
				autoComplete="name"
				maxLength={64}
				value={typed.name}
				error={form.errors.name}
				onChange={(event) => type({ name: event.currentTarget.value })}
			/>
			<TextInput
				label={t("email")}
				description={t("email.help")}
				type="email"
				size="md"
				name="email"
				autoComplete="email"
				autoCapitalize="none"
				spellCheck={false}
				value={typed.email}
				error={form.errors.email}
				onChange={(event) => type({ email: event.currentTarget.value })}
			/>
			{isProofNeeded && (
				<OwnPasswordInput
					email={profile.email}
					value={password}
					error={form.errors.currentPassword}
					onChange={(typed) => {
						setPassword(typed);
						form.clear();
					}}
				/>
			)}
			<FormFailure failure={form.failure} />
			<LeaveQuestion isDirty={isDirty && !saving.isPending} {...unsavedProfile} />
			<ButtonRow>
				<Button type="submit" loading={saving.isPending}>
					{t("save")}
				</Button>
			</ButtonRow>
		</form>
	);
}
