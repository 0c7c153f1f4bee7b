import { dayMs } from "../../shared/base/durations";
import { counted } from "../../shared/formats/display-formats";
import type { Retention } from "./shortening";

export function retentionText(days: Retention): string {
	if (days === null) return "ever";
	return counted(days, "day");
}

export function timeText(at: number): string {
	return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

export function dayText(at: number): string {
	return new Date(Math.floor(at / dayMs) * dayMs).toISOString().slice(0, 10);
}

export function readingsText(readings: number): string {
	return counted(readings, "reading");
}
