import { Button } from "@mantine/core";
import { useState } from "react";
import { mostEmergencyOwners, RequireSso, type SsoSettings } from "../../../../shared/account/sso";
import { trpcClient } from "../../../api/trpc";
import { ActionDialog } from "../../../forms/action-dialog";
import { useEntityForm } from "../../../forms/entity-form";
import { ButtonRow, FormFailure } from "../../../ui/form/buttons";
import { MultiSelect } from "../../../ui/form/select";
import { t } from "../../../words/made/sso-settings";
import classes from "./sso.module.css";

type Props = { settings: SsoSettings; onChanged: (settings: SsoSettings) => void };

/** Owners close the account to passwords and passkeys, once no member can be locked out. */
export function OnlySsoPart({ settings, onChanged }: Props) {
	const { emergencyOwnerIds, gaps } = settings;
	const isOn = emergencyOwnerIds !== null;
	return (
		<section className={classes.part} aria-label={t("only")}>
			<h3>{t("only")}</h3>
			{isOn && <p role="status">{gaps.some((gap) => gap !== "signIn") ? t("only.waiting") : t("only.isOn")}</p>}
			{emergencyOwnerIds?.length === 0 && <p role="status">{t("only.noOwnerLeft")}</p>}
			<p>{t("only.lead")}</p>
			{gaps.map((gap) => (
				<p key={gap}>{t(`only.gap.${gap}`)}</p>
			))}
			{(isOn || gaps.length === 0) && <EmergencyOwnersForm settings={settings} onChanged={onChanged} />}
			{isOn && <AllowPasswords onChanged={onChanged} />}
		</section>
	);
}

function EmergencyOwnersForm({ settings: { emergencyOwnerIds, owners }, onChanged }: Props) {
	const [isSure, setIsSure] = useState(false);
	const isOn = emergencyOwnerIds !== null;
	const save = (input: RequireSso) => trpcClient.account.requireSso.mutate(input);
	const { form, formProps, isSaving, failure } = useEntityForm<
		{ emergencyOwnerIds: string[] },
		RequireSso,
		SsoSettings | null
	>({
		initialValues: { emergencyOwnerIds: owners.flatMap(({ id }) => (emergencyOwnerIds?.includes(id) ? [id] : [])) },
		schema: RequireSso,
		toInput: (values) => values,
		save: async (input) => {
			if (isOn) return save(input);
			setIsSure(true);
			return null;
		},
		onSaved: (saved) => saved && onChanged(saved),
	});
	return (
		<form {...formProps} className={classes.claim}>
			<MultiSelect
				label={t("only.owners")}
				description={t("only.owners.note", { most: mostEmergencyOwners })}
				placeholder={t("only.owners.empty")}
				maxValues={mostEmergencyOwners}
				data={owners.map(({ id, name, email, hasSecondStep }) => ({
					value: id,
					label: hasSecondStep ? name || email : t("only.noStep", { name: name || email }),
					disabled: !hasSecondStep,
				}))}
				{...form.getInputProps("emergencyOwnerIds")}
			/>
			<FormFailure failure={failure} />
			<Button type="submit" variant={isOn ? "default" : "filled"} loading={isSaving}>
				{isOn ? t("only.change") : t("only.start")}
			</Button>
			{isSure && (
				<ActionDialog
					title={t("only.start")}
					label={t("only.start")}
					isDangerous
					run={async () => onChanged(await save(form.getValues()))}
					onClose={() => setIsSure(false)}
				>
					<p>{t("only.sure")}</p>
				</ActionDialog>
			)}
		</form>
	);
}

function AllowPasswords({ onChanged }: Pick<Props, "onChanged">) {
	const [isSure, setIsSure] = useState(false);
	return (
		<>
			<ButtonRow>
				<Button color="red" variant="outline" onClick={() => setIsSure(true)}>
					{t("only.stop")}
				</Button>
			</ButtonRow>
			{isSure && (
				<ActionDialog
					title={t("only.stop")}
					label={t("only.stop")}
					isDangerous
					run={async () => onChanged(await trpcClient.account.requireSso.mutate({ emergencyOwnerIds: null }))}
					onClose={() => setIsSure(false)}
				>
					<p>{t("only.stopSure")}</p>
				</ActionDialog>
			)}
		</>
	);
}
