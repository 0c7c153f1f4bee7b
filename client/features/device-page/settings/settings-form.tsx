import type { Device } from "../../../../shared/device";
import type { GroupListRow } from "../../../../shared/group";
import { FormFoot } from "../../../forms/entity-form";
import { ConflictNotice } from "../../../ui/form/conflict-notice";
import type { DeviceRights } from "../device-rights";
import { DeviceFields, PlaceFields } from "./basic-fields";
import { ChannelSettings } from "./channel-settings";
import { ClockFields } from "./clock-fields";
import { conflictFields } from "./conflict-words";
import { FactFields } from "./fact-fields";
import { GroupFields } from "./group-fields";
import { IntervalFields } from "./interval-fields";
import classes from "./settings.module.css";
import { useSettingsForm } from "./use-settings-form";

type SettingsFormProps = { device: Device; groups: GroupListRow[]; rights: DeviceRights };

export function SettingsForm({ device, groups, rights }: SettingsFormProps) {
	const settings = useSettingsForm(device, groups);
	const { form, formProps, conflict, base } = settings;
	return (
		<form {...formProps} aria-label="Settings">
			{/* The browser itself keeps every control of a disabled fieldset from being used. */}
			<fieldset className={classes.form} disabled={rights.edit !== null}>
				<DeviceFields form={form} />
				<PlaceFields form={form} />
				<FactFields form={form} />
				<GroupFields form={form} device={base} groups={groups} refusal={rights.edit ?? rights.membership} />
				<ClockFields form={form} device={base} groups={groups} />
				<IntervalFields form={form} device={base} groups={groups} />
				<ChannelSettings form={form} />
				{conflict && conflict.fields.length > 0 && (
					<ConflictNotice
						fields={conflictFields(conflict, groups)}
						onKeepMine={({ field }) => settings.keepMine(field)}
						onTakeTheirs={({ field }) => settings.takeTheirs(field)}
					/>
				)}
				{rights.edit === null && (
					<div className={classes.foot}>
						<FormFoot entityForm={settings} saveLabel="Save" />
					</div>
				)}
			</fieldset>
		</form>
	);
}
