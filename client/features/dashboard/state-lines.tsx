import { Button, SegmentedControl } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { FleetOverview, MuteAhead } from "../../../shared/overview/fleet-overview";
import { useRefreshInterval } from "../../api/live";
import { justLoadedMs } from "../../api/query-client";
import { trpc } from "../../api/trpc";
import { deviceStatusLabels, statusesFromBest } from "../../entities/device-labels";
import { FleetBar } from "../../entities/device-rows";
import { storageForecast } from "../../entities/labels";
import { Meter } from "../../ui/chart/figures";
import { StatusChip } from "../../ui/feedback/status-chip";
import { countOf, countText, formatBytes } from "../../ui/format";
import { TextLink } from "../../ui/layout/link";
import { TimeStamp } from "../../ui/time/time-stamp";
import { type DashboardState, type Period, periodLabel, trendInput } from "./dashboard-filters";
import type { DashboardSearch } from "./dashboard-search";
import { FleetTrendChart } from "./fleet-trend-chart";
import classes from "./state-lines.module.css";

type StateLinesProps = {
	state: DashboardState;
	requested: DashboardState;
	overview: FleetOverview;
	onSearch: (change: DashboardSearch) => void;
};

export function StateLines({ overview, ...of }: StateLinesProps) {
	const { reports, storage, devices, groupId, mutesAhead } = overview;
	return (
		<div className={classes.lines}>
			{(devices > 0 || groupId !== null) && <FleetLine overview={overview} {...of} />}
			{mutesAhead?.next && <MutesLine next={mutesAhead.next} others={mutesAhead.count - 1} />}
			<StorageLine storage={storage} />
			{reports.count > 0 && <ReportsLine reports={reports} />}
		</div>
	);
}

type LineProps = { title: string; action: ReactNode; children: ReactNode; under?: ReactNode };

function Line({ title, action, children, under }: LineProps) {
	return (
		<section aria-label={title} className={classes.section}>
			<div className={classes.line}>
				<h2>{title}</h2>
				<div className={classes.words}>{children}</div>
				<div className={classes.action}>{action}</div>
			</div>
			{under}
		</section>
	);
}

function FleetLine({ overview: { devices, counts, groupId, sampleDevices = 0 }, ...of }: StateLinesProps) {
	const { state, onSearch } = of;
	const group = groupId === null ? {} : { group: groupId };
	const isOpen = state.period !== null;
	return (
		<Line
			title="Fleet"
			action={
				<>
					<Button
						variant="subtle"
						size="compact-sm"
						fw={500}
						aria-expanded={isOpen}
						onClick={() => onSearch({ period: isOpen ? undefined : "24h" })}
					>
						History
					</Button>
					<TextLink to="/devices" search={group}>
						Devices
					</TextLink>
				</>
			}
			under={state.period !== null && <FleetHistory {...of} period={state.period} />}
		>
			<span>{countOf(devices, "device")}</span>
			{sampleDevices > 0 && <span className={classes.soft}>and {countText(sampleDevices)} of the sample</span>}
			<span className={classes.bar}>
				<FleetBar counts={counts} />
			</span>
			<ul className={classes.legend}>
				{statusesFromBest
					.filter((status) => counts[status] > 0)
					.map((status) => (
						<li key={status}>
							<TextLink to="/devices" search={{ ...group, status }} underline="hover" className={classes.count}>
								{status === "online" ? (
									`${countText(counts.online)} online`
								) : (
									<StatusChip tone={deviceStatusLabels[status].tone}>
										{countText(counts[status])} {deviceStatusLabels[status].label.toLowerCase()}
									</StatusChip>
								)}
							</TextLink>
						</li>
					))}
			</ul>
		</Line>
	);
}

type FleetHistoryProps = Omit<StateLinesProps, "overview"> & { period: Period };

function FleetHistory({ state, requested, period, onSearch }: FleetHistoryProps) {
	const refetchInterval = useRefreshInterval();
	const trend = useQuery({
		...trpc.device.getFleetTrend.queryOptions(trendInput({ ...state, period })),
		staleTime: justLoadedMs,
		refetchOnMount: false,
		placeholderData: keepPreviousData,
		refetchInterval,
	});
	return (
		<div className={classes.history}>
			<SegmentedControl
				aria-label="Period"
				size="xs"
				value={requested.period ?? period}
				onChange={(chosen) => onSearch({ period: chosen })}
				data={[
					{ value: "24h", label: "24 hours" },
					{ value: "7d", label: "7 days" },
				]}
			/>
			{trend.isError && !trend.data && <p>How it was before could not be read.</p>}
			{trend.data && <FleetTrendChart trend={trend.data} periodLabel={periodLabel(period)} />}
		</div>
	);
}

function MutesLine({ next, others }: { next: MuteAhead; others: number }) {
	return (
		<Line title="Planned mutes" action={null}>
			<span>
				<MutedThing mute={next} /> <TimeStamp at={next.from} /> to <TimeStamp at={next.to} />
			</span>
			{others > 0 && <span className={classes.soft}>and {countText(others)} more</span>}
		</Line>
	);
}

function MutedThing({ mute: { kind, targetId, name } }: { mute: MuteAhead }) {
	if (kind === "device")
		return (
			<TextLink to="/devices/$deviceId" params={{ deviceId: targetId }}>
				{name}
			</TextLink>
		);
	if (kind === "group")
		return (
			<TextLink to="/groups/$groupId" params={{ groupId: targetId }}>
				{name}
			</TextLink>
		);
	return (
		<TextLink to="/alerts/edit/$alertId" params={{ alertId: targetId }}>
			{name}
		</TextLink>
	);
}

function StorageLine({ storage }: Pick<FleetOverview, "storage">) {
	const { usedBytes, quotaBytes, ofGroupBytes } = storage;
	return (
		<Line title="Storage" action={<TextLink to="/accounts/storage/">Details</TextLink>}>
			<span>
				{formatBytes(usedBytes)} of {formatBytes(quotaBytes)}
			</span>
			<span className={classes.bar}>
				<Meter share={quotaBytes > 0 ? usedBytes / quotaBytes : 0} />
			</span>
			<span className={classes.soft}>
				{storageForecast(storage)}
				{ofGroupBytes !== null && ` ${formatBytes(ofGroupBytes)} by the devices shown here.`}
			</span>
		</Line>
	);
}

function ReportsLine({ reports: { count, next, last } }: Pick<FleetOverview, "reports">) {
	return (
		<Line title="Reports" action={<TextLink to="/reports/">All {count}</TextLink>}>
			<ReportTime label="Next" report={next} show="exact" />
			<ReportTime label="Last" report={last} show="age" />
		</Line>
	);
}

type ReportTimeProps = { label: string; report: FleetOverview["reports"]["next"]; show: "exact" | "age" };

function ReportTime({ label, report, show }: ReportTimeProps) {
	if (!report) return <span className={classes.soft}>{label}: none</span>;
	return (
		<span className={classes.soft}>
			{label}:{" "}
			<TextLink to="/reports/edit/$reportId" params={{ reportId: report.id }} underline="always">
				{report.name}
			</TextLink>
			, <TimeStamp at={report.at} show={show} />
		</span>
	);
}
