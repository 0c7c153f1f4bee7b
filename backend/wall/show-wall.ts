import type { WallState, WallTile, WallView } from "../../shared/account/wall";
import { limits } from "../../shared/base/limits";
import type { DeviceListRow } from "../../shared/device/device";
import { shownReading } from "../../shared/device/device-reading";
import type { DisplayFormats } from "../../shared/formats/display-formats";
import { formatValue, isDeviceFact } from "../../shared/formats/units";

const readingsPerTile = 3;

const rank: Record<WallState, number> = { alert: 0, silent: 1, acknowledged: 2, muted: 3, normal: 4 };
const { compare } = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

type Shown = { group: string; rows: readonly DeviceListRow[]; formats: DisplayFormats; now: number };

/** The tiles of a group's devices, the worst first, so that what needs somebody is among those that have room. */
export function wallView({ group, rows, formats, now }: Shown): WallView {
	const tiles = rows
		.map((row) => toTile(row, formats))
		.sort((one, other) => rank[one.state] - rank[other.state] || compare(one.name, other.name));
	const shown = tiles.slice(0, limits.tilesPerWall);
	const { hourCycle, decimalSign } = formats;
	return { group, now, tiles: shown, more: tiles.length - shown.length, hourCycle, decimalSign };
}

function toTile(row: DeviceListRow, formats: DisplayFormats): WallTile {
	const isSilent = row.status !== "online";
	const readings = row.latest
		.filter(({ quantity }) => !isDeviceFact(quantity))
		.slice(0, readingsPerTile)
		.map(shownReading)
		.map(({ name, value, ...format }) => ({ name, text: formatValue(value, format, formats) }));
	return { name: row.name, state: stateOf(row, isSilent), isSilent, readAt: row.lastReadingAt, readings };
}

/** A mute is of messages: it hides no silence. */
function stateOf({ alertState = "ok" }: DeviceListRow, isSilent: boolean): WallState {
	if (alertState === "alerting") return "alert";
	if (isSilent) return "silent";
	if (alertState === "acknowledged" || alertState === "muted") return alertState;
	return "normal";
}
