import { type ComponentType, Suspense } from "react";
import { isOutside, shownReading } from "../../shared/device/device-reading";
import type { FleetOverview, OverviewTile } from "../../shared/overview/fleet-overview";
import { Trend } from "../ui/chart/trend";
import { TextLink } from "../ui/layout/link";
import { formatAhead, formatSpan, useTickingNow } from "../ui/time/relative-time";
import { useValueStyle, valueText } from "../ui/value-display";
import { t } from "../words/made/first-screen";
import { deviceStatusLabels } from "./device-labels";
import { markedName } from "./marked-name";
import classes from "./tiles.module.css";

type TilesProps = Pick<FleetOverview, "devices" | "groupId"> & {
	tiles: OverviewTile[];
	isOneRow?: boolean;
	/** Beside the channel's name, so that nothing moves when its code arrives. */
	Kinetic?: ComponentType<{ tile: OverviewTile }>;
};

export function Tiles({ tiles, devices, groupId, isOneRow = false, Kinetic }: TilesProps) {
	const hasLimits = tiles.some(({ low, high }) => low !== null || high !== null);
	const title = hasLimits ? t("tiles.closest") : t("tiles.latest");
	return (
		<section className={classes.tiles} aria-label={title}>
			<div className={classes.head}>
				<h2>{title}</h2>
				<TextLink to="/devices" search={groupId === null ? {} : { group: groupId }}>
					{t("tiles.devices", { count: devices })}
				</TextLink>
			</div>
			<ul className={classes.list} data-one-row={isOneRow || undefined}>
				{tiles.map((tile) => (
					<li key={tile.id}>
						<Tile tile={tile} Kinetic={Kinetic} />
					</li>
				))}
			</ul>
		</section>
	);
}

function Tile({ tile, Kinetic }: { tile: OverviewTile } & Pick<TilesProps, "Kinetic">) {
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
			<span className={classes.what}>
				<span>{markedName(reading.name, reading.isDerived, reading.isSaturated)}</span>
				{Kinetic && (
					<Suspense>
						<Kinetic tile={tile} />
					</Suspense>
				)}
			</span>
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
		const span = outSince === null ? null : formatSpan(now - outSince);
		if (high !== null && value > high) {
			return (
				<b>{span ? t("tiles.aboveFor", { limit: limit(high), span }) : t("limit.above", { limit: limit(high) })}</b>
			);
		}
		if (low !== null && value < low) {
			return <b>{span ? t("tiles.belowFor", { limit: limit(low), span }) : t("limit.below", { limit: limit(low) })}</b>;
		}
		return <b>{span && t("tiles.alertFor", { span })}</b>;
	}
	if (isSilent) {
		const { label } = deviceStatusLabels[status];
		return (
			<b>
				{lastReceivedAt === null
					? label
					: t("tiles.statusFor", { status: label, span: formatSpan(now - lastReceivedAt) })}
			</b>
		);
	}
	const when = ahead && formatAhead(ahead, now);
	if (when) return t("tiles.ahead", { limit: limit(ahead.limit), when });
	if (low !== null && high !== null) return t("limit.between", { min: limit(low), max: limit(high) });
	if (high !== null) return t("tiles.atMost", { limit: limit(high) });
	return low === null ? t("tiles.noLimit") : t("tiles.atLeast", { limit: limit(low) });
}

function decimalsOf(value: number): number {
	return Math.min(String(Math.abs(value)).split(".")[1]?.length ?? 0, 6);
}
