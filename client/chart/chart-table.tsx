import { useState } from "react";
import { type Zone, zoneOffsetMinutes } from "../../shared/time-zones";
import { LongTable } from "../ui/table/long-table";
import { instantText } from "../ui/time/time-display";
import { valueText } from "../ui/value-display";
import classes from "./chart.module.css";
import type { ChartLine } from "./chart-lines";

type ChartTableProps = { caption: string; lines: ChartLine[]; zone: Zone };

/** The same points as text, newest first: built when it is opened. */
export function ChartTable({ caption, lines, zone }: ChartTableProps) {
	const [isOpen, setIsOpen] = useState(false);
	return (
		<details className={classes.asTable} onToggle={({ currentTarget: { open } }) => setIsOpen(open)}>
			<summary>As a table</summary>
			{isOpen && (
				<LongTable
					caption={caption}
					columns={[
						{ id: "time", header: "Time", cell: ({ at }) => instantText(at, zoneOffsetMinutes(zone, at)) },
						...lines.map(({ channel, device }, index) => ({
							id: channel.id,
							header: `${device.name} · ${channel.name}`,
							isNumber: true,
							cell: ({ values }: PointRow) => {
								const value = values[index];
								return value === undefined ? null : valueText(value, channel);
							},
						})),
					]}
					rows={pointRows(lines)}
					rowKey={({ at }) => String(at)}
					bandOf={() => null}
				/>
			)}
		</details>
	);
}

type PointRow = { at: number; values: (number | undefined)[] };

export function pointRows(lines: ChartLine[]): PointRow[] {
	const rows = new Map<number, PointRow>();
	for (const [index, { at, value }] of lines.entries()) {
		for (const [place, time] of at.entries()) {
			const row = rows.get(time) ?? { at: time, values: lines.map(() => undefined) };
			row.values[index] = value[place];
			rows.set(time, row);
		}
	}
	return [...rows.values()].sort((a, b) => b.at - a.at);
}
