import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { RequestProvider, type SsoProvider, SsoProviderKind, type SsoSettings } from "../../../../shared/account/sso";
import { sentenceFor } from "../../../api/api-error";
import { useAuthConfig } from "../../../api/auth-config";
import { trpcClient } from "../../../api/trpc";
import { ActionDialog, useRun } from "../../../forms/action-dialog";
import { useEntityForm } from "../../../forms/entity-form";
import { Callout } from "../../../ui/feedback/notes";
import { ButtonRow, FormFailure, PlainButton } from "../../../ui/form/buttons";
import { MomentField } from "../../../ui/form/moment-field";
import { Select } from "../../../ui/form/select";
import { Snippet } from "../../../ui/form/snippet";
import { viewerZone } from "../../../ui/time/time-display";
import { momentText, typedInstant } from "../../../ui/time/typed-moment";
import { wallText } from "../../../ui/time/wall-time";
import { t } from "../../../words/made/sso-settings";
import classes from "./sso.module.css";

type Values = { kind: SsoProviderKind; issuer: string; clientId: string; clientSecret: string; metadataUrl: string };
type Props = { settings: SsoSettings; onChanged: (settings: SsoSettings) => void };

export function ProviderPart({ settings, onChanged }: Props) {
	const { provider } = settings;
	const [isEditing, setIsEditing] = useState(false);
	const [isRemoving, setIsRemoving] = useState(false);
	return (
		<section className={classes.part} aria-label={t("provider")}>
			<h3>{t("provider")}</h3>
			{provider === null || isEditing ? (
				<ProviderForm settings={settings} onChanged={onChanged} />
			) : (
				<>
					<p>
						<code>{provider.address}</code>
					</p>
					<p role="status">{provider.isReady ? t("provider.ready") : t("provider.waiting")}</p>
					<ProviderEnd provider={provider} onChanged={onChanged} />
					<ButtonRow>
						<PlainButton onClick={() => setIsEditing(true)}>{t("provider.replace")}</PlainButton>
						<Button color="red" variant="outline" onClick={() => setIsRemoving(true)}>
							{t("provider.remove")}
						</Button>
					</ButtonRow>
				</>
			)}
			{isRemoving && (
				<ActionDialog
					title={t("provider.remove")}
					label={t("remove")}
					isDangerous
					run={async () => onChanged(await trpcClient.account.removeProvider.mutate())}
					onClose={() => setIsRemoving(false)}
				>
					<p>{t("provider.removeSure")}</p>
				</ActionDialog>
			)}
		</section>
	);
}

/** Owners are notified before, because nothing else explains why single sign-on stops. */
function ProviderEnd({ provider: { name, endsAt }, onChanged }: { provider: SsoProvider } & Pick<Props, "onChanged">) {
	const [typed, setTyped] = useState(endsAt === null ? "" : momentText(wallText(viewerZone, endsAt.getTime())));
	const [complaint, setComplaint] = useState<string | null>(null);
	const { isBusy, error, run } = useRun();
	const save = () => {
		const at = typed.trim() === "" ? null : typedInstant(viewerZone, typed);
		const isUnread = typed.trim() !== "" && at === null;
		setComplaint(isUnread ? t("ends.unread") : null);
		if (isUnread) return;
		void run(async () => onChanged(await trpcClient.account.saveProviderEnd.mutate({ name, endsAt: at })));
	};
	return (
		<div className={classes.claim}>
			<MomentField
				label={t("ends")}
				description={t("ends.note")}
				zone={viewerZone}
				value={typed}
				error={complaint}
				onChange={setTyped}
			/>
			<FormFailure failure={error === null ? null : sentenceFor(error)} />
			<PlainButton loading={isBusy} onClick={save}>
				{t("ends.save")}
			</PlainButton>
		</div>
	);
}

/** The secret is in no cache: the response does not hold it. */
function ProviderForm({ settings, onChanged }: Props) {
	const domain = useAuthConfig()?.userPoolDomain;
	const { form, formProps, isSaving, failure } = useEntityForm<Values, RequestProvider, SsoSettings>({
		initialValues: {
			kind: settings.mayAddProvider ? "oidc" : "saml",
			issuer: "",
			clientId: "",
			clientSecret: "",
			metadataUrl: "",
		},
		schema: RequestProvider,
		toInput: ({ kind, issuer, clientId, clientSecret, metadataUrl }) =>
			kind === "oidc" ? { kind, issuer, clientId, clientSecret } : { kind, metadataUrl },
		save: (input) => trpcClient.account.requestProvider.mutate(input),
		onSaved: onChanged,
	});
	const { kind } = form.getValues();
	const path = kind === "oidc" ? "/oauth2/idpresponse" : "/saml2/idpresponse";
	return (
		<form {...formProps} className={classes.body}>
			{settings.emergencyOwnerIds !== null && <Callout tone="warn">{t("only.replaces")}</Callout>}
			<Select
				label={t("kind")}
				data={SsoProviderKind.options.map((each) => ({ value: each, label: t(`kind.${each}`) }))}
				value={kind}
				onChange={(value) => form.setFieldValue("kind", SsoProviderKind.parse(value))}
			/>
			{domain && <Snippet title={t("provider.return")} text={domain + path} />}
			{kind === "oidc" ? (
				<>
					<TextInput label={t("issuer")} maxLength={500} {...form.getInputProps("issuer")} />
					<TextInput label={t("clientId")} maxLength={200} autoComplete="off" {...form.getInputProps("clientId")} />
					<PasswordInput
						label={t("clientSecret")}
						description={t("clientSecret.note")}
						autoComplete="off"
						maxLength={300}
						{...form.getInputProps("clientSecret")}
					/>
				</>
			) : (
				<TextInput label={t("metadataUrl")} maxLength={500} {...form.getInputProps("metadataUrl")} />
			)}
			<FormFailure failure={failure} />
			<ButtonRow>
				<Button type="submit" loading={isSaving}>
					{t("provider.add")}
				</Button>
			</ButtonRow>
		</form>
	);
}
