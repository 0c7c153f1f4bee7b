import { SegmentedControl } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { FleetOverview, MuteAhead } from "../../../shared/overview/fleet-overview";
import { useRefreshInterval } from "../../api/live";
import { justLoadedMs } from "../../api/query-client";
import { trpc } from "../../api/trpc";
import { deviceStatusLabels, statusesFromBest } from "../../entities/device-labels";
import { FleetBar } from "../../entities/device-rows";
import { DeviceLink, EventLink, GroupLink, ReportLink, RuleLink } from "../../entities/entity-links";
import { storageForecast } from "../../entities/labels";
import { Meter } from "../../ui/chart/figures";
import { StatusChip } from "../../ui/feedback/status-chip";
import { SubtleButton } from "../../ui/form/buttons";
import { countText, formatBytes } from "../../ui/format";
import { TextLink } from "../../ui/layout/link";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich, t } from "../../words/made/dashboard";
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
			{overview.unassessed && <UnassessedLine {...overview.unassessed} />}
			{overview.proposals !== undefined && <ProposalsLine count={overview.proposals} />}
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
			title={t("fleet")}
			action={
				<>
					<SubtleButton
						size="compact-sm"
						fw={500}
						aria-expanded={isOpen}
						onClick={() => onSearch({ period: isOpen ? undefined : "24h" })}
					>
						{t("fleet.history")}
					</SubtleButton>
					<TextLink to="/devices" search={group}>
						{t("devices")}
					</TextLink>
				</>
			}
			under={state.period !== null && <FleetHistory {...of} period={state.period} />}
		>
			<span>{t("fleet.count", { count: devices })}</span>
			{sampleDevices > 0 && (
				<span className={classes.soft}>{t("fleet.sample", { count: countText(sampleDevices) })}</span>
			)}
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
									t("status.online", { count: counts.online })
								) : (
									<StatusChip tone={deviceStatusLabels[status].tone}>
										{t(`status.${status}`, { count: counts[status] })}
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
				aria-label={t("period")}
				value={requested.period ?? period}
				onChange={(chosen) => onSearch({ period: chosen })}
				data={(["24h", "7d"] as const).map((value) => ({ value, label: periodLabel(value) }))}
			/>
			{trend.isError && !trend.data && <p>{t("fleet.historyFailed")}</p>}
			{trend.data && <FleetTrendChart trend={trend.data} periodLabel={periodLabel(period)} />}
		</div>
	);
}

function UnassessedLine({ count, events }: NonNullable<FleetOverview["unassessed"]>) {
	return (
		<Line title={t("unassessed")} action={null}>
			<span>{t("unassessed.count", { count })}</span>
			{events.map(({ id, ruleName, deviceName, startedAt }) => (
				<span key={id} className={classes.soft}>
					<EventLink id={id} underline="always">
						{t("unassessed.one", { rule: ruleName, device: deviceName })}
					</EventLink>{" "}
					<TimeStamp at={startedAt} />
				</span>
			))}
		</Line>
	);
}

function ProposalsLine({ count }: { count: number }) {
	return (
		<Line
			title={t("proposals")}
			action={
				<TextLink to="/accounts/audit/" search={{ view: "proposals" }}>
					{t("proposals.see")}
				</TextLink>
			}
		>
			<span>{t("proposals.count", { count })}</span>
		</Line>
	);
}

function MutesLine({ next, others }: { next: MuteAhead; others: number }) {
	return (
		<Line title={t("mutes")} action={null}>
			<span>
				{rich("mutes.next", {
					thing: <MutedThing mute={next} />,
					from: <TimeStamp at={next.from} />,
					to: <TimeStamp at={next.to} />,
				})}
			</span>
			{others > 0 && <span className={classes.soft}>{t("mutes.others", { count: countText(others) })}</span>}
		</Line>
	);
}

function MutedThing({ mute: { kind, targetId, name } }: { mute: MuteAhead }) {
	if (kind === "device") return <DeviceLink id={targetId}>{name}</DeviceLink>;
	if (kind === "group") return <GroupLink id={targetId}>{name}</GroupLink>;
	return <RuleLink id={targetId}>{name}</RuleLink>;
}

function StorageLine({ storage }: Pick<FleetOverview, "storage">) {
	const { usedBytes, quotaBytes, ofGroupBytes } = storage;
	return (
		<Line title={t("storage")} action={<TextLink to="/accounts/storage/">{t("details")}</TextLink>}>
			<span>{t("storage.used", { used: formatBytes(usedBytes), quota: formatBytes(quotaBytes) })}</span>
			<span className={classes.bar}>
				<Meter share={quotaBytes > 0 ? usedBytes / quotaBytes : 0} />
			</span>
			<span className={classes.soft}>
				{storageForecast(storage)}
				{ofGroupBytes !== null && ` ${t("storage.ofGroup", { size: formatBytes(ofGroupBytes) })}`}
			</span>
		</Line>
	);
}

function ReportsLine({ reports: { count, next, last } }: Pick<FleetOverview, "reports">) {
	return (
		<Line title={t("reports")} action={<TextLink to="/reports/">{t("reports.all", { count })}</TextLink>}>
			<ReportTime which="next" report={next} />
			<ReportTime which="last" report={last} />
		</Line>
	);
}

type ReportTimeProps = { which: "next" | "last"; report: FleetOverview["reports"]["next"] };

function ReportTime({ which, report }: ReportTimeProps) {
	if (!report) return <span className={classes.soft}>{t(`reports.${which}.none`)}</span>;
	const name = (
		<ReportLink id={report.id} underline="always">
			{report.name}
		</ReportLink>
	);
	const time = <TimeStamp at={report.at} show={which === "next" ? "exact" : "age"} />;
	return <span className={classes.soft}>{rich(`reports.${which}`, { name, time })}</span>;
}
