import { useMutation } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { signOut } from "../../api/auth-call";
import { useAuthConfig } from "../../api/auth-config";
import { SmallButton } from "../../ui/form/buttons";
import { PlainHeader } from "../../ui/layout/brand";
import { signedOutName } from "../../ui/layout/shown-brand";
import { t } from "../../words/made/membership";
import classes from "./membership.module.css";

type MembershipCardProps = { title: string; text: ReactNode; email: string | null; children?: ReactNode };

export function MembershipCard({ title, text, email, children }: MembershipCardProps) {
	const config = useAuthConfig();
	const router = useRouter();
	const signingOut = useMutation({ mutationFn: () => signOut(() => router.navigate({ to: "/login" })) });
	return (
		<>
			<PlainHeader name={signedOutName(config)} />
			<main className={classes.place}>
				<div className={classes.card}>
					<h1>{title}</h1>
					<p>{text}</p>
					{children}
					<div className={classes.foot}>
						<span>{email ? t("signedInAsEmail", { email }) : t("signedIn")}</span>
						<SmallButton loading={signingOut.isPending} onClick={() => signingOut.mutate()}>
							{t("signOut")}
						</SmallButton>
						<div role="alert">{signingOut.isError && t("signOut.failed")}</div>
					</div>
				</div>
			</main>
		</>
	);
}
