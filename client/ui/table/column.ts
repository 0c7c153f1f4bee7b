import type { ReactNode } from "react";
import type { DeviceClock } from "../../../shared/time/time-zones";

export type CellValue = string | number | Date | null;

export type Sort = { columnId: string; isDescending: boolean };

export type Column<Row> = {
	id: string;
	header: string;
	/** The English title in a CSV file, which programs read; absent: the id's words. */
	csvHeader?: string;
	value?: (row: Row) => CellValue;
	cell?: (row: Row) => ReactNode;
	/** The sort key, if the text would sort wrongly. Name its orders in `sortWords`. */
	rank?: (row: Row) => number;
	/** Both orders in words, the one by rising keys first: "worst first". Absent: by the kind of the values. */
	sortWords?: readonly [rising: string, falling: string];
	/** Rising keys show falling values, such as the newest time first. */
	isReversed?: boolean;
	csv?: (row: Row) => CellValue;
	unit?: (row: Row) => string | null;
	/** The device's clock for a date of it; absent: the account's. */
	clock?: (row: Row) => DeviceClock | null;
	/** Shows exact times: the header names their clock. */
	isTime?: boolean;
	isNumber?: boolean;
	isSortable?: boolean;
	isSoft?: boolean;
	isWrapping?: boolean;
	isMinor?: boolean;
	isSpare?: boolean;
	isHeaderHidden?: boolean;
	/** Shown beside the header. */
	headerMark?: ReactNode;
	isOptional?: boolean;
	isFixed?: boolean;
};
