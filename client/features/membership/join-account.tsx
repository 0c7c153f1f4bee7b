import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { CreateAccount, type Invitation } from "../../../shared/account/account";
import type { ErrorCode } from "../../../shared/errors/error-codes";
import { readFailure, sentenceFor } from "../../api/api-error";
import { reportQueryFailure } from "../../api/error-funnel";
import { openAccount } from "../../api/open-account";
import { trpc, trpcClient } from "../../api/trpc";
import { useEntityForm } from "../../forms/entity-form";
import { readChoice } from "../../ui/browser-choice";
import { Callout } from "../../ui/feedback/notes";
import { FormFailure } from "../../ui/form/buttons";
import { viewerZone } from "../../ui/time/time-display";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich, t } from "../../words/made/membership";
import classes from "./membership.module.css";
import "./no-company";

const goneReasons: ReadonlySet<ErrorCode> = new Set([
	"INVITATION_NOT_FOUND",
	"INVITATION_EXPIRED",
	"INVITATION_REVOKED",
	"INVITATION_USED",
]);

export function Invitations({ invitations, onGone }: { invitations: Invitation[]; onGone: () => unknown }) {
	const joining = useMutation(
		trpc.account.acceptInvitation.mutationOptions({
			onSuccess: ({ id }) => openAccount(id),
			onError: (error) => {
				reportQueryFailure(error, true);
				const { reason } = readFailure(error);
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
						<h2>{t("join", { companyName })}</h2>
						<p>{rich(`invitation.${role}`, { name: inviterName, time: <TimeStamp at={expiresAt.getTime()} /> })}</p>
						<Button
							size="md"
							fullWidth
							loading={joined === id}
							disabled={joined !== null && joined !== id}
							onClick={() => joining.mutate({ invitationId: id })}
						>
							{t("join", { companyName })}
						</Button>
					</li>
				))}
			</ul>
			<div role="alert">{joining.isError && <Callout tone="bad">{sentenceFor(joining.error)}</Callout>}</div>
		</>
	);
}

/** The browser's language names a region too. A chosen language of the page wins. */
function founderLanguage(): string {
	const chosen = readChoice("language");
	return chosen === null || navigator.language.split("-")[0] === chosen ? navigator.language : chosen;
}

export function CreateAccountForm({ autoFocus }: { autoFocus?: boolean }) {
	const { form, formProps, isSaving, failure } = useEntityForm({
		initialValues: { companyName: "" },
		schema: CreateAccount,
		toInput: ({ companyName }) => ({
			companyName: companyName.trim(),
			timeZone: viewerZone,
			language: founderLanguage(),
		}),
		save: (input) => trpcClient.account.createAccount.mutate(input),
		onSaved: ({ id }) => openAccount(id),
	});

	return (
		<form {...formProps} className={classes.form}>
			<TextInput
				label={t("create.companyName")}
				description={t("create.companyName.help")}
				size="md"
				autoComplete="organization"
				autoFocus={autoFocus}
				{...form.getInputProps("companyName")}
			/>
			<p className={classes.zone}>{rich("create.zone", { zone: <b>{viewerZone}</b> })}</p>
			<FormFailure failure={failure} />
			<Button type="submit" size="md" loading={isSaving}>
				{t("create")}
			</Button>
		</form>
	);
}
