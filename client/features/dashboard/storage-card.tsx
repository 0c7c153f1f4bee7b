import type { StorageDetails } from "../../../shared/billing";
import { storageForecast } from "../../entities/labels";
import { Figure, Meter, meterTone } from "../../ui/chart/figures";
import { StatusChip } from "../../ui/feedback/status-chip";
import { formatBytes } from "../../ui/format";
import { Card } from "../../ui/layout/card";
import { TextLink } from "../../ui/layout/link";
import classes from "./dashboard.module.css";

type StorageCardProps = {
	storage: StorageDetails;
	/** The devices that are looked at; null: all of them. */
	deviceIds: Set<string> | null;
	isWhole: boolean;
};

export function StorageCard({ storage, deviceIds, isWhole }: StorageCardProps) {
	const share = storage.quotaBytes > 0 ? storage.usedBytes / storage.quotaBytes : 0;
	const tone = meterTone(share);
	return (
		<Card
			title="Storage"
			className={isWhole ? classes.whole : classes.storage}
			note={tone !== "brand" && <StatusChip tone={tone}>{Math.floor(share * 100)} % used</StatusChip>}
			action={<TextLink to="/accounts/storage/">Details</TextLink>}
		>
			<div className={classes.body}>
				<Figure value={formatBytes(storage.usedBytes)}>of {formatBytes(storage.quotaBytes)}</Figure>
				<Meter share={share} />
				<p className={classes.note}>{storageForecast(storage)}</p>
				{deviceIds !== null && (
					<p className={classes.note}>{formatBytes(usedBy(storage, deviceIds))} by the devices shown here</p>
				)}
				<p className={classes.note}>{storage.readings.toLocaleString("en-US")} readings stored</p>
			</div>
		</Card>
	);
}

function usedBy({ devices }: StorageDetails, ids: Set<string>): number {
	return devices.reduce((sum, { deviceId, usedBytes }) => sum + (ids.has(deviceId) ? usedBytes : 0), 0);
}
