import { ownValue } from "../../../shared/base/own-value";
import {
	type CreateRound,
	isYearly,
	type ListedRoundPlace,
	type Round,
	type RoundCheck,
	type RoundTime,
} from "../../../shared/round/round";
import { DayText } from "../../../shared/time/day-text";
import { dayNames } from "../../entities/clock-labels";
import { typedNumber } from "../../forms/typed-setting";
import type { FormPart } from "../../forms/versioned-form";
import { instantParts } from "../../ui/time/time-display";
import { dayText, parseDay } from "../../ui/time/typed-moment";
import { t } from "../../words/made/rounds";

/** Numbers are as typed. `deviceId` only narrows the choice of a channel. */
export type CheckValues = {
	kind: RoundCheck["kind"];
	id: string;
	deviceId: string;
	channelId: string;
	name: string;
	unit: string;
	low: string;
	high: string;
};

export type PlaceValues = { id: string; name: string; checks: CheckValues[] };

export type RoundValues = {
	name: string;
	groupId: string;
	zone: string;
	times: RoundTime[];
	opensMinutes: string;
	graceMinutes: string;
	/** Stored days, and texts that are no day. */
	closedDays: string[];
	places: PlaceValues[];
	contactIds: string[];
	rosterIds: string[];
	isEscalated: boolean;
	afterMinutes: string;
	laterContactIds: string[];
	laterRosterIds: string[];
};

export function closedDayText(day: string): string {
	if (isYearly(day)) {
		const date = instantParts(Date.parse(`2028${day.slice(1)}`), 0).date;
		return t("closedDays.eachYear", { day: date });
	}
	return DayText.safeParse(day).success ? dayText(day) : day;
}

/** The days of a typed or pasted text; one text that is no day: as it was typed. */
export function closedDaysOf(typed: string, { year, isEachYear }: { year: number; isEachYear: boolean }): string[] {
	const whole = parseDay(typed, year);
	const parts = whole === null ? typed.split(/[,;、，]+/).map((part) => parseDay(part, year)) : [whole];
	if (parts.some((day) => day === null)) return [typed.trim()];
	return parts.flatMap((day) => (day === null ? [] : isEachYear ? `-${day.slice(4)}` : day));
}

export const everyDay = [1, 2, 3, 4, 5, 6, 7];

export function emptyRound(zone: string, groupId: string): RoundValues {
	return {
		name: "",
		groupId,
		zone,
		times: [{ days: everyDay, time: "08:00" }],
		opensMinutes: "60",
		graceMinutes: "60",
		closedDays: [],
		places: [],
		contactIds: [],
		rosterIds: [],
		isEscalated: false,
		afterMinutes: "60",
		laterContactIds: [],
		laterRosterIds: [],
	};
}

export const presets = ["fridge", "freezer", "blood", "kitchen", "empty"] as const;
export type Preset = (typeof presets)[number];

const readings = (low: string, high: string) => ({ kind: "readings" as const, low, high, name: "", unit: "" });
const byHand = (name: string, low: string, high: string) => ({ kind: "hand" as const, low, high, name, unit: "°C" });

const presetChecks: Record<Preset, Pick<CheckValues, "kind" | "low" | "high" | "name" | "unit">[]> = {
	fridge: [readings("2", "8")],
	freezer: [readings("", "-18")],
	blood: [readings("2", "6")],
	kitchen: [byHand(t("preset.product"), "", "7"), byHand(t("preset.core"), "72", "")],
	empty: [],
};

/** Ids are unique within the round, and are never given again while the form is open. */
export function newOwnId(): string {
	return crypto.randomUUID().replaceAll("-", "").slice(0, 12);
}

export function placeOf(preset: Preset): PlaceValues {
	const checks = presetChecks[preset].map((check) => ({ ...check, id: newOwnId(), deviceId: "", channelId: "" }));
	return { id: newOwnId(), name: preset === "empty" ? "" : t(`preset.${preset}`), checks };
}

export function newCheck(kind: CheckValues["kind"]): CheckValues {
	return {
		kind,
		id: newOwnId(),
		deviceId: "",
		channelId: "",
		name: "",
		unit: kind === "hand" ? "°C" : "",
		low: "",
		high: "",
	};
}

const text = (value: number | null) => (value === null ? "" : String(value));

