import { isDeviceFact } from "../formats/units";
import type { DeviceListRow } from "./device";
import { shownReading } from "./device-reading";
import { type FloorPlanPosition, positionMost } from "./floor-plan";

export type DotState = "alert" | "out" | "silent" | "acknowledged" | "muted" | "normal";

export const dotStatesFromWorst: DotState[] = ["alert", "out", "silent", "acknowledged", "muted", "normal"];

/** A mute stops messages and hides no silence. */
export function dotState(row: Pick<DeviceListRow, "alertState" | "status" | "latest">): DotState {
	if (row.alertState === "alerting") return "alert";
	if (row.status !== "online" && row.status !== "imported") return "silent";
	if (row.alertState === "acknowledged" || row.alertState === "muted") return row.alertState;
	return row.latest.some(({ isOut }) => isOut) ? "out" : "normal";
}

/** A value beyond a limit comes first, then the first that is measured. */
export function dotReading({ latest }: Pick<DeviceListRow, "latest">) {
	const measured = latest.filter(({ quantity }) => !isDeviceFact(quantity));
	const reading = measured.find(({ isOut }) => isOut) ?? measured[0];
	return reading && shownReading(reading);
}

const rowsOfPlan = 24;

/** Orders dots in lines from the top, as text is read, so that arrow keys reach every device. */
export function readingOrder<Placed extends FloorPlanPosition & { deviceId: string }>(placed: readonly Placed[]) {
	const lineOf = ({ y }: Placed) => Math.floor((y * rowsOfPlan) / (positionMost + 1));
	return [...placed].sort(
		(one, other) => lineOf(one) - lineOf(other) || one.x - other.x || (one.deviceId < other.deviceId ? -1 : 1),
	);
}
