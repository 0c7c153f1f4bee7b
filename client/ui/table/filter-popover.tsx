import { Button, Checkbox, Popover } from "@mantine/core";
import { IconFilterPlus } from "@tabler/icons-react";
import { type FormEventHandler, type KeyboardEvent, type ReactNode, type Ref, useState } from "react";
import classes from "./filter-popover.module.css";

/** For a select inside: a list elsewhere on the page would count as a click outside, which closes the panel. */
export const filterSelectList = { withinPortal: false } as const;

type FilterPopoverProps = {
	ref?: Ref<HTMLButtonElement>;
	children: (close: () => void) => ReactNode;
};

export function FilterPopover({ ref, children }: FilterPopoverProps) {
	const [isOpen, setIsOpen] = useState(false);
	const closeByKey = ({ key, target }: KeyboardEvent) => {
		const isInList = target instanceof HTMLElement && target.getAttribute("aria-expanded") === "true";
		if (key === "Escape" && !isInList) setIsOpen(false);
	};
	return (
		<Popover
			opened={isOpen}
			onChange={setIsOpen}
			closeOnEscape={false}
			width={300}
			position="bottom-start"
			shadow="md"
			trapFocus
			returnFocus
		>
			<Popover.Target>
				<Button
					ref={ref}
					variant="subtle"
					size="compact-md"
					leftSection={<IconFilterPlus size={16} stroke={1.7} />}
					onClick={() => setIsOpen(!isOpen)}
				>
					Add filter
				</Button>
			</Popover.Target>
			<Popover.Dropdown className={classes.panel} onKeyDown={closeByKey}>
				{isOpen && children(() => setIsOpen(false))}
			</Popover.Dropdown>
		</Popover>
	);
}

type FilterValuesProps = {
	label: string;
	values: { value: string; label: string; isChosen: boolean; onToggle: (isChosen: boolean) => void }[];
	children?: ReactNode;
};

export function FilterValues({ label, values, children }: FilterValuesProps) {
	return (
		<fieldset className={classes.values}>
			<legend>{label}</legend>
			{values.map(({ value, label: words, isChosen, onToggle }) => (
				<Checkbox
					key={value}
					label={words}
					checked={isChosen}
					onChange={({ currentTarget: { checked } }) => onToggle(checked)}
				/>
			))}
			{children}
		</fieldset>
	);
}

export function FilterForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
	const submit: FormEventHandler = (event) => {
		event.preventDefault();
		onSubmit();
	};
	return (
		<form noValidate className={classes.form} onSubmit={submit}>
			{children}
			<Button type="submit" variant="default">
				Apply
			</Button>
		</form>
	);
}
