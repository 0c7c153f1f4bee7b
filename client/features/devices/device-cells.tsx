import { VisuallyHidden } from "@mantine/core";
import { IconBatteryExclamation } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { minuteMs } from "../../../shared/base/durations";
import type { DeviceListRow } from "../../../shared/device/device";
import { type ShownReading, shownReading } from "../../../shared/device/device-reading";
import type { GroupListRow } from "../../../shared/device/group";
import type { Quantity } from "../../../shared/formats/units";
import { attentionLimits } from "../../../shared/overview/attention-limits";
import { ComputedMark } from "../../entities/computed-mark";
import { alertStateLabels, deviceStateLabel, lackLabels } from "../../entities/device-labels";
import { GroupMark } from "../../entities/group-mark";
import { markedName } from "../../entities/marked-name";
import { Trend } from "../../ui/chart/trend";
import { LazyTooltip } from "../../ui/feedback/lazy-tooltip";
import { StatusChip } from "../../ui/feedback/status-chip";
import { NameLink } from "../../ui/table/list-columns";
import { TimeStamp } from "../../ui/time/time-stamp";
import { valueText } from "../../ui/value-display";
import { rich, t } from "../../words/made/devices";
import classes from "./devices.module.css";
import { loadTrend } from "./load-trend";

const shownGroups = 2;

export function NameCell({ row }: { row: DeviceListRow }) {
	return (
		<NameLink to="/devices/$deviceId" params={{ deviceId: row.id }} under={<DeviceStatusChip row={row} />}>
			{row.name}
		</NameLink>
	);
}

type StatusRow = Pick<DeviceListRow, "status" | "deletedFrom" | "lastReadingAt">;

export function DeviceStatusChip({ row }: { row: StatusRow }) {
	const { label, tone, meaning } = deviceStateLabel(row, row.deletedFrom !== undefined);
	return (
		<LazyTooltip label={meaning}>
			<span>
				<StatusChip tone={tone}>{label}</StatusChip>
			</span>
		</LazyTooltip>
	);
}

type GroupsById = ReadonlyMap<string, GroupListRow>;

export function GroupChips({ row: { groupIds }, groups }: { row: DeviceListRow; groups: GroupsById }) {
	if (groupIds.length === 0) return <None />;
	return (
		<>
			{groupIds.slice(0, shownGroups).map((id, index) => (
				<span key={id} className={index === 0 ? classes.tag : `${classes.tag} ${classes.wide}`}>
					<GroupMark colour={groups.get(id)?.colour ?? null}>
						<span className={classes.groupName} title={groupName(groups, id)}>
							{groupName(groups, id)}
						</span>
					</GroupMark>
				</span>
			))}
			<span className={classes.wide}>
				<MoreGroups ids={groupIds.slice(shownGroups)} groups={groups} />
			</span>
			<span className={classes.tight}>
				<MoreGroups ids={groupIds.slice(1)} groups={groups} />
			</span>
		</>
	);
}

function MoreGroups({ ids, groups }: { ids: string[]; groups: GroupsById }) {
	if (ids.length === 0) return null;
	return (
		<LazyTooltip label={<span className={classes.lines}>{ids.map((id) => groupName(groups, id)).join("\n")}</span>}>
			<span className={classes.more}>+{ids.length}</span>
		</LazyTooltip>
	);
}

function groupName(groups: GroupsById, id: string): string {
	return groups.get(id)?.name ?? t("group.unknown");
}

export function Readings({ row, quantity }: { row: DeviceListRow; quantity: Quantity }) {
	const [first, ...more] = readingsOf(row, quantity);
	if (!first) return <None />;
	const formula = first.isSaturated ? t("cell.saturated") : t("cell.derived");
	const mark = first.isDerived && <ComputedMark formula={formula} isFocusable={false} />;
	const value = row.latest.some(({ quantity: own, isOut }) => own === quantity && isOut) ? (
		<span className={classes.out}>
			<VisuallyHidden>{t("cell.out")} </VisuallyHidden>
			{mark} {valueText(first.value, first)}
		</span>
	) : mark ? (
		<>
			{mark} {valueText(first.value, first)}
		</>
	) : (
		valueText(first.value, first)
	);
	if (more.length === 0) return value;
	const all = [first, ...more].map(listedText).join("\n");
	return (
		<LazyTooltip label={<span className={classes.lines}>{all}</span>}>
			<span>
				{value} <span className={classes.more}>+{more.length}</span>
			</span>
		</LazyTooltip>
	);
}

