import { IconCircleCheck } from "@tabler/icons-react";
import { attentionLimits } from "../../../shared/attention-limits";
import { clockAheadMs } from "../../../shared/clock-drift";
import type { DeviceListRow } from "../../../shared/device";
import { type ShownReading, shownReading } from "../../../shared/device-reading";
import type { DeviceStatus } from "../../../shared/device-terms";
import type { Quantity } from "../../../shared/units";
import { deviceStatusLabels } from "../../entities/device-labels";
import { type ChipTone, StatusChip } from "../../ui/feedback/status-chip";
import { Card } from "../../ui/layout/card";
import { TextLink } from "../../ui/layout/link";
import { formatSpan } from "../../ui/time/relative-time";
import { TimeStamp } from "../../ui/time/time-stamp";
import { valueText } from "../../ui/value-display";
import classes from "./dashboard.module.css";

const shownCount = 5;

const attentionKinds = ["offline", "late", "never", "refused", "battery", "signal", "memory", "clock"] as const;

type AttentionKind = (typeof attentionKinds)[number];

const silentKinds = ["offline", "late", "never"] as const satisfies DeviceStatus[];

type DeviceSearch = {
	status?: string;
	battery?: string;
	signal?: string;
	memory?: string;
	readings?: string;
	clock?: string;
};

const listByKind: Record<AttentionKind, { words: string; tone: ChipTone; search: DeviceSearch }> = {
	offline: { words: "offline", tone: "bad", search: { status: "offline" } },
	late: { words: "late", tone: "warn", search: { status: "late" } },
	never: { words: "never reported", tone: "off", search: { status: "never" } },
	refused: { words: "readings refused", tone: "warn", search: { readings: "refused" } },
	battery: { words: "low battery", tone: "warn", search: { battery: String(attentionLimits.battery) } },
	signal: { words: "weak signal", tone: "warn", search: { signal: String(attentionLimits.signal) } },
	memory: { words: "memory nearly full", tone: "warn", search: { memory: String(attentionLimits.memory) } },
	clock: { words: "clock ahead", tone: "warn", search: { clock: "ahead" } },
};

type AttentionCardProps = { rows: DeviceListRow[]; groupId: string | null };

export function AttentionCard({ rows, groupId }: AttentionCardProps) {
	const devices = devicesNeedingAttention(rows);
	const group = groupId === null ? {} : { group: groupId };
	return (
		<Card
			title="Needs attention"
			className={classes.care}
			note={
				devices.length > 0 && (
					<span className={classes.small}>
						{devices.length} of {rows.length}
					</span>
				)
			}
			action={
				<TextLink to="/devices" search={{ ...group, sort: "status" }}>
					Devices
				</TextLink>
			}
		>
			{devices.length === 0 ? (
				<div className={classes.calm}>
					<IconCircleCheck size={22} stroke={1.7} aria-hidden="true" />
					<span>All clear. Every device is reporting normally.</span>
				</div>
			) : (
				<>
					<ul className={classes.legend} data-padded>
						{countByReason(devices).map(([kind, count]) => (
							<li key={kind}>
								<ReasonCount kind={kind} count={count} group={group} />
							</li>
						))}
					</ul>
					<ul className={classes.rows}>
						{devices.slice(0, shownCount).map((device) => (
							<AttentionRow key={device.row.id} device={device} />
						))}
					</ul>
				</>
			)}
		</Card>
	);
}

type ReasonCountProps = { kind: AttentionKind; count: number; group: { group?: string } };

function ReasonCount({ kind, count, group }: ReasonCountProps) {
	const { words, tone, search } = listByKind[kind];
	return (
		<TextLink to="/devices" search={{ ...group, ...search }} underline="never" className={classes.chipLink}>
			<StatusChip tone={tone}>
				{count} {words}
			</StatusChip>
		</TextLink>
	);
}

