import { hourMs } from "../../../shared/base/durations";
import { deviceTexts, recordOf, textByCriterion } from "../../../shared/base/plain-fields";
import type { ArchivedFilter, DeviceListRow } from "../../../shared/device/device";
import {
	DeviceAlertState,
	DeviceClockFault,
	type DeviceFilter,
	DeviceLack,
	matchesFilter,
} from "../../../shared/device/device-filter";
import { DevicePower, DeviceStatus } from "../../../shared/device/device-terms";
import type { Column, Sort } from "../../ui/table/column";
import { storedPreferences } from "../../ui/table/column-preferences";
import { sortFromText, sortRows, sortToText } from "../../ui/table/list-rows";
import {
	type ChoiceName,
	choiceCriteria,
	choiceNames,
	type LimitName,
	limitCriteria,
	limitNames,
	openUnits,
	rejectedReadings,
} from "./device-criteria";
import { archivedFilter, type DevicesSearch, factColumnIds, listName } from "./devices-search";

/** Whether this browser remembers a column of facts as shown. */
export function areFactColumnsShown(): boolean {
	const { added } = storedPreferences(listName);
	return factColumnIds.some((id) => added.includes(id));
}

export type DeviceListState = {
	text: string;
	choices: Record<ChoiceName, string[]>;
	limits: Record<LimitName, number | null>;
	archived: ArchivedFilter;
	sort: Sort;
};

const maxValues = 50;

const byName: Sort = { columnId: "name", isDescending: false };

export function stateFromSearch(search: DevicesSearch, { hasGroup, hasColumn }: KnownThings): DeviceListState {
	const values = (name: ChoiceName) =>
		listOfText(search[name]).filter(choiceCriteria[name].isValue).slice(0, maxValues);
	return {
		text: search.q?.trim() ?? "",
		choices: recordOf(choiceNames, (name) => (name === "group" ? values(name).filter(hasGroup) : values(name))),
		limits: recordOf(limitNames, (name) => limitFrom(name, search[name])),
		archived: archivedFilter(search),
		sort: sortFromText(search.sort, byName, hasColumn),
	};
}

/** The screen reports unknown groups, because the list then shows more than the link requested. */
export function unknownGroups(search: DevicesSearch, { hasGroup }: Pick<KnownThings, "hasGroup">): number {
	return listOfText(search.group).filter((id) => choiceCriteria.group.isValue(id) && !hasGroup(id)).length;
}

type KnownThings = { hasGroup: (id: string) => boolean; hasColumn: (id: string) => boolean };

function limitFrom(name: LimitName, text: string | undefined): number | null {
	const { min, max } = limitCriteria[name];
	if (text === undefined || !/^[-−]?\d{1,5}$/.test(text)) return null;
	const limit = Number(text.replace("−", "-"));
	return limit >= min && limit <= max ? limit : null;
}

export function sortToSearch(sort: Sort): string | undefined {
	return sortToText(sort, byName);
}

export const withoutFilters: DevicesSearch = {
	q: undefined,
	...Object.fromEntries([...choiceNames, ...limitNames].map((name) => [name, undefined])),
};

export function isFiltered({ text, choices, limits }: DeviceListState): boolean {
	return (
		text !== "" ||
		choiceNames.some((name) => choices[name].length > 0) ||
		limitNames.some((name) => limits[name] !== null)
	);
}

export function filterOf({ text, choices, limits }: DeviceListState, now: number): DeviceFilter {
	const some = <Value>(values: Value[]) => (values.length > 0 ? values : undefined);
	return {
		search: text === "" ? undefined : text,
		groupIds: some(choices.group),
		tags: some(choices.tag),
		...textByCriterion((text) => some(choices[deviceTexts[text].list.column])),
		powers: some(choices.power.flatMap((value) => DevicePower.safeParse(value).data ?? [])),
		statuses: some(choices.status.flatMap((value) => DeviceStatus.safeParse(value).data ?? [])),
		alertStates: some(choices.alert.flatMap((value) => DeviceAlertState.safeParse(value).data ?? [])),
		lacks: some(choices.lack.flatMap((value) => DeviceLack.safeParse(value).data ?? [])),
		hasOpenUnits: choices.readings.includes(openUnits) ? true : undefined,
		hasRefusals: choices.readings.includes(rejectedReadings) ? true : undefined,
		clockFaults: some(choices.clock.flatMap((value) => DeviceClockFault.safeParse(value).data ?? [])),
		batteryBelow: limits.battery ?? undefined,
		signalBelow: limits.signal ?? undefined,
		memoryAbove: limits.memory ?? undefined,
		receivedBefore: limits.silent === null ? undefined : now - limits.silent * hourMs,
	};
}

export function filterDevices(rows: DeviceListRow[], state: DeviceListState, now: number): DeviceListRow[] {
	if (!isFiltered(state)) return rows;
	const filter = filterOf(state, now);
	return rows.filter((row) => matchesFilter(row, filter));
}

export function sortDevices(
	rows: DeviceListRow[],
	columns: Column<DeviceListRow>[],
	{ columnId, isDescending }: Sort,
): DeviceListRow[] {
	const column = columns.find(({ id }) => id === columnId);
	const sortKeyOf = (row: DeviceListRow) => {
		const value = column?.rank ? column.rank(row) : (column?.value?.(row) ?? null);
		return value instanceof Date ? value.getTime() : value;
	};
	return sortRows(rows, isDescending, { sortKeyOf, nameOf: ({ name }) => name, idOf: ({ id }) => id });
}

/** Comma-separated; a comma within a value is percent-encoded. */
export function textOfList(values: readonly string[]): string | undefined {
	if (values.length === 0) return undefined;
	return values.map((value) => value.replaceAll("%", "%25").replaceAll(",", "%2C")).join(",");
}

export function listOfText(text: string | undefined): string[] {
	const parts = (text ?? "").split(",").map((part) => part.replaceAll("%2C", ",").replaceAll("%25", "%").trim());
	return [...new Set(parts)].filter((part) => part !== "");
}
