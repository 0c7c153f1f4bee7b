import { IconX } from "@tabler/icons-react";
import { useEffectEvent, useLayoutEffect, useRef } from "react";
import { countText } from "../format";
import classes from "./filter-bar.module.css";

export type FilterChip = {
	key: string;
	label: string;
	count?: number;
	isOn: boolean;
	onToggle: () => void;
};

type FilterChipsProps = {
	chips: FilterChip[];
	onGone: () => void;
};

/** Render it also without chips: when the last one goes, the focus has to move. */
export function FilterChips({ chips, onGone }: FilterChipsProps) {
	const pressed = useRef<Pick<FilterChip, "key" | "isOn"> | null>(null);
	const reportGone = useEffectEvent(onGone);
	useLayoutEffect(() => {
		if (pressed.current === null) return;
		const { key, isOn } = pressed.current;
		const chip = chips.find((each) => each.key === key);
		// A switched chip that stays has the focus, so a later removal is not by this press.
		if (chip && chip.isOn === isOn) return;
		pressed.current = null;
		if (!chip) reportGone();
	}, [chips]);
	const press = ({ key, isOn, onToggle }: FilterChip, isByKeyboard: boolean) => {
		pressed.current = isByKeyboard ? { key, isOn } : null;
		onToggle();
	};
	if (chips.length === 0) return null;
	return (
		<div className={classes.chips}>
			{chips.map((chip) => (
				<button
					key={chip.key}
					type="button"
					className={classes.chip}
					aria-pressed={chip.isOn}
					onClick={({ detail }) => press(chip, detail === 0)}
					onKeyDown={({ key }) => {
						if (chip.isOn && (key === "Delete" || key === "Backspace")) press(chip, true);
					}}
				>
					{chip.label} {chip.count === undefined ? "" : countText(chip.count)}
					{chip.isOn && <IconX size={13} aria-hidden="true" />}
				</button>
			))}
		</div>
	);
}
