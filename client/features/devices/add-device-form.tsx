import { MultiSelect, Select, TagsInput, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CreateDevice, type CreatedDevice } from "../../../shared/device-inputs";
import type { GroupListRow } from "../../../shared/group";
import { deviceOffsetMinutes, formatTimestamp } from "../../../shared/time-zones";
import { trpc, trpcClient } from "../../api/trpc";
import { clockRuleChoices, offsetChoices } from "../../clock-choices";
import { useEntityForm } from "../../forms/entity-form";
import { FormButtons } from "../../ui/form-buttons";
import { FormFailure } from "../../ui/form-failure";
import { LeaveQuestion } from "../../ui/leave-question";
import { useTickingNow } from "../../ui/ticking-now";
import { viewerZone } from "../../ui/time-display";
import classes from "./add-device.module.css";
import { ChannelFields } from "./channel-fields";
import type { DeviceForm } from "./device-form";
import { emptyDevice, toCreateDevice } from "./new-device";

type AddDeviceFormProps = { groups: GroupListRow[]; onCreated: (created: CreatedDevice) => void; onCancel: () => void };

export function AddDeviceForm({ groups, onCreated, onCancel }: AddDeviceFormProps) {
	const queryClient = useQueryClient();
	const [initialValues] = useState(() => emptyDevice(viewerZone, Date.now()));
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
				/>
			)}
			<ClockFields form={form} />
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

function ClockFields({ form }: { form: DeviceForm }) {
	const now = useTickingNow(1_000);
	const clock = toCreateDevice(form.values);
	return (
		<fieldset className={classes.group}>
			<legend>Device clock</legend>
			<div className={classes.pair}>
				<Select label="Kept as" data={clockRuleChoices} allowDeselect={false} {...form.getInputProps("timeZoneRule")} />
				<Select
					label="Standard time"
					data={offsetChoices}
					allowDeselect={false}
					searchable
					disabled={clock.timeZoneRule === 0}
					{...form.getInputProps("timezoneOffset")}
				/>
			</div>
			<p className={classes.help}>On this clock it is now {formatTimestamp(now, deviceOffsetMinutes(clock, now))}.</p>
		</fieldset>
	);
}
