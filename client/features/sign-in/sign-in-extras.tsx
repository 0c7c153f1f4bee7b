import type { SignIn as Credentials } from "../../../shared/session/auth-requests";
import { authApi } from "../../api/auth-api";
import { useAuthConfig } from "../../api/auth-config";
import { canUsePasskeys, proveByPasskey } from "../../api/passkey-api";
import { LocalNote } from "../../ui/feedback/notes";
import { PlainButton } from "../../ui/form/buttons";
import { t } from "../../words/made/passkey";
import { useFollowSignIn } from "./follow-sign-in";
import type { useStepForm } from "./step-form";
import classes from "./step-form.module.css";

type SignInExtrasProps = {
	address: string;
	next: string | undefined;
	form: Pick<ReturnType<typeof useStepForm>, "begin" | "reject">;
	onFill: (demo: Credentials) => void;
};

/** A chunk that loads after the sign-in form, which does without it for a moment. */
export function SignInExtras({ address, next, form, onFill }: SignInExtrasProps) {
	const config = useAuthConfig();
	const demo = config?.local;
	return (
		<>
			{config?.hasPasskeys && canUsePasskeys() && address !== "" && (
				<PasskeyButton address={address} next={next} form={form} />
			)}
			{demo && (
				<LocalNote className={classes.local} onFill={() => onFill({ email: demo.email, password: demo.password })}>
					{demo.email} · {demo.password}
				</LocalNote>
			)}
		</>
	);
}

function PasskeyButton({ address, next, form }: Omit<SignInExtrasProps, "onFill">) {
	const follow = useFollowSignIn(next);
	const use = async () => {
		if (!form.begin({})) return;
		const proven = await proveByPasskey({ email: address });
		if (!proven.ok) {
			if ("failure" in proven) return form.reject(proven.failure);
			return form.reject({ field: null, shown: t(proven.fault === "closed" ? "closed" : "failed") });
		}
		const response = await authApi.respondChallenge(proven.value);
		await (response.ok ? follow(response.value, address) : form.reject(response.failure));
	};
	return (
		<PlainButton size="md" fullWidth onClick={use}>
			{t("use")}
		</PlainButton>
	);
}
