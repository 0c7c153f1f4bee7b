import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import type { CurrentAccount } from "../../../shared/account/account";
import { type AssistantRequest, type AssistantRequestTarget, ConnectAssistant } from "../../../shared/account/api-key";
import { trpcClient } from "../../api/trpc";
import { useEntityForm } from "../../forms/entity-form";
import { Callout } from "../../ui/feedback/notes";
import { ButtonRow, FormFailure, PlainButton } from "../../ui/form/buttons";
import { Card } from "../../ui/layout/card";
import layout from "../../ui/layout/layouts.module.css";
import { TextLink } from "../../ui/layout/link";
import { PageHead } from "../../ui/layout/page-head";
import { rich, t } from "../../words/made/keys";
import classes from "./api-keys.module.css";
import { firstScope, type ScopeChoice, ScopeFields, scopeOf } from "./scope-fields";

type Valid = Extract<AssistantRequest, { state: "valid" }>;
type Account = Pick<CurrentAccount, "companyName" | "me">;
type ConnectAssistantProps = { request: AssistantRequest; target: AssistantRequestTarget; account: Account };

export function ConnectAssistantScreen({ request, target, account }: ConnectAssistantProps) {
	return (
		<>
			<PageHead title={t("connect.title")} />
			<Card>
				<div className={`${layout.column} ${classes.view} ${classes.padded}`}>
					{request.state === "invalid" && <p>{t("connect.invalid")}</p>}
					{request.state === "valid" && !request.isOn && (
						<p>{rich("connect.isOff", { link: (text) => <TextLink to="/accounts/keys">{text}</TextLink> })}</p>
					)}
					{request.state === "valid" && request.isOn && (
						<ConsentForm request={request} target={target} account={account} />
					)}
				</div>
			</Card>
		</>
	);
}

const bold = (text: ReactNode) => <b>{text}</b>;

type ConsentFormProps = Omit<ConnectAssistantProps, "request"> & { request: Valid };

function ConsentForm({ request, target, account }: ConsentFormProps) {
	const { name, domain, redirectHost, isLocal, declineTo } = request;
	const { companyName: company, me } = account;
	const { form, formProps, isSaving, failure, errorAt } = useEntityForm<
		ScopeChoice,
		ConnectAssistant,
		{ redirectTo: string }
	>({
		initialValues: firstScope(me),
		isCreation: true,
		schema: ConnectAssistant,
		toInput: (values) => ({ ...target, scope: scopeOf(values) }),
		save: (input) => trpcClient.account.connectAssistant.mutate(input),
		fieldOf: (path) => (path.startsWith("scope") ? "groupIds" : null),
		onSaved: ({ redirectTo }) => window.location.assign(redirectTo),
	});
	return (
		<form {...formProps} className={`${layout.column} ${classes.view}`}>
			<p>{rich("connect.what", { strong: bold, name, company })}</p>
			<p>
				{domain === null ? t("connect.unverified") : t("connect.published", { domain })}{" "}
				{t("connect.goesTo", { host: redirectHost })}
			</p>
			{isLocal && <Callout tone="warn">{t("connect.local")}</Callout>}
			<ScopeFields me={me} value={form.getValues()} error={errorAt("groupIds")} onChange={form.setValues} />
			<p>{t("connect.limits")}</p>
			<FormFailure failure={failure} />
			<ButtonRow>
				<PlainButton component="a" href={declineTo}>
					{t("connect.decline")}
				</PlainButton>
				<Button type="submit" loading={isSaving}>
					{t("connect.allow")}
				</Button>
			</ButtonRow>
		</form>
	);
}
