import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { Invitation } from "../../../shared/account";
import { readFailure, sentenceFor } from "../../api/api-error";
import { reportQueryFailure } from "../../api/error-funnel";
import { trpc } from "../../api/trpc";
import { Callout } from "../../ui/feedback/notes";
import { TimeStamp } from "../../ui/time/time-stamp";
import classes from "./membership.module.css";
import { useOpenConsole } from "./use-open-console";

/** Companies that have invited this person, each with the one button that joins it. */
export function Invitations({ invitations, onGone }: { invitations: Invitation[]; onGone: () => unknown }) {
	const openConsole = useOpenConsole();
	const joining = useMutation(
		trpc.account.acceptInvitation.mutationOptions({
			onSuccess: openConsole,
			onError: (error) => {
				reportQueryFailure(error, true);
				const { reason } = readFailure(error);
				// Another tab was faster: the account is there all the same.
				if (reason === "ALREADY_A_MEMBER") return openConsole();
				if (reason === "INVITATION_NOT_FOUND") return onGone();
			},
		}),
	);
	const joined = joining.isPending || joining.isSuccess ? joining.variables.invitationId : null;
	return (
		<>
			<ul className={classes.invitations}>
				{invitations.map(({ id, companyName, inviterName, role, expiresAt }) => (
					<li key={id} className={classes.invitation}>
						<h2>Join {companyName}</h2>
						<p>
							Invited by {inviterName}, with the role {role}. Open until <TimeStamp at={expiresAt.getTime()} />.
						</p>
						<Button
							size="md"
							fullWidth
							loading={joined === id}
							disabled={joined !== null && joined !== id}
							onClick={() => joining.mutate({ invitationId: id })}
						>
							Join {companyName}
						</Button>
					</li>
				))}
			</ul>
			<div role="alert">{joining.isError && <Callout tone="bad">{sentenceFor(joining.error)}</Callout>}</div>
		</>
	);
}
