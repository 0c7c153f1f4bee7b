import type { StorageDetails } from "../../../shared/billing";
import { formatBytes } from "../../ui/byte-size";
import { Card } from "../../ui/card";
import { StatusChip } from "../../ui/status-chip";
import classes from "./dashboard.module.css";

const amberShare = 0.7;
const redShare = 0.9;

export function StorageCard({ storage }: { storage: StorageDetails }) {
	const share = storage.quotaBytes > 0 ? storage.usedBytes / storage.quotaBytes : 0;
	const tone = share >= redShare ? "bad" : share >= amberShare ? "warn" : "brand";
	return (
		<Card
			title="Storage"
			className={classes.storage}
			note={tone !== "brand" && <StatusChip tone={tone}>{Math.floor(share * 100)} % used</StatusChip>}
		>
			<div className={classes.body}>
				<p className={classes.figure}>
					{formatBytes(storage.usedBytes)} <span>of {formatBytes(storage.quotaBytes)}</span>
				</p>
				<div className={classes.meter} aria-hidden="true" data-tone={tone}>
					<i style={{ width: `${Math.min(share, 1) * 100}%` }} />
				</div>
				<p className={classes.note}>{forecastOf(storage)}</p>
				<p className={classes.note}>{storage.readings.toLocaleString("en-US")} readings stored</p>
			</div>
		</Card>
	);
}

function forecastOf({ fullAt, growthBytesPerDay }: StorageDetails): string {
	if (fullAt) {
		const date = fullAt.toLocaleDateString("en-US", { month: "short", day: "2-digit", year: "numeric" });
		return `At today's growth of ${formatBytes(growthBytesPerDay)} a day it is full on ${date}.`;
	}
	return growthBytesPerDay > 0 ? `Grows by ${formatBytes(growthBytesPerDay)} a day.` : "Not growing at the moment.";
}
