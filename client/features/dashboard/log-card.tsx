import { type ListedReading, shownReading } from "../../../shared/device/device-reading";
import type { LogEvent } from "../../../shared/log/log";
import { storedText } from "../../../shared/log/said-text";
import type { FleetOverview, ShownDevice } from "../../../shared/overview/fleet-overview";
import { Card } from "../../ui/layout/card";
import { TextLink } from "../../ui/layout/link";
import { TimeStamp } from "../../ui/time/time-stamp";
import { useValueStyle, valueText } from "../../ui/value-display";
import { t } from "../../words/made/dashboard";
import classes from "./cards.module.css";

const shownCount = 4;

type LogCardProps = Pick<FleetOverview, "uploads" | "events" | "groupId">;

export function LogCard({ uploads, events, groupId }: LogCardProps) {
	const lines = latestLines({ uploads, events });
	return (
		<Card
			title={t("activity")}
			action={
				<TextLink to="/log/" search={groupId === null ? {} : { group: groupId }}>
					{t("log")}
				</TextLink>
			}
		>
			{lines.length === 0 ? (
				<div className={classes.calm}>{t("activity.none")}</div>
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

function LogLine({ line: { device, at, text, latest, level } }: { line: LatestLine }) {
	return (
		<li className={classes.row} data-level={level}>
			<div className={classes.rowLabel}>
				{device ? (
					<TextLink to="/log/" search={{ device: device.id }} className={classes.name}>
						{device.name}
					</TextLink>
				) : (
					<span className={classes.name}>{t("activity.account")}</span>
				)}
				<div className={classes.small}>
					<TimeStamp at={at} clock={device} show="age" />
				</div>
			</div>
			<span className={text === null ? classes.values : classes.event}>{text ?? <Values latest={latest} />}</span>
		</li>
	);
}

function Values({ latest }: { latest: ListedReading[] }) {
	useValueStyle();
	return latest.map(shownReading).map((reading) => <span key={reading.name}>{valueText(reading.value, reading)}</span>);
}

type LatestLine = {
	key: string;
	device: ShownDevice | null;
	at: number;
	text: string | null;
	latest: ListedReading[];
	level: LogEvent["level"];
};

export function latestLines({ uploads, events }: Pick<FleetOverview, "uploads" | "events">): LatestLine[] {
	const happened = events.map(({ id, device, at, text: written, said, level }): LatestLine => {
		const text = storedText({ text: written, said });
		return { key: id, device, at, text, latest: [], level };
	});
	const sent = uploads.slice(0, shownCount - happened.length).map(({ latest, ...device }): LatestLine => {
		return { key: device.id, device, at: device.lastReceivedAt ?? 0, text: null, latest, level: "info" };
	});
	return [...happened, ...sent].sort((a, b) => b.at - a.at);
}
