import { useState } from "react";
import { trpcClient } from "../api/trpc";
import { SettingField } from "../forms/setting-field";
import { Callout } from "../ui/feedback/notes";
import { countOf } from "../ui/format";
import { ActionForm, type ActionProps, changedWords } from "./action-form";
import { complaintOf, ownValue, type SettingWish, settingChange, wishSources } from "./setting-change";

const sources: typeof wishSources = [...wishSources, { value: "forever", label: "For ever" }];

/** For how long readings are kept, with what goes because of it. */
export function RetentionForm(action: ActionProps) {
	const [wish, setWish] = useState<SettingWish>({ source: "own", amount: "365", unit: "days" });
	const change = settingChange({ retentionDays: wish });
	const kept = ownValue("retentionDays", wish);
	return (
		<ActionForm
			{...action}
			words={changedWords("Retention")}
			complaint={typeof change === "string" ? change : change === null ? "Choose what to change." : null}
			run={() =>
				trpcClient.device.changeDevices.mutate({
					deviceIds: action.devices.map(({ id }) => id),
					...(typeof change === "object" && change),
				})
			}
		>
			<SettingField
				setting="retentionDays"
				label="Readings are kept"
				sources={sources}
				value={wish}
				error={complaintOf("retentionDays", wish)}
				onChange={setWish}
			/>
			{typeof kept === "number" && (
				<Callout tone="warn">
					Readings older than {countOf(kept, "day")} go for good, and new ones go when they become so old. Undo brings
					the setting back, not the readings.
				</Callout>
			)}
			{wish.source === "inherited" && (
				<Callout tone="warn">
					The groups of these devices say how long their readings are kept; what is older goes for good.
				</Callout>
			)}
		</ActionForm>
	);
}
