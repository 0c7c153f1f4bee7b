import { NativeSelect } from "@mantine/core";
import type { Channel } from "../../../shared/device";
import type { ImportPreview } from "../../../shared/reading-import";
import classes from "./import.module.css";

type ColumnTargetsProps = {
	columns: ImportPreview["columns"];
	channels: Pick<Channel, "id" | "name" | "unit">[];
	timeColumns: number[];
	onChange: (column: number, channelId: string | null) => void;
};

/** Which channel each column goes to. */
export function ColumnTargets({ columns, channels, timeColumns, onChange }: ColumnTargetsProps) {
	const choices = [
		{ value: "", label: "Leave out" },
		...channels.map(({ id, name, unit }) => ({ value: id, label: unit === "" ? name : `${name} (${unit})` })),
	];
	return (
		<fieldset className={classes.group}>
			<legend>Where its columns go</legend>
			<ul className={classes.columns}>
				{columns
					.filter(({ column }) => !timeColumns.includes(column))
					.map(({ column, name, channelId, samples }) => (
						<li key={column}>
							<div className={classes.columnWords}>
								<span>{name}</span>
								<small>{samples.length === 0 ? "Empty" : samples.join(" · ")}</small>
							</div>
							<NativeSelect
								aria-label={`Channel for ${name}`}
								data={choices}
								value={channelId ?? ""}
								onChange={({ currentTarget: { value } }) => onChange(column, value === "" ? null : value)}
							/>
						</li>
					))}
			</ul>
		</fieldset>
	);
}
