import { Select, TagsInput, Textarea, TextInput } from "@mantine/core";
import { DevicePower } from "../../../../shared/device-terms";
import { powerWords } from "../../../entities/device-labels";
import { Section } from "./section";
import classes from "./settings.module.css";
import type { FieldsProps } from "./settings-values";

const powerChoices = [
	{ value: "", label: "Not said" },
	...DevicePower.options.map((power) => ({ value: power, label: powerWords[power].label })),
];

export function DeviceFields({ form }: FieldsProps) {
	return (
		<Section title="Device">
			<TextInput label="Name" withAsterisk {...form.getInputProps("name")} />
			<TextInput
				label="Serial number"
				description="Unique in your account. For another logger use Replace logger."
				inputWrapperOrder={["label", "input", "description", "error"]}
				{...form.getInputProps("serialNumber")}
			/>
			<Textarea
				label="Description"
				className={classes.wide}
				autosize
				minRows={2}
				maxRows={6}
				{...form.getInputProps("description")}
			/>
			<TextInput label="Model" {...form.getInputProps("model")} />
			<Select label="Power" data={powerChoices} allowDeselect={false} {...form.getInputProps("power")} />
			<TextInput label="Firmware" {...form.getInputProps("firmwareVersion")} />
			<TextInput label="Hardware" {...form.getInputProps("hardwareVersion")} />
		</Section>
	);
}

export function PlaceFields({ form }: FieldsProps) {
	return (
		<Section title="Place">
			<TextInput label="Site" {...form.getInputProps("site")} />
			<TextInput label="Address" {...form.getInputProps("address")} />
			<TextInput label="Latitude" placeholder="38.72225" inputMode="decimal" {...form.getInputProps("latitude")} />
			<TextInput label="Longitude" placeholder="-9.13934" inputMode="decimal" {...form.getInputProps("longitude")} />
		</Section>
	);
}

/** A comma is part of a tag here, as Enter alone ends one: a filter in an address is what commas separate. */
export function TagField({ form }: FieldsProps) {
	return (
		<TagsInput
			label="Tags"
			description="Press Enter after each."
			className={classes.wide}
			splitChars={[]}
			clearable={false}
			{...form.getInputProps("tags")}
		/>
	);
}
