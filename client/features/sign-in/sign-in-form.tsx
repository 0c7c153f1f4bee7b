import { PasswordInput } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import type { SignIn as Credentials } from "../../../shared/session/auth-requests";
import { type AuthFailure, authApi } from "../../api/auth-api";
import { SubtleButton } from "../../ui/form/buttons";
import { TextLink } from "../../ui/layout/link";
import { t } from "../../words/made/session";
import { useFollowSignIn } from "./follow-sign-in";
import type { SignInSearch } from "./sign-in-search";
import type { ShownSsoOffer } from "./sso-offer";
import { EmailInput, StepForm, useStepForm } from "./step-form";
import classes from "./step-form.module.css";
import { isEmailAddress, readEmailInLink, stepAfterDenial } from "./step-rules";

const SignInExtras = lazy(async () => ({ default: (await import("./sign-in-extras")).SignInExtras }));

export function SignInForm({ email, next }: SignInSearch) {
	const router = useRouter();
	const follow = useFollowSignIn(next);
	const link = readEmailInLink(email);
	const isEmailKnown = link.state === "valid";
	const [typed, setTyped] = useState<Credentials>({ email: isEmailKnown ? link.email : "", password: "" });
	const form = useStepForm(["email", "password"]);
	const [found, setFound] = useState<ShownSsoOffer | null>(null);
	const address = typed.email.trim();
	const offer = found?.isFor(address) ? found : null;

	const type = (change: Partial<Credentials>) => {
		setTyped({ ...typed, ...change });
		form.clear();
	};

	/** After the address was left: its company may sign in by itself. Most people need no code of it. */
	const lookUpCompany = () =>
		void import("./sso-offer").then(async ({ findSsoOffer }) => setFound(await findSsoOffer(address))).catch(() => {});

	const goOn = async (failure: AuthFailure) => {
		const step = stepAfterDenial(failure.name, address);
		if (step === null) return form.reject(failure);
		const { to, email: known } = step;
		let { note } = step;
		if (note === "confirm-first") {
			const sent = await authApi.resendCode({ email: address });
			if (!sent.ok) note = "confirm-unsent";
		}
		await router.navigate({ to, search: { email: known, next }, state: { note } });
	};

	const submit = async () => {
		if (offer) {
			if (!form.begin({})) return;
			const failure = await offer.go(address, next);
			return failure ? form.reject(failure) : undefined;
		}
		const missing = {
			email: address === "" && t("email.missing"),
			password: typed.password === "" && t("password.missing"),
		} as const;
		if (!form.begin(missing)) return;
		const response = await authApi.signIn({ email: address, password: typed.password });
		await (response.ok ? follow(response.value, address) : goOn(response.failure));
	};

	return (
		<StepForm
			state={form}
			action={offer?.action ?? t("signIn")}
			onSubmit={submit}
			after={
				<Suspense>
					<SignInExtras address={address} next={next} form={form} onFill={type} />
				</Suspense>
			}
		>
			<EmailInput
				autoFocus={!isEmailKnown}
				value={typed.email}
				error={form.errors.email}
				onChange={(text) => type({ email: text })}
				onLeave={lookUpCompany}
			/>
			{offer === null ? (
				<div className={classes.password}>
					<PasswordInput
						label={t("password")}
						name="password"
						size="md"
						autoComplete="current-password"
						autoFocus={isEmailKnown}
						visibilityToggleButtonProps={{ "aria-label": t("password.show"), tabIndex: 0 }}
						value={typed.password}
						error={form.errors.password}
						aria-invalid={form.errors.password !== undefined || undefined}
						onChange={(event) => type({ password: event.currentTarget.value })}
					/>
					<TextLink
						className={classes.forgot}
						to="/forgot-password"
						search={{ email: isEmailAddress(address) ? address : undefined, next }}
					>
						{t("signIn.forgot")}
					</TextLink>
				</div>
			) : (
				<SubtleButton size="sm" onClick={() => setFound(offer.decline())}>
					{offer.usePassword}
				</SubtleButton>
			)}
		</StepForm>
	);
}
