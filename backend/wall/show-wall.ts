import type { WallDot, WallPlan, WallReading, WallState, WallTile, WallView } from "../../shared/account/wall";
import { serverLimits } from "../../shared/base/limits";
import type { DeviceListRow } from "../../shared/device/device";
import { type ShownReading, shownReading } from "../../shared/device/device-reading";
import type { DisplayFormats, ValueStyle } from "../../shared/formats/display-formats";
import { formatValue, isDeviceFact } from "../../shared/formats/units";
import { wordsIn } from "../../shared/words/made/wall-in";
import type { CachedDevice } from "../base/context";
import type { FloorPlanRow, PlacementRow } from "../db/floor-plan-rows";
import { formatsStyle } from "../message/recipient-style";
import { tileCounts, wallWords } from "./wall-words";

const readingsPerTile = 3;

const rank: Record<WallState, number> = { alert: 0, silent: 1, acknowledged: 2, muted: 3, normal: 4 };

export type WallDevice = Pick<CachedDevice, "row" | "channels">;

export type ShownPlan = {
	plan: Pick<FloorPlanRow, "version" | "altText" | "width" | "height" | "attachmentId">;
	placed: readonly Pick<PlacementRow, "deviceId" | "x" | "y">[];
};

type Shown = {
	group: string;
	devices: readonly WallDevice[];
	alerting: ReadonlyMap<string, ReadonlyMap<string, ShownReading>>;
	plan?: ShownPlan | null;
	formats: DisplayFormats;
	language: string;
	now: number;
};

/** The worst first, since `tilesPerWall` limits them. */
export function wallView({ group, devices, alerting, plan = null, formats, language, now }: Shown): WallView {
	const style = formatsStyle(formats, language);
	const { compare } = new Intl.Collator(language, { numeric: true, sensitivity: "base" });
	const all = devices
		.map((device) => {
			return { id: device.row.id, tile: toTile(device, [...(alerting.get(device.row.id) ?? [])], style) };
		})
		.sort(({ tile: one }, { tile: other }) => rank[one.state] - rank[other.state] || compare(one.name, other.name));
	const positions = new Map(plan?.placed.map((placed) => [placed.deviceId, placed]));
	const beside = all.flatMap(({ id, tile }) => (positions.has(id) ? [] : [tile]));
	const shown = beside.slice(0, serverLimits.tilesPerWall);
	const { hourCycle, decimalSign } = formats;
	const onPlan = plan && toPlan(plan, all);
	const counted = { tiles: shown, more: all.length - shown.length - (onPlan?.dots.length ?? 0) };
	const say = wordsIn(language, formats);
	const counts = tileCounts(say, { tiles: all.map(({ tile }) => tile), more: counted.more }, formats);
	const words = { language, words: wallWords(say), ...counts };
	return { group, now, ...counted, ...(onPlan && { plan: onPlan }), ...words, hourCycle, decimalSign };
}

function toPlan({ plan, placed }: ShownPlan, all: readonly { id: string; tile: WallTile }[]): WallPlan {
	const positions = new Map(placed.map(({ deviceId, x, y }) => [deviceId, { x, y }]));
	const dots = all.flatMap(({ id, tile }): WallDot[] => {
		const position = positions.get(id);
		return position ? [{ ...tile, readings: tile.readings.slice(0, 1), ...position }] : [];
	});
	const { version: picture, altText, width, height } = plan;
	return { picture, altText, width, height, dots: dots.slice(0, serverLimits.dotsPerWall) };
}

function toTile({ row, channels }: WallDevice, alerting: [string, ShownReading][], style: ValueStyle): WallTile {
	const isSilent = row.status !== "online" && row.status !== "imported";
	const toReading = ({ name, value, isDerived, isSaturated, ...format }: ShownReading): WallReading => {
		const marks = { ...(isDerived && { isDerived }), ...(isSaturated && { isSaturated }) };
		return { name, text: formatValue(value, format, style), ...marks };
	};
	const named = new Set(alerting.map(([channelId]) => channelId));
	const others = row.latest.filter(({ quantity }, index) => {
		return !isDeviceFact(quantity) && !named.has(channels[index]?.channelId ?? "");
	});
	const readings = [
		...alerting.map(([, reading]): WallReading => ({ ...toReading(reading), isAlerting: true })),
		...others.map((reading) => toReading(shownReading(reading))),
	].slice(0, readingsPerTile);
	return { name: row.name, state: stateOf(row, isSilent), isSilent, readAt: row.lastReadingAt, readings };
}

/** A mute stops messages and hides no silence. */
function stateOf({ alertState = "ok" }: DeviceListRow, isSilent: boolean): WallState {
	if (alertState === "alerting") return "alert";
	if (isSilent) return "silent";
	if (alertState === "acknowledged" || alertState === "muted") return alertState;
	return "normal";
}
