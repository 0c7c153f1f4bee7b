import { Checkbox, Textarea, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useMemo, useRef } from "react";
import type { DeviceListRow } from "../../../../shared/device/device";
import type { GroupListRow } from "../../../../shared/device/group";
import { AggregateFunction, ReportUseStep } from "../../../../shared/report/report";
import { chosenTypes, reportTypes } from "../../../../shared/report/report-types";
import { channelKey } from "../../../entities/channel-choices";
import { DevicePicker } from "../../../forms/device-picker";
import { PlainButton, RemoveButton } from "../../../ui/form/buttons";
import { MultiSelect, Select } from "../../../ui/form/select";
import { useSteadyOptions } from "../../../ui/form/steady-options";
import { Card } from "../../../ui/layout/card";
import layout from "../../../ui/layout/layouts.module.css";
import { sortedByName } from "../../../ui/table/list-rows";
import { t as typeWords } from "../../../words/made/report-types";
import { t } from "../../../words/made/reports";
import { useSteps } from "../report-labels";
import classes from "../reports.module.css";
import { ChannelSelect, type SectionProps, shownOptions, useChannelOptions } from "./form-fields";
import { everyReading, type TypedFunction } from "./report-values";

const typeOptions = chosenTypes.map((value) => ({ value, label: typeWords(`type.${value}`) }));

const useStepOptions = ReportUseStep.options.map((value) => ({ value, label: useSteps[value] }));

const scopeOptions = [
	{ value: "all", label: t("allDevices") },
	{ value: "groups", label: t("devicesInGroups") },
	{ value: "devices", label: t("chosenDevices") },
] as const;

type WhatCardProps = SectionProps & {
	devices: DeviceListRow[];
	groups: GroupListRow[];
	isScoped: boolean;
	isAuditor: boolean;
	takesFocus: boolean;
};

export function WhatCard({ devices, groups, isScoped, isAuditor, takesFocus, ...section }: WhatCardProps) {
	const { values, errorAt, onChange } = section;
	const { fields } = reportTypes[values.type];
	const types = typeOptions.filter(({ value }) => {
		return isAuditor || value === values.type || reportTypes[value].needs === undefined;
	});
	const sorted = useMemo(() => sortedByName(devices), [devices]);
	return (
		<Card title={t("what")}>
			<div className={layout.padded}>
				<TextInput
					label={t("name")}
					withAsterisk
					autoFocus={takesFocus}
					value={values.name}
					error={errorAt("name")}
					onChange={({ currentTarget: { value } }) => onChange({ name: value }, "name")}
				/>
				<Select
					label={t("type")}
					description={typeWords(`type.${values.type}.about`)}
					data={types}
					value={values.type}
					error={errorAt("type")}
					onChange={(type) => onChange({ type }, "type")}
				/>
				<Select
					label={t("devices")}
					data={scopeOptions.filter(({ value }) => value !== "all" || !isScoped || values.scopeKind === "all")}
					value={values.scopeKind}
					error={values.scopeKind === "all" ? errorAt("scope") : undefined}
					onChange={(scopeKind) => onChange({ scopeKind }, "scope")}
				/>
				{values.scopeKind === "groups" && <GroupsField groups={groups} {...section} />}
				{values.scopeKind === "devices" && (
					<DevicePicker
						devices={sorted}
						chosenIds={values.deviceIds}
						error={errorAt("scope")}
						onChange={(deviceIds) => onChange({ deviceIds }, "scope")}
					/>
				)}
				{fields.includes("channels") && <ChannelsField devices={devices} {...section} />}
				{fields.includes("withExcursions") && (
					<Checkbox
						label={t("listEachExcursion")}
						description={t("excursions.help")}
						checked={values.withExcursions}
						onChange={({ currentTarget: { checked } }) => onChange({ withExcursions: checked }, "withExcursions")}
					/>
				)}
				{fields.includes("withDistribution") && (
					<Checkbox
						label={t("addTheDistributionOfValues")}
						description={t("distribution.help")}
						checked={values.withDistribution}
						onChange={({ currentTarget: { checked } }) => onChange({ withDistribution: checked }, "withDistribution")}
					/>
				)}
				{fields.includes("withSummary") && (
					<Checkbox
						label={t("addTheSummary")}
						description={t("summary.help")}
						checked={values.withSummary}
						onChange={({ currentTarget: { checked } }) => onChange({ withSummary: checked }, "withSummary")}
					/>
				)}
				{fields.includes("useStep") && (
					<Select
						label={t("rows")}
						description={t("daysAreThoseOfTheReports")}
						data={useStepOptions}
						value={values.useStep}
						error={errorAt("useStep")}
						onChange={(useStep) => onChange({ useStep }, "useStep")}
					/>
				)}
				{fields.includes("aggregation") && <Aggregation devices={devices} {...section} />}
				<Textarea
					label={t("description")}
					description={t("shownWithTheReportInThis")}
					minRows={1}
					maxRows={6}
					value={values.description}
					error={errorAt("description")}
					onChange={({ currentTarget: { value } }) => onChange({ description: value }, "description")}
				/>
			</div>
		</Card>
	);
}

