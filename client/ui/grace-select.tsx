import { Select } from "@mantine/core";
import { graceChoices, usualGrace } from "./grace-choices";
import classes from "./grace-select.module.css";

type GraceSelectProps = {
	/** Seconds, as text. */
	value: string;
	onChange: (value: string) => void;
	/** There is a key before the one in use that still works. */
	hasFormer: boolean;
	error: string | undefined;
	autoFocus?: boolean;
};

/** How long the key that is replaced goes on working. */
export function GraceSelect({ value, onChange, hasFormer, error, autoFocus = false }: GraceSelectProps) {
	return (
		<>
			<Select
				label="The key in use now"
				data={graceChoices}
				value={value}
				onChange={(chosen) => onChange(chosen ?? usualGrace)}
				allowDeselect={false}
				autoFocus={autoFocus}
				error={error}
			/>
			{hasFormer && <p className={classes.help}>The key before that one, which still works, stops at once.</p>}
		</>
	);
}
