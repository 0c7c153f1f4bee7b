import type { ReactNode } from "react";
import type { DeviceClock } from "../../../shared/time/time-zones";

export type CellValue = string | number | Date | null;

export type Sort = { columnId: string; isDescending: boolean };

export type Column<Row> = {
	id: string;
	header: string;
	value?: (row: Row) => CellValue;
	cell?: (row: Row) => ReactNode;
	/** The sort key, if the text would sort wrongly. */
	rank?: (row: Row) => number;
	csv?: (row: Row) => CellValue;
	unit?: (row: Row) => string | null;
	/** The device's clock for a date of it; absent: the account's. */
	clock?: (row: Row) => DeviceClock | null;
	isNumber?: boolean;
	isSortable?: boolean;
	isSoft?: boolean;
	isWrapping?: boolean;
	isMinor?: boolean;
	isSpare?: boolean;
	isHeaderHidden?: boolean;
	isOptional?: boolean;
	isFixed?: boolean;
};
