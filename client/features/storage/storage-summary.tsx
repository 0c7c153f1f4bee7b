import type { StorageDetails } from "../../../shared/billing";
import { storageForecast } from "../../entities/labels";
import { Figure, Meter, meterTone } from "../../ui/chart/figures";
import { StatusChip } from "../../ui/feedback/status-chip";
import { formatBytes } from "../../ui/format";
import { Card } from "../../ui/layout/card";
import { formatDate } from "../../ui/time/wall-time";
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
				<Figure value={formatBytes(storage.usedBytes)}>of {formatBytes(storage.quotaBytes)}</Figure>
				<Meter share={share} />
				<p className={classes.note}>{storageForecast(storage)}</p>
				<dl className={classes.figures}>
					<Fact label="Readings stored" value={storage.readings.toLocaleString("en-US")} />
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
