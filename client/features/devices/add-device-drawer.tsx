import { ActionIcon, Drawer, TagsInput, TextInput } from "@mantine/core";
import { IconPlus, IconQrcode, IconTrash } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { limits } from "../../../shared/base/limits";
import { deviceTexts, requestedTexts } from "../../../shared/base/plain-fields";
import type { DeviceListRow } from "../../../shared/device/device";
import { CreateDevice, type CreatedDevice } from "../../../shared/device/device-inputs";
import { standardSettings } from "../../../shared/device/device-terms";
import type { GroupListRow } from "../../../shared/device/group";
import { quantityTitles } from "../../../shared/formats/quantity-titles";
import { Quantity, quantities } from "../../../shared/formats/units";
import { deviceOffsetMinutes } from "../../../shared/time/time-zones";
import { trpc, trpcClient } from "../../api/trpc";
import { FirstKey } from "../../device-actions/device-key";
import { formatClock } from "../../entities/clock-labels";
import { ClockInputs } from "../../forms/clock-inputs";
import { useEntityForm } from "../../forms/entity-form";
import { PlainTextInput } from "../../forms/plain-text-input";
import { clockOf, givingGroup, inheritedRule } from "../../forms/typed-setting";
import { FormButtons, FormFailure, SubtleButton } from "../../ui/form/buttons";
import { LeaveQuestion } from "../../ui/form/leave-question";
import { MultiSelect, Select } from "../../ui/form/select";
import layout from "../../ui/layout/layouts.module.css";
import { useTickingNow } from "../../ui/time/relative-time";
import { instantText, viewerZone } from "../../ui/time/time-display";
import { rich, t } from "../../words/made/devices";
import classes from "./add-device.module.css";
import {
	emptyDevice,
	type NewDeviceForm,
	type NewDeviceValues,
	newChannel,
	toCreateDevice,
	withQuantity,
} from "./new-device";

const ScanSerialDialog = lazy(async () => ({ default: (await import("./scan/scan-dialog")).ScanSerialDialog }));

const quantityChoices = Quantity.options.map((quantity) => ({ value: quantity, label: quantityTitles[quantity] }));

type AddDeviceDrawerProps = Omit<AddDeviceFormProps, "onCreated" | "onCancel"> & {
	isOpen: boolean;
	onClose: () => void;
};

export function AddDeviceDrawer({ isOpen, onClose, ...form }: AddDeviceDrawerProps) {
	const [created, setCreated] = useState<CreatedDevice | null>(null);
	// The created device clears the address: a reload beside its key must not add another.
	const add = (device: CreatedDevice) => {
		setCreated(device);
		onClose();
	};
	const close = () => (created ? setCreated(null) : onClose());
	return (
		<Drawer
			opened={isOpen || created !== null}
			onClose={close}
			title={created ? t("add.key") : t("add")}
			size={560}
			closeOnClickOutside={false}
			closeOnEscape={created === null}
		>
			{created ? (
				<FirstKey
					created={created}
					lead={rich("add.done", { name: <b>{created.device.name}</b> })}
					help={t("add.done.text")}
					onDone={close}
				/>
			) : (
				<AddDeviceForm {...form} onCreated={add} onCancel={close} />
			)}
		</Drawer>
	);
}

type AddDeviceFormProps = {
	groups: GroupListRow[];
	rows: DeviceListRow[];
	serial?: string;
	onCreated: (created: CreatedDevice) => void;
	onCancel: () => void;
};

