import { isOutside, shownReading } from "../../shared/device/device-reading";
import type { FleetOverview, OverviewTile } from "../../shared/overview/fleet-overview";
import { Trend } from "../ui/chart/trend";
import { countText } from "../ui/format";
import { TextLink } from "../ui/layout/link";
import { formatAhead, formatSpan, useTickingNow } from "../ui/time/relative-time";
import { useValueStyle, valueText } from "../ui/value-display";
import { deviceStatusLabels } from "./device-labels";
import { markedName } from "./marked-name";
import classes from "./tiles.module.css";

type TilesProps = Pick<FleetOverview, "devices" | "groupId"> & { tiles: OverviewTile[]; isOneRow?: boolean };

export function Tiles({ tiles, devices, groupId, isOneRow = false }: TilesProps) {
	const hasLimits = tiles.some(({ low, high }) => low !== null || high !== null);
	const title = hasLimits ? "Closest to a limit" : "Latest values";
	return (
		<section className={classes.tiles} aria-label={title}>
			<div className={classes.head}>
				<h2>{title}</h2>
				<TextLink to="/devices" search={groupId === null ? {} : { group: groupId }}>
					{devices === 1 ? "1 device" : `All ${countText(devices)} devices`}
				</TextLink>
			</div>
			<ul className={classes.list} data-one-row={isOneRow || undefined}>
				{tiles.map((tile) => (
					<li key={tile.id}>
						<Tile tile={tile} />
					</li>
				))}
			</ul>
		</section>
	);
}

function Tile({ tile }: { tile: OverviewTile }) {
	useValueStyle();
	const { id, name, status, low, high, course: trend } = tile;
	const reading = shownReading(tile.reading);
	const isSilent = status === "offline" || status === "never";
	const isOut = tile.outSince !== null || (!isSilent && isOutside(reading.value, tile));
	const [number = "", unit] = valueText(reading.value, reading).split(/ (?=\D+$)/);
	return (
		<TextLink
			to="/devices/$deviceId"
			params={{ deviceId: id }}
			underline="never"
			className={classes.tile}
			data-state={isOut ? "out" : isSilent ? "silent" : undefined}
		>
			<span className={classes.name}>{name}</span>
			<span className={classes.what}>{markedName(reading.name, reading.isDerived)}</span>
			<span className={classes.value}>
				{number}
				{unit !== undefined && <small> {unit}</small>}
			</span>
			<Trend className={classes.course} trend={trend} limits={{ low, high }} />
			<span className={classes.foot}>
				<TileState tile={tile} isOut={isOut} isSilent={isSilent} />
			</span>
		</TextLink>
	);
}

type TileStateProps = { tile: OverviewTile; isOut: boolean; isSilent: boolean };

function TileState({ tile, isOut, isSilent }: TileStateProps) {
	const now = useTickingNow(60_000);
	const { low, high, outSince, lastReceivedAt, status, ahead } = tile;
	const reading = shownReading(tile.reading);
	const limit = (value: number) => valueText(value, { ...reading, decimals: decimalsOf(value) });
	if (isOut) {
		const value = reading.value ?? 0;
		const side =
			high !== null && value > high ? `Above ${limit(high)}` : low !== null && value < low ? `Below ${limit(low)}` : "";
		const since = outSince === null ? "" : `${side === "" ? "Alert" : ""} for ${formatSpan(now - outSince)}`;
		return <b>{side + (side === "" ? since.trim() : since)}</b>;
	}
	if (isSilent) {
		const { label } = deviceStatusLabels[status];
		return <b>{lastReceivedAt === null ? label : `${label} for ${formatSpan(now - lastReceivedAt)}`}</b>;
	}
	const when = ahead && formatAhead(ahead, now);
	if (when) return `${limit(ahead.limit)} ${when}`;
	if (low !== null && high !== null) return `${limit(low)} to ${limit(high)}`;
	if (high !== null) return `At most ${limit(high)}`;
	return low === null ? "No limit" : `At least ${limit(low)}`;
}

function decimalsOf(value: number): number {
	return Math.min(String(Math.abs(value)).split(".")[1]?.length ?? 0, 6);
}
