import { Button } from "@mantine/core";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { readFailure, sentenceFor } from "../../api/api-error";
import { useConnection } from "../../api/use-connection";
import { LoadingIndicator } from "../../ui/feedback/loading";
import { CenteredMessage } from "../../ui/feedback/notes";
import { needsReload, reloadOnceAnswered, useNewVersion } from "./new-version";
import classes from "./route-error.module.css";

/** The view of every route that could not load or draw. */
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
