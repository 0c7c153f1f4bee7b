import { IconCircleCheck } from "@tabler/icons-react";
import { shownReading } from "../../../shared/device/device-reading";
import type { DeviceStatus } from "../../../shared/device/device-terms";
import { attentionLimits } from "../../../shared/overview/attention-limits";
import type { AttentionKind, AttentionReason, FleetOverview } from "../../../shared/overview/fleet-overview";
import { deviceStatusLabels } from "../../entities/device-labels";
import { DeviceLink } from "../../entities/entity-links";
import { type ChipTone, StatusChip } from "../../ui/feedback/status-chip";
import { countText } from "../../ui/format";
import { Card } from "../../ui/layout/card";
import { TextLink } from "../../ui/layout/link";
import { formatSpan } from "../../ui/time/relative-time";
import { TimeStamp } from "../../ui/time/time-stamp";
import { valueText } from "../../ui/value-display";
import { rich, t } from "../../words/made/dashboard";
import classes from "./cards.module.css";

type DeviceSearch = {
	status?: DeviceStatus;
	battery?: string;
	signal?: string;
	memory?: string;
	readings?: string;
	clock?: string;
};

const listByKind: Record<AttentionKind, { tone: ChipTone; search: DeviceSearch }> = {
	offline: { tone: "bad", search: { status: "offline" } },
	late: { tone: "warn", search: { status: "late" } },
	never: { tone: "off", search: { status: "never" } },
	refused: { tone: "warn", search: { readings: "refused" } },
	unit: { tone: "warn", search: { readings: "unit" } },
	battery: { tone: "warn", search: { battery: String(attentionLimits.battery) } },
	signal: { tone: "warn", search: { signal: String(attentionLimits.signal) } },
	memory: { tone: "warn", search: { memory: String(attentionLimits.memory) } },
	clock: { tone: "warn", search: { clock: "ahead,behind" } },
};

type AttentionCardProps = Pick<FleetOverview, "attention" | "groupId"> & { deviceCount: number };

export function AttentionCard({ attention, deviceCount, groupId }: AttentionCardProps) {
	const { devices, reasons, rows } = attention;
	const group = groupId === null ? {} : { group: groupId };
	return (
		<Card
			title={t("attention")}
			note={
				devices > 0 && (
					<span className={classes.small}>
						{t("attention.share", { devices: countText(devices), all: countText(deviceCount) })}
					</span>
				)
			}
			action={
				<TextLink to="/devices" search={{ ...group, sort: "status" }}>
					{t("devices")}
				</TextLink>
			}
		>
			{devices === 0 ? (
				<div className={classes.calm}>
					<IconCircleCheck size={22} stroke={1.7} aria-hidden="true" />
					<span>{t("attention.none")}</span>
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
									<StatusChip tone={listByKind[kind].tone}>{t(`attention.of.${kind}`, { count })}</StatusChip>
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
				<DeviceLink id={row.id} className={classes.name}>
					{row.name}
				</DeviceLink>
				<div className={classes.small}>
					{row.lastReceivedAt === null
						? t("lastReceived.never")
						: rich("lastReceived", { time: <TimeStamp at={row.lastReceivedAt} clock={row} show="age" /> })}
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
			return t(`attention.${kind}`);
		case "battery":
		case "signal":
			return t(`attention.${kind}`, { value: worstText(reading) });
		case "memory":
			return t("attention.memory", { value: worstText(reading) });
		case "clock":
			return t(aheadMs < 0 ? "attention.clockBehind" : "attention.clockAhead", { span: formatSpan(Math.abs(aheadMs)) });
	}
}

function worstText(reading: AttentionReason["reading"]): string {
	if (!reading) return "";
	const shown = shownReading(reading);
	return valueText(shown.value, shown);
}
