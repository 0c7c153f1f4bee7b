import { Button, Checkbox, PasswordInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { checkPassword } from "../../../shared/session/password-policy";
import { useAuthMutation } from "../../api/auth-call";
import { useAuthConfig } from "../../api/auth-config";
import { ownAuthApi } from "../../api/own-auth-api";
import { session } from "../../api/session";
import { keepChallenge } from "../../api/stored-challenge";
import { trpc, trpcClient } from "../../api/trpc";
import { ButtonRow, FormFailure } from "../../ui/form/buttons";
import { LeaveQuestion } from "../../ui/form/leave-question";
import { NewPasswordInput } from "../../ui/form/new-password-input";
import { Card } from "../../ui/layout/card";
import { t } from "../../words/made/profile";
import classes from "./profile.module.css";
import { unsavedProfile, useProfileForm } from "./profile-form";

const blank = { currentPassword: "", password: "" };

export function PasswordCard({ email }: { email: string }) {
	const policy = useAuthConfig()?.passwordPolicy ?? null;
	const [typed, setTyped] = useState(blank);
	const [isSignOutElsewhere, setIsSignOutElsewhere] = useState(true);
	const form = useProfileForm(["currentPassword", "password"]);
	const changing = usePasswordChange(email);
	const isDirty = typed.currentPassword !== "" || typed.password !== "";

	const type = (change: Partial<typeof typed>) => {
		setTyped({ ...typed, ...change });
		form.clear();
	};
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (changing.isPending) return;
		const isWeak = policy !== null && checkPassword(policy, typed.password).some(({ isMet }) => !isMet);
		const isComplete = form.isComplete({
			...(typed.currentPassword === "" && { currentPassword: t("enterYourCurrentPassword") }),
			...(isWeak && { password: t("thisPasswordDoesNotMeetThe") }),
			...(typed.password === "" && { password: t("chooseAPassword") }),
		});
		if (!isComplete) return;
		changing.mutate({ ...typed, isSignOutElsewhere }, { onSuccess: () => setTyped(blank), onError: form.reject });
	};

	return (
		<Card title={t("password")}>
			<form ref={form.formRef} noValidate className={classes.form} onSubmit={submit}>
				{/* A password manager stores the new password under this name. */}
				<input hidden readOnly type="text" name="username" autoComplete="username" value={email} />
				<PasswordInput
					label={t("currentPassword")}
					name="current-password"
					size="md"
					autoComplete="current-password"
					visibilityToggleButtonProps={{ "aria-label": t("showCurrentPassword"), tabIndex: 0 }}
					value={typed.currentPassword}
					aria-invalid={form.errors.currentPassword !== undefined || undefined}
					error={form.errors.currentPassword}
					onChange={(event) => type({ currentPassword: event.currentTarget.value })}
				/>
				<NewPasswordInput
					label={t("newPassword")}
					policy={policy}
					value={typed.password}
					error={form.errors.password}
					onChange={(password) => type({ password })}
				/>
				<Checkbox
					label={t("signOutEverywhereElse")}
					description={t("password.signOutElsewhere.help")}
					checked={isSignOutElsewhere}
					onChange={(event) => setIsSignOutElsewhere(event.currentTarget.checked)}
				/>
				<FormFailure failure={form.failure} />
				<LeaveQuestion isDirty={isDirty && !changing.isPending} {...unsavedProfile} />
				<ButtonRow>
					<Button type="submit" loading={changing.isPending}>
						{t("changePassword")}
					</Button>
				</ButtonRow>
			</form>
		</Card>
	);
}

/** Ends the other sessions too, because their tokens stay valid for a while. */
function usePasswordChange(email: string) {
	const router = useRouter();
	const queryClient = useQueryClient();
	const endOthers = async (): Promise<boolean> => {
		try {
			const sessions = await trpcClient.session.endOtherSessions.mutate();
			queryClient.setQueryData(trpc.session.getSessions.queryKey(), sessions);
			return true;
		} catch {
			// The password is changed, so the form must not fail; the toast states the remaining step.
			return false;
		}
	};
	return useAuthMutation(ownAuthApi.changePassword, async (result, { isSignOutElsewhere }) => {
		const areOthersEnded = isSignOutElsewhere && (await endOthers());
		session.forget();
		if (isSignOutElsewhere && !areOthersEnded) {
			toast.error(t("password.changed.othersNotEnded"));
		} else {
			toast.success(t(areOthersEnded ? "password.changedEverywhere" : "password.changed"));
		}
		if (result.status !== "challenge") return;
		keepChallenge({ challenge: result.challenge, email });
		await router.navigate({ to: "/second-step", search: { next: "/profile" }, ignoreBlocker: true });
	});
}
