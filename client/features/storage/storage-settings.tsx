import { Radio } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { toast } from "sonner";
import type { StorageOverview, WhenFull } from "../../../shared/account/storage";
import { sentenceFor } from "../../api/api-error";
import { trpcClient } from "../../api/trpc";
import { refreshDevices } from "../../device-actions/device-changes";
import { RetentionPreviewNote, triedRetention } from "../../device-actions/retention-preview";
import { settingError } from "../../device-actions/setting-forms";
import { ActionDialog, NotSent } from "../../forms/action-dialog";
import { SettingField } from "../../forms/duration-inputs";
import { durationOf, type TypedSetting } from "../../forms/typed-setting";
import { GuardedButton } from "../../ui/form/guarded-button";
import { Card } from "../../ui/layout/card";
import { NoRows, Rows } from "../../ui/layout/rows";
import { t } from "../../words/made/account";
import { notifiedText } from "./retention-words";
import classes from "./storage.module.css";
import { StorageContactsDialog } from "./storage-contacts";

export type StorageSetting = "retention" | "full" | "contacts";

type SettingsCardProps = {
	overview: StorageOverview;
	denial: string | null;
	onChange: (setting: StorageSetting) => void;
};

export function StorageSettingsCard({ overview, denial, onChange }: SettingsCardProps) {
	const change = (what: StorageSetting, label: string): ReactNode => (
		<GuardedButton denial={denial} onClick={() => onChange(what)}>
			{label}
		</GuardedButton>
	);
	const { retentionDays, whenFull, isQuotaBinding, contacts } = overview;
	return (
		<Card title={t("forTheWholeAccount")} className={classes.card}>
			<Rows
				rows={[
					{
						key: "retention",
						name:
							retentionDays === null
								? t("retention.accountForever")
								: t("retention.accountDays", { days: retentionDays }),
						under: t("retention.order"),
						end: change("retention", t("changeRetention")),
					},
					{
						key: "full",
						name: isQuotaBinding ? t(`whenFull.now.${whenFull}`) : t("whenFull.now.unlimited"),
						under: isQuotaBinding ? t("itBeginsAt100AndEnds") : t("yourPlansLimitIsNotEnforced"),
						...(isQuotaBinding && { end: change("full", t("chooseWhatHappens")) }),
					},
					...(isQuotaBinding && contacts !== undefined
						? [
								{
									key: "contacts",
									name: t("notified.at", { who: notifiedText(contacts) }),
									under: t("notified.help"),
									end: change("contacts", t("chooseContacts")),
								},
							]
						: []),
				]}
			/>
		</Card>
	);
}

type SettingDialogProps = { setting: StorageSetting; overview: StorageOverview; onClose: () => void };

/** Rendered outside the card, because the card remounts with the other view of the list. */
export function StorageSettingDialog({ setting, overview, onClose }: SettingDialogProps) {
	const { retentionDays, whenFull, contacts } = overview;
	if (setting === "contacts") return <StorageContactsDialog chosen={contacts ?? null} onClose={onClose} />;
	if (setting === "retention") return <AccountRetentionDialog days={retentionDays} onClose={onClose} />;
	return <WhenFullDialog chosen={whenFull} onClose={onClose} />;
}

/** Shown if the backend has no such settings, or has not responded. */
export function UnknownSettingsCard({ error }: { error: unknown }) {
	return (
		<Card title={t("forTheWholeAccount")} className={classes.card}>
			<NoRows>
				{error ? t("retention.unknown", { reason: sentenceFor(error) }) : t("loadingHowLongReadingsAreKept")}
			</NoRows>
		</Card>
	);
}

type Kept = TypedSetting<"forever">;

function AccountRetentionDialog({ days, onClose }: { days: number | null; onClose: () => void }) {
	const [kept, setKept] = useState<Kept>(() => ({
		source: days === null ? "forever" : "own",
		...durationOf("retentionDays", days ?? 365),
	}));
	const tried = triedRetention(kept);
	const run = async () => {
		if (tried === undefined || tried === "inherit") throw new NotSent();
		await trpcClient.billing.setAccountRetention.mutate({ retentionDays: tried });
		toast.success(t("accountRetentionChanged"));
		await refreshDevices();
	};
	return (
		<ActionDialog title={t("retentionOfTheAccount")} label={t("save")} run={run} onClose={onClose} size="lg">
			<SettingField
				setting="retentionDays"
				label={t("dataRetention")}
				sources={[
					{ value: "forever", label: t("kept.forever") },
					{ value: "own", label: t("forANumberOfDays") },
				]}
				value={kept}
				error={settingError("retentionDays", kept)}
				isFirst
				onChange={setKept}
			/>
			<p className={classes.note}>{t("retention.account.help")}</p>
			{tried !== undefined && <RetentionPreviewNote target={{ account: true }} choice={tried} />}
		</ActionDialog>
	);
}

function WhenFullDialog({ chosen, onClose }: { chosen: WhenFull; onClose: () => void }) {
	const [whenFull, setWhenFull] = useState<WhenFull>(chosen);
	const run = async () => {
		await trpcClient.billing.setWhenFull.mutate({ whenFull });
		toast.success(t("storageSettingSaved"));
		await refreshDevices();
	};
	return (
		<ActionDialog title={t("whenTheStorageIsFull")} label={t("save")} run={run} onClose={onClose} size="lg">
			<Radio.Group value={whenFull} onChange={(value) => setWhenFull(value === "refuse" ? "refuse" : "removeOldest")}>
				{(["refuse", "removeOldest"] as const).map((each) => (
					<Radio
						key={each}
						value={each}
						label={t(`whenFull.${each}`)}
						description={t(`whenFull.${each}.help`)}
						mt="sm"
						data-autofocus={each === chosen || undefined}
					/>
				))}
			</Radio.Group>
		</ActionDialog>
	);
}
