import type { ReactNode } from "react";
import type { DeviceFacts, DeviceListRow } from "../../../shared/device";
import { countOf, formatBytes } from "../../ui/format";
import type { CellValue, Column } from "../../ui/table/data-table";
import { formatSpan } from "../../ui/time/relative-time";
import { TimeStamp } from "../../ui/time/time-stamp";
import classes from "./devices.module.css";
import type { FactsById } from "./facts-of-devices";

/** Until the facts are there their columns stand empty. */
export function factColumns(facts: FactsById): Column<DeviceListRow>[] {
	const column = (id: string, header: string, { value, words, ...looks }: FactLooks): Column<DeviceListRow> => ({
		id,
		header,
		isOptional: true,
		isMinor: true,
		...looks,
		value: (row) => {
			const known = facts.get(row.id);
			return known ? value(known) : null;
		},
		cell: (row) => {
			const known = facts.get(row.id);
			return known ? words(known, row) : <span className={classes.none}>—</span>;
		},
	});
	return [
		column("logging", "Logging interval", {
			isNumber: true,
			unit: () => "s",
			value: ({ loggingIntervalSeconds }) => loggingIntervalSeconds,
			words: ({ loggingIntervalSeconds }) => formatSpan(loggingIntervalSeconds * 1000),
		}),
		column("upload", "Upload interval", {
			isNumber: true,
			unit: () => "s",
			value: ({ uploadIntervalSeconds }) => uploadIntervalSeconds,
			words: ({ uploadIntervalSeconds }) => formatSpan(uploadIntervalSeconds * 1000),
		}),
		column("retention", "Retention", {
			isNumber: true,
			unit: () => "days",
			// What is kept for ever is kept longer than everything else.
			rank: (row) => facts.get(row.id)?.retentionDays ?? Number.MAX_SAFE_INTEGER,
			value: ({ retentionDays }) => retentionDays ?? "for ever",
			words: ({ retentionDays }) => (retentionDays === null ? "For ever" : countOf(retentionDays, "day")),
		}),
		column("storage", "Storage", {
			isNumber: true,
			unit: () => "bytes",
			value: ({ usedBytes }) => usedBytes,
			words: ({ usedBytes }) => formatBytes(usedBytes),
		}),
		column("created", "Created", {
			isSoft: true,
			clock: (row) => row,
			value: ({ createdAt }) => new Date(createdAt),
			words: ({ createdAt }, row) => <TimeStamp at={createdAt} clock={row} />,
		}),
	];
}

type FactLooks = Pick<Column<DeviceListRow>, "isNumber" | "isSoft" | "rank" | "unit" | "clock"> & {
	value: (facts: DeviceFacts) => CellValue;
	words: (facts: DeviceFacts, row: DeviceListRow) => ReactNode;
};
