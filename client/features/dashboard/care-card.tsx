import { IconCircleCheck } from "@tabler/icons-react";
import { careLimits } from "../../../shared/care-limits";
import type { DeviceListRow } from "../../../shared/device";
import { type ChipTone, StatusChip } from "../../ui/feedback/status-chip";
import { Card } from "../../ui/layout/card";
import { TextLink } from "../../ui/layout/link";
import { TimeStamp } from "../../ui/time/time-stamp";
import { type CareKind, countByReason, type DeviceInNeed, devicesNeedingCare } from "./care-reasons";
import classes from "./dashboard.module.css";

const shownCount = 5;

type DeviceSearch = {
	status?: string;
	battery?: string;
	signal?: string;
	memory?: string;
	readings?: string;
	clock?: string;
};

/** The list of devices that a reason is about. */
const listByKind: Record<CareKind, { words: string; tone: ChipTone; search: DeviceSearch }> = {
	offline: { words: "offline", tone: "bad", search: { status: "offline" } },
	late: { words: "late", tone: "warn", search: { status: "late" } },
	never: { words: "never reported", tone: "off", search: { status: "never" } },
	refused: { words: "readings refused", tone: "warn", search: { readings: "refused" } },
	battery: { words: "low battery", tone: "warn", search: { battery: String(careLimits.battery) } },
	signal: { words: "weak signal", tone: "warn", search: { signal: String(careLimits.signal) } },
	memory: { words: "memory nearly full", tone: "warn", search: { memory: String(careLimits.memory) } },
	clock: { words: "clock ahead", tone: "warn", search: { clock: "ahead" } },
};

type CareCardProps = { rows: DeviceListRow[]; groupId: string | null };

export function CareCard({ rows, groupId }: CareCardProps) {
	const devices = devicesNeedingCare(rows);
	const group = groupId === null ? {} : { group: groupId };
	return (
		<Card
			title="Needs care"
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
					<span>
						Nothing to look at: every device is heard from on time and its readings are taken, with battery, signal,
						memory and clock in order.
					</span>
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
							<CareRow key={device.row.id} device={device} />
						))}
					</ul>
				</>
			)}
		</Card>
	);
}

type ReasonCountProps = { kind: CareKind; count: number; group: { group?: string } };

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

function CareRow({ device: { row, reasons } }: { device: DeviceInNeed }) {
	return (
		<li className={classes.row}>
			<div className={classes.rowWords}>
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
