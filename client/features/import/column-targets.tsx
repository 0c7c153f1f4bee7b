import type { Channel } from "../../../shared/device/device";
import { targetsOf, withTarget } from "../../../shared/log/file-choices";
import type { ImportOptions, ImportPreview } from "../../../shared/log/reading-import";
import { Select } from "../../ui/form/select";
import { t } from "../../words/made/import";
import { columnTitle } from "./column-name";
import classes from "./import.module.css";

type ColumnTargetsProps = {
	columns: ImportPreview["columns"];
	channels: readonly Pick<Channel, "id" | "name" | "unit">[];
	timeColumns: number[];
	onChange: (columns: NonNullable<ImportOptions["columns"]>) => void;
};

export function ColumnTargets({ columns, channels, timeColumns, onChange }: ColumnTargetsProps) {
	const choices = [
		{ value: "", label: t("column.ignore") },
		...channels.map(({ id, name, unit }) => ({ value: id, label: unit === "" ? name : `${name} (${unit})` })),
	];
	return (
		<fieldset className={classes.group}>
			<legend>{t("columns")}</legend>
			<ul className={classes.columns}>
				{columns
					.filter(({ column }) => !timeColumns.includes(column))
					.map(({ column, channelId, samples }) => (
						<li key={column}>
							<div className={classes.columnText}>
								<span>{columnTitle(columns, column)}</span>
								<small>{samples.length === 0 ? t("column.empty") : samples.join(" · ")}</small>
							</div>
							<Select
								aria-label={t("column.channel", { name: columnTitle(columns, column) })}
								data={choices}
								value={channelId ?? ""}
								onChange={(value) => onChange(withTarget(targetsOf({ columns }), column, value === "" ? null : value))}
							/>
						</li>
					))}
			</ul>
		</fieldset>
	);
}
