import type { AlertListRow } from "../../../shared/alert";
import type { StorageDetails } from "../../../shared/billing";
import type { ReportListRow } from "../../../shared/report";
import { severityLabels, storageForecast, unbuiltAreas } from "../../entities/labels";
import { Figure, Meter, meterTone } from "../../ui/chart/figures";
import { StatusChip } from "../../ui/feedback/status-chip";
import { countOf, formatBytes } from "../../ui/format";
import { Card } from "../../ui/layout/card";
import { TextLink } from "../../ui/layout/link";
import { TimeStamp } from "../../ui/time/time-stamp";
import classes from "./dashboard.module.css";

const shownAlerts = 3;

type AlertsCardProps = { alerts: AlertListRow[]; isOfGroup: boolean };

export function AlertsCard({ alerts, isOfGroup }: AlertsCardProps) {
	const openCount = alerts.filter(({ openEvents }) => openEvents > 0).length;
	const shown = alertsToShow(alerts);
	return (
		<Card
			title="Alerts"
			className={classes.alerts}
			note={
				<>
					{openCount > 0 ? (
						<TextLink to="/alerts/" search={{ sort: "-open" }} underline="never" className={classes.chipLink}>
							<StatusChip tone="bad">{openCount} open</StatusChip>
						</TextLink>
					) : (
						<span className={classes.small}>None open</span>
					)}
					{isOfGroup && <span className={classes.small}>of all devices</span>}
				</>
			}
			action={<TextLink to="/alerts/">All {alerts.length}</TextLink>}
		>
			{shown.length === 0 ? (
				<div className={classes.calm}>None of {countOf(alerts.length, "rule")} has fired.</div>
			) : (
				<ul className={classes.rows}>
					{shown.map((alert) => (
						<AlertRow key={alert.id} alert={alert} />
					))}
				</ul>
			)}
		</Card>
	);
}

function AlertRow({ alert: { id, name, severity, condition, openEvents, lastFiredAt } }: { alert: AlertListRow }) {
	return (
		<li className={classes.row}>
			<span className={classes.rowChip}>
				{/* The state, which a narrow window shows nowhere else; a severity's color would look like an open alert. */}
				<StatusChip tone={openEvents > 0 ? "bad" : "off"}>{openEvents > 0 ? "Open" : "Closed"}</StatusChip>
			</span>
			<div className={classes.rowLabel}>
				<TextLink to="/alerts/edit/$alertId" params={{ alertId: id }} className={classes.name}>
					{name}
				</TextLink>
				<div className={classes.small}>
					{severityLabels[severity].label}: {condition}
				</div>
			</div>
			<span className={classes.rowValue}>
				{openEvents > 0 ? `${openEvents} open` : lastFiredAt && <TimeStamp at={lastFiredAt.getTime()} show="age" />}
			</span>
		</li>
	);
}

function alertsToShow(alerts: AlertListRow[]): AlertListRow[] {
	const open = alerts.filter(({ openEvents }) => openEvents > 0);
	const fired = alerts.filter(({ lastFiredAt }) => lastFiredAt !== null);
	const newestFirst = (a: AlertListRow, b: AlertListRow) =>
		(b.lastFiredAt?.getTime() ?? 0) - (a.lastFiredAt?.getTime() ?? 0);
	return (open.length > 0 ? open : fired).sort(newestFirst).slice(0, shownAlerts);
}

export function ReportsCard({ reports }: { reports: ReportListRow[] }) {
	const { next, last } = nextAndLast(reports);
	return (
		<Card title="Reports" className={classes.reports} action={<TextLink to="/reports/">All {reports.length}</TextLink>}>
			<ul className={classes.rows}>
				<ReportRow label="Next" report={next} at={next?.nextRunAt} show="exact" />
				<ReportRow label="Last" report={last} at={last?.lastRunAt} show="age" />
			</ul>
			<p className={classes.unbuilt}>{unbuiltAreas.reports}</p>
		</Card>
	);
}

type ReportRowProps = {
	label: string;
	report: ReportListRow | null;
	at: Date | null | undefined;
	show: "exact" | "age";
};

function ReportRow({ label, report, at, show }: ReportRowProps) {
	return (
		<li className={classes.row}>
			<span className={classes.rowLabel}>{label}</span>
			<div className={classes.rowLabel}>
				{report && at ? (
					<>
						<TextLink to="/reports/edit/$reportId" params={{ reportId: report.id }} className={classes.name}>
							{report.name}
						</TextLink>
						<div className={classes.small}>
							<TimeStamp at={at.getTime()} show={show} />
						</div>
					</>
				) : (
					<span className={classes.small}>None</span>
				)}
			</div>
		</li>
	);
}

function nextAndLast(reports: ReportListRow[]): { next: ReportListRow | null; last: ReportListRow | null } {
	const waiting = reports.filter(({ isEnabled, nextRunAt }) => isEnabled && nextRunAt !== null);
	const ran = reports.filter(({ lastRunAt }) => lastRunAt !== null);
	return {
		next: waiting.sort((a, b) => instant(a.nextRunAt) - instant(b.nextRunAt))[0] ?? null,
		last: ran.sort((a, b) => instant(b.lastRunAt) - instant(a.lastRunAt))[0] ?? null,
	};
}

function instant(date: Date | null): number {
	return date?.getTime() ?? 0;
}

type StorageCardProps = {
	storage: StorageDetails;
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
				<p className={classes.note}>{countOf(storage.readings, "reading")} stored</p>
			</div>
		</Card>
	);
}

function usedBy({ devices }: StorageDetails, ids: Set<string>): number {
	return devices.reduce((sum, { deviceId, usedBytes }) => sum + (ids.has(deviceId) ? usedBytes : 0), 0);
}
