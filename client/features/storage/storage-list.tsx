import { IconServer2 } from "@tabler/icons-react";
import { type ReactNode, useMemo } from "react";
import type { DeviceStorage, StorageDetails } from "../../../shared/billing";
import { storageForecast } from "../../entities/labels";
import { Figure, Meter, meterTone } from "../../ui/chart/figures";
import { StatusChip } from "../../ui/feedback/status-chip";
import { countText, formatBytes } from "../../ui/format";
import { Card } from "../../ui/layout/card";
import { EntityList } from "../../ui/table/entity-list";
import { NameLink } from "../../ui/table/list-columns";
import type { ListColumn } from "../../ui/table/list-rows";
import { formatDate } from "../../ui/time/time-display";
import { TimeStamp } from "../../ui/time/time-stamp";
import classes from "./storage.module.css";

const rowKey = ({ deviceId }: DeviceStorage) => deviceId;
const searched = ({ name }: DeviceStorage) => [name];

type StorageListProps = {
	storage: StorageDetails;
	/** Some roles see the sizes, but not the readings. */
	canOpen: boolean;
	work?: ReactNode;
};

export function StorageList({ storage, canOpen, work }: StorageListProps) {
	const columns = useMemo(() => columnsFor({ storage, canOpen }), [storage, canOpen]);
	return (
		<EntityList
			title="Storage"
			noun="device"
			listName="storage"
			subtitle="What your readings take, and when the space is full"
			rows={storage.devices}
			rowKey={rowKey}
			columns={columns}
			searchHint="Device name"
			searched={searched}
			empty={{
				icon: <IconServer2 size={26} />,
				title: "Nothing stored yet",
				text: "Each device stands here with the readings it has sent, as soon as there are any.",
			}}
		>
			<StorageSummary storage={storage} />
			{work}
		</EntityList>
	);
}

function columnsFor({
	storage: { usedBytes },
	canOpen,
}: StorageListProps): [ListColumn<DeviceStorage>, ...ListColumn<DeviceStorage>[]] {
	const shareOf = ({ usedBytes: own }: DeviceStorage) => (usedBytes > 0 ? own / usedBytes : 0);
	return [
		{
			id: "name",
			header: "Device",
			value: ({ name }) => name,
			cell: ({ deviceId, name }) =>
				canOpen ? (
					<NameLink to="/log/" search={{ device: deviceId }}>
						{name}
					</NameLink>
				) : (
					name
				),
		},
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
			value: ({ usedBytes: own }) => own,
			cell: ({ usedBytes: own }) => formatBytes(own),
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

function StorageSummary({ storage }: { storage: StorageDetails }) {
	const share = storage.quotaBytes > 0 ? storage.usedBytes / storage.quotaBytes : 0;
	const tone = meterTone(share);
	const { fullAt, oldestReadingAt } = storage;
	return (
		<Card
			title="Space"
			className={classes.card}
			note={tone !== "brand" && <StatusChip tone={tone}>{Math.floor(share * 100)} % used</StatusChip>}
		>
			<div className={classes.body}>
				<Figure value={formatBytes(storage.usedBytes)}>of {formatBytes(storage.quotaBytes)}</Figure>
				<Meter share={share} />
				<p className={classes.note}>{storageForecast(storage)}</p>
				<dl className={classes.figures}>
					<Fact label="Readings stored" value={countText(storage.readings)} />
					<Fact label="Growth" value={`${formatBytes(storage.growthBytesPerDay)} a day`} />
					<Fact label="Full on" value={fullAt ? formatDate(fullAt) : "Not in sight"} />
					<Fact label="Oldest reading" value={oldestReadingAt ? formatDate(oldestReadingAt) : "—"} />
				</dl>
			</div>
		</Card>
	);
}

function Fact({ label, value }: { label: string; value: string }) {
	return (
		<div>
			<dt>{label}</dt>
			<dd>{value}</dd>
		</div>
	);
}
