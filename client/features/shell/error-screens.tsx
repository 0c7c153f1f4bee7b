import { Button } from "@mantine/core";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import type { CurrentAccount } from "../../../shared/account";
import { readFailure, sentenceFor } from "../../api/api-error";
import { useAuthConfig } from "../../api/auth-config";
import { useConnection } from "../../api/connection";
import { LoadingIndicator } from "../../ui/feedback/loading";
import { CenteredMessage } from "../../ui/feedback/notes";
import { PlainHeader } from "../../ui/layout/brand";
import { ButtonLink, TextLink } from "../../ui/layout/link";
import classes from "./error-screens.module.css";
import { needsReload, reloadOnceAnswered, useNewVersion } from "./new-version";

export function RouteError({ error, reset }: ErrorComponentProps) {
	const router = useRouter();
	const { isLost } = useConnection();
	const isReloading = useNewVersion() === "reloading";
	const { requestId, reason } = readFailure(error);
	const retry = async () => {
		if (needsReload(error)) return reloadOnceAnswered();
		await router.invalidate();
		reset();
	};
	if (isReloading) return <LoadingIndicator />;
	return (
		<CenteredMessage
			title={reason === "NOT_PERMITTED" ? "Not for your role" : "Something went wrong!"}
			text={
				<div role="alert">
					<p className={classes.sentence}>{sentenceFor(error, isLost)}</p>
					{requestId && (
						<p className={classes.request}>
							Request id <code>{requestId}</code>
						</p>
					)}
				</div>
			}
		>
			<Button onClick={retry}>Try again</Button>
			<Button variant="default" component="a" href="/">
				Go to Home
			</Button>
		</CenteredMessage>
	);
}

export function RouteNotFound() {
	return (
		<CenteredMessage figure="404" title="Page not found" text="">
			<TextLink to="/">Return to home</TextLink>
		</CenteredMessage>
	);
}

/** `account` is null for visitors, and where it could not be loaded. */
export function RootNotFound({ account }: { account: CurrentAccount | null }) {
	const config = useAuthConfig();
	return (
		<>
			<PlainHeader name={account?.companyName ?? config?.companyName ?? "AQLCloud"} logoUrl={account?.logoUrl} />
			<main>
				<CenteredMessage
					figure="404"
					title="Page Not Found"
					text="The page you're looking for doesn't exist or has been moved."
				>
					<ButtonLink to="/">Go to Home</ButtonLink>
				</CenteredMessage>
			</main>
		</>
	);
}
