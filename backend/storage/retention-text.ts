import { dayMs } from "../../shared/base/durations";
import { type Said, said } from "../../shared/log/said";
import type { Retention } from "./shortening";

export function saidRetention(days: Retention): Said {
	return days === null ? said("retention.ever") : said("retention.days", { days });
}

export function timeText(at: number): string {
	return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

export function dayText(at: number): string {
	return new Date(Math.floor(at / dayMs) * dayMs).toISOString().slice(0, 10);
}
