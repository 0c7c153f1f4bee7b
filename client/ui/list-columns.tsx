import type { Facet, ListColumn } from "./list-rows";
import { SwitchChip } from "./switch-chip";
import { TimeStamp } from "./time-stamp";

type AgeColumn<Row> = { id: string; header: string; isMinor?: boolean; at: (row: Row) => Date | null };

/** How long ago something last happened. */
export function ageColumn<Row>({ at, ...column }: AgeColumn<Row>): ListColumn<Row> {
	return {
		...column,
		isSoft: true,
		value: at,
		cell: (row) => {
			const time = at(row);
			return time ? <TimeStamp at={time.getTime()} show="age" /> : "Never";
		},
	};
}

type Switched = { isEnabled: boolean };

/** Whether something does its work or rests. */
export function switchColumn<Row extends Switched>(): ListColumn<Row> {
	return {
		id: "status",
		header: "State",
		isMinor: true,
		value: ({ isEnabled }) => (isEnabled ? "On" : "Off"),
		cell: ({ isEnabled }) => <SwitchChip isOn={isEnabled} />,
	};
}

export function switchFacet<Row extends Switched>(): Facet<Row> {
	return {
		name: "status",
		options: [
			{ value: "on", label: "On" },
			{ value: "off", label: "Off" },
		],
		of: ({ isEnabled }) => (isEnabled ? "on" : "off"),
	};
}
