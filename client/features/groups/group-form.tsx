import { Radio, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { type GroupText, groupTextNames, groupTexts } from "../../../shared/base/plain-fields";
import type { DeviceListRow } from "../../../shared/device/device";
import type { InheritableSetting } from "../../../shared/device/device-terms";
import { CreateGroup, type Group, GroupColour, type GroupKind, type GroupListRow } from "../../../shared/device/group";
import { groupBy } from "../../api/queries";
import { trpcClient } from "../../api/trpc";
import { RetentionPreviewNote, triedRetention } from "../../device-actions/retention-preview";
import { GroupDot } from "../../entities/group-mark";
import { DevicePicker } from "../../forms/device-picker";
import { type EntityForm, FormFoot } from "../../forms/entity-form";
import { PlainTextInput } from "../../forms/plain-text-input";
import { VersionConflict } from "../../forms/version-conflict";
import { useVersionedForm } from "../../forms/versioned-form";
import { Card } from "../../ui/layout/card";
import formStyles from "../../ui/layout/form-beside.module.css";
import layout from "../../ui/layout/layouts.module.css";
import { sortedByName } from "../../ui/table/list-rows";
import { t } from "../../words/made/devices";
import { offeredCriteria } from "./criteria";
import { CriteriaFields } from "./criteria-fields";
import { DefaultFields } from "./default-fields";
import { groupParts } from "./group-parts";
import { fieldOf, type GroupValues, membersOf, toGroupInput, valuesOf } from "./group-values";
import classes from "./groups.module.css";
import { hasCriterion, MemberPreview, memberChange } from "./member-preview";

const textHints: Record<GroupText, string> = { description: t("groups.description.text") };
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
	const queryClient = useQueryClient();
	const parts = useMemo(() => groupParts(groups), [groups]);
	const { entityForm, conflict } = useVersionedForm({
		entity: group,
		initialValues,
		parts,
		valuesOf,
		fieldOf,
		onSaved,
		schema: CreateGroup,
		toInput: toGroupInput,
		save: (input: CreateGroup, base: Group | null) =>
			base === null
				? trpcClient.group.createGroup.mutate(input)
				: trpcClient.group.updateGroup.mutate({ ...input, id: base.id, version: base.version }),
		lookAgain: ({ id }: Group) => queryClient.fetchQuery({ ...groupBy(id), staleTime: 0 }),
	});
	const { form, formProps, errorAt } = entityForm;
	const { values } = form;
	const groupId = group?.id ?? null;
	const others = useMemo(() => groups.filter(({ id }) => id !== groupId), [groups, groupId]);
	const sorted = useMemo(() => sortedByName(devices), [devices]);
	const change = useMemberChange(sorted, values, group);
	const members = membersOf(values);
	const kept = values.defaults.retentionDays;
	const tried = kept.source === "none" ? "inherit" : triedRetention(kept);
	// A filter without a criterion is not saved.
	const isTried = form.isDirty() && (members.kind === "static" || hasCriterion(members.filter));

	return (
		<form
			{...formProps}
			className={formStyles.form}
			aria-label={group === null ? t("groups.form.new") : t("groups.column.group")}
		>
			<div className={layout.stack}>
				<VersionConflict thing="group" conflict={conflict} />
				<Card title={t("groups.form.about")}>
					<div className={layout.padded}>
						<TextInput label={t("groups.form.name")} withAsterisk {...form.getInputProps("name")} />
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
				<Card title={t("groups.column.devices")}>
					<MemberFields form={form} devices={sorted} others={others} errorAt={errorAt} />
				</Card>
				<Card title={t("groups.column.defaults")}>
					<DefaultFields
						values={values.defaults}
						errorOf={(setting: InheritableSetting) => errorAt(`defaults.${setting}`)}
						members={change.members}
						groups={others}
						groupId={groupId}
						onChange={(setting, value) => form.setFieldValue(`defaults.${setting}`, value)}
					/>
					{isTried && tried !== undefined && (
						<RetentionPreviewNote
							target={{ group: { id: groupId, members } }}
							choice={tried}
							isQuiet={tried === "inherit" || !form.isDirty("defaults.retentionDays")}
						/>
					)}
				</Card>
			</div>
			<div className={formStyles.aside}>
				<MemberPreview change={change} isNewGroup={group === null} />
			</div>
			<div className={formStyles.foot}>
				<FormFoot
					entityForm={entityForm}
					saveLabel={group === null ? t("groups.form.create") : t("groups.form.save")}
					onCancel={onCancel}
					leaveQuestion={group === null ? t("groups.form.leave.new") : t("groups.form.leave")}
				/>
			</div>
		</form>
	);
}

function useMemberChange(devices: DeviceListRow[], values: GroupValues, group: Group | null) {
	const { kind, deviceIds, criteria } = useDeferredValue(values);
	return useMemo(
		() => memberChange(devices, membersOf({ kind, deviceIds, criteria }), group?.deviceIds ?? []),
		[devices, kind, deviceIds, criteria, group?.deviceIds],
	);
}

type MemberFieldsProps = {
	form: EntityForm<GroupValues>["form"];
	devices: DeviceListRow[];
	others: GroupListRow[];
	errorAt: (path: string) => string | undefined;
};

function MemberFields({ form, devices, others, errorAt }: MemberFieldsProps) {
	const { kind, deviceIds, criteria } = form.values;
	const offered = useMemo(() => offeredCriteria(devices, others), [devices, others]);
	return (
		<div className={layout.padded}>
			<Radio.Group
				label={t("groups.column.type")}
				value={kind}
				onChange={(value) => form.setFieldValue("kind", value === "dynamic" ? "dynamic" : "static")}
			>
				<div className={classes.kinds}>
					{kinds.map((value) => (
						<Radio
							key={value}
							value={value}
							label={t(`groups.kind.${value}`)}
							description={t(`groups.kind.${value}.text`)}
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

/** Colors have names, so that they do not depend on sight. */
export function ColourField({ value, onChange }: ColourFieldProps) {
	return (
		<fieldset className={layout.fieldset}>
			<legend className={classes.legend}>{t("groups.colour")}</legend>
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
						{colour === null ? t("groups.colour.none") : t(`groups.colour.${colour}`)}
					</label>
				))}
			</div>
		</fieldset>
	);
}
