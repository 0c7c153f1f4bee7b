import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Role } from "../../../../shared/account/permissions";
import { type SsoDomain, SsoDomainTarget, type SsoSettings } from "../../../../shared/account/sso";
import { sentenceFor } from "../../../api/api-error";
import { groupList } from "../../../api/queries";
import { justLoadedMs } from "../../../api/query-client";
import { trpcClient } from "../../../api/trpc";
import { roleText } from "../../../entities/membership";
import { ActionDialog, useRun } from "../../../forms/action-dialog";
import { useEntityForm } from "../../../forms/entity-form";
import { ButtonRow, FormFailure, PlainButton } from "../../../ui/form/buttons";
import { MultiSelect, Select } from "../../../ui/form/select";
import { Snippet } from "../../../ui/form/snippet";
import { formatDate } from "../../../ui/time/time-display";
import { t } from "../../../words/made/sso-settings";
import classes from "./sso.module.css";

type Changed = { onChanged: (settings: SsoSettings) => void };

export function ClaimDomainForm({ onChanged }: Changed) {
	const { form, formProps, isSaving, failure } = useEntityForm({
		initialValues: { domain: "" },
		schema: SsoDomainTarget,
		toInput: ({ domain }) => ({ domain }),
		save: (input) => trpcClient.account.claimDomain.mutate(input),
		onSaved: onChanged,
	});
	return (
		<form {...formProps} className={classes.claim}>
			<TextInput label={t("domain")} autoCapitalize="none" spellCheck={false} {...form.getInputProps("domain")} />
			<FormFailure failure={failure} />
			<PlainButton type="submit" loading={isSaving}>
				{t("claim")}
			</PlainButton>
		</form>
	);
}

export function DomainPart({ domain, onChanged }: { domain: SsoDomain } & Changed) {
	const [isRemoving, setIsRemoving] = useState(false);
	const { isBusy, error, run } = useRun();
	const { domain: name, record } = domain;
	const look = () => run(async () => onChanged(await trpcClient.account.lookAtDomain.mutate({ domain: name })));
	return (
		<section className={classes.part} aria-label={name}>
			<h3>{name}</h3>
			<p role="status">{stateSentence(domain)}</p>
			{domain.state !== "held" && (
				<>
					<Snippet title={t("record.name")} text={record.name} />
					<Snippet title={t("record.text")} text={record.text} />
				</>
			)}
			<NewcomerFields domain={domain} onChanged={onChanged} />
			<FormFailure failure={error === null ? null : sentenceFor(error)} />
			<ButtonRow>
				<PlainButton loading={isBusy} onClick={() => void look()}>
					{t("look")}
				</PlainButton>
				<Button
					color="red"
					variant="outline"
					aria-label={t("remove.named", { domain: name })}
					onClick={() => setIsRemoving(true)}
				>
					{t("remove")}
				</Button>
			</ButtonRow>
			{isRemoving && (
				<ActionDialog
					title={t("remove.named", { domain: name })}
					label={t("remove")}
					isDangerous
					run={async () => onChanged(await trpcClient.account.releaseDomain.mutate({ domain: name }))}
					onClose={() => setIsRemoving(false)}
				>
					<p>{t("remove.sure", { domain: name })}</p>
				</ActionDialog>
			)}
		</section>
	);
}

function stateSentence({ state, missingSince }: SsoDomain): string {
	if (state !== "missing") return t(`state.${state}`);
	return t("state.missing", { since: missingSince === null ? "" : formatDate(missingSince) });
}

const none = "none";
const roles = Role.options.filter((role) => role !== "owner");

/** Saved at once, as each choice is whole. */
function NewcomerFields({ domain: { domain, newcomer }, onChanged }: { domain: SsoDomain } & Changed) {
	const { data: groups } = useQuery({ ...groupList(), staleTime: justLoadedMs });
	const { error, run } = useRun();
	const scope = newcomer?.scope ?? "all";
	const chosen = scope === "all" ? [] : scope.groupIds.filter((id) => groups?.some((group) => group.id === id));
	const placeholder = scope === "all" ? t("newcomer.allGroups") : groups && t("newcomer.formerGroups");
	const save = (next: Parameters<typeof trpcClient.account.saveNewcomer.mutate>[0]["newcomer"]) =>
		void run(async () => onChanged(await trpcClient.account.saveNewcomer.mutate({ domain, newcomer: next })));
	return (
		<>
			<Select
				label={t("newcomer")}
				value={newcomer?.role ?? none}
				data={[
					{ value: none, label: t("newcomer.none") },
					...roles.map((role) => ({ value: role, label: t("newcomer.role", { role: roleText(role) }) })),
				]}
				onChange={(value) => {
					const role = roles.find((each) => each === value);
					save(role === undefined ? null : { role, scope });
				}}
			/>
			{newcomer !== null && (
				<MultiSelect
					label={t("newcomer.groups")}
					searchable
					clearable
					placeholder={chosen.length === 0 ? placeholder : undefined}
					data={(groups ?? []).map(({ id, name }) => ({ value: id, label: name }))}
					value={chosen}
					onChange={(groupIds) => save({ role: newcomer.role, scope: groupIds.length === 0 ? "all" : { groupIds } })}
				/>
			)}
			<FormFailure failure={error === null ? null : sentenceFor(error)} />
		</>
	);
}
