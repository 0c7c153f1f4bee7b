import type { ReactNode } from "react";
import type { DeviceClock } from "../../../shared/time/time-zones";

export type CellValue = string | number | Date | null;

export type Sort = { columnId: string; isDescending: boolean };

export type Column<Row> = {
	id: string;
	header: string;
	value?: (row: Row) => CellValue;
	cell?: (row: Row) => ReactNode;
	/** For sorting, where the text would sort against its meaning. */
	rank?: (row: Row) => number;
	csv?: (row: Row) => CellValue;
	/** The unit of a row's value in CSV; null for a row without one. */
	unit?: (row: Row) => string | null;
	/** The device's clock for a date of it; absent: the account's. */
	clock?: (row: Row) => DeviceClock | null;
	/** At the end of the cell, so that digits line up. */
	isNumber?: boolean;
	/** Columns with a value are sortable unless this says otherwise. */
	isSortable?: boolean;
	isSoft?: boolean;
	isWrapping?: boolean;
	isMinor?: boolean;
	/** Shown in wide windows only, unless ticked. */
	isSpare?: boolean;
	/** The cells explain themselves; the header is for screen readers. */
	isHeaderHidden?: boolean;
	isOptional?: boolean;
	/** Cannot be hidden; the first column never can. */
	isFixed?: boolean;
};
