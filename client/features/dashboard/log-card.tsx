import type { DeviceListRow } from "../../../shared/device";
import { shownReading } from "../../../shared/device-reading";
import type { LogEvent } from "../../../shared/log";
import { Card } from "../../ui/layout/card";
import { TextLink } from "../../ui/layout/link";
import { TimeStamp } from "../../ui/time/time-stamp";
import { useTemperatureUnit, valueText } from "../../ui/value-display";
import classes from "./dashboard.module.css";

const shownCount = 6;

/** Reserved for events, since a busy fleet uploads all the time. */
const eventCount = 3;

type LogCardProps = {
	rows: DeviceListRow[];
	events: LogEvent[] | "none" | null;
	groupId: string | null;
};

export function LogCard({ rows, events, groupId }: LogCardProps) {
	const lines = latestLines(rows, events === "none" ? [] : (events ?? []));
	return (
		<Card
			title="Recent activity"
			className={classes.log}
			note={events === "none" && <span className={classes.small}>Events could not be read</span>}
			action={
				<TextLink to="/log/" search={groupId === null ? {} : { group: groupId }}>
					Log
				</TextLink>
			}
		>
			{lines.length === 0 ? (
				<div className={classes.calm}>No device has sent a reading yet.</div>
			) : (
				<ul className={classes.rows}>
					{lines.map((line) => (
						<LogLine key={line.key} line={line} />
					))}
				</ul>
			)}
		</Card>
	);
}

function LogLine({ line: { device, at, text, level } }: { line: LatestLine }) {
	return (
		<li className={classes.row} data-level={level}>
			<div className={classes.rowLabel}>
				{device ? (
					<TextLink to="/log/" search={{ device: device.id }} className={classes.name}>
						{device.name}
					</TextLink>
				) : (
					<span className={classes.name}>Account</span>
				)}
				<div className={classes.small}>
					<TimeStamp at={at} clock={device} show="age" />
				</div>
			</div>
			<span className={text === null ? classes.values : classes.event}>
				{text ?? (device && <Values row={device} />)}
			</span>
		</li>
	);
}

function Values({ row }: { row: DeviceListRow }) {
	useTemperatureUnit();
	return row.latest
		.slice(0, 2)
		.map(shownReading)
		.map((reading) => <span key={reading.name}>{valueText(reading.value, reading)}</span>);
}

type LatestLine = {
	key: string;
	device: DeviceListRow | null;
	at: number;
	/** Null for an upload, which shows the device's newest values. */
	text: string | null;
	level: LogEvent["level"];
};

/** Newest first. Events of devices that are not among the rows are left out. */
export function latestLines(rows: DeviceListRow[], events: LogEvent[]): LatestLine[] {
	const byId = new Map(rows.map((row) => [row.id, row]));
	const happened = events
		.filter(({ deviceId }) => deviceId === null || byId.has(deviceId))
		.sort((a, b) => b.at - a.at)
		.slice(0, eventCount)
		.map(({ id, deviceId, at, text, level }): LatestLine => {
			return { key: id, device: (deviceId && byId.get(deviceId)) || null, at, text, level };
		});
	const uploads = latestUploads(rows, shownCount - happened.length).map((row): LatestLine => {
		return { key: row.id, device: row, at: row.lastReceivedAt ?? 0, text: null, level: "info" };
	});
	return [...happened, ...uploads].sort((a, b) => b.at - a.at);
}

function latestUploads(rows: DeviceListRow[], count: number): DeviceListRow[] {
	return rows
		.filter((row) => row.lastReceivedAt !== null)
		.sort((a, b) => (b.lastReceivedAt ?? 0) - (a.lastReceivedAt ?? 0))
		.slice(0, count);
}
