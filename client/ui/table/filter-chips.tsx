import { IconX } from "@tabler/icons-react";
import type { MouseEvent } from "react";
import { t } from "../../words/made/lists";
import classes from "./filter-bar.module.css";
import type { FilterField } from "./filter-field";

type FilterChipsProps = {
	fields: FilterField[];
	openName: string | null;
	onOpen: (name: string, event: MouseEvent<HTMLButtonElement>) => void;
	/** Runs before a field is cleared, as its chip then disappears. */
	onLeave: (button: HTMLElement) => void;
};

export function FilterChips({ fields, openName, onOpen, onLeave }: FilterChipsProps) {
	// The chip of the open field stays, because the panel is attached to it.
	const shown = fields.filter(({ name, chip }) => chip !== null || name === openName);
	if (shown.length === 0) return null;
	return (
		<ul className={classes.chips} aria-label={t("filter.set")}>
			{shown.map(({ name, label, chip, onClear }) => {
				const text = chip ?? t("filter.any", { field: label });
				const remove = (button: HTMLElement) => {
					onLeave(button);
					onClear();
				};
				return (
					<li
						key={name}
						className={classes.chip}
						onKeyDown={({ key, target }) => {
							if ((key === "Delete" || key === "Backspace") && target instanceof HTMLElement) remove(target);
						}}
					>
						<button
							type="button"
							aria-haspopup="dialog"
							aria-expanded={name === openName}
							onClick={(event) => onOpen(name, event)}
						>
							{text}
						</button>
						<button
							type="button"
							data-remove
							aria-label={t("filter.remove", { filter: text })}
							onClick={({ currentTarget }) => remove(currentTarget)}
						>
							<IconX size={13} aria-hidden="true" />
						</button>
					</li>
				);
			})}
		</ul>
	);
}
