import type { Column } from "../data-table";
import type { RowTime } from "../times-dialog";

/** The times that a row shows. */
export function timesOf<Row>(columns: Column<Row>[], row: Row): RowTime[] {
	return columns.flatMap(({ header, value, clock }) => {
		const time = value?.(row);
		return time instanceof Date ? { label: header, at: time.getTime(), clock: clock?.(row) ?? null } : [];
	});
}
