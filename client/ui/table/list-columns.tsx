import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, ReactNode, Ref } from "react";
import { SwitchChip } from "../feedback/status-chip";
import { TimeStamp } from "../time/time-stamp";
import type { Facet, ListColumn } from "./list-rows";
import classes from "./name-link.module.css";

type AgeColumn<Row> = { id: string; header: string; isMinor?: boolean; at: (row: Row) => Date | null };

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

export function timeColumn<Row>({ at, ...column }: AgeColumn<Row>): ListColumn<Row> {
	return {
		...column,
		isSoft: true,
		value: at,
		cell: (row) => {
			const time = at(row);
			return time ? <TimeStamp at={time.getTime()} /> : "—";
		},
	};
}

type Switched = { isEnabled: boolean };

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

type NameAnchorProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "className"> & {
	ref?: Ref<HTMLAnchorElement>;
	under?: ReactNode;
	note?: ReactNode;
};

/** Not Mantine's: a list would render dozens of them per frame. */
export const NameLink = createLink(({ under, note, ...anchor }: NameAnchorProps) => (
	<>
		<a {...anchor} className={classes.name} />
		{note && <span className={classes.note}>{note}</span>}
		{under && <span className={classes.under}>{under}</span>}
	</>
));
