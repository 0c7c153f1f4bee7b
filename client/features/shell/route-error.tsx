import { Button } from "@mantine/core";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { readFailure, sentenceFor } from "../../api/api-error";
import { CenteredMessage } from "../../ui/centered-message";
import classes from "./route-error.module.css";

/** The view of every route that could not load or draw. */
export function RouteError({ error, reset }: ErrorComponentProps) {
	const router = useRouter();
	const { requestId, reason } = readFailure(error);
	const retry = async () => {
		await router.invalidate();
		reset();
	};
	return (
		<CenteredMessage
			title={reason === "NOT_PERMITTED" ? "Not for your role" : "Something went wrong!"}
			text={
				<div role="alert">
					<p className={classes.sentence}>{sentenceFor(error)}</p>
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
