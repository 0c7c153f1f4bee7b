import type { DeviceListRow } from "../../../shared/device/device";
import { dotReading, dotState } from "../../../shared/device/plan-dot";
import type { ShownDot } from "../../floor-plan/plan-stage";
import { formatAge } from "../../ui/time/relative-time";
import { valueText } from "../../ui/value-display";
import type { PastValue } from "./plan-time";

type DotText = Pick<ShownDot, "state" | "value" | "age">;

export function presentText(row: DeviceListRow, now: number): DotText {
	const reading = dotReading(row);
	return {
		state: dotState(row),
		value: reading ? valueText(reading.value, reading) : "",
		age: row.lastReadingAt === null ? "" : formatAge(row.lastReadingAt, now),
	};
}

export function pastText(past: PastValue | null): DotText {
	if (past === null) return { state: "none", value: "", age: "" };
	const value = past.value === null ? "" : valueText(past.value, past);
	return { state: past.alert ?? (past.value === null ? "none" : "past"), value, age: "" };
}
