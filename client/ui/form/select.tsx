import {
	getParsedComboboxData,
	MultiSelect as MantineMultiSelect,
	Select as MantineSelect,
	type SelectProps as MantineSelectProps,
	type MultiSelectProps,
} from "@mantine/core";
import { useMergedRef } from "@mantine/hooks";
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from "react";
import { t } from "../../words/made/common";
import { createTypeAhead } from "./type-ahead";

type Chosen<Value extends string> =
	| { clearable?: false; onChange?: (value: Value) => void }
	| { clearable: boolean; onChange?: (value: Value | null) => void };

export type SelectProps<Value extends string = string> = Omit<
	MantineSelectProps<Value>,
	"allowDeselect" | "checkIconPosition" | "clearable" | "onChange"
> &
	Chosen<Value>;

/** The only field to choose from a list. `clearable` adds a button that clears the choice. */
export function Select<Value extends string = string>({ clearable = false, onChange, ...input }: SelectProps<Value>) {
	const take = (value: Value | null) => {
		// Only a clearable field gives null, which its type allows.
		if (value !== null || clearable) (onChange as ((value: Value | null) => void) | undefined)?.(value);
	};
	const field = useRef<HTMLInputElement>(null);
	const ref = useMergedRef(field, input.ref);
	const [isTyped, setIsTyped] = useState(false);
	const typeAhead = useTypeAhead(input, take);
	const clearButton = {
		...clearButtonOf(input),
		onClick: ({ currentTarget }: MouseEvent) => currentTarget === document.activeElement && field.current?.focus(),
	};
	return (
		<MantineSelect<Value>
			openOnFocus={false}
			{...input}
			{...(input.searchable
				? {
						onBeforeInput: () => setIsTyped(true),
						onInput: ({ currentTarget: { value } }) => setIsTyped(value !== ""),
					}
				: { onKeyDownCapture: typeAhead })}
			ref={ref}
			clearable={clearable}
			clearButtonProps={clearButton}
			allowDeselect={false}
			selectFirstOptionOnChange={isTyped}
			// If false, Mantine forgets the first option by a timer that the opening starts.
			selectFirstOptionOnDropdownOpen={isTyped}
			checkIconPosition="right"
			onChange={take}
			onDropdownClose={() => setIsTyped(false)}
		/>
	);
}

function clearButtonOf(input: { "aria-label"?: string; label?: ReactNode }) {
	return {
		"aria-hidden": undefined,
		"aria-label": t("clearField", { field: String(input["aria-label"] ?? input.label) }),
		tabIndex: 0,
		// The smallest target that a finger or a shaking hand hits.
		size: "24px",
	};
}

export function MultiSelect<Value extends string = string>(input: MultiSelectProps<Value>) {
	const [isTyped, setIsTyped] = useState(false);
	return (
		<MantineMultiSelect<Value>
			openOnFocus={false}
			{...input}
			clearButtonProps={clearButtonOf(input)}
			selectFirstOptionOnChange={isTyped}
			selectFirstOptionOnDropdownOpen={isTyped}
			onBeforeInput={() => setIsTyped(true)}
			onSearchChange={(text) => setIsTyped(text !== "")}
		/>
	);
}

type Listed<Value extends string> = Pick<MantineSelectProps<Value>, "data" | "value" | "readOnly">;

/** Chooses in a closed list, marks in an open one. Runs before Mantine, which would handle the space. */
function useTypeAhead<Value extends string>({ data, value, readOnly }: Listed<Value>, take: (value: Value) => void) {
	const [typeAhead] = useState(createTypeAhead);
	return (event: KeyboardEvent<HTMLInputElement>) => {
		if (readOnly || !typeAhead.hasTaken(event)) return;
		event.preventDefault();
		event.stopPropagation();
		const field = event.currentTarget;
		if (field.getAttribute("aria-expanded") === "true") return mark(field, typeAhead.find);
		const options = getParsedComboboxData(data).flatMap((item) => ("group" in item ? item.items : [item]));
		const labels = options.map(({ label, disabled }) => (disabled ? null : label));
		const found =
			options[
				typeAhead.find(
					labels,
					options.findIndex((option) => option.value === value),
				)
			];
		if (found && found.value !== value) take(found.value as Value); // which parsing loses
	};
}

/** Sends arrow keys, because only Mantine knows the marked option. */
function mark(field: HTMLInputElement, find: ReturnType<typeof createTypeAhead>["find"]): void {
	const list = document.getElementById(field.getAttribute("aria-controls") ?? "");
	const options = [...(list?.querySelectorAll<HTMLElement>("[data-combobox-option]") ?? [])];
	const isMarked = (option: HTMLElement) => option.hasAttribute("data-combobox-selected");
	const labels = options.map(({ dataset, textContent }) => ("comboboxDisabled" in dataset ? null : textContent));
	const found = options[find(labels, options.findIndex(isMarked))];
	const down = { key: "ArrowDown", code: "ArrowDown", bubbles: true, cancelable: true };
	for (let step = 0; found && !isMarked(found) && step < options.length; step += 1)
		field.dispatchEvent(new globalThis.KeyboardEvent("keydown", down));
}
