import { ActionIcon, TagsInput, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { type DeviceText, deviceTexts, textsWith } from "../../../../shared/base/plain-fields";
import type { Device } from "../../../../shared/device/device";
import { DevicePower } from "../../../../shared/device/device-terms";
import type { GroupListRow } from "../../../../shared/device/group";
import { powerLabels } from "../../../entities/device-labels";
import { GroupLink } from "../../../entities/entity-links";
import { PlainTextInput } from "../../../forms/plain-text-input";
import { SubtleButton } from "../../../ui/form/buttons";
import { MultiSelect, Select } from "../../../ui/form/select";
import { Card } from "../../../ui/layout/card";
import layout from "../../../ui/layout/layouts.module.css";
import { digitsText } from "../../../ui/value-display";
import { t } from "../../../words/made/device";
import classes from "./settings.module.css";
import type { FieldsProps } from "./settings-values";

const powerChoices = [
	{ value: "", label: t("power.none") },
	...DevicePower.options.map((power) => ({ value: power, label: powerLabels[power].label })),
];

const textsBeforePower: DeviceText[] = ["description", "model"];

export function DeviceFields({ form }: FieldsProps) {
	return (
		<Section title={t("device")}>
			<TextInput label={t("name")} withAsterisk {...form.getInputProps("name")} />
			<TextInput label={t("serial")} description={t("serial.text")} {...form.getInputProps("serialNumber")} />
			<TextFields form={form} texts={textsBeforePower} />
			<Select label={t("power")} data={powerChoices} {...form.getInputProps("power")} />
			<TextFields
				form={form}
				texts={textsWith("section", "device").filter((text) => !textsBeforePower.includes(text))}
			/>
		</Section>
	);
}

export function PlaceFields({ form }: FieldsProps) {
	return (
		<Section title={t("place")}>
			<TextFields form={form} texts={textsWith("section", "place")} />
			<TextInput
				label={t("latitude")}
				description={t("latitude.text", { example: digitsText("38.72225") })}
				inputMode="decimal"
				{...form.getInputProps("latitude")}
			/>
			<TextInput
				label={t("longitude")}
				description={t("longitude.text", { example: digitsText("-9.13934") })}
				inputMode="decimal"
				{...form.getInputProps("longitude")}
			/>
			<TextInput
				label={t("altitude")}
				description={t("altitude.text")}
				inputMode="decimal"
				{...form.getInputProps("altitude")}
			/>
		</Section>
	);
}

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

/** A tag may hold a comma, so only Enter ends one. */
function TagField({ form }: FieldsProps) {
	return (
		<TagsInput
			label={t("tags")}
			description={t("tags.text")}
			className={classes.wide}
			splitChars={[]}
			clearable={false}
			{...form.getInputProps("tags")}
		/>
	);
}

const mostFacts = 20;
let addedCount = 0;

export function FactFields({ form }: FieldsProps) {
	const { metadata } = form.values;
	const add = () => {
		addedCount += 1;
		form.insertListItem("metadata", { key: `new fact ${addedCount}`, name: "", value: "" });
	};
	return (
		<Section title={t("tagsAndFields")}>
			<TagField form={form} />
			<fieldset className={`${layout.fieldset} ${classes.rows} ${classes.wide}`}>
				<legend className={classes.legend}>{t("fields")}</legend>
				{metadata.map(({ key, name }, index) => (
					<div key={key} className={classes.fact}>
						<TextInput
							aria-label={t("fields.name", { number: index + 1 })}
							placeholder={t("name")}
							{...form.getInputProps(`metadata.${index}.name`)}
						/>
						<TextInput
							aria-label={t("fields.value", { number: index + 1 })}
							placeholder={t("fields.valueOnly")}
							{...form.getInputProps(`metadata.${index}.value`)}
						/>
						<ActionIcon
							size={36}
							aria-label={t("fields.remove", { name: name || index + 1 })}
							onClick={() => form.removeListItem("metadata", index)}
						>
							<IconTrash size={18} stroke={1.7} />
						</ActionIcon>
					</div>
				))}
				<ListFoot
					error={form.errors.metadata}
					label={t("fields.add")}
					isFull={metadata.length >= mostFacts}
					onAdd={add}
				/>
			</fieldset>
		</Section>
	);
}

type GroupFieldsProps = FieldsProps & {
	device: Device;
	groups: GroupListRow[];
	denial: string | null;
};

export function GroupFields({ form, device, groups, denial }: GroupFieldsProps) {
	const choosing = groups.filter(({ id, kind }) => kind === "dynamic" && device.groupIds.includes(id));
	const choices = groups.filter(({ kind }) => kind === "static").map(({ id, name }) => ({ value: id, label: name }));
	return (
		<Section title={t("groups")}>
			<div className={classes.wide}>
				<MultiSelect
					label={t("groups.in")}
					searchable
					data={choices}
					disabled={denial !== null}
					description={denial}
					nothingFoundMessage={t("groups.notFound")}
					{...form.getInputProps("groupIds")}
				/>
				{choosing.length > 0 && (
					<div className={classes.choosing}>
						<p className={layout.wrappedNote}>{t("groups.inDynamic")}</p>
						<div className={classes.tags}>
							{choosing.map(({ id, name }) => (
								<GroupLink key={id} id={id} className={classes.tag}>
									{name}
								</GroupLink>
							))}
						</div>
					</div>
				)}
			</div>
		</Section>
	);
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
	return (
		<Card title={title}>
			<div className={classes.section}>{children}</div>
		</Card>
	);
}

type ListFootProps = { error: ReactNode; label: string; isFull: boolean; onAdd: () => void };

export function ListFoot({ error, label, isFull, onAdd }: ListFootProps) {
	return (
		<>
			{error && (
				<p className={layout.error} role="alert">
					{error}
				</p>
			)}
			<SubtleButton
				className={classes.add}
				size="compact-md"
				leftSection={<IconPlus size={16} />}
				disabled={isFull}
				onClick={onAdd}
			>
				{label}
			</SubtleButton>
		</>
	);
}
