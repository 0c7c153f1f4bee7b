import { ActionIcon, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ownValue } from "../../../shared/base/own-value";
import type { DerivedKind } from "../../../shared/device/derived/definition";
import type { DerivedOption, DerivedRole } from "../../../shared/device/derived/kind";
import { derivedKindOf } from "../../../shared/device/derived/registry";
import { quantityTitles } from "../../../shared/formats/quantity-titles";
import { Quantity } from "../../../shared/formats/units";
import { SubtleButton } from "../../ui/form/buttons";
import { Select } from "../../ui/form/select";
import { useSteadyOptions } from "../../ui/form/steady-options";
import layout from "../../ui/layout/layouts.module.css";
import { t } from "../../words/made/device";
import classes from "./derived.module.css";
import { formKinds, usualUnit } from "./derived-values";

const quantityChoices = Quantity.options.map((value) => ({ value, label: quantityTitles[value] }));

type KindFieldProps = {
	kind: DerivedKind;
	missing: (kind: DerivedKind) => string | null;
	onChange: (kind: DerivedKind) => void;
};

export function KindField({ kind, missing, onChange }: KindFieldProps) {
	const offered = formKinds.filter((one) => one === kind || missing(one) === null);
	const others = formKinds.filter((one) => !offered.includes(one));
	return (
		<div>
			<Select
				label={t("derived.kind")}
				description={derivedKindOf({ kind }).text}
				data={offered.map((value) => ({ value, label: derivedKindOf({ kind: value }).title }))}
				value={kind}
				onChange={onChange}
			/>
			{others.length > 0 && (
				<details className={classes.others}>
					<summary>{t("derived.notPossible", { count: others.length })}</summary>
					<ul>
						{others.map((one) => (
							<li key={one}>
								{t("derived.impossible", { kind: derivedKindOf({ kind: one }).title, reason: missing(one) ?? "" })}
							</li>
						))}
					</ul>
				</details>
			)}
		</div>
	);
}

type ChosenSource = { index: number; label: string; value: string; onChange: (source: string) => void };

type RoleFieldsProps = {
	role: DerivedRole;
	chosen: string[];
	offered: string[];
	field: (source: ChosenSource) => ReactNode;
	onChange: (sources: string[]) => void;
};

export function RoleFields({ role, chosen, offered, field, onChange }: RoleFieldsProps) {
	const { label, isOptional, count } = role;
	const set = (index: number, source: string) =>
		onChange(chosen.length === 0 ? [source] : chosen.map((one, at) => (at === index ? source : one)));
	const sourceAt = (index: number, ofLabel: string) =>
		field({ index, label: ofLabel, value: chosen[index] ?? "", onChange: (source) => set(index, source) });
	if (!count) return sourceAt(0, isOptional ? t("derived.optional", { label }) : label);
	const move = (from: number, to: number) => {
		const moved = [...chosen];
		const [one = ""] = moved.splice(from, 1);
		moved.splice(to, 0, one);
		onChange(moved);
	};
	return (
		<fieldset className={`${layout.fieldset} ${classes.sources}`}>
			<legend>{label}</legend>
			{chosen.map((_, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a source is its position, and its fields are controlled
				<div key={index} className={classes.source}>
					{sourceAt(index, t("derived.channel", { number: index + 1 }))}
					<div className={classes.tools}>
						<Tool
							label={t("derived.channel.up", { number: index + 1 })}
							isDisabled={index === 0}
							onClick={() => move(index, index - 1)}
						>
							<IconArrowUp size={17} stroke={1.7} />
						</Tool>
						<Tool
							label={t("derived.channel.down", { number: index + 1 })}
							isDisabled={index === chosen.length - 1}
							onClick={() => move(index, index + 1)}
						>
							<IconArrowDown size={17} stroke={1.7} />
						</Tool>
						<Tool
							label={t("derived.channel.remove", { number: index + 1 })}
							isDisabled={chosen.length <= count.least}
							onClick={() => onChange(chosen.filter((_, at) => at !== index))}
						>
							<IconTrash size={17} stroke={1.7} />
						</Tool>
					</div>
				</div>
			))}
			<SubtleButton
				className={classes.add}
				size="compact-md"
				leftSection={<IconPlus size={16} />}
				disabled={chosen.length >= Math.min(count.most, offered.length)}
				onClick={() => onChange([...chosen, offered.find((source) => !chosen.includes(source)) ?? ""])}
			>
				{t("derived.channel.add")}
			</SubtleButton>
		</fieldset>
	);
}

