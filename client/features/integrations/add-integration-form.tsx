import { Checkbox, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CreateIntegrationKey, type NewIntegrationKey } from "../../../shared/integration-key";
import { readFailure, sentenceFor } from "../../api/api-error";
import { trpc } from "../../api/trpc";
import { FormButtons, FormFailure } from "../../ui/form/buttons";
import { errorsFrom } from "../../ui/form/schema-errors";
import classes from "./integrations.module.css";

type AddIntegrationFormProps = { onCreated: (created: NewIntegrationKey) => void; onCancel: () => void };

export function AddIntegrationForm({ onCreated, onCancel }: AddIntegrationFormProps) {
	const queryClient = useQueryClient();
	const form = useForm({
		initialValues: { name: "", isCreatingDevices: false },
		validate: (values) => errorsFrom(CreateIntegrationKey, values),
	});
	const creation = useMutation(
		trpc.account.createIntegrationKey.mutationOptions({
			// The answer holds the key: nothing keeps it once this form is gone.
			gcTime: 0,
			onSuccess: async (created) => {
				onCreated(created);
				await queryClient.invalidateQueries(trpc.account.getIntegrationKeys.queryFilter());
			},
			onError: (error) => form.setErrors(readFailure(error).fields),
		}),
	);
	const hasFieldError = Object.keys(form.errors).length > 0;
	return (
		<form
			noValidate
			className={classes.view}
			onSubmit={form.onSubmit(
				(values) => creation.mutate(values),
				() => form.getInputNode("name")?.focus(),
			)}
		>
			<TextInput
				label="Name"
				description="What sends with this key: The Things Stack, the ChirpStack of a site, a nightly job."
				withAsterisk
				autoFocus
				{...form.getInputProps("name")}
			/>
			<Checkbox
				label="Add devices it does not know"
				description="A serial number nobody has added becomes a new device, and an unknown channel is added to its device. Otherwise such readings are refused."
				{...form.getInputProps("isCreatingDevices", { type: "checkbox" })}
			/>
			<FormFailure failure={creation.isError && !hasFieldError ? sentenceFor(creation.error) : null} />
			<FormButtons label="Add integration" isBusy={creation.isPending} onCancel={onCancel} />
		</form>
	);
}
