import { Button, Checkbox, Switch, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
	CreateWebhook,
	type NewWebhook,
	UpdateWebhook,
	type Webhook,
	WebhookTopic,
} from "../../../shared/account/webhook";
import { trpc, trpcClient } from "../../api/trpc";
import { ActionDialogForm } from "../../forms/action-dialog";
import { useEntityForm } from "../../forms/entity-form";
import { graceChoices, usualGrace } from "../../forms/replace-key";
import { Callout } from "../../ui/feedback/notes";
import { ButtonRow, FormButtons, FormFailure } from "../../ui/form/buttons";
import { Select } from "../../ui/form/select";
import { Snippet } from "../../ui/form/snippet";
import { useUnsavedChanges } from "../../ui/form/unsaved-changes";
import layout from "../../ui/layout/layouts.module.css";
import { rich, t } from "../../words/made/keys";
import classes from "./api-keys.module.css";
import { webhookTopics } from "./webhook-labels";

type Values = { name: string; url: string; topics: WebhookTopic[]; isEnabled: boolean };

type WebhookFormProps = {
	webhook: Webhook | null;
	onMade: (made: NewWebhook) => void;
	onDone: () => void;
};

export function WebhookForm({ webhook, onMade, onDone }: WebhookFormProps) {
	const queryClient = useQueryClient();
	const { name = "", url = "", topics = ["alerts"], state = "on" } = webhook ?? {};
	const saved = () => void queryClient.invalidateQueries(trpc.webhook.getWebhooks.queryFilter());
	const initialValues: Values = { name, url, topics, isEnabled: state === "on" };
	const known = webhook && { webhookId: webhook.id, version: webhook.version };
	// Not a mutation of the query client: the response may hold the secret, which no cache may keep.
	const { form, formProps, isSaving, failure } = useEntityForm<
		Values,
		CreateWebhook | UpdateWebhook,
		NewWebhook | Webhook
	>({
		initialValues,
		isCreation: known === null,
		schema: known ? UpdateWebhook : CreateWebhook,
		toInput: ({ isEnabled, ...values }) => (known ? { ...values, ...known, isEnabled } : values),
		save: (input) =>
			"webhookId" in input
				? trpcClient.webhook.updateWebhook.mutate(input)
				: trpcClient.webhook.createWebhook.mutate(input),
		fieldOf: (path) => (path.startsWith("topics") ? "topics" : path),
		onSaved: (made) => {
			saved();
			if ("secret" in made) onMade(made);
			else onDone();
		},
	});
	const values = form.getValues();
	return (
		<form {...formProps} className={`${layout.column} ${classes.view}`}>
			<TextInput
				label={t("name")}
				description={t("webhook.name.help")}
				withAsterisk
				autoFocus
				{...form.getInputProps("name")}
			/>
			<TextInput
				label={t("address")}
				description={t("webhook.address.help")}
				withAsterisk
				inputMode="url"
				spellCheck={false}
				{...form.getInputProps("url")}
			/>
			<Checkbox.Group
				label={t("webhook.topics")}
				value={values.topics}
				error={form.errors.topics}
				onChange={(chosen) =>
					form.setFieldValue(
						"topics",
						WebhookTopic.options.filter((topic) => chosen.includes(topic)),
					)
				}
			>
				<div className={classes.choices}>
					{WebhookTopic.options.map((topic) => (
						<Checkbox key={topic} value={topic} {...webhookTopics[topic]} />
					))}
				</div>
			</Checkbox.Group>
			{webhook && (
				<Switch
					label={t("switchedOn")}
					description={t("webhook.switchedOn.help")}
					checked={values.isEnabled}
					onChange={(event) => form.setFieldValue("isEnabled", event.currentTarget.checked)}
				/>
			)}
			<FormFailure failure={failure} />
			<FormButtons label={webhook ? t("saveWebhook") : t("addWebhook")} isBusy={isSaving} onCancel={onDone} />
		</form>
	);
}

type ReplaceSecretFormProps = { webhook: Webhook; onMade: (made: NewWebhook) => void; onCancel: () => void };

export function ReplaceSecretForm({ webhook, onMade, onCancel }: ReplaceSecretFormProps) {
	const queryClient = useQueryClient();
	const [grace, setGrace] = useState(usualGrace);
	const run = async () => {
		const input = { webhookId: webhook.id, graceSeconds: Number(grace) };
		onMade(await trpcClient.webhook.replaceSecret.mutate(input));
		void queryClient.invalidateQueries(trpc.webhook.getWebhooks.queryFilter());
	};
	return (
		<ActionDialogForm label={t("makeANewSecret")} run={run} onClose={onCancel} onDone={() => {}}>
			<p>{rich("secret.replace.what", { name: <b>{webhook.name}</b> })}</p>
			<Select label={t("theSecretInUseNow")} data={graceChoices} value={grace} onChange={setGrace} autoFocus />
		</ActionDialogForm>
	);
}

export function WebhookSecret({ made: { webhook, secret }, onDone }: { made: NewWebhook; onDone: () => void }) {
	useUnsavedChanges(true);
	return (
		<div className={`${layout.column} ${classes.view}`}>
			<p>{rich("secret.use", { name: <b>{webhook.name}</b> })}</p>
			<Callout tone="warn" takesFocus>
				{rich("secret.copyNow", { strong: (text) => <b>{text}</b> })}
			</Callout>
			<div data-sentry-block>
				<Snippet title={t("secret")} text={secret} secret={secret} />
			</div>
			<ButtonRow>
				<Button onClick={onDone}>{t("iHaveCopiedTheSecret")}</Button>
			</ButtonRow>
		</div>
	);
}
