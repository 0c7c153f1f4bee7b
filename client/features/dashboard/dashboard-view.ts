import type { GetFleetTrend } from "../../../shared/device-inputs";
import { GroupId } from "../../../shared/ids";
import type { GetLogs } from "../../../shared/log";
import type { DashboardSearch } from "./dashboard-search";

const periods = {
	"24h": { hours: 24, words: "24 hours" },
	"7d": { hours: 168, words: "7 days" },
} as const;
type Period = keyof typeof periods;

export type DashboardView = {
	/** Null: every device. */
	groupId: string | null;
	period: Period;
};

/** What a link asks for; parts that mean nothing are left out. */
export function viewFromSearch({ group, period }: DashboardSearch): DashboardView {
	const groupId = GroupId.safeParse(group);
	return { groupId: groupId.success ? groupId.data : null, period: period === "7d" ? "7d" : "24h" };
}

export function periodWords({ period }: DashboardView): string {
	return periods[period].words;
}

export function trendInput({ groupId, period }: DashboardView): GetFleetTrend {
	return { hours: periods[period].hours, ...(groupId !== null && { groupId }) };
}

const hourMs = 3_600_000;
const eventCount = 20;

/** What happened in the period, until the end of the running hour: the same question all through that hour. */
export function eventsInput({ groupId, period }: DashboardView, now: number): GetLogs {
	const to = (Math.floor(now / hourMs) + 1) * hourMs;
	return {
		rangeType: "hour",
		offset: 0,
		from: to - periods[period].hours * hourMs,
		to,
		...(groupId !== null && { groupIds: [groupId] }),
		kinds: ["event", "alert", "config", "note", "system"],
		limit: eventCount,
	};
}
