import { useState } from "react";
import type { InheritableDuration } from "../../shared/device-terms";
import { trpcClient } from "../api/trpc";
import { SettingField } from "../forms/setting-field";
import type { TypedDuration } from "../forms/typed-setting";
import { ActionForm, type ActionProps, changedWords } from "./action-form";
import { complaintOf, type SettingWishes, settingChange, wishSources } from "./setting-change";

const fields: { setting: InheritableDuration; label: string; usual: TypedDuration }[] = [
	{ setting: "loggingIntervalSeconds", label: "Logging interval", usual: { amount: "1", unit: "minutes" } },
	{ setting: "uploadIntervalSeconds", label: "Upload interval", usual: { amount: "15", unit: "minutes" } },
	{ setting: "offlineAfterSeconds", label: "Offline after", usual: { amount: "60", unit: "minutes" } },
];

/** How often devices log and send, and after what silence they count as offline. */
export function IntervalsForm(action: ActionProps) {
	const [wishes, setWishes] = useState<SettingWishes>({});
	const change = settingChange(wishes);
	return (
		<ActionForm
			{...action}
			words={changedWords("Intervals")}
			complaint={typeof change === "string" ? change : change === null ? "Choose what to change." : null}
			run={() =>
				trpcClient.device.changeDevices.mutate({
					deviceIds: action.devices.map(({ id }) => id),
					...(typeof change === "object" && change),
				})
			}
		>
			{fields.map(({ setting, label, usual }) => {
				const wish = wishes[setting] ?? { source: "keep", ...usual };
				return (
					<SettingField
						key={setting}
						setting={setting}
						label={label}
						sources={wishSources}
						value={wish}
						error={complaintOf(setting, wish)}
						onChange={(next) => setWishes({ ...wishes, [setting]: next })}
					/>
				);
			})}
		</ActionForm>
	);
}
