import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { CreateAccount, type Invitation } from "../../../shared/account";
import type { ErrorCode } from "../../../shared/error-codes";
import { readFailure, sentenceFor } from "../../api/api-error";
import { reportQueryFailure } from "../../api/error-funnel";
import { queryClient } from "../../api/query-client";
import { trpc } from "../../api/trpc";
import { Callout } from "../../ui/feedback/notes";
import { errorsFrom } from "../../ui/form/schema-errors";
import { viewerZone } from "../../ui/time/time-display";
import { TimeStamp } from "../../ui/time/time-stamp";
import classes from "./membership.module.css";

const goneReasons: ReadonlySet<ErrorCode> = new Set([
	"INVITATION_NOT_FOUND",
	"INVITATION_EXPIRED",
	"INVITATION_REVOKED",
	"INVITATION_USED",
]);

export function Invitations({ invitations, onGone }: { invitations: Invitation[]; onGone: () => unknown }) {
	const openConsole = useOpenConsole();
	const joining = useMutation(
		trpc.account.acceptInvitation.mutationOptions({
			onSuccess: openConsole,
			onError: (error) => {
				reportQueryFailure(error, true);
				const { reason } = readFailure(error);
				if (reason === "ALREADY_A_MEMBER") return openConsole();
				if (reason !== null && goneReasons.has(reason)) return onGone();
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

export function CreateAccountForm() {
	const openConsole = useOpenConsole();
	const creation = useMutation(
		trpc.account.createAccount.mutationOptions({
			onSuccess: openConsole,
			// Joined in another tab meanwhile.
			onError: (error) => (readFailure(error).reason === "ALREADY_A_MEMBER" ? openConsole() : undefined),
		}),
	);
	const form = useForm({
		mode: "uncontrolled",
		initialValues: { companyName: "" },
		validate: (values) => errorsFrom(CreateAccount, values),
	});

	return (
		<form
			className={classes.form}
			noValidate
			onSubmit={form.onSubmit(
				({ companyName }) => creation.mutate({ companyName: companyName.trim(), timeZone: viewerZone }),
				() => form.getInputNode("companyName")?.focus(),
			)}
		>
			<TextInput
				label="Company name"
				description="Stands in the console's header and on reports. You can change it later."
				size="md"
				autoComplete="organization"
				key={form.key("companyName")}
				{...form.getInputProps("companyName")}
			/>
			<p className={classes.zone}>
				Days and reports are cut in your time zone, <b>{viewerZone}</b>.
			</p>
			<div role="alert">{creation.isError && <Callout tone="bad">{sentenceFor(creation.error)}</Callout>}</div>
			<Button type="submit" size="md" loading={creation.isPending || creation.isSuccess}>
				Create account
			</Button>
		</form>
	);
}

function useOpenConsole(): () => Promise<void> {
	const router = useRouter();
	return async () => {
		queryClient.clear();
		router.clearCache();
		await router.navigate({ to: "/dashboard" });
	};
}
