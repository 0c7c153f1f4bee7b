import { Button, Checkbox, Textarea, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useMemo, useRef } from "react";
import type { DeviceListRow } from "../../../../shared/device/device";
import type { GroupListRow } from "../../../../shared/device/group";
import { AggregateFunction, ReportType, ReportUseStep } from "../../../../shared/report/report";
import { reportTypes } from "../../../../shared/report/report-types";
import { channelKey } from "../../../entities/channel-choices";
import { DevicePicker } from "../../../forms/device-picker";
import { MultiSelect, Select } from "../../../ui/form/select";
import { useSteadyOptions } from "../../../ui/form/steady-options";
import { Card } from "../../../ui/layout/card";
import { sortRows } from "../../../ui/table/list-rows";
import { functionLabels, useSteps } from "../report-labels";
import classes from "../reports.module.css";
import { ChannelSelect, type SectionProps, shownOptions, useChannelOptions } from "./form-fields";
import { everyReading, type TypedFunction } from "./report-values";

const typeOptions = ReportType.options.map((value) => ({ value, label: reportTypes[value].label }));

const useStepOptions = ReportUseStep.options.map((value) => ({ value, label: useSteps[value] }));

const scopeOptions = [
	{ value: "all", label: "All devices" },
	{ value: "groups", label: "Devices in groups" },
	{ value: "devices", label: "Chosen devices" },
] as const;

type WhatCardProps = SectionProps & {
	devices: DeviceListRow[];
	groups: GroupListRow[];
	isScoped: boolean;
	takesFocus: boolean;
};

const nameOf = ({ name }: DeviceListRow) => name;

export function WhatCard({ devices, groups, isScoped, takesFocus, ...section }: WhatCardProps) {
	const { values, errorAt, onChange } = section;
	const { fields, text } = reportTypes[values.type];
	const sorted = useMemo(
		() => sortRows(devices, false, { sortKeyOf: nameOf, nameOf, idOf: ({ id }) => id }),
		[devices],
	);
	return (
		<Card title="What">
			<div className={classes.fields}>
				<TextInput
					label="Name"
					withAsterisk
					autoFocus={takesFocus}
					value={values.name}
					error={errorAt("name")}
					onChange={({ currentTarget: { value } }) => onChange({ name: value }, "name")}
				/>
				<Select
					label="Type"
					description={text}
					data={typeOptions}
					value={values.type}
					error={errorAt("type")}
					onChange={(type) => onChange({ type }, "type")}
				/>
				<Select
					label="Devices"
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
						label="List each excursion"
						description="With its length, its peak, and the alerts of that time."
						checked={values.withExcursions}
						onChange={({ currentTarget: { checked } }) => onChange({ withExcursions: checked }, "withExcursions")}
					/>
				)}
				{fields.includes("withDistribution") && (
					<Checkbox
						label="Add the distribution of values"
						description="Percentiles by time. In a PDF also a histogram and a duration curve of each channel, in other files their numbers."
						checked={values.withDistribution}
						onChange={({ currentTarget: { checked } }) => onChange({ withDistribution: checked }, "withDistribution")}
					/>
				)}
				{fields.includes("withSummary") && (
					<Checkbox
						label="Add the summary"
						description="Of each device and channel: lowest, highest, mean, time in and out of limits, gaps."
						checked={values.withSummary}
						onChange={({ currentTarget: { checked } }) => onChange({ withSummary: checked }, "withSummary")}
					/>
				)}
				{fields.includes("useStep") && (
					<Select
						label="Rows"
						description="Days are those of the report's time zone."
						data={useStepOptions}
						value={values.useStep}
						error={errorAt("useStep")}
						onChange={(useStep) => onChange({ useStep }, "useStep")}
					/>
				)}
				{fields.includes("aggregation") && <Aggregation devices={devices} {...section} />}
				<Textarea
					label="Description"
					description="Shown with the report in this console."
					autosize
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
		...gone.map((id) => ({ value: id, label: "A deleted group" })),
	]);
	return (
		<MultiSelect
			label="Groups"
			placeholder={values.groupIds.length === 0 ? "Choose groups" : ""}
			searchable
			hidePickedOptions
			limit={shownOptions}
			nothingFoundMessage="No group of that name"
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
			label="Channels"
			placeholder={values.channels.length === 0 ? "All channels" : ""}
			searchable
			clearable
			hidePickedOptions
			limit={shownOptions}
			nothingFoundMessage="No such channel"
			clearButtonProps={{ "aria-label": "Clear: Channels" }}
			{...steady}
			value={values.channels.map(channelKey)}
			error={errorAt("channels")}
			onChange={(keys) => onChange({ channels: keys.flatMap((key) => channelOf(key) ?? []) }, "channels")}
		/>
	);
}

const stepOptions = [
	{ value: everyReading, label: "Reading" },
	{ value: "1", label: "Minute" },
	{ value: "5", label: "5 minutes" },
	{ value: "15", label: "15 minutes" },
	{ value: "60", label: "Hour" },
	{ value: "1440", label: "Day" },
];

const functionOptions = AggregateFunction.options.map((value) => ({ value, label: functionLabels[value] }));

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
		<div ref={list} className={classes.column}>
			<div className={classes.pair}>
				<Select
					label="One value for each"
					data={stepOptions}
					value={values.minutes}
					error={errorAt("aggregation.minutes")}
					onChange={(minutes) => onChange({ minutes }, "aggregation")}
				/>
				{isAggregated && (
					<Select
						label="Value"
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
						// biome-ignore lint/suspicious/noArrayIndexKey: an entry is its place, and its fields are controlled
						<fieldset key={index} className={classes.line} aria-label={`Other value ${index + 1}`}>
							<ChannelSelect
								label="Channel"
								devices={devices}
								channel={entry.channel}
								error={errorAt(`${path}.channel`)}
								onChange={(channel) => change(index, { channel }, `${path}.channel`)}
							/>
							<Select
								label="Value"
								data={functionOptions}
								value={entry.function}
								error={errorAt(`${path}.function`)}
								onChange={(chosen) => change(index, { function: chosen }, `${path}.function`)}
							/>
							<Button
								variant="subtle"
								color="red"
								leftSection={<IconTrash size={16} />}
								aria-label={`Remove other value ${index + 1}`}
								onClick={() => remove(index)}
							>
								Remove
							</Button>
						</fieldset>
					);
				})}
			{isAggregated && (
				<div>
					<Button
						data-add
						variant="default"
						leftSection={<IconPlus size={16} />}
						onClick={() => onChange({ byChannel: [...values.byChannel, { channel: null, function: "max" }] }, root)}
					>
						Another value for one channel
					</Button>
				</div>
			)}
		</div>
	);
}
