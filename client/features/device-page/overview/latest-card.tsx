import type { ChannelLatest, Device } from "../../../../shared/device";
import type { SeriesPage } from "../../../../shared/log";
import { formatValue } from "../../../../shared/units";
import { limitWords, outOfLimits } from "../../../entities/reading-limits";
import { StatusChip } from "../../../ui/feedback/status-chip";
import { Card } from "../../../ui/layout/card";
import { TextLink } from "../../../ui/layout/link";
import { NoRows } from "../../../ui/layout/rows";
import { TimeStamp } from "../../../ui/time/time-stamp";
import classes from "./overview.module.css";
import { Sparkline } from "./sparkline";
import { dayExtremes } from "./sparkline-path";

/** The lines of the last 24 hours: on their way, or not to be had. */
export type DaySeries = SeriesPage | "pending" | "none";

/** The newest value of each channel, with its last day. */
export function LatestCard({ device, day }: { device: Device; day: DaySeries }) {
	return (
		<Card
			title="Latest readings"
			action={
				<TextLink to="/log/" search={{ device: device.id, range: "day" }}>
					Day in the log
				</TextLink>
			}
		>
			{device.channels.length === 0 ? (
				<NoRows>This device measures nothing yet.</NoRows>
			) : (
				<ul className={classes.channels}>
					{device.channels.map((channel) => (
						<ChannelTile key={channel.id} channel={channel} device={device} day={day} />
					))}
				</ul>
			)}
		</Card>
	);
}

function ChannelTile({ channel, device, day }: { channel: ChannelLatest; device: Device; day: DaySeries }) {
	const problem = outOfLimits(channel.value, channel);
	const limits = limitWords(channel);
	return (
		<li className={classes.channel}>
			<div className={classes.channelHead}>
				<h3>{channel.name}</h3>
				{problem && <StatusChip tone="bad">{problem}</StatusChip>}
			</div>
			<p className={classes.value} data-out={problem !== null || undefined}>
				{formatValue(channel.value, channel)}
			</p>
			<p className={classes.small}>
				{channel.at === null ? "No reading yet" : <TimeStamp at={channel.at} clock={device} show="age" isFocusable />}
			</p>
			<Day channel={channel} day={day} />
			{limits && <p className={classes.small}>Limits: {limits}</p>}
		</li>
	);
}

/** Always of one height, so that nothing jumps when the lines come. */
function Day({ channel, day }: { channel: ChannelLatest; day: DaySeries }) {
	const series = typeof day === "string" ? undefined : seriesOf(day, channel.id);
	const extremes = series ? dayExtremes(series) : null;
	return (
		<>
			<div className={classes.day}>
				{series && typeof day !== "string" && (
					<Sparkline series={series} span={{ from: day.from, to: day.to }} decimals={channel.decimals} />
				)}
			</div>
			<p className={classes.small}>{dayWords()}</p>
		</>
	);

	function dayWords(): string {
		if (day === "pending") return "\u00a0";
		if (day === "none") return "The last 24 h cannot be shown just now";
		if (!extremes) return "No reading in the last 24 h";
		const [lowest, highest] = [formatValue(extremes.min, channel), formatValue(extremes.max, channel)];
		if (lowest === highest) return `24 h: always ${lowest}`;
		return `24 h: ${lowest} ${channel.quantity === "door" ? "and" : "to"} ${highest}`;
	}
}

function seriesOf({ channels, series }: SeriesPage, channelId: string) {
	return series.find(({ channel }) => channels[channel]?.id === channelId);
}
