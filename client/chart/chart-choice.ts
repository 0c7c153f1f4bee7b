import { ChannelId } from "../../shared/base/ids";
import { limits } from "../../shared/base/limits";
import { Quantity } from "../../shared/formats/units";
import type { ChartSearch } from "./chart-search";

export function chosenQuantity({ quantity }: ChartSearch): Quantity | null {
	return Quantity.safeParse(quantity).data ?? null;
}

export type ChartChoice = {
	shownIds: string[];
	hiddenIds: string[];
	against: Comparison | null;
	second: Quantity | null;
};

const comparisons = ["day", "week", "year"] as const;
/** The same span, this much earlier on the clock. */
export type Comparison = (typeof comparisons)[number];

export function chartChoice({ lines, hide, against, second }: ChartSearch): ChartChoice {
	return {
		shownIds: idsOf(lines),
		hiddenIds: idsOf(hide),
		against: comparisons.find((each) => each === against) ?? null,
		second: Quantity.safeParse(second).data ?? null,
	};
}

export function searchOfChoice({ shownIds, hiddenIds, against, second }: ChartChoice): ChartSearch {
	return {
		lines: textOf(shownIds),
		hide: textOf(hiddenIds),
		against: against ?? undefined,
		second: second ?? undefined,
	};
}

function idsOf(text: string | undefined): string[] {
	const ids = new Set(text?.split(",") ?? []);
	return [...ids].filter((id) => ChannelId.safeParse(id).success).slice(0, limits.seriesChosen);
}

function textOf(ids: string[]): string | undefined {
	return ids.length > 0 ? ids.slice(-limits.seriesChosen).join(",") : undefined;
}

export function shownInput({ shownIds }: ChartChoice): { shown?: string[] } {
	return shownIds.length > 0 ? { shown: shownIds } : {};
}

export function switched(hiddenIds: string[], id: string): string[] {
	return hiddenIds.includes(id) ? hiddenIds.filter((hidden) => hidden !== id) : [...hiddenIds, id];
}

/** Hides every other line, or shows all if the others are hidden already. */
export function isolated(hiddenIds: string[], id: string, lineIds: string[]): string[] {
	const ofOthers = allShown(hiddenIds, lineIds);
	if (isAlone(hiddenIds, id, lineIds)) return ofOthers;
	return [...ofOthers, ...lineIds.filter((other) => other !== id)];
}

export function isAlone(hiddenIds: string[], id: string, lineIds: string[]): boolean {
	return lineIds.length > 1 && lineIds.every((other) => hiddenIds.includes(other) === (other !== id));
}

export function allShown(hiddenIds: string[], lineIds: string[]): string[] {
	return hiddenIds.filter((hidden) => !lineIds.includes(hidden));
}
