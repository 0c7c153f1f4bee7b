import type { StorageDetails } from "../../../shared/account/billing";
import { StatusChip } from "../../ui/feedback/status-chip";
import { countOf, countText, formatBytes } from "../../ui/format";
import { NameLink } from "../../ui/table/list-columns";
import type { ListColumn } from "../../ui/table/list-rows";
import { formatDate } from "../../ui/time/time-display";
import { TimeStamp } from "../../ui/time/time-stamp";
import { keptBy, keptText } from "./retention-words";
import classes from "./storage.module.css";
import { type StoredDevice, type StoredGroup, stateOf } from "./storage-rows";

type Stored = { readings: number; usedBytes: number };

function sizeColumns<Row extends Stored>(
	totalBytes: number,
	growthOf: (row: Row) => number,
): [ListColumn<Row>, ListColumn<Row>, ListColumn<Row>, ListColumn<Row>] {
	const shareOf = ({ usedBytes }: Row) => (totalBytes > 0 ? usedBytes / totalBytes : 0);
	return [
		{
			id: "readings",
			header: "Readings",
			isNumber: true,
			value: ({ readings }) => readings,
			cell: ({ readings }) => countText(readings),
		},
		{
			id: "used",
			header: "Used",
			isNumber: true,
			unit: () => "bytes",
			value: ({ usedBytes }) => usedBytes,
			cell: ({ usedBytes }) => formatBytes(usedBytes),
		},
		{
			id: "share",
			header: "Share",
			isNumber: true,
			isMinor: true,
			unit: () => "%",
			value: (row) => Math.round(shareOf(row) * 1000) / 10,
			cell: (row) => `${(shareOf(row) * 100).toFixed(1)} %`,
		},
		{
			id: "growth",
			header: "Growth a day",
			isNumber: true,
			unit: () => "bytes",
			value: (row) => Math.round(growthOf(row)),
			cell: (row) => formatBytes(growthOf(row)),
		},
	];
}

type Columns<Row> = [ListColumn<Row>, ...ListColumn<Row>[]];

const forEver = 1_000_000;

const stateChips = {
	archived: { tone: "off", label: "Archived" },
	deleted: { tone: "warn", label: "Deleted" },
} as const;

export function deviceColumns({ usedBytes }: StorageDetails, canOpen: boolean): Columns<StoredDevice> {
	return [
		{
			id: "name",
			header: "Device",
			value: ({ name }) => name,
			cell: (row) => (
				<>
					{canOpen ? (
						<NameLink to="/log/" search={{ device: row.deviceId }}>
							{row.name}
						</NameLink>
					) : (
						row.name
					)}
					<State row={row} />
				</>
			),
		},
		...sizeColumns<StoredDevice>(usedBytes, ({ retention }) => retention?.growthBytesPerDay ?? 0),
		{
			id: "retention",
			header: "Kept",
			value: ({ retention }) => (retention === null ? null : (retention.retentionDays ?? forEver)),
			cell: ({ retention }) =>
				retention === null ? (
					"—"
				) : (
					<span className={classes.kept}>
						{keptText(retention.retentionDays)} <small>{keptBy(retention)}</small>
					</span>
				),
		},
		{
			id: "groups",
			header: "Groups",
			isMinor: true,
			isSoft: true,
			value: ({ retention }) => retention?.groupNames.join(", ") ?? "",
			cell: ({ retention }) => retention?.groupNames.join(", ") || "—",
		},
		{
			id: "oldest",
			header: "Oldest reading",
			isMinor: true,
			isSoft: true,
			value: ({ oldestReadingAt }) => oldestReadingAt,
			cell: ({ oldestReadingAt }) => (oldestReadingAt ? formatDate(oldestReadingAt) : "—"),
		},
		{
			id: "newest",
			header: "Newest reading",
			isMinor: true,
			isSoft: true,
			value: ({ newestReadingAt }) => newestReadingAt,
			cell: ({ newestReadingAt }) => (newestReadingAt ? <TimeStamp at={newestReadingAt.getTime()} show="age" /> : "—"),
		},
	];
}

function State({ row }: { row: StoredDevice }) {
	const state = stateOf(row);
	if (state === "current") return null;
	const { tone, label } = stateChips[state];
	const goneAt = row.retention?.goneAt ?? null;
	return (
		<>
			{" "}
			<StatusChip tone={tone}>
				{label}
				{goneAt !== null && `, gone on ${formatDate(new Date(goneAt))}`}
			</StatusChip>
		</>
	);
}

export function groupColumns({ usedBytes }: StorageDetails): Columns<StoredGroup> {
	return [
		{ id: "name", header: "Group", value: ({ name }) => name, cell: ({ name }) => name },
		{
			id: "devices",
			header: "Devices",
			isNumber: true,
			value: ({ devices }) => devices,
			cell: ({ devices }) => countOf(devices, "device"),
		},
		...sizeColumns<StoredGroup>(usedBytes, ({ growthBytesPerDay }) => growthBytesPerDay),
	];
}