/** `Dew point (computed) 8.2 °C`. */
export function listedText(reading: ShownReading): string {
	const { name, isDerived, isSaturated, value } = reading;
	return `${markedName(name, isDerived, isSaturated)} ${valueText(value, reading)}`;
}

export function WithTrend({ row, quantity }: { row: DeviceListRow; quantity: Quantity }) {
	const isOut = row.latest.some(({ quantity: own, isOut: beyond }) => own === quantity && beyond);
	const isLive = row.status === "online" || row.status === "late";
	return (
		<span className={classes.withCourse} data-state={isOut ? "out" : isLive ? undefined : "silent"}>
			<RowTrend deviceId={row.id} quantity={quantity} decimals={readingsOf(row, quantity)[0]?.decimals ?? 1} />
			<span className={classes.ofCourse}>
				<Readings row={row} quantity={quantity} />
			</span>
		</span>
	);
}

export function LastReceived({ row }: { row: DeviceListRow }) {
	if (row.lastReceivedAt === null) return row.status === "imported" ? t("received.byFile") : t("received.none");
	return <TimeStamp at={row.lastReceivedAt} clock={row} show="age" />;
}

export function Battery({ row }: { row: DeviceListRow }) {
	const reading = readingsOf(row, "battery")[0];
	if (!reading || reading.value === null) return <None />;
	const text = valueText(reading.value, reading);
	if (reading.unit !== "%" || reading.value >= attentionLimits.battery) return text;
	return (
		<LazyTooltip label={t("cell.lowBattery", { limit: attentionLimits.battery })}>
			<span className={classes.low}>
				<IconBatteryExclamation size={16} aria-label={t("cell.low")} /> {text}
			</span>
		</LazyTooltip>
	);
}

export function Signal({ row }: { row: DeviceListRow }) {
	return <Fact row={row} quantity="signal" />;
}

export function Memory({ row }: { row: DeviceListRow }) {
	return <Fact row={row} quantity="memory" />;
}

function Fact({ row, quantity }: { row: DeviceListRow; quantity: Quantity }) {
	const reading = readingsOf(row, quantity)[0];
	return reading && reading.value !== null ? valueText(reading.value, reading) : <None />;
}

/** Empty for a device without problems, so that the others stand out. */
export function AlertBadge({ row: { alertState = "ok", mutedUntil, lacks = [], ...clock } }: { row: DeviceListRow }) {
	if (alertState !== "ok") {
		const { label, tone } = alertStateLabels[alertState];
		return (
			<span className={classes.badge}>
				<StatusChip tone={tone}>{label}</StatusChip>
				{mutedUntil !== undefined && (
					<span className={classes.until}>
						{rich("cell.until", { time: <TimeStamp at={mutedUntil} clock={clock} /> })}
					</span>
				)}
			</span>
		);
	}
	const [lack] = lacks;
	if (!lack) return <None />;
	return (
		<LazyTooltip label={lackLabels[lack].meaning}>
			<span className={classes.lack}>{lackLabels[lack].label}</span>
		</LazyTooltip>
	);
}

function None() {
	return <span className={classes.none}>—</span>;
}

export function readingsOf(row: DeviceListRow, quantity: Quantity): ShownReading[] {
	return row.latest.filter((reading) => reading.quantity === quantity).map(shownReading);
}

const box = { width: 48, height: 20 };
const keptMs = 10 * minuteMs;

type RowTrendProps = { deviceId: string; quantity: Quantity; decimals: number };

/** The last day of a visible row. Its space is reserved, so that nothing moves. Less than 20 steps of the display is noise. */
function RowTrend({ deviceId, quantity, decimals }: RowTrendProps) {
	const { data } = useQuery({
		queryKey: ["courses", quantity, deviceId],
		queryFn: ({ signal }) => loadTrend({ deviceId, quantity, signal }),
		staleTime: keptMs,
		refetchInterval: keptMs,
		retry: false,
	});
	if (!data) return <span className={classes.course} />;
	const { course, low = null, high = null } = data;
	return (
		<span className={classes.course}>
			<Trend trend={course} limits={{ low, high }} box={{ ...box, least: 20 * 10 ** -decimals }} />
		</span>
	);
}
