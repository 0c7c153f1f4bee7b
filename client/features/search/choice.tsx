import type { TablerIcon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { resultId } from "./result-id";
import classes from "./search.module.css";

type ChoiceProps = {
	index: number;
	isSelected: boolean;
	icon: TablerIcon;
	onChoose: () => void;
	children: ReactNode;
};

/** One result. Not the kit's own, which has no room for the id that the field points at. */
export function Choice({ index, isSelected, icon: Icon, onChoose, children }: ChoiceProps) {
	return (
		<button
			type="button"
			id={resultId(index)}
			role="option"
			aria-selected={isSelected}
			tabIndex={-1}
			data-action
			data-selected={isSelected || undefined}
			className={classes.choice}
			// The field keeps the focus.
			onMouseDown={(event) => event.preventDefault()}
			onClick={onChoose}
		>
			<Icon className={classes.icon} size={18} stroke={1.7} aria-hidden="true" />
			<span className={classes.words}>{children}</span>
		</button>
	);
}
