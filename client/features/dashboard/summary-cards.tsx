import { useSuspenseQuery } from "@tanstack/react-query";
import type { AlertEvent, AlertEventPage } from "../../../shared/alert/alert";
import { storageDetails } from "../../api/queries";
import { EventStateChip, eventPlace, eventStateLabels, eventValue } from "../../entities/alert-event";
import { EventLink } from "../../entities/entity-links";
import { severityLabels, storageForecast } from "../../entities/labels";
import { Figure, Meter, meterTone } from "../../ui/chart/figures";
import { StatusChip } from "../../ui/feedback/status-chip";
import { formatBytes } from "../../ui/format";
import { Card } from "../../ui/layout/card";
import { TextLink } from "../../ui/layout/link";
import { TimeStamp } from "../../ui/time/time-stamp";
import { useValueStyle } from "../../ui/value-display";
import { t } from "../../words/made/dashboard";
import classes from "./cards.module.css";

const shownEvents = 4;

type AlertsCardProps = {
	ruleCount: number;
	page: AlertEventPage | "none" | null;
	groupId: string | null;
};

export function AlertsCard({ ruleCount, page, groupId }: AlertsCardProps) {
	const ofGroup = groupId === null ? {} : { group: groupId };
	const known = page === null || page === "none" ? null : page;
	const open = known?.events.filter(({ state }) => state !== "ended") ?? [];
	const shown = open.length > 0 ? open : (known?.events ?? []);
	return (
		<Card
			title={t("alerts")}
			note={
				known && (
					<>
						{known.counts.open === 0 && <span className={classes.small}>{t("alerts.noneOpen")}</span>}
						{(["open", "acknowledged"] as const).map(
							(state) =>
								known.counts[state] > 0 && (
									<TextLink
										key={state}
										to="/alerts/"
										search={{ ...ofGroup, status: state }}
										underline="never"
										className={classes.chipLink}
									>
										<StatusChip tone={eventStateLabels[state].tone}>
											{t(`alerts.${state}`, { count: known.counts[state] })}
										</StatusChip>
									</TextLink>
								),
						)}
					</>
				)
			}
			action={
				<TextLink to="/alerts/" search={ofGroup}>
					{t("alerts.allEvents")}
				</TextLink>
			}
		>
			{page === "none" ? (
				<div className={classes.calm}>{t("alerts.failed")}</div>
			) : known === null ? (
				<div className={classes.calm}>{t("loading")}</div>
			) : known.events.length === 0 ? (
				<div className={classes.calm}>{t("alerts.none", { rules: ruleCount })}</div>
			) : (
				<ul className={classes.rows}>
					{shown.slice(0, shownEvents).map((event) => (
						<EventRow key={event.id} event={event} />
					))}
				</ul>
			)}
		</Card>
	);
}

function EventRow({ event }: { event: AlertEvent }) {
	const { id, state, ruleName, severity, condition, peak, startedAt, device } = event;
	useValueStyle();
	return (
		<li className={classes.row}>
			<div className={classes.rowLabel}>
				<EventLink id={id} className={classes.name}>
					{ruleName}
				</EventLink>
				<div className={classes.small}>
					{eventPlace(event)} · {severityLabels[severity].label}
					{condition && `, ${eventValue(event, peak)}`}
				</div>
			</div>
			<EventStateChip state={state} />
			<span className={classes.rowValue}>
				<TimeStamp at={startedAt} clock={device} show="age" />
			</span>
		</li>
	);
}

export function StorageCard() {
	const { data: storage } = useSuspenseQuery(storageDetails());
	const { usedBytes, quotaBytes, readings } = storage;
	const share = quotaBytes > 0 ? usedBytes / quotaBytes : 0;
	const tone = meterTone(share);
	return (
		<Card
			title={t("storage")}
			note={
				tone !== "brand" && (
					<StatusChip tone={tone}>{t("storage.share", { percent: Math.floor(share * 100) })}</StatusChip>
				)
			}
			action={<TextLink to="/accounts/storage/">{t("details")}</TextLink>}
		>
			<div className={classes.body}>
				<Figure value={formatBytes(usedBytes)}>{t("storage.ofQuota", { size: formatBytes(quotaBytes) })}</Figure>
				<Meter share={share} />
				<p className={classes.note}>{storageForecast(storage)}</p>
				<p className={classes.note}>{t("storage.readings", { count: readings })}</p>
			</div>
		</Card>
	);
}
