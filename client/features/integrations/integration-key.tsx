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
import { NewKey } from "../../forms/new-key";
import { ReplaceKey } from "../../forms/replace-key";
import { FormButtons, FormFailure } from "../../ui/form/buttons";
import { Snippet } from "../../ui/form/snippet";
import layout from "../../ui/layout/layouts.module.css";
import { rich, t } from "../../words/made/keys";

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
		<form {...formProps} className={layout.column}>
			<TextInput
				label={t("name")}
				description={t("integration.name.help")}
				withAsterisk
				autoFocus
				{...form.getInputProps("name")}
			/>
			<Checkbox
				label={t("integration.addsDevices")}
				description={t("integration.addsDevices.help")}
				{...form.getInputProps("isCreatingDevices", { type: "checkbox" })}
			/>
			<FormFailure failure={failure} />
			<FormButtons label={t("addIntegration")} isBusy={isSaving} onCancel={onCancel} />
		</form>
	);
}

type IntegrationKeyPanelProps = { created: NewIntegrationKey; onDone: () => void };

export function IntegrationKeyPanel({ created, onDone }: IntegrationKeyPanelProps) {
	const { origin } = window.location;
	const { theThingsStack, chirpStack, json } = ingestAddresses(origin);
	return (
		<NewKey
			lead={rich("integration.sendsWithKey", { name: <b>{created.integration.name}</b> })}
			help={
				<>
					{t("integration.findsDevices")} <IngestPageLink />
				</>
			}
			onDone={onDone}
		>
			<Snippet title={t("integrationKey")} text={created.key} secret={created.key} />
			<Snippet title={t("valueOfTheHeaderAuthorization")} text={`Bearer ${created.key}`} secret={created.key} />
			<Snippet title={t("theThingsStackAddressOfA")} text={theThingsStack} />
			<Snippet title={t("chirpstackAddressOfAnHTTPIntegration")} text={chirpStack} />
			<Snippet title={t("json.address")} text={json} />
			<Snippet title={t("lines.telegraf")} text={telegrafOutput({ origin, key: created.key })} secret={created.key} />
			<Snippet
				title={t("tryItPostACSVFile")}
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
			<p>{rich("integration.replace.what", { name: <b>{integration.name}</b> })}</p>
		</ReplaceKey>
	);
}

type RevokeKeyQuestionProps = { integration: IntegrationKey; onEnd: () => void };

export function RevokeKeyQuestion({ integration, onEnd }: RevokeKeyQuestionProps) {
	const queryClient = useQueryClient();
	const revoke = async () => {
		const left = await trpcClient.account.revokeIntegrationKey.mutate({ keyId: integration.id });
		queryClient.setQueryData(trpc.account.getIntegrationKeys.queryKey(), left);
		toast.success(t("theKeyOfNameIsRevoked", { name: integration.name }));
	};
	return (
		<ActionDialogForm isQuestion isDangerous label={t("revokeKey")} run={revoke} onClose={onEnd}>
			<p>{rich("integration.revoke.what", { name: <b>{integration.name}</b> })}</p>
		</ActionDialogForm>
	);
}

export function ingestAddresses(origin: string) {
	const endpoint = `${origin}/api/ingest/v1`;
	return {
		theThingsStack: `${endpoint}/the-things-stack`,
		chirpStack: `${endpoint}/chirpstack`,
		json: `${endpoint}/json`,
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

/** A sender may send twice a minute, so that Telegraf's usual ten seconds are too often. */
export function telegrafOutput({ origin, key }: Omit<CsvExample, "at">): string {
	return [
		"[agent]",
		'  flush_interval = "60s"',
		'  flush_jitter = "15s"',
		"",
		"[[outputs.influxdb_v2]]",
		`  urls = ["${origin}"]`,
		`  token = "${key}"`,
		'  organization = "console"',
		'  bucket = "console"',
	].join("\n");
}
