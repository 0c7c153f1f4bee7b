import type { StorageDetails } from "../../../shared/account/billing";
import { commaList } from "../../base/comma-list";
import { StatusChip } from "../../ui/feedback/status-chip";
import { countText, formatBytes } from "../../ui/format";
import { NameLink } from "../../ui/table/list-columns";
import type { ListColumn } from "../../ui/table/list-rows";
import { formatDate } from "../../ui/time/time-display";
import { TimeStamp } from "../../ui/time/time-stamp";
import { t } from "../../words/made/account";
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
			header: t("readings"),
			isNumber: true,
			value: ({ readings }) => readings,
			cell: ({ readings }) => countText(readings),
		},
		{
			id: "used",
			header: t("stored.used"),
			isNumber: true,
			unit: () => "bytes",
			value: ({ usedBytes }) => usedBytes,
			cell: ({ usedBytes }) => formatBytes(usedBytes),
		},
		{
			id: "share",
			header: t("stored.share"),
			isNumber: true,
			isMinor: true,
			unit: () => "%",
			value: (row) => Math.round(shareOf(row) * 1000) / 10,
			cell: (row) => `${(shareOf(row) * 100).toFixed(1)} %`,
		},
		{
			id: "growth",
			header: t("growthADay"),
			csvHeader: "Growth a day",
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
	archived: { tone: "off", label: t("archived") },
	deleted: { tone: "warn", label: t("deleted") },
} as const;

export function deviceColumns({ usedBytes }: StorageDetails, canOpen: boolean): Columns<StoredDevice> {
	return [
		{
			id: "name",
			header: t("device"),
			csvHeader: "Device",
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
			header: t("stored.kept"),
			csvHeader: "Kept",
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
			header: t("audit.field.groups"),
			isMinor: true,
			isSoft: true,
			value: ({ retention }) => (retention?.groupNames ?? []).join(", "),
			cell: ({ retention }) => commaList(retention?.groupNames ?? []) || "—",
		},
		{
			id: "oldest",
			header: t("oldestReading"),
			csvHeader: "Oldest reading",
			isMinor: true,
			isSoft: true,
			value: ({ oldestReadingAt }) => oldestReadingAt,
			cell: ({ oldestReadingAt }) => (oldestReadingAt ? formatDate(oldestReadingAt) : "—"),
		},
		{
			id: "newest",
			header: t("newestReading"),
			csvHeader: "Newest reading",
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
				{goneAt === null ? label : t("stored.goneOn", { state: label, date: formatDate(new Date(goneAt)) })}
			</StatusChip>
		</>
	);
}

export function groupColumns({ usedBytes }: StorageDetails): Columns<StoredGroup> {
	return [
		{ id: "name", header: t("group"), csvHeader: "Group", value: ({ name }) => name, cell: ({ name }) => name },
		{
			id: "devices",
			header: t("devices"),
			isNumber: true,
			value: ({ devices }) => devices,
			cell: ({ devices }) => t("stored.devices", { count: devices }),
		},
		...sizeColumns<StoredGroup>(usedBytes, ({ growthBytesPerDay }) => growthBytesPerDay),
	];
}
