import { Suspense } from "react";
import type { GetAlertEvents } from "../../../shared/alert/alert";
import { minuteMs } from "../../../shared/base/durations";
import { idPattern } from "../../../shared/base/id-pattern";
import type { GetFleetTrend } from "../../../shared/device/device-inputs";
import type { GetOverview } from "../../../shared/overview/fleet-overview";
import { formatOffset, zoneOffsetMinutes } from "../../../shared/time/time-zones";
import { useDisplayFormats } from "../../ui/display-formats";
import { lazyPart } from "../../ui/feedback/lazy-parts";
import { useTickingNow } from "../../ui/time/relative-time";
import { instantText, viewerZone } from "../../ui/time/time-display";
import { t } from "../../words/made/first-screen";
import classes from "./dashboard-filters.module.css";
import type { DashboardSearch } from "./dashboard-search";
import type { GroupFilterProps } from "./group-filter";

const periods = { "24h": { hours: 24 }, "7d": { hours: 168 } } as const;

export type Period = keyof typeof periods;

export type DashboardState = {
	groupId: string | null;
	period: Period | null;
};

export function stateFromSearch({ group, period }: DashboardSearch): DashboardState {
	const known = period === "7d" || period === "24h" ? period : null;
	return { groupId: group && idPattern("grp").test(group) ? group : null, period: known };
}

export function periodLabel(period: Period): string {
	return t(`period.${period}`);
}

type TrendState = DashboardState & { period: Period };

export function trendInput({ groupId, period }: TrendState): GetFleetTrend {
	return { hours: periods[period].hours, ...(groupId !== null && { groupId }) };
}

export function overviewInput({ groupId }: DashboardState): GetOverview {
	return { hours: 24, ...(groupId !== null && { groupId }) };
}

export function alertsInput({ groupId }: DashboardState): NonNullable<GetAlertEvents> {
	return { limit: 4, ...(groupId !== null && { groupIds: [groupId] }) };
}

const GroupFilter = lazyPart(async () => (await import("./group-filter")).GroupFilter);

export function DashboardFilters({ state, ...of }: Omit<GroupFilterProps, "groupId"> & { state: DashboardState }) {
	return (
		<div className={classes.filters}>
			<Suspense>
				<GroupFilter groupId={state.groupId} {...of} />
			</Suspense>
		</div>
	);
}

/** Uses the viewer's clock, regardless of the devices' clocks. */
export function Greeting({ name }: { name: string }) {
	useDisplayFormats();
	const now = useTickingNow(minuteMs);
	const offset = zoneOffsetMinutes(viewerZone, now);
	const hour = new Date(now + offset * minuteMs).getUTCHours();
	const firstName = name.split(" ")[0];
	return (
		<>
			{firstName ? t("greeting.named", { greeting: greetingAt(hour), name: firstName }) : greetingAt(hour)} ·{" "}
			<span className={classes.clock}>
				{instantText(now, offset)} {formatOffset(offset)}
			</span>
		</>
	);
}

/** No greeting by time of day in the small hours. */
export function greetingAt(hour: number): string {
	if (hour < 5) return t("greeting.hello");
	if (hour >= 18) return t("greeting.evening");
	return hour < 12 ? t("greeting.morning") : t("greeting.afternoon");
}
