import { Radio, TextInput } from "@mantine/core";
import { useDeferredValue, useMemo } from "react";
import type { DeviceListRow } from "../../../shared/device";
import type { InheritableSetting } from "../../../shared/device-terms";
import { type Group, GroupColour, type GroupKind, type GroupListRow } from "../../../shared/group";
import { type GroupText, groupTextNames, groupTexts } from "../../../shared/plain-fields";
import { GroupDot } from "../../entities/group-mark";
import { FormFoot } from "../../forms/entity-form";
import { PlainTextInput } from "../../forms/plain-text-input";
import { Callout } from "../../ui/feedback/notes";
import { ConflictNotice } from "../../ui/form/conflict-notice";
import { Card } from "../../ui/layout/card";
import { sortRows } from "../../ui/table/list-rows";
import { offeredCriteria } from "./criteria";
import { CriteriaFields } from "./criteria-fields";
import { DefaultFields } from "./default-fields";
import { DevicePicker } from "./device-picker";
import { colourNames, kindLabels } from "./group-labels";
import { type GroupValues, membersOf } from "./group-values";
import classes from "./groups.module.css";
import { MemberPreview, memberChange } from "./member-preview";
import { useGroupForm } from "./use-group-form";

const nameOf = ({ name }: DeviceListRow) => name;

const textHints: Record<GroupText, string> = { description: "Optional. What it is for." };
const kinds: GroupKind[] = ["static", "dynamic"];

const colourChoices: (GroupColour | null)[] = [null, ...GroupColour.options];

type GroupFormProps = {
	group: Group | null;
	initialValues: GroupValues;
	devices: DeviceListRow[];
	groups: GroupListRow[];
	onSaved: (group: Group) => void;
	onCancel: () => void;
};

export function GroupForm({ group, initialValues, devices, groups, onSaved, onCancel }: GroupFormProps) {
	const { entityForm, conflict } = useGroupForm({ group, initialValues, groups, onSaved });
	const { form, formProps } = entityForm;
	const { values, errors } = form;
	const groupId = group?.id ?? null;
	const others = useMemo(() => groups.filter(({ id }) => id !== groupId), [groups, groupId]);
	const sorted = useMemo(
		() => sortRows(devices, false, { sortKeyOf: nameOf, nameOf, idOf: ({ id }) => id }),
		[devices],
	);
	const change = useMemberChange(sorted, values, group);
	const errorAt = (path: string) => {
		const error = errors[path];
		return typeof error === "string" ? error : undefined;
	};

	return (
		<form {...formProps} className={classes.form} aria-label={group === null ? "New group" : "Group"}>
			<div className={classes.column}>
				{conflict && <Conflict conflict={conflict} />}
				<Card title="About">
					<div className={classes.fields}>
						<TextInput label="Name" withAsterisk {...form.getInputProps("name")} />
						{groupTextNames.map((text) => (
							<PlainTextInput
								key={text}
								field={groupTexts[text]}
								description={textHints[text]}
								input={form.getInputProps(text)}
							/>
						))}
						<ColourField value={values.colour} onChange={(colour) => form.setFieldValue("colour", colour)} />
					</div>
				</Card>
				<Card title="Devices">
					<MemberFields form={form} devices={sorted} others={others} errorAt={errorAt} />
				</Card>
				<Card title="Defaults">
					<DefaultFields
						values={values.defaults}
						errorOf={(setting: InheritableSetting) => errorAt(`defaults.${setting}`)}
						members={change.members}
						groups={others}
						groupId={groupId}
						onChange={(setting, value) => form.setFieldValue(`defaults.${setting}`, value)}
					/>
				</Card>
			</div>
			<div className={classes.aside}>
				<MemberPreview change={change} isNewGroup={group === null} />
			</div>
			<div className={classes.foot}>
				<FormFoot
					entityForm={entityForm}
					saveLabel={group === null ? "Create group" : "Save group"}
					onCancel={onCancel}
					leaveQuestion={
						group === null
							? "This group is not made yet. Leave and lose what you chose?"
							: "What you changed here is not saved. Leave and lose it?"
					}
				/>
			</div>
		</form>
	);
}

/** Deferred, so that typing stays responsive with a long list. */
function useMemberChange(devices: DeviceListRow[], values: GroupValues, group: Group | null) {
	const { kind, deviceIds, criteria } = useDeferredValue(values);
	return useMemo(
		() => memberChange(devices, membersOf({ kind, deviceIds, criteria }), group?.deviceIds ?? []),
		[devices, kind, deviceIds, criteria, group?.deviceIds],
	);
}

type GroupFormState = ReturnType<typeof useGroupForm>;

function Conflict({ conflict }: { conflict: NonNullable<GroupFormState["conflict"]> }) {
	const { taken, conflicts, version, choose } = conflict;
	return (
		<>
			{taken.length > 0 && (
				<Callout tone="warn" role="status">
					Somebody else has saved other parts of this group meanwhile: {taken.join(", ")}. They are taken over here.
					Save again to keep both.
				</Callout>
			)}
			{conflicts.length > 0 && (
				<ConflictNotice
					key={version}
					fields={conflicts}
					onKeepMine={({ part }) => choose(part, "mine")}
					onTakeTheirs={({ part }) => choose(part, "theirs")}
				/>
			)}
		</>
	);
}

type MemberFieldsProps = {
	form: GroupFormState["entityForm"]["form"];
	devices: DeviceListRow[];
	others: GroupListRow[];
	errorAt: (path: string) => string | undefined;
};

function MemberFields({ form, devices, others, errorAt }: MemberFieldsProps) {
	const { kind, deviceIds, criteria } = form.values;
	const offered = useMemo(() => offeredCriteria(devices, others), [devices, others]);
	return (
		<div className={classes.fields}>
			<Radio.Group
				label="Made of"
				value={kind}
				onChange={(value) => form.setFieldValue("kind", value === "dynamic" ? "dynamic" : "static")}
			>
				<div className={classes.kinds}>
					{kinds.map((value) => (
						<Radio
							key={value}
							value={value}
							label={kindLabels[value].label}
							description={`${kindLabels[value].meaning}.`}
						/>
					))}
				</div>
			</Radio.Group>
			{kind === "static" ? (
				<DevicePicker
					devices={devices}
					chosenIds={deviceIds}
					error={errorAt("deviceIds")}
					onChange={(chosen) => form.setFieldValue("deviceIds", chosen)}
				/>
			) : (
				<CriteriaFields
					criteria={criteria}
					offered={offered}
					error={errorAt("criteria")}
					onChange={(next) => form.setFieldValue("criteria", next)}
				/>
			)}
		</div>
	);
}

type ColourFieldProps = { value: GroupColour | null; onChange: (colour: GroupColour | null) => void };

/** Colours have names, so that none is known by sight alone. */
export function ColourField({ value, onChange }: ColourFieldProps) {
	return (
		<fieldset className={classes.field}>
			<legend className={classes.legend}>Colour</legend>
			<div className={classes.swatches}>
				{colourChoices.map((colour) => (
					<label key={colour ?? "none"} className={classes.swatch}>
						<input
							type="radio"
							name="colour"
							value={colour ?? ""}
							checked={value === colour}
							onChange={() => onChange(colour)}
						/>
						<GroupDot colour={colour} />
						{colour === null ? "None" : colourNames[colour]}
					</label>
				))}
			</div>
		</fieldset>
	);
}
