import { Button, MultiSelect, Select, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CreatedDevice } from "../../../shared/device";
import type { GroupListRow } from "../../../shared/group";
import { deviceOffsetMinutes, formatTimestamp } from "../../../shared/time-zones";
import { readFailure, sentenceFor } from "../../api/api-error";
import { trpc } from "../../api/trpc";
import { LeaveQuestion } from "../../ui/leave-question";
import { useTickingNow } from "../../ui/ticking-now";
import classes from "./add-device.module.css";
import { ChannelFields } from "./channel-fields";
import { type DeviceForm, useDeviceForm } from "./device-form";
import { offsetChoices, toCreateDevice } from "./new-device";

const clockRules = [
	{ value: "2", label: "Local time, no daylight saving" },
	{ value: "1", label: "Local time with US daylight saving" },
	{ value: "0", label: "UTC" },
];

type AddDeviceFormProps = { groups: GroupListRow[]; onCreated: (created: CreatedDevice) => void; onCancel: () => void };

export function AddDeviceForm({ groups, onCreated, onCancel }: AddDeviceFormProps) {
	const queryClient = useQueryClient();
	const form = useDeviceForm();
	const creation = useMutation(
		trpc.device.createDevice.mutationOptions({
			onSuccess: async (created) => {
				onCreated(created);
				await queryClient.invalidateQueries(trpc.device.pathFilter());
			},
			onError: (error) => {
				const { reason, fields } = readFailure(error);
				form.setErrors(reason === "SERIAL_NUMBER_TAKEN" ? { serialNumber: sentenceFor(error) } : fields);
			},
		}),
	);
	const hasFieldError = Object.keys(form.errors).length > 0;
	const isDirty = form.isDirty() && !creation.isSuccess;

	return (
		<form
			noValidate
			className={classes.form}
			onSubmit={form.onSubmit(
				(values) => creation.mutate(toCreateDevice(values)),
				(errors) => form.getInputNode(Object.keys(errors)[0] ?? "name")?.focus(),
			)}
		>
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
			<div role="alert">
				{creation.isError && !hasFieldError && <div className={classes.failure}>{sentenceFor(creation.error)}</div>}
			</div>
			<LeaveQuestion
				isDirty={isDirty}
				name="Unsaved device"
				question="This device is not added yet. Leave and lose what you typed?"
			/>
			<div className={classes.buttons}>
				<Button variant="default" onClick={onCancel}>
					Cancel
				</Button>
				<Button type="submit" loading={creation.isPending}>
					Add device
				</Button>
			</div>
		</form>
	);
}

function ClockFields({ form }: { form: DeviceForm }) {
	const now = useTickingNow(1_000);
	const clock = toCreateDevice(form.values);
	return (
		<fieldset className={classes.group}>
			<legend>Device clock</legend>
			<div className={classes.pair}>
				<Select label="Kept as" data={clockRules} allowDeselect={false} {...form.getInputProps("timeZoneRule")} />
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
