import type { FleetTrend } from "../../../shared/device-inputs";

/** From the ground up: what is well lies below what is not. */
export const trendStatuses = ["online", "late", "offline", "never"] as const;
type TrendStatus = (typeof trendStatuses)[number];

type TrendArea = { status: TrendStatus; path: string };

/**
 * The areas of a stacked chart in a box of `width` by `height`: one for each status that occurs, as a closed path.
 * The left edge is the first instant, the right one the last, and the whole height is the most devices there ever were.
 */
export function trendAreas(trend: FleetTrend, width: number, height: number): TrendArea[] {
	const most = Math.max(...totalsOf(trend), 1);
	const x = (index: number) => rounded((index / Math.max(trend.at.length - 1, 1)) * width);
	const y = (count: number) => rounded(height - (count / most) * height);
	const ground = trend.at.map(() => 0);
	return trendStatuses.flatMap((status): TrendArea[] => {
		const bottom = [...ground];
		for (const index of ground.keys()) ground[index] = (bottom[index] ?? 0) + (trend[status][index] ?? 0);
		if (!trend[status].some((count) => count > 0)) return [];
		const upper = ground.map((count, index) => `${x(index)},${y(count)}`);
		const lower = bottom.map((count, index) => `${x(index)},${y(count)}`).reverse();
		return [{ status, path: `M${[...upper, ...lower].join("L")}Z` }];
	});
}

export function totalsOf(trend: FleetTrend): number[] {
	return trend.at.map((_, index) => trendStatuses.reduce((sum, status) => sum + (trend[status][index] ?? 0), 0));
}

/** What a drawing shows in one sentence, for who does not see it. */
export function trendSentence(trend: FleetTrend, periodWords: string): string {
	const online = trend.online;
	if (online.length === 0) return "Nothing is known of that time.";
	const [lowest, highest] = [Math.min(...online), Math.max(...online)];
	const range = lowest === highest ? `${lowest}` : `between ${lowest} and ${highest}`;
	return `Over the last ${periodWords} ${range} devices were online, ${online.at(-1)} of ${totalsOf(trend).at(-1)} at the end.`;
}

function rounded(value: number): number {
	return Math.round(value * 10) / 10;
}
