import { clockAheadMs } from "../../../../shared/clock-drift";
import type { Device } from "../../../../shared/device";
import { durationWords } from "../../../../shared/duration-words";
import type { GroupListRow } from "../../../../shared/group";
import { deviceOffsetMinutes, formatOffset, formatTimestamp } from "../../../../shared/time-zones";
import { clockRuleWords } from "../../../entities/clock-labels";
import { Card } from "../../../ui/layout/card";
import { type Fact, Facts } from "../../../ui/layout/detail";
import { useTickingNow } from "../../../ui/time/relative-time";
import { TimeStamp } from "../../../ui/time/time-stamp";
import { sourceWords } from "../setting-words";
import classes from "./overview.module.css";

/** The device's clock, and the three times that are easily taken for one another. */
export function ClockCard({ device, groups }: { device: Device; groups: GroupListRow[] }) {
	return (
		<Card title="Device clock">
			<Facts
				facts={[
					{ label: "It is now", value: <DeviceNow device={device} /> },
					{ label: "Kept as", value: clockRuleWords(device), note: sourceWords(device, "clock", groups) },
					{ label: "Deviation", value: <Drift device={device} /> },
					timeFact("Last reading", "When the device took it", device.lastReadingAt, device),
					timeFact("Last received", "When it came in here", device.lastReceivedAt, device),
					...lastContact(device),
					...nextUpload(device),
				]}
			/>
		</Card>
	);
}

function DeviceNow({ device }: { device: Device }) {
	const now = useTickingNow(1_000);
	const offset = deviceOffsetMinutes(device, now);
	return (
		<>
			{formatTimestamp(now, offset)} <span className={classes.small}>{formatOffset(offset)}</span>
		</>
	);
}

function Drift({ device }: { device: Device }) {
	const aheadMs = clockAheadMs(device);
	if (device.lastReceivedAt === null) return "Known after the first upload";
	if (aheadMs === null) return "None to be seen";
	return <span className={classes.warn}>{durationWords(aheadMs)} ahead, by its newest reading</span>;
}

function timeFact(label: string, note: string, at: number | null, device: Device): Fact {
	if (at === null) return { label, value: "Never" };
	return {
		label,
		value: (
			<>
				<TimeStamp at={at} clock={device} isFocusable /> <span className={classes.small}>(</span>
				<TimeStamp at={at} clock={device} show="age" />
				<span className={classes.small}>)</span>
			</>
		),
		note,
	};
}

/** An upload of nothing, or one that was refused, is heard from too; a device behind a network server shows no key. */
function lastContact(device: Device): Fact[] {
	const { lastReceivedAt, key } = device;
	const seenAt = key.lastUsedAt?.getTime();
	if (seenAt === undefined) return [];
	return [timeFact("Last contact", "When it last showed its key", Math.max(seenAt, lastReceivedAt ?? 0), device)];
}

function nextUpload(device: Device): Fact[] {
	const { lastReceivedAt, uploadIntervalSeconds, archivedAt } = device;
	if (lastReceivedAt === null || archivedAt !== null) return [];
	const dueAt = lastReceivedAt + uploadIntervalSeconds * 1_000;
	return [
		{
			label: "Next upload",
			value: <TimeStamp at={dueAt} clock={device} isFocusable />,
			note: "By its upload interval",
		},
	];
}
