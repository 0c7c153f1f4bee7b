import type { StorageDetails } from "../../../shared/account/billing";
import type { StorageOverview } from "../../../shared/account/storage";
import { storageForecast } from "../../entities/labels";
import { Figure, Meter, meterTone } from "../../ui/chart/figures";
import { Callout } from "../../ui/feedback/notes";
import { StatusChip } from "../../ui/feedback/status-chip";
import { countText, formatBytes } from "../../ui/format";
import { Card } from "../../ui/layout/card";
import { formatDate } from "../../ui/time/time-display";
import { t } from "../../words/made/account";
import { usedSentence } from "./retention-words";
import classes from "./storage.module.css";

type SummaryProps = { storage: StorageDetails; overview: StorageOverview | null };

export function StorageSummary({ storage, overview }: SummaryProps) {
	const { usedBytes, quotaBytes } = storage;
	const share = quotaBytes > 0 ? usedBytes / quotaBytes : 0;
	const sentence = overview && usedSentence({ ...overview, usedBytes, quotaBytes });
	const reportFileBytes = overview?.reportFileBytes ?? 0;
	const attachmentBytes = overview?.attachmentBytes ?? 0;
	const lakeBytes = overview?.lakeBytes ?? 0;
	const going = overview?.devices.filter(({ goneAt }) => goneAt !== null).length ?? 0;
	const tone = meterTone(share);
	const { fullAt, oldestReadingAt } = storage;
	return (
		<Card
			title={t("space")}
			className={classes.card}
			note={
				tone !== "brand" && (
					<StatusChip tone={tone}>{t("meter.percentUsed", { percent: Math.floor(share * 100) })}</StatusChip>
				)
			}
		>
			<div className={classes.body}>
				<Figure value={formatBytes(usedBytes)}>{t("storage.ofQuota", { quota: formatBytes(quotaBytes) })}</Figure>
				<Meter share={share} />
				{sentence && (
					<Callout tone={share >= 0.9 ? "bad" : "warn"} role="status" className={classes.state}>
						{sentence}
					</Callout>
				)}
				<p className={classes.note}>{storageForecast(storage)}</p>
				<dl className={classes.figures}>
					<Fact label={t("readingsStored")} value={countText(storage.readings)} />
					<Fact label={t("growth")} value={t("storage.growthADay", { size: formatBytes(storage.growthBytesPerDay) })} />
					<Fact label={t("fullOn")} value={fullAt ? formatDate(fullAt) : t("storage.neverFull")} />
					<Fact label={t("oldestReading")} value={oldestReadingAt ? formatDate(oldestReadingAt) : "—"} />
					{reportFileBytes > 0 && <Fact label={t("reportFiles")} value={formatBytes(reportFileBytes)} />}
					{attachmentBytes > 0 && <Fact label={t("attachedFiles")} value={formatBytes(attachmentBytes)} />}
					{lakeBytes > 0 && <Fact label={t("parquetFiles")} value={formatBytes(lakeBytes)} />}
					{going > 0 && <Fact label={t("deletedNotYetGone")} value={t("stored.devices", { count: going })} />}
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
