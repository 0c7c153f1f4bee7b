import { getParsedComboboxData, Select as MantineSelect, type SelectProps as MantineSelectProps } from "@mantine/core";
import { type KeyboardEvent, useRef } from "react";

type Chosen<Value extends string> =
	| { clearable?: false; onChange?: (value: Value) => void }
	| { clearable: boolean; onChange?: (value: Value | null) => void };

export type SelectProps<Value extends string = string> = Omit<
	MantineSelectProps<Value>,
	"allowDeselect" | "checkIconPosition" | "clearable" | "onChange"
> &
	Chosen<Value>;

/**
 * The one field to choose from a list. What is chosen is given up only where nothing is a choice too: `clearable`, by
 * its button or, by keyboard, by choosing it again.
 */
export function Select<Value extends string = string>({ clearable = false, onChange, ...input }: SelectProps<Value>) {
	const take = (value: Value | null) => {
		// Only a clearable field gives null, which its type then takes.
		if (value !== null || clearable) (onChange as ((value: Value | null) => void) | undefined)?.(value);
	};
	const typeAhead = useTypeAhead(input, take);
	return (
		<MantineSelect<Value>
			{...input}
			{...(!input.searchable && { onKeyDownCapture: typeAhead })}
			clearable={clearable}
			allowDeselect={clearable}
			checkIconPosition="right"
			onChange={take}
		/>
	);
}

const pauseMs = 1_000;

type Listed<Value extends string> = Pick<MantineSelectProps<Value>, "data" | "value" | "readOnly">;

/**
 * As in the browser's own selects, typing chooses the option that begins so, and the same letter again the next one.
 * Before Mantine hears of the key: a space within a name would open the list.
 */
function useTypeAhead<Value extends string>({ data, value, readOnly }: Listed<Value>, take: (value: Value) => void) {
	const typed = useRef({ text: "", at: Number.NEGATIVE_INFINITY });
	return (event: KeyboardEvent<HTMLInputElement>) => {
		const isOpen = event.currentTarget.getAttribute("aria-expanded") === "true";
		if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey || readOnly || isOpen) return;
		const { text: before, at } = typed.current;
		const text = (event.timeStamp - at < pauseMs ? before : "") + event.key.toLowerCase();
		if (text === " ") return;
		event.preventDefault();
		event.stopPropagation();
		typed.current = { text, at: event.timeStamp };
		const options = getParsedComboboxData(data).flatMap((item) => ("group" in item ? item.items : [item]));
		const isOneLetter = text.replaceAll(text.charAt(0), "") === "";
		const chosen = options.findIndex((option) => option.value === value) + (isOneLetter ? 1 : 0);
		const beginning = isOneLetter ? text.charAt(0) : text;
		const found = [...options.slice(Math.max(chosen, 0)), ...options].find(
			({ label, disabled }) => !disabled && label.toLowerCase().startsWith(beginning),
		);
		if (found && found.value !== value) take(found.value as Value); // which parsing loses
	};
}
