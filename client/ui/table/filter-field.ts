import type { ReactNode } from "react";
import { comma } from "../../base/comma-list";
import { t } from "../../words/made/lists";

export type FilterOption = { value: string; label: string; count?: number; note?: string };

type Field = {
	name: string;
	label: string;
	chip: string | null;
	onClear: () => void;
};

export type ChoiceField = Field & {
	chosen: readonly string[];
	/** Read while the menu shows the field. Null while they load; a field without options is not offered. */
	options: () => FilterOption[] | null;
	onChoose: (chosen: string[]) => void;
	isSingle?: boolean;
	onOpen?: (() => void) | undefined;
};

export type FormField = Field & { form: (onDone: () => void) => ReactNode };

export type FilterField = ChoiceField | FormField;

type Choice = Omit<ChoiceField, "chip" | "onClear"> & {
	/** Labels values that are not among the options. Without it they show as they are. */
	labelOf?: (value: string) => string;
};

export function choiceField({ labelOf, ...field }: Choice): ChoiceField {
	const { label, chosen, options, onChoose } = field;
	const known = chosen.length > 0 && !labelOf ? options() : null;
	const nameOf = labelOf ?? ((value: string) => known?.find((option) => option.value === value)?.label ?? value);
	return {
		...field,
		chip: chosen.length === 0 ? null : t("filter.chip", { field: label, values: inShort(chosen.map(nameOf)) }),
		onClear: () => onChoose([]),
	};
}

const namedValues = 2;

function inShort(labels: string[]): string {
	const others = labels.length - namedValues;
	const named = labels.slice(0, namedValues).join(comma);
	return others > 0 ? t("filter.valuesAndMore", { values: named, count: others }) : named;
}

const periodLabels = {
	day: t("period.day"),
	week: t("period.week"),
	month: t("period.month"),
	quarter: t("period.quarter"),
} as const;

type Period = Pick<ChoiceField, "name" | "chosen" | "onChoose"> & { offered: (keyof typeof periodLabels)[] };

export function periodField({ offered, ...field }: Period): ChoiceField {
	const options = offered.map((value) => ({ value, label: periodLabels[value] }));
	return choiceField({ ...field, label: t("period"), isSingle: true, options: () => options });
}
