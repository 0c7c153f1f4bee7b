import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, ReactNode, Ref } from "react";
import { type DeviceClock, formatOffset } from "../../../shared/time/time-zones";
import { t } from "../../words/made/lists";
import { SwitchChip } from "../feedback/status-chip";
import { type Precision, shownOffsetMinutes, useTimeDisplayMode } from "../time/time-display";
import { TimeStamp } from "../time/time-stamp";
import type { Facet, ListColumn } from "./list-rows";
import classes from "./name-link.module.css";

type AgeColumn<Row> = Pick<ListColumn<Row>, "id" | "header" | "csvHeader" | "isMinor"> & {
	at: (row: Row) => Date | null;
};

export function ageColumn<Row>({ at, ...column }: AgeColumn<Row>): ListColumn<Row> {
	return {
		...column,
		isSoft: true,
		value: at,
		cell: (row) => {
			const time = at(row);
			return time ? <TimeStamp at={time.getTime()} show="age" /> : t("never");
		},
	};
}

type TimeColumn<Row> = AgeColumn<Row> & Pick<ListColumn<Row>, "clock"> & { to?: Precision; isNewestFirst?: boolean };

export function timeColumn<Row>({ at, to, isNewestFirst, ...column }: TimeColumn<Row>): ListColumn<Row> {
	return {
		...column,
		...(isNewestFirst && { rank: (row: Row) => -(at(row)?.getTime() ?? 0), isReversed: true }),
		isSoft: true,
		isTime: true,
		value: at,
		cell: (row) => {
			const time = at(row)?.getTime();
			if (time === undefined) return "—";
			return column.clock ? <DeviceTime at={time} clock={column.clock(row)} /> : <TimeStamp at={time} to={to} />;
		},
	};
}

/** Shows the offset, because neighboring times are on other clocks. */
export function DeviceTime({ at, clock }: { at: number; clock: DeviceClock | null }) {
	const mode = useTimeDisplayMode();
	return (
		<>
			<TimeStamp at={at} clock={clock} />
			{mode === "local" && <span className={classes.offset}> {formatOffset(shownOffsetMinutes(at, clock, mode))}</span>}
		</>
	);
}

type Switched = { isEnabled: boolean };

export function switchColumn<Row extends Switched>(): ListColumn<Row> {
	return {
		id: "status",
		header: t("switch.state"),
		csvHeader: "State",
		isMinor: true,
		value: ({ isEnabled }) => (isEnabled ? t("switch.on") : t("switch.off")),
		cell: ({ isEnabled }) => <SwitchChip isOn={isEnabled} />,
	};
}

export function switchFacet<Row extends Switched>(): Facet<Row> {
	return {
		name: "status",
		label: t("switch.state"),
		options: [
			{ value: "on", label: t("switch.on") },
			{ value: "off", label: t("switch.off") },
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
