import type { StorageDetails } from "../../../shared/billing";
import { storageForecast } from "../../storage-words";
import { formatBytes } from "../../ui/byte-size";
import { formatDate } from "../../ui/calendar-date";
import { Card } from "../../ui/card";
import { Meter, meterTone } from "../../ui/meter";
import { StatusChip } from "../../ui/status-chip";
import classes from "./storage.module.css";

export function StorageSummary({ storage }: { storage: StorageDetails }) {
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
				<p className={classes.figure}>
					{formatBytes(storage.usedBytes)} <span>of {formatBytes(storage.quotaBytes)}</span>
				</p>
				<Meter share={share} />
				<p className={classes.note}>{storageForecast(storage)}</p>
				<dl className={classes.figures}>
					<Figure label="Readings stored" value={storage.readings.toLocaleString("en-US")} />
					<Figure label="Growth" value={`${formatBytes(storage.growthBytesPerDay)} a day`} />
					<Figure label="Full on" value={fullAt ? formatDate(fullAt) : "Not in sight"} />
					<Figure label="Oldest reading" value={oldestReadingAt ? formatDate(oldestReadingAt) : "—"} />
				</dl>
			</div>
		</Card>
	);
}

function Figure({ label, value }: { label: string; value: string }) {
	return (
		<div>
			<dt>{label}</dt>
			<dd>{value}</dd>
		</div>
	);
}