export function valuesOf(round: Round): RoundValues {
	const { name, groupId, zone, times, opensMinutes, graceMinutes, closedDays, places, people } = round;
	return {
		name,
		groupId: groupId ?? "",
		zone,
		times,
		opensMinutes: String(opensMinutes),
		graceMinutes: String(graceMinutes),
		closedDays,
		places: places.map(placeValuesOf),
		contactIds: people?.contactIds ?? [],
		rosterIds: people?.rosterIds ?? [],
		isEscalated: people?.escalation != null,
		afterMinutes: String(people?.escalation?.afterMinutes ?? 60),
		laterContactIds: people?.escalation?.contactIds ?? [],
		laterRosterIds: people?.escalation?.rosterIds ?? [],
	};
}

function placeValuesOf({ id, name, checks }: ListedRoundPlace): PlaceValues {
	return {
		id,
		name,
		checks: checks.map((check) => {
			const { kind, id: checkId, unit, low, high } = check;
			const device = check.kind === "readings" ? { deviceId: check.deviceId ?? "", channelId: check.channelId } : null;
			const own = { kind, id: checkId, unit, low: text(low), high: text(high) };
			return { ...own, name: check.name, ...(device ?? { deviceId: "", channelId: "" }) };
		}),
	};
}

/** A text that is no number becomes NaN, which the schema rejects at its field. */
export function toRoundInput(values: RoundValues): CreateRound {
	const { name, groupId, zone, times, places, contactIds, rosterIds, isEscalated } = values;
	return {
		name,
		groupId: groupId === "" ? null : groupId,
		zone,
		times,
		opensMinutes: minutesOf(values.opensMinutes),
		graceMinutes: minutesOf(values.graceMinutes),
		closedDays: values.closedDays,
		places: places.map((place) => ({ ...place, checks: place.checks.map(checkOf) })),
		contactIds,
		rosterIds,
		escalation: isEscalated
			? {
					afterMinutes: minutesOf(values.afterMinutes),
					contactIds: values.laterContactIds,
					rosterIds: values.laterRosterIds,
				}
			: null,
	};
}

function checkOf({ kind, id, channelId, name, unit, low, high }: CheckValues): RoundCheck {
	const limits = { low: limitOf(low), high: limitOf(high) };
	return kind === "hand" ? { kind, id, name, unit, ...limits } : { kind, id, channelId, ...limits };
}

function minutesOf(typed: string): number {
	return /^\s*\d+\s*$/.test(typed) ? Number(typed) : Number.NaN;
}

function limitOf(typed: string): number | null {
	return typed.trim() === "" ? null : typedNumber(typed);
}

const laterFields: Record<string, string> = {
	"escalation.afterMinutes": "afterMinutes",
	"escalation.contactIds": "laterContactIds",
	"escalation.rosterIds": "laterRosterIds",
};

/** The form has one field for each list. */
export function fieldOf(path: string): string {
	const list = /^(contactIds|rosterIds|closedDays|escalation\.\w+|times\.\d+\.days)\b/.exec(path)?.[0] ?? path;
	return ownValue(laterFields, list) ?? list;
}

export function timesText(times: readonly RoundTime[]): string {
	return times
		.map(({ days, time }) => {
			const named = days.length === 7 ? "" : `${days.map((day) => dayNames[day - 1]).join(", ")} `;
			return `${named}${time}`;
		})
		.join("; ");
}

export function roundParts(nameOf: (id: string) => string): FormPart<RoundValues>[] {
	const names = (ids: readonly string[]) => ids.map(nameOf).join(", ");
	const others = ({ isEscalated, afterMinutes, laterContactIds, laterRosterIds }: RoundValues) =>
		isEscalated ? `${afterMinutes}: ${names([...laterContactIds, ...laterRosterIds])}` : "";
	return [
		{ label: t("name"), fields: ["name"], text: ({ name }) => name },
		{ label: t("group"), fields: ["groupId"], text: ({ groupId }) => nameOf(groupId) },
		{ label: t("zone"), fields: ["zone"], text: ({ zone }) => zone },
		{ label: t("when"), fields: ["times"], text: ({ times }) => timesText(times) },
		{ label: t("opens"), fields: ["opensMinutes"], text: ({ opensMinutes }) => opensMinutes },
		{ label: t("grace"), fields: ["graceMinutes"], text: ({ graceMinutes }) => graceMinutes },
		{
			label: t("closedDays"),
			fields: ["closedDays"],
			text: ({ closedDays }) => closedDays.map(closedDayText).join("; "),
		},
		{ label: t("places"), fields: ["places"], text: ({ places }) => places.map(({ name }) => name).join(", ") },
		{
			label: t("who"),
			fields: ["contactIds", "rosterIds"],
			text: ({ contactIds, rosterIds }) => names([...contactIds, ...rosterIds]),
		},
		{
			label: t("escalation"),
			fields: ["isEscalated", "afterMinutes", "laterContactIds", "laterRosterIds"],
			text: others,
		},
	];
}