function AttentionRow({ device: { row, reasons } }: { device: DeviceInNeed }) {
	return (
		<li className={classes.row}>
			<div className={classes.rowLabel}>
				<TextLink to="/devices/$deviceId" params={{ deviceId: row.id }} className={classes.name}>
					{row.name}
				</TextLink>
				<div className={classes.small}>
					{row.lastReceivedAt === null ? (
						"Nothing received yet"
					) : (
						<>
							Last received <TimeStamp at={row.lastReceivedAt} clock={row} show="age" />
						</>
					)}
				</div>
			</div>
			<span className={classes.reasons}>
				{reasons.map(({ kind, label, tone }) => (
					<StatusChip key={kind} tone={tone}>
						{label}
					</StatusChip>
				))}
			</span>
		</li>
	);
}

type DeviceInNeed = { row: DeviceListRow; reasons: AttentionReason[] };

/** The most urgent first; of equals, the one silent longest. */
export function devicesNeedingAttention(rows: DeviceListRow[]): DeviceInNeed[] {
	const rank = ({ reasons: [worst] }: DeviceInNeed) =>
		worst ? attentionKinds.indexOf(worst.kind) : attentionKinds.length;
	return rows
		.map((row) => ({ row, reasons: attentionReasons(row) }))
		.filter(({ reasons }) => reasons.length > 0)
		.sort((a, b) => rank(a) - rank(b) || (a.row.lastReceivedAt ?? 0) - (b.row.lastReceivedAt ?? 0));
}

export function countByReason(devices: DeviceInNeed[]): [AttentionKind, number][] {
	return attentionKinds
		.map((kind): [AttentionKind, number] => [
			kind,
			devices.filter(({ reasons }) => reasons.some((reason) => reason.kind === kind)).length,
		])
		.filter(([, count]) => count > 0);
}

type AttentionReason = { kind: AttentionKind; label: string; tone: ChipTone };

/** The most urgent first. A disabled device has none. */
export function attentionReasons(row: DeviceListRow): AttentionReason[] {
	if (row.status === "disabled") return [];
	const reasons: AttentionReason[] = [];
	const silent = silentKinds.find((kind) => kind === row.status);
	if (silent) {
		reasons.push({ kind: silent, label: deviceStatusLabels[silent].label, tone: deviceStatusLabels[silent].tone });
	}
	if (row.hasRefusals) reasons.push({ kind: "refused", label: "Readings refused", tone: "warn" });
	const battery = worst(row, { quantity: "battery", unit: "%", isWorse: isLower });
	if (battery && battery.value < attentionLimits.battery) {
		reasons.push({ kind: "battery", label: `Battery ${battery.words}`, tone: "warn" });
	}
	const signal = worst(row, { quantity: "signal", unit: "dBm", isWorse: isLower });
	if (signal && signal.value < attentionLimits.signal) {
		reasons.push({ kind: "signal", label: `Signal ${signal.words}`, tone: "warn" });
	}
	const memory = worst(row, { quantity: "memory", unit: "%", isWorse: (one, other) => one > other });
	if (memory && memory.value > attentionLimits.memory) {
		reasons.push({ kind: "memory", label: `Memory ${memory.words} full`, tone: "warn" });
	}
	const aheadMs = clockAheadMs(row);
	if (aheadMs !== null) reasons.push({ kind: "clock", label: `Clock ${formatSpan(aheadMs)} ahead`, tone: "warn" });
	return reasons;
}

type Limited = { quantity: Quantity; unit: string; isWorse: (one: number, other: number) => boolean };

function worst(row: DeviceListRow, { quantity, unit, isWorse }: Limited): { value: number; words: string } | null {
	let found: ShownReading | null = null;
	for (const listed of row.latest) {
		if (listed.quantity !== quantity || listed.value === null) continue;
		const reading = shownReading(listed);
		if (reading.unit === unit && (found === null || isWorse(listed.value, found.value ?? 0))) found = reading;
	}
	return found && found.value !== null ? { value: found.value, words: valueText(found.value, found) } : null;
}

const isLower = (one: number, other: number) => one < other;
