import { TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useRef } from "react";
import type { DeviceListRow } from "../../../../shared/device/device";
import { ReportLimitsFrom, standardActivationEnergy } from "../../../../shared/report/report";
import { fieldsOf } from "../../../../shared/report/report-types";
import { asStillShown, ValueInput } from "../../../forms/value-input";
import { PlainButton, RemoveButton } from "../../../ui/form/buttons";
import { Select } from "../../../ui/form/select";
import { Card } from "../../../ui/layout/card";
import layout from "../../../ui/layout/layouts.module.css";
import { t } from "../../../words/made/reports";
import { limitSources } from "../report-labels";
import classes from "../reports.module.css";
import { ChannelSelect, type SectionProps } from "./form-fields";
import type { TypedReportLimit } from "./report-values";

const sourceOptions = ReportLimitsFrom.options.map((value) => ({ value, label: limitSources[value].label }));

export function LimitsCard({ devices, values, errorAt, onChange }: SectionProps & { devices: DeviceListRow[] }) {
	const fields = fieldsOf(values);
	const list = useRef<HTMLDivElement>(null);
	if (!fields.includes("limits")) return null;
	const { limits } = values;
	const change = (index: number, changes: Partial<TypedReportLimit>, path: string) =>
		onChange(
			{ limits: limits.map((limit, position) => (position === index ? { ...limit, ...changes } : limit)) },
			path,
		);
	const remove = (index: number) => {
		onChange({ limits: limits.filter((_, position) => position !== index) }, "limits");
		list.current?.querySelector<HTMLElement>("[data-add]")?.focus();
	};
	return (
		<Card title={t("limits")}>
			<div ref={list} className={layout.padded}>
				<Select
					label={t("limits")}
					description={limitSources[values.limitsFrom].text}
					data={sourceOptions}
					value={values.limitsFrom}
					error={errorAt("limitsFrom")}
					onChange={(limitsFrom) => onChange({ limitsFrom }, "limitsFrom")}
				/>
				<p className={`${layout.note} ${classes.hint}`}>{t("aLimitOfThisReportComes")}</p>
				{limits.map((limit, index) => (
					<LimitLine
						// biome-ignore lint/suspicious/noArrayIndexKey: a limit is its place, and its fields are controlled
						key={index}
						number={index + 1}
						limit={limit}
						devices={devices}
						errorAt={errorAt}
						onChange={(changes, path) => change(index, changes, path)}
						onRemove={() => remove(index)}
					/>
				))}
				<div>
					<PlainButton
						data-add
						leftSection={<IconPlus size={16} />}
						onClick={() => onChange({ limits: [...limits, { channel: null, min: "", max: "" }] }, "limits")}
					>
						{t("addLimit")}
					</PlainButton>
				</div>
				{fields.includes("activationEnergy") && (
					<TextInput
						className={classes.short}
						label={t("activationEnergyKJMol")}
						description={t("forTheMeanKineticTemperatureUsually", { standardActivationEnergy })}
						inputMode="decimal"
						value={values.activationEnergy}
						error={errorAt("activationEnergy")}
						onChange={({ currentTarget: { value } }) => onChange({ activationEnergy: value }, "activationEnergy")}
					/>
				)}
			</div>
		</Card>
	);
}

type LimitLineProps = Pick<SectionProps, "errorAt"> & {
	number: number;
	limit: TypedReportLimit;
	devices: DeviceListRow[];
	onChange: (changes: Partial<TypedReportLimit>, path: string) => void;
	onRemove: () => void;
};

function LimitLine({ number, limit, devices, errorAt, onChange, onRemove }: LimitLineProps) {
	const { channel, min, max } = limit;
	const path = `limits.${number - 1}`;
	const measure = channel ?? ({ quantity: "other", unit: "" } as const);
	return (
		<fieldset className={`${layout.fieldset} ${classes.line}`} aria-label={t("limitNumber", { number })}>
			<ChannelSelect
				label={t("channel")}
				devices={devices}
				channel={channel}
				error={errorAt(`${path}.channel`)}
				onChange={(next) => {
					// Keeps the shown numbers when the unit changes.
					const still = (text: string) => asStillShown(text, { from: measure, to: next });
					onChange({ channel: next, min: still(min), max: still(max) }, path);
				}}
			/>
			<ValueInput
				label={t("limit.lowest")}
				measure={measure}
				value={min}
				error={errorAt(`${path}.min`)}
				onChange={(text) => onChange({ min: text }, `${path}.min`)}
			/>
			<ValueInput
				label={t("limit.highest")}
				measure={measure}
				value={max}
				error={errorAt(`${path}.max`)}
				onChange={(text) => onChange({ max: text }, `${path}.max`)}
			/>
			<RemoveButton
				leftSection={<IconTrash size={16} />}
				aria-label={t("removeLimitNumber", { number })}
				onClick={onRemove}
			>
				{t("remove")}
			</RemoveButton>
		</fieldset>
	);
}
