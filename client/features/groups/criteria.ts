import * as z from "zod/mini";
import { pick, recordOf, textByCriterion, textCriteria } from "../../../shared/base/plain-fields";
import type { DeviceListRow } from "../../../shared/device/device";
import { GroupFilter } from "../../../shared/device/device-filter";
import { DevicePower } from "../../../shared/device/device-terms";
import type { GroupListRow } from "../../../shared/device/group";
import { pageLanguage } from "../../base/page-language";
import { powerLabels } from "../../entities/device-labels";

export type Criteria = Required<{ [Name in keyof GroupFilter]: NonNullable<GroupFilter[Name]> }>;

export const noCriteria: Criteria = {
	search: "",
	groupIds: [],
	tags: [],
	...recordOf(textCriteria, () => []),
	powers: [],
};

export function criteriaOf(filter: GroupFilter | null): Criteria {
	return { ...noCriteria, ...withoutEmpty(filter ?? {}) };
}

export function filterOf(criteria: Criteria): GroupFilter {
	return withoutEmpty({ ...criteria, search: criteria.search.trim() });
}

function withoutEmpty(filter: GroupFilter): Partial<Criteria> {
	const names = z.keyof(GroupFilter).options.filter((name) => (filter[name]?.length ?? 0) > 0);
	return pick(filter, names) as Partial<Criteria>; // what was undefined is left out
}

export type Offered = { value: string; label: string; count: number }[];
export type OfferedCriteria = Record<Exclude<keyof Criteria, "search">, Offered>;

const collator = new Intl.Collator(pageLanguage, { numeric: true, sensitivity: "base" });

export function offeredCriteria(devices: DeviceListRow[], groups: GroupListRow[]): OfferedCriteria {
	const held = (valuesOf: (device: DeviceListRow) => readonly string[]): Offered => {
		const counts = new Map<string, number>();
		for (const device of devices) for (const value of valuesOf(device)) counts.set(value, (counts.get(value) ?? 0) + 1);
		return [...counts]
			.map(([value, count]) => ({ value, label: value, count }))
			.sort((a, b) => collator.compare(a.label, b.label));
	};
	const one = (value: string | undefined) => (value === undefined || value === "" ? [] : [value]);
	return {
		groupIds: groups
			.filter(({ kind }) => kind === "static")
			.map(({ id, name, deviceCount }) => ({ value: id, label: name, count: deviceCount }))
			.sort((a, b) => collator.compare(a.label, b.label)),
		tags: held(({ tags }) => tags ?? []),
		...textByCriterion((text) => held((device) => one(device[text]))),
		powers: held(({ power }) => one(power)).map((offer) => ({ ...offer, label: powerLabel(offer.value) })),
	};
}

function powerLabel(value: string): string {
	const power = DevicePower.safeParse(value);
	return power.success ? powerLabels[power.data].label : value;
}

export function criteriaFromText(text: string | undefined, groups: GroupListRow[]): Criteria | null {
	const given = objectFrom(text);
	if (given === null) return null;
	const { shape } = GroupFilter;
	const read = <T>(
		schema: { safeParse: (value: unknown) => { success: boolean; data?: T | undefined } },
		value: unknown,
	) => schema.safeParse(value).data;
	const named = read(shape.groupIds, given.groupIds) ?? [];
	const criteria: Criteria = {
		search: read(shape.search, given.search) ?? "",
		groupIds: named.filter((id) => groups.some((group) => group.id === id && group.kind === "static")),
		tags: read(shape.tags, given.tags) ?? [],
		...recordOf(textCriteria, (criterion) => read(shape[criterion], given[criterion]) ?? []),
		powers: read(shape.powers, given.powers) ?? [],
	};
	return Object.keys(filterOf(criteria)).length > 0 ? criteria : null;
}

function objectFrom(text: string | undefined): Record<string, unknown> | null {
	if (text === undefined) return null;
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null ? { ...value } : null;
	} catch {
		return null;
	}
}