type ToolProps = { label: string; isDisabled: boolean; onClick: () => void; children: ReactNode };

function Tool({ label, isDisabled, onClick, children }: ToolProps) {
	return (
		<ActionIcon size={34} aria-label={label} disabled={isDisabled} onClick={onClick}>
			{children}
		</ActionIcon>
	);
}

type OptionFieldsProps = {
	kind: DerivedKind;
	/** The unit of the first source. Empty: no source, or several devices. */
	sourceUnit: string;
	options: Record<string, string>;
	errorOf: (field: string) => ReactNode;
	onChange: (options: Record<string, string>) => void;
};

export function OptionFields({ kind, sourceUnit, options, errorOf, onChange }: OptionFieldsProps) {
	const { fields } = derivedKindOf({ kind });
	const unitField = Object.entries(fields).find(([, { input }]) => input === "unit")?.[0];
	const change = (field: string, value: string) => {
		const isQuantity = fields[field]?.input === "quantity";
		onChange({ ...options, [field]: value, ...(isQuantity && unitField && { [unitField]: usualUnit(value) }) });
	};
	const shown = Object.entries(fields).filter(([, { isShown }]) => isShown?.(options) ?? true);
	return shown.map(([field, option]) => (
		<OptionField
			key={field}
			option={option}
			label={labelOf(option, sourceUnit)}
			value={ownValue(options, field) ?? ""}
			error={errorOf(field)}
			onChange={(value) => change(field, value)}
		/>
	));
}

type OptionFieldProps = {
	option: DerivedOption;
	label: string;
	value: string;
	error: ReactNode;
	onChange: (value: string) => void;
};

function OptionField({ option, label, value, error, onChange }: OptionFieldProps) {
	const field = { label, description: option.text, value, error };
	const choices = choicesOf(option);
	if (choices) return <Select {...field} data={choices} onChange={onChange} />;
	return (
		<TextInput
			{...field}
			inputMode={option.input === "number" ? "decimal" : undefined}
			onChange={({ currentTarget }) => onChange(currentTarget.value)}
		/>
	);
}

function choicesOf(option: DerivedOption): { value: string; label: string }[] | null {
	if (option.input === "quantity") return quantityChoices;
	if (option.input !== "choice") return null;
	return Object.entries(option.choices).map(([value, label]) => ({ value, label }));
}

function labelOf(option: DerivedOption, sourceUnit: string): string {
	const { unit = "" } = option.input === "number" ? option : {};
	const shown = unit === "source" ? sourceUnit : unit;
	const label = `${option.label}${shown === "" ? "" : ` (${shown})`}`;
	// An option that another one brings up is needed with it.
	return option.isOptional && !option.isShown ? t("derived.optional", { label }) : label;
}

type PairingFieldsProps = {
	driver: string;
	toleranceSeconds: string;
	proposed: number | undefined;
	sources: { id: string; name: string }[];
	errors: Record<string, ReactNode>;
	onChange: (changed: { driver: string } | { toleranceSeconds: string }) => void;
};

export function PairingFields({ driver, toleranceSeconds, proposed, sources, errors, onChange }: PairingFieldsProps) {
	const data = useSteadyOptions(sources.map(({ id, name }) => ({ value: id, label: name })));
	return (
		<details className={classes.more} open={errors.driver || errors.toleranceSeconds ? true : undefined}>
			<summary>{t("derived.more")}</summary>
			<div className={classes.pair}>
				<Select
					label={t("derived.driver")}
					description={t("derived.driver.text")}
					{...data}
					value={driver}
					error={errors.driver}
					onChange={(chosen) => onChange({ driver: chosen })}
				/>
				<TextInput
					label={t("derived.tolerance")}
					description={t("derived.tolerance.text")}
					inputMode="numeric"
					placeholder={proposed === undefined ? "" : String(proposed)}
					value={toleranceSeconds}
					error={errors.toleranceSeconds}
					onChange={({ currentTarget }) => onChange({ toleranceSeconds: currentTarget.value })}
				/>
			</div>
		</details>
	);
}
