import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { CreateAccount } from "../../../shared/account";
import { readFailure, sentenceFor } from "../../api/api-error";
import { trpc } from "../../api/trpc";
import { Callout } from "../../ui/feedback/notes";
import { errorsFrom } from "../../ui/form/schema-errors";
import { viewerZone } from "../../ui/time/time-display";
import classes from "./membership.module.css";
import { useOpenConsole } from "./use-open-console";

export function CreateAccountForm() {
	const openConsole = useOpenConsole();
	const creation = useMutation(
		trpc.account.createAccount.mutationOptions({
			onSuccess: openConsole,
			// Another tab was faster: the account is there all the same.
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
