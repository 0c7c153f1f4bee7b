import { MultiSelect, TagsInput, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CreateDevice, type CreatedDevice } from "../../../shared/device-inputs";
import { standardSettings } from "../../../shared/device-terms";
import type { GroupListRow } from "../../../shared/group";
import { deviceOffsetMinutes, formatTimestamp } from "../../../shared/time-zones";
import { trpc, trpcClient } from "../../api/trpc";
import { clockWords } from "../../entities/clock-labels";
import { ClockInputs } from "../../forms/clock-inputs";
import { useEntityForm } from "../../forms/entity-form";
import { givingGroup } from "../../forms/giving-group";
import { clockOf, inheritedRule } from "../../forms/typed-clock";
import { FormButtons, FormFailure } from "../../ui/form/buttons";
import { LeaveQuestion } from "../../ui/form/leave-question";
import { useTickingNow } from "../../ui/time/relative-time";
import { viewerZone } from "../../ui/time/time-display";
import classes from "./add-device.module.css";
import { ChannelFields } from "./channel-fields";
import type { DeviceForm } from "./device-form";
import { emptyDevice, type NewDeviceValues, toCreateDevice } from "./new-device";

type AddDeviceFormProps = { groups: GroupListRow[]; onCreated: (created: CreatedDevice) => void; onCancel: () => void };

export function AddDeviceForm({ groups, onCreated, onCancel }: AddDeviceFormProps) {
	const queryClient = useQueryClient();
	const [initialValues] = useState(() => emptyDevice(viewerZone, Date.now()));
	const [isClockChosen, setIsClockChosen] = useState(false);
	const { form, formProps, ...state } = useEntityForm({
		initialValues,
		schema: CreateDevice,
		toInput: toCreateDevice,
		save: (input) => trpcClient.device.createDevice.mutate(input),
		fieldOfReason: { SERIAL_NUMBER_TAKEN: "serialNumber" },
		onSaved: (created) => {
			onCreated(created);
			void queryClient.invalidateQueries(trpc.device.pathFilter());
		},
	});
	return (
		<form className={classes.form} {...formProps}>
			<TextInput
				label="Name"
				description="What people call it: a place or a thing."
				data-autofocus
				withAsterisk
				{...form.getInputProps("name")}
			/>
			<TextInput
				label="Serial number"
				description="Optional. Unique in your account."
				{...form.getInputProps("serialNumber")}
			/>
			{groups.length > 0 && (
				<MultiSelect
					label="Groups"
					placeholder={form.values.groupIds.length === 0 ? "None" : undefined}
					data={groups.filter(({ kind }) => kind === "static").map(({ id, name }) => ({ value: id, label: name }))}
					searchable
					{...form.getInputProps("groupIds")}
					onChange={(groupIds) => {
						form.setFieldValue("groupIds", groupIds);
						if (!isClockChosen) form.setFieldValue("timeZoneRule", usualRule(groups, groupIds, initialValues));
					}}
				/>
			)}
			<ClockFields form={form} groups={groups} onChosen={() => setIsClockChosen(true)} />
			<ChannelFields form={form} />
			<Particulars form={form} />
			<FormFailure failure={state.failure} />
			<LeaveQuestion
				isDirty={state.isDirty}
				name="Unsaved device"
				question="This device is not added yet. Leave and lose what you typed?"
			/>
			<FormButtons label="Add device" isBusy={state.isSaving} onCancel={onCancel} />
		</form>
	);
}

/** What helps people to find it again; all of it can wait. */
function Particulars({ form }: { form: DeviceForm }) {
	return (
		<fieldset className={classes.group}>
			<legend>Particulars</legend>
			<div className={classes.fields}>
				<div className={classes.pair}>
					<TextInput label="Model" {...form.getInputProps("model")} />
					<TextInput label="Site" {...form.getInputProps("site")} />
				</div>
				<TagsInput
					label="Tags"
					description="Press Enter after each."
					acceptValueOnBlur
					{...form.getInputProps("tags")}
					error={errorOfList(form.errors, "tags")}
				/>
				<Textarea label="Description" autosize minRows={2} maxRows={5} {...form.getInputProps("description")} />
			</div>
		</fieldset>
	);
}

/** The first complaint of a list, be it of all of it or of one of its entries. */
function errorOfList(errors: DeviceForm["errors"], name: string) {
	return errors[name] ?? Object.entries(errors).find(([path]) => path.startsWith(`${name}.`))?.[1];
}

/** The clock of a group, where one is chosen that names one: nobody has said anything else yet. */
function usualRule(groups: GroupListRow[], groupIds: string[], { timeZoneRule }: NewDeviceValues): string {
	return givingGroup(groups, groupIds, "clock") ? inheritedRule : timeZoneRule;
}

type ClockFieldsProps = { form: DeviceForm; groups: GroupListRow[]; onChosen: () => void };

function ClockFields({ form, groups, onChosen }: ClockFieldsProps) {
	const now = useTickingNow(1_000);
	const { timeZoneRule, timezoneOffset, groupIds } = form.values;
	const giving = givingGroup(groups, groupIds, "clock");
	const given = giving?.defaults.clock ?? standardSettings.clock;
	const clock = clockOf(form.values) ?? given;
	return (
		<fieldset className={classes.group}>
			<legend>Device clock</legend>
			<div className={classes.pair}>
				<ClockInputs
					value={{ timeZoneRule, timezoneOffset }}
					inherited={
						giving ? `Inherited from ${giving.name} (${clockWords(given)})` : "From the group, or the standard"
					}
					error={form.errors.timeZoneRule ?? form.errors.timezoneOffset}
					onChange={(value) => {
						form.setValues(value);
						onChosen();
					}}
				/>
			</div>
			<p className={classes.help}>On this clock it is now {formatTimestamp(now, deviceOffsetMinutes(clock, now))}.</p>
		</fieldset>
	);
}
