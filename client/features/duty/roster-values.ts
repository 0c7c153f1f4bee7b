import { minuteMs } from "../../../shared/base/durations";
import type { CreateRoster, RosterDetails, RosterLayer } from "../../../shared/duty/roster";
import type { Contact } from "../../../shared/message/contact";
import type { WeeklyWindow } from "../../../shared/time/time-windows";
import { zoneOffsetMinutes } from "../../../shared/time/time-zones";
import { weekHoursText } from "../../entities/clock-labels";
import type { FormPart } from "../../forms/versioned-form";
import { t } from "../../words/made/duty";

const usualTurns = { day: [1], week: [7], twoWeeks: [14], weekdays: [5, 2] } as const;
export const turnKinds = ["day", "week", "twoWeeks", "weekdays", "own"] as const;
export type TurnKind = (typeof turnKinds)[number];

/** `pattern`: days of the turns as typed, used if `turns` is `own`. */
export type LayerValues = {
	contactIds: string[];
	turns: TurnKind;
	pattern: string;
	startDay: string;
	handOver: string;
	hours: WeeklyWindow[];
};

export type RosterValues = {
	name: string;
	zone: string;
	layers: LayerValues[];
	fallbackContactIds: string[];
};

export function emptyLayer(zone: string): LayerValues {
	return { contactIds: [], turns: "week", pattern: "", startDay: lastMonday(zone), handOver: "08:00", hours: [] };
}

export function emptyRoster(zone: string): RosterValues {
	return { name: "", zone, layers: [emptyLayer(zone)], fallbackContactIds: [] };
}

function lastMonday(zone: string): string {
	const now = Date.now();
	const wall = new Date(now + zoneOffsetMinutes(zone, now) * minuteMs);
	wall.setUTCDate(wall.getUTCDate() - ((wall.getUTCDay() + 6) % 7));
	return wall.toISOString().slice(0, 10);
}

export function valuesOf({ name, zone, layers, fallbackContactIds }: RosterDetails): RosterValues {
	return { name, zone, layers: layers.map(layerValuesOf), fallbackContactIds };
}

function layerValuesOf({ pattern, ...layer }: RosterLayer): LayerValues {
	const known = turnKinds.find((kind) => kind !== "own" && usualTurns[kind].join() === pattern.join());
	return { ...layer, turns: known ?? "own", pattern: pattern.join(", ") };
}

/** A text that is no number becomes NaN, which the schema rejects at its field. */
export function toRosterInput({ name, zone, layers, fallbackContactIds }: RosterValues): CreateRoster {
	return {
		name,
		zone,
		layers: layers.map(({ turns, pattern, ...layer }) => ({ ...layer, pattern: patternOf({ turns, pattern }) })),
		fallbackContactIds,
	};
}

function patternOf({ turns, pattern }: Pick<LayerValues, "turns" | "pattern">): number[] {
	if (turns !== "own") return [...usualTurns[turns]];
	return pattern
		.split(/[\s,;、，]+/)
		.filter(Boolean)
		.map(Number);
}

/** The form has one field for each list. */
export function fieldOf(path: string): string {
	const list = /^(fallbackContactIds|layers\.\d+\.(?:contactIds|pattern))\b/.exec(path);
	return list?.[0] ?? path;
}

export function turnsText(values: LayerValues): string {
	return values.turns === "own" ? values.pattern : t(`turns.${values.turns}`);
}

export function rosterParts(nameOf: (contactId: string) => string): FormPart<RosterValues>[] {
	const names = (ids: readonly string[]) => ids.map(nameOf).join(", ");
	return [
		{ label: t("name"), fields: ["name"], text: ({ name }) => name },
		{ label: t("zone"), fields: ["zone"], text: ({ zone }) => zone },
		{
			label: t("layers"),
			fields: ["layers"],
			isOfOthersToo: true,
			text: ({ layers }) =>
				layers
					.map((layer) => {
						const hours = weekHoursText(layer.hours) || t("hours.always");
						return `${names(layer.contactIds)} (${turnsText(layer)}, ${layer.startDay} ${layer.handOver}, ${hours})`;
					})
					.join("; "),
		},
		{
			label: t("fallback"),
			fields: ["fallbackContactIds"],
			isOfOthersToo: true,
			text: ({ fallbackContactIds }) => names(fallbackContactIds),
		},
	];
}

/** Past turns may be of contacts that are no longer in the roster. */
export function namesOf(contacts: readonly Contact[], roster: RosterDetails | null): (contactId: string) => string {
	const known = new Map([
		...(roster?.people ?? []).map(({ id, name }) => [id, name ?? t("anotherPerson")] as const),
		...contacts.map(({ id, fullName }) => [id, fullName] as const),
	]);
	return (contactId) => known.get(contactId) ?? t("deletedContact");
}
