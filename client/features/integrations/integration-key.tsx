import { Checkbox, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import {
	CreateIntegrationKey,
	type IntegrationKey,
	type NewIntegrationKey,
} from "../../../shared/ingest/integration-key";
import { trpc, trpcClient } from "../../api/trpc";
import { IngestPageLink } from "../../entities/ingest";
import { ActionDialogForm } from "../../forms/action-dialog";
import { useEntityForm } from "../../forms/entity-form";
import { ReplaceKey } from "../../forms/replace-key";
import { FormButtons, FormFailure } from "../../ui/form/buttons";
import { NewKey } from "../../ui/form/new-key";
import { Snippet } from "../../ui/form/snippet";
import classes from "./integrations.module.css";

type AddIntegrationFormProps = { onCreated: (created: NewIntegrationKey) => void; onCancel: () => void };

export function AddIntegrationForm({ onCreated, onCancel }: AddIntegrationFormProps) {
	const queryClient = useQueryClient();
	// Not a mutation of the query client: the response holds the key, which no cache may keep.
	const { form, formProps, isSaving, failure } = useEntityForm({
		initialValues: { name: "", isCreatingDevices: false },
		isCreation: true,
		schema: CreateIntegrationKey,
		toInput: (values) => values,
		save: (input) => trpcClient.account.createIntegrationKey.mutate(input),
		onSaved: (created) => {
			onCreated(created);
			void queryClient.invalidateQueries(trpc.account.getIntegrationKeys.queryFilter());
		},
	});
	return (
		<form {...formProps} className={classes.view}>
			<TextInput
				label="Name"
				description="Which system sends with it: The Things Stack, a site's ChirpStack, a nightly job."
				withAsterisk
				autoFocus
				{...form.getInputProps("name")}
			/>
			<Checkbox
				label="Add devices it does not know"
				description="An unknown serial number becomes a new device, and an unknown channel is added to its device. Otherwise such readings are rejected."
				{...form.getInputProps("isCreatingDevices", { type: "checkbox" })}
			/>
			<FormFailure failure={failure} />
			<FormButtons label="Add integration" isBusy={isSaving} onCancel={onCancel} />
		</form>
	);
}

type IntegrationKeyPanelProps = { created: NewIntegrationKey; onDone: () => void };

export function IntegrationKeyPanel({ created, onDone }: IntegrationKeyPanelProps) {
	const { origin } = window.location;
	const { theThingsStack, chirpStack } = ingestAddresses(origin);
	return (
		<NewKey
			lead={
				<>
					<b>{created.integration.name}</b> sends with this key.
				</>
			}
			help={
				<>
					Readings find their device by its serial number, which for LoRaWAN is the DevEUI. Dashes and letter case do
					not matter. <IngestPageLink />
				</>
			}
			onDone={onDone}
		>
			<Snippet title="Integration key" text={created.key} secret={created.key} />
			<Snippet title="Value of the header Authorization" text={`Bearer ${created.key}`} secret={created.key} />
			<Snippet title="The Things Stack: address of a custom webhook" text={theThingsStack} />
			<Snippet title="ChirpStack: address of an HTTP integration" text={chirpStack} />
			<Snippet
				title="Try it: post a CSV file"
				text={csvExample({ origin, key: created.key, at: new Date() })}
				secret={created.key}
			/>
		</NewKey>
	);
}

type ReplaceKeyFormProps = {
	integration: IntegrationKey;
	onReplaced: (created: NewIntegrationKey) => void;
	onCancel: () => void;
};

export function ReplaceKeyForm({ integration, onReplaced, onCancel }: ReplaceKeyFormProps) {
	const queryClient = useQueryClient();
	return (
		<ReplaceKey
			hasFormer={integration.previousKeyUntil !== null}
			replace={(graceSeconds) =>
				trpcClient.account.rotateIntegrationKey.mutate({ keyId: integration.id, graceSeconds })
			}
			onReplaced={(created) => {
				onReplaced(created);
				void queryClient.invalidateQueries(trpc.account.getIntegrationKeys.queryFilter());
			}}
			onCancel={onCancel}
		>
			<p>
				<b>{integration.name}</b> gets a new key. Until you have entered it there, the one in use may go on working.
			</p>
		</ReplaceKey>
	);
}

type RevokeKeyQuestionProps = { integration: IntegrationKey; onEnd: () => void };

export function RevokeKeyQuestion({ integration, onEnd }: RevokeKeyQuestionProps) {
	const queryClient = useQueryClient();
	const revoke = async () => {
		const left = await trpcClient.account.revokeIntegrationKey.mutate({ keyId: integration.id });
		queryClient.setQueryData(trpc.account.getIntegrationKeys.queryKey(), left);
		toast.success(`The key of ${integration.name} is revoked.`);
	};
	return (
		<ActionDialogForm isQuestion isDangerous label="Revoke key" run={revoke} onClose={onEnd}>
			<p>
				<b>{integration.name}</b> can send nothing from then on. Its devices and their readings stay. This cannot be
				undone.
			</p>
		</ActionDialogForm>
	);
}

export function ingestAddresses(origin: string) {
	const endpoint = `${origin}/api/ingest/v1`;
	return {
		theThingsStack: `${endpoint}/the-things-stack`,
		chirpStack: `${endpoint}/chirpstack`,
		csv: `${endpoint}/csv`,
	};
}

type CsvExample = { origin: string; key: string; at: Date };

/** Safe to paste into a POSIX shell. */
export function csvExample({ origin, key, at }: CsvExample): string {
	return [
		`KEY='${key}'`,
		`printf 'serial,time,channel,value\\nSN-1,${at.toISOString()},Temperature,4.2\\n' |`,
		`  curl ${ingestAddresses(origin).csv} \\`,
		'  -H "Authorization: Bearer $KEY" \\',
		"  -H 'Content-Type: text/csv' \\",
		"  --data-binary @-",
	].join("\n");
}