export function AddDeviceForm({ groups, rows, serial = "", onCreated, onCancel }: AddDeviceFormProps) {
	const queryClient = useQueryClient();
	const [initialValues] = useState(() => emptyDevice(viewerZone, Date.now(), serial));
	const [isScanning, setIsScanning] = useState(false);
	const [isClockChosen, setIsClockChosen] = useState(false);
	const { form, formProps, ...state } = useEntityForm({
		initialValues,
		isCreation: true,
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
		<>
			<form className={layout.column} {...formProps}>
				<TextInput
					label={t("name")}
					description={t("add.name.text")}
					data-autofocus
					withAsterisk
					{...form.getInputProps("name")}
				/>
				<TextInput
					label={t("serial")}
					description={t("add.serial.text")}
					rightSection={
						<ActionIcon aria-label={t("action.scan")} onClick={() => setIsScanning(true)}>
							<IconQrcode size={18} stroke={1.7} />
						</ActionIcon>
					}
					{...form.getInputProps("serialNumber")}
				/>
				{groups.length > 0 && (
					<MultiSelect
						label={t("groups")}
						searchable
						placeholder={form.values.groupIds.length === 0 ? t("none") : undefined}
						data={groups.filter(({ kind }) => kind === "static").map(({ id, name }) => ({ value: id, label: name }))}
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
				<LeaveQuestion isDirty={state.isDirty} name={t("add.unsaved")} question={t("add.leave")} />
				<FormButtons label={t("add")} isBusy={state.isSaving} onCancel={onCancel} />
			</form>
			{isScanning && (
				<Suspense>
					<ScanSerialDialog
						rows={rows}
						onSerial={(scanned) => {
							form.setFieldValue("serialNumber", scanned);
							setIsScanning(false);
						}}
						onClose={() => setIsScanning(false)}
					/>
				</Suspense>
			)}
		</>
	);
}

function usualRule(groups: GroupListRow[], groupIds: string[], { timeZoneRule }: NewDeviceValues): string {
	return givingGroup(groups, groupIds, "clock") ? inheritedRule : timeZoneRule;
}

type ClockFieldsProps = { form: NewDeviceForm; groups: GroupListRow[]; onChosen: () => void };

function ClockFields({ form, groups, onChosen }: ClockFieldsProps) {
	const now = useTickingNow(1_000);
	const { timeZoneRule, timezoneOffset, groupIds } = form.values;
	const giving = givingGroup(groups, groupIds, "clock");
	const given = giving?.defaults.clock ?? standardSettings.clock;
	const clock = clockOf(form.values) ?? given;
	return (
		<fieldset className={classes.group}>
			<legend>{t("clock")}</legend>
			<div className={classes.pair}>
				<ClockInputs
					value={{ timeZoneRule, timezoneOffset }}
					inherited={
						giving ? t("clock.inherited", { group: giving.name, clock: formatClock(given) }) : t("clock.fromGroup")
					}
					error={form.errors.timeZoneRule ?? form.errors.timezoneOffset}
					onChange={(value) => {
						form.setValues(value);
						onChosen();
					}}
				/>
			</div>
			<p className={classes.help}>{t("clock.now", { time: instantText(now, deviceOffsetMinutes(clock, now)) })}</p>
		</fieldset>
	);
}

export function ChannelFields({ form }: { form: NewDeviceForm }) {
	const { channels } = form.values;
	const nextQuantity = Quantity.options.find((quantity) => channels.every((channel) => channel.quantity !== quantity));
	const choose = (index: number, value: string | null) => {
		const channel = channels[index];
		const quantity = Quantity.safeParse(value);
		if (channel && quantity.success) form.replaceListItem("channels", index, withQuantity(channel, quantity.data));
	};
	return (
		<fieldset className={classes.group}>
			<legend>{t("channels")}</legend>
			{channels.map((channel, index) => (
				<div key={channel.key} className={classes.channel}>
					<Select
						label={t("channel.measures")}
						data={quantityChoices}
						value={channel.quantity}
						onChange={(value) => choose(index, value)}
					/>
					<TextInput label={t("channel.name")} {...form.getInputProps(`channels.${index}.name`)} />
					<TextInput
						label={t("channel.unit")}
						placeholder={quantities[channel.quantity].unit || t("channel.noUnit")}
						{...form.getInputProps(`channels.${index}.unit`)}
					/>
					<ActionIcon
						className={classes.remove}
						size={36}
						aria-label={t("channel.remove", { name: channel.name })}
						disabled={channels.length === 1}
						onClick={() => form.removeListItem("channels", index)}
					>
						<IconTrash size={18} stroke={1.7} />
					</ActionIcon>
				</div>
			))}
			{form.errors.channels && (
				<p className={classes.listError} role="alert">
					{form.errors.channels}
				</p>
			)}
			<SubtleButton
				size="compact-md"
				leftSection={<IconPlus size={16} />}
				disabled={channels.length >= limits.channelsPerDevice}
				onClick={() => form.insertListItem("channels", newChannel(nextQuantity ?? "other"))}
			>
				{t("channel.add")}
			</SubtleButton>
		</fieldset>
	);
}

const requestedLines = requestedTexts.filter((text) => deviceTexts[text].kind === "line");
const requestedParagraphs = requestedTexts.filter((text) => deviceTexts[text].kind === "paragraph");

function Particulars({ form }: { form: NewDeviceForm }) {
	return (
		<fieldset className={classes.group}>
			<legend>{t("details")}</legend>
			<div className={classes.fields}>
				<div className={classes.pair}>
					{requestedLines.map((text) => (
						<PlainTextInput key={text} field={deviceTexts[text]} input={form.getInputProps(text)} />
					))}
				</div>
				<TagsInput
					label={t("tags")}
					description={t("tags.text")}
					acceptValueOnBlur
					{...form.getInputProps("tags")}
					error={errorOfList(form.errors, "tags")}
				/>
				{requestedParagraphs.map((text) => (
					<PlainTextInput key={text} field={deviceTexts[text]} input={form.getInputProps(text)} maxRows={5} />
				))}
			</div>
		</fieldset>
	);
}

function errorOfList(errors: NewDeviceForm["errors"], name: string) {
	return errors[name] ?? Object.entries(errors).find(([path]) => path.startsWith(`${name}.`))?.[1];
}
