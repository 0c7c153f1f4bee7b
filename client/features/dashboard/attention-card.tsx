import { IconCircleCheck } from "@tabler/icons-react";
import { shownReading } from "../../../shared/device/device-reading";
import type { DeviceStatus } from "../../../shared/device/device-terms";
import { attentionLimits } from "../../../shared/overview/attention-limits";
import type { AttentionKind, AttentionReason, FleetOverview } from "../../../shared/overview/fleet-overview";
import { deviceStatusLabels } from "../../entities/device-labels";
import { type ChipTone, StatusChip } from "../../ui/feedback/status-chip";
import { capitalized, countText } from "../../ui/format";
import { Card } from "../../ui/layout/card";
import { TextLink } from "../../ui/layout/link";
import { formatSpan } from "../../ui/time/relative-time";
import { TimeStamp } from "../../ui/time/time-stamp";
import { valueText } from "../../ui/value-display";
import classes from "./cards.module.css";

type DeviceSearch = {
	status?: DeviceStatus;
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
	refused: { words: "readings rejected", tone: "warn", search: { readings: "refused" } },
	unit: { words: "unknown unit", tone: "warn", search: { readings: "unit" } },
	battery: { words: "low battery", tone: "warn", search: { battery: String(attentionLimits.battery) } },
	signal: { words: "weak signal", tone: "warn", search: { signal: String(attentionLimits.signal) } },
	memory: { words: "memory nearly full", tone: "warn", search: { memory: String(attentionLimits.memory) } },
	clock: { words: "wrong clock", tone: "warn", search: { clock: "ahead,behind" } },
};

type AttentionCardProps = Pick<FleetOverview, "attention" | "groupId"> & { deviceCount: number };

export function AttentionCard({ attention, deviceCount, groupId }: AttentionCardProps) {
	const { devices, reasons, rows } = attention;
	const group = groupId === null ? {} : { group: groupId };
	return (
		<Card
			title="Needs attention"
			note={
				devices > 0 && (
					<span className={classes.small}>
						{countText(devices)} of {countText(deviceCount)}
					</span>
				)
			}
			action={
				<TextLink to="/devices" search={{ ...group, sort: "status" }}>
					Devices
				</TextLink>
			}
		>
			{devices === 0 ? (
				<div className={classes.calm}>
					<IconCircleCheck size={22} stroke={1.7} aria-hidden="true" />
					<span>No device needs attention.</span>
				</div>
			) : (
				<>
					<ul className={classes.legend} data-padded>
						{reasons.map(({ kind, devices: count }) => (
							<li key={kind}>
								<TextLink
									to="/devices"
									search={{ ...group, ...listByKind[kind].search }}
									underline="never"
									className={classes.chipLink}
								>
									<StatusChip tone={listByKind[kind].tone}>
										{countText(count)} {listByKind[kind].words}
									</StatusChip>
								</TextLink>
							</li>
						))}
					</ul>
					<ul className={classes.rows}>
						{rows.map((row) => (
							<AttentionRow key={row.id} row={row} />
						))}
					</ul>
				</>
			)}
		</Card>
	);
}

function AttentionRow({ row }: { row: FleetOverview["attention"]["rows"][number] }) {
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
				{row.reasons.map((reason) => (
					<StatusChip key={reason.kind} tone={listByKind[reason.kind].tone}>
						{reasonLabel(reason)}
					</StatusChip>
				))}
			</span>
		</li>
	);
}

export function reasonLabel({ kind, reading, aheadMs = 0 }: AttentionReason): string {
	switch (kind) {
		case "offline":
		case "late":
		case "never":
			return deviceStatusLabels[kind].label;
		case "refused":
		case "unit":
			return capitalized(listByKind[kind].words);
		case "battery":
		case "signal":
			return `${capitalized(kind)} ${worstText(reading)}`;
		case "memory":
			return `Memory ${worstText(reading)} full`;
		case "clock":
			return `Clock ${formatSpan(Math.abs(aheadMs))} ${aheadMs < 0 ? "behind" : "ahead"}`;
	}
}

function worstText(reading: AttentionReason["reading"]): string {
	if (!reading) return "";
	const shown = shownReading(reading);
	return valueText(shown.value, shown);
}