function GroupsField({ groups, values, errorAt, onChange }: SectionProps & { groups: GroupListRow[] }) {
	const known = new Set(groups.map(({ id }) => id));
	const gone = values.groupIds.filter((id) => !known.has(id));
	const options = useSteadyOptions([
		...groups.map(({ id, name }) => ({ value: id, label: name })),
		...gone.map((id) => ({ value: id, label: t("aDeletedGroup") })),
	]);
	return (
		<MultiSelect
			label={t("groups")}
			searchable
			placeholder={values.groupIds.length === 0 ? t("chooseGroups") : ""}
			hidePickedOptions
			limit={shownOptions}
			nothingFoundMessage={t("noGroupOfThatName")}
			{...options}
			value={values.groupIds}
			error={errorAt("scope")}
			onChange={(ids) => onChange({ groupIds: ids }, "scope")}
		/>
	);
}

function ChannelsField({ devices, values, errorAt, onChange }: SectionProps & { devices: DeviceListRow[] }) {
	const { options, channelOf } = useChannelOptions(devices, values.channels);
	const steady = useSteadyOptions(options);
	return (
		<MultiSelect
			label={t("channels")}
			searchable
			placeholder={values.channels.length === 0 ? t("allChannels") : ""}
			clearable
			hidePickedOptions
			limit={shownOptions}
			nothingFoundMessage={t("noSuchChannel")}
			clearButtonProps={{ "aria-label": t("clearChannels") }}
			{...steady}
			value={values.channels.map(channelKey)}
			error={errorAt("channels")}
			onChange={(keys) => onChange({ channels: keys.flatMap((key) => channelOf(key) ?? []) }, "channels")}
		/>
	);
}

const stepOptions = [
	{ value: everyReading, label: t("eachStep.reading") },
	{ value: "1", label: t("eachStep.minute") },
	{ value: "5", label: t("eachStep.minutes", { minutes: 5 }) },
	{ value: "15", label: t("eachStep.minutes", { minutes: 15 }) },
	{ value: "60", label: t("eachStep.hour") },
	{ value: "1440", label: t("eachStep.day") },
];

const functionOptions = AggregateFunction.options.map((value) => ({ value, label: t(`function.${value}`) }));

function Aggregation({ devices, values, errorAt, onChange }: SectionProps & { devices: DeviceListRow[] }) {
	const isAggregated = values.minutes !== everyReading;
	const list = useRef<HTMLDivElement>(null);
	const root = "aggregation.byChannel";
	const change = (index: number, changes: Partial<TypedFunction>, path: string) => {
		const byChannel = values.byChannel.map((entry, position) =>
			position === index ? { ...entry, ...changes } : entry,
		);
		onChange({ byChannel }, path);
	};
	const remove = (index: number) => {
		onChange({ byChannel: values.byChannel.filter((_, position) => position !== index) }, root);
		list.current?.querySelector<HTMLElement>("[data-add]")?.focus();
	};
	return (
		<div ref={list} className={layout.stack}>
			<div className={classes.pair}>
				<Select
					label={t("oneValueForEach")}
					data={stepOptions}
					value={values.minutes}
					error={errorAt("aggregation.minutes")}
					onChange={(minutes) => onChange({ minutes }, "aggregation")}
				/>
				{isAggregated && (
					<Select
						label={t("value")}
						data={functionOptions}
						value={values.function}
						error={errorAt("aggregation.function")}
						onChange={(chosen) => onChange({ function: chosen }, "aggregation.function")}
					/>
				)}
			</div>
			{isAggregated &&
				values.byChannel.map((entry, index) => {
					const path = `${root}.${index}`;
					return (
						<fieldset
							// biome-ignore lint/suspicious/noArrayIndexKey: an entry is its place, and its fields are controlled
							key={index}
							className={`${layout.fieldset} ${classes.line}`}
							aria-label={t("otherValue", { number: index + 1 })}
						>
							<ChannelSelect
								label={t("channel")}
								devices={devices}
								channel={entry.channel}
								error={errorAt(`${path}.channel`)}
								onChange={(channel) => change(index, { channel }, `${path}.channel`)}
							/>
							<Select
								label={t("value")}
								data={functionOptions}
								value={entry.function}
								error={errorAt(`${path}.function`)}
								onChange={(chosen) => change(index, { function: chosen }, `${path}.function`)}
							/>
							<RemoveButton
								leftSection={<IconTrash size={16} />}
								aria-label={t("otherValue.remove", { number: index + 1 })}
								onClick={() => remove(index)}
							>
								{t("remove")}
							</RemoveButton>
						</fieldset>
					);
				})}
			{isAggregated && (
				<div>
					<PlainButton
						data-add
						leftSection={<IconPlus size={16} />}
						onClick={() => onChange({ byChannel: [...values.byChannel, { channel: null, function: "max" }] }, root)}
					>
						{t("anotherValueForOneChannel")}
					</PlainButton>
				</div>
			)}
		</div>
	);
}
