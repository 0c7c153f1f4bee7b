import { Select, TagsInput, TextInput } from "@mantine/core";
import { DevicePower } from "../../../../shared/device-terms";
import { type DeviceText, deviceTexts, textsWith } from "../../../../shared/plain-fields";
import { powerWords } from "../../../entities/device-labels";
import { PlainTextInput } from "../../../forms/plain-text-input";
import { Section } from "./section";
import classes from "./settings.module.css";
import type { FieldsProps } from "./settings-values";

const powerChoices = [
	{ value: "", label: "Not said" },
	...DevicePower.options.map((power) => ({ value: power, label: powerWords[power].label })),
];

const textsBeforePower: DeviceText[] = ["description", "model"];

function TextFields({ form, texts }: FieldsProps & { texts: DeviceText[] }) {
	return texts.map((text) => (
		<PlainTextInput
			key={text}
			field={deviceTexts[text]}
			input={form.getInputProps(text)}
			className={deviceTexts[text].kind === "paragraph" ? classes.wide : undefined}
		/>
	));
}

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
			<TextFields form={form} texts={textsBeforePower} />
			<Select label="Power" data={powerChoices} allowDeselect={false} {...form.getInputProps("power")} />
			<TextFields
				form={form}
				texts={textsWith("section", "device").filter((text) => !textsBeforePower.includes(text))}
			/>
		</Section>
	);
}

export function PlaceFields({ form }: FieldsProps) {
	return (
		<Section title="Place">
			<TextFields form={form} texts={textsWith("section", "place")} />
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
