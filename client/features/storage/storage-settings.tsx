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
import { fullWords, keptText, notifiedText } from "./retention-words";
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
		<Card title="For the whole account" className={classes.card}>
			<Rows
				rows={[
					{
						key: "retention",
						name: `Data retention: ${keptText(retentionDays).toLowerCase()}`,
						under: "A device's own setting comes first, then that of its oldest group that has one, then this.",
						end: change("retention", "Change retention"),
					},
					{
						key: "full",
						name: isQuotaBinding
							? `When it is full: ${fullWords[whenFull].toLowerCase()}`
							: "When it is full: no limit",
						under: isQuotaBinding
							? "It begins at 100 % and ends as soon as there is room."
							: "Your plan's limit is not enforced.",
						...(isQuotaBinding && { end: change("full", "Choose what happens") }),
					},
					...(isQuotaBinding && contacts !== undefined
						? [
								{
									key: "contacts",
									name: `Notified at 70, 90 and 100 %: ${notifiedText(contacts)}`,
									under:
										"By e-mail where they have one, once for each level. Rejected readings are always reported to everyone whom a rule notifies.",
									end: change("contacts", "Choose contacts"),
								},
							]
						: []),
				]}
			/>
		</Card>
	);
}

type SettingDialogProps = { setting: StorageSetting; overview: StorageOverview; onClose: () => void };

/** Outside the card, which remounts with the other view of the list. */
export function StorageSettingDialog({ setting, overview, onClose }: SettingDialogProps) {
	const { retentionDays, whenFull, contacts } = overview;
	if (setting === "contacts") return <StorageContactsDialog chosen={contacts ?? null} onClose={onClose} />;
	if (setting === "retention") return <AccountRetentionDialog days={retentionDays} onClose={onClose} />;
	return <WhenFullDialog chosen={whenFull} onClose={onClose} />;
}

/** For a backend without these settings, or without a response. */
export function UnknownSettingsCard({ error }: { error: unknown }) {
	return (
		<Card title="For the whole account" className={classes.card}>
			<NoRows>
				{error
					? `How long readings are kept is not known: ${sentenceFor(error)}`
					: "Loading how long readings are kept…"}
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
		toast.success("Account retention changed.");
		await refreshDevices();
	};
	return (
		<ActionDialog title="Retention of the account" label="Save" run={run} onClose={onClose} size="lg">
			<SettingField
				setting="retentionDays"
				label="Data retention"
				sources={[
					{ value: "forever", label: "Forever" },
					{ value: "own", label: "For a number of days" },
				]}
				value={kept}
				error={settingError("retentionDays", kept)}
				isFirst
				onChange={setKept}
			/>
			<p className={classes.note}>For devices that have no retention of their own and none from a group.</p>
			{tried !== undefined && <RetentionPreviewNote target={{ account: true }} choice={tried} />}
		</ActionDialog>
	);
}

const fullHelp: Record<WhenFull, string> = {
	refuse: "Loggers are told that the storage is full, and keep what they can. Rejected readings raise no alert.",
	removeOldest:
		"30 days after it became full, the oldest readings of all devices go, a day at a time. Owners are notified daily.",
};

function WhenFullDialog({ chosen, onClose }: { chosen: WhenFull; onClose: () => void }) {
	const [whenFull, setWhenFull] = useState<WhenFull>(chosen);
	const run = async () => {
		await trpcClient.billing.setWhenFull.mutate({ whenFull });
		toast.success("Storage setting saved.");
		await refreshDevices();
	};
	return (
		<ActionDialog title="When the storage is full" label="Save" run={run} onClose={onClose} size="lg">
			<Radio.Group value={whenFull} onChange={(value) => setWhenFull(value === "refuse" ? "refuse" : "removeOldest")}>
				{(["refuse", "removeOldest"] as const).map((each) => (
					<Radio
						key={each}
						value={each}
						label={fullWords[each]}
						description={fullHelp[each]}
						mt="sm"
						data-autofocus={each === chosen || undefined}
					/>
				))}
			</Radio.Group>
		</ActionDialog>
	);
}
