import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { ChannelId, DeviceId, IntegrationKeyId } from "../base/ids";
import { lengthBeforeCleaning, setOf } from "../base/input-bounds";
import { limits } from "../base/limits";
import { knownUnit } from "../formats/unit-spellings";
import { isDrawn, type SeriesParts } from "../ingest/line-protocol";
import { ChannelName, DeviceName } from "./device-terms";

/** Why a line, or a value of it, is not stored. `encoding` and `precision`: of a whole upload. */
export const LineReason = z.enum([
	"unreadable",
	"not-utf8",
	"hidden",
	"long-series",
	"integer",
	"bad-value",
	"future",
	"too-old",
	"text",
	"too-many-series",
	"past-retention",
	"archived",
	"encoding",
	"precision",
]);
export type LineReason = z.infer<typeof LineReason>;

/** `line`: in its upload, from 1; null: a series. Times are epoch ms. */
export const LineNotStored = z.object({
	receivedAt: z.number(),
	line: z.nullable(z.number()),
	reason: LineReason,
	text: z.string(),
});
export type LineNotStored = z.infer<typeof LineNotStored>;

/** Counts of the last upload. `waiting`: values of series that no one has chosen. `texts`: series that sent text. */
export const LastLines = z.object({
	at: z.number(),
	lines: z.number(),
	stored: z.number(),
	waiting: z.number(),
	texts: z.number(),
	leftOut: z.number(),
});
export type LastLines = z.infer<typeof LastLines>;

/** `at` is the time of `value`, and `heardAt` when it came. Times are epoch ms. */
export const WaitingSeries = z.object({
	series: z.string(),
	count: z.number(),
	at: z.number(),
	value: z.number(),
	heardAt: z.number(),
});
export type WaitingSeries = z.infer<typeof WaitingSeries>;

/** Stored: the first part holds all but the series that wait. */
export type LinePart = { last: LastLines; notStored: LineNotStored[] } | { waiting: WaitingSeries[] };

export const ChosenSeries = z.object({
	series: z.string(),
	deviceId: DeviceId,
	device: z.string(),
	channelId: ChannelId,
	channel: z.string(),
});
export type ChosenSeries = z.infer<typeof ChosenSeries>;

const pattern = z.string().check(lengthBeforeCleaning(100), z.trim(), z.maxLength(100), z.refine(isDrawn));

/** `*` matches any characters. A series is accepted if all parts match and a tag names its device. */
export const LineFilter = z.object({
	measurement: pattern.check(z.minLength(1, errorKey("lines.measurement"))),
	tags: z
		.array(z.object({ key: pattern.check(z.minLength(1, errorKey("lines.tags"))), value: pattern }))
		.check(z.maxLength(10)),
	field: pattern.check(z.minLength(1, errorKey("lines.field"))),
});
export type LineFilter = z.infer<typeof LineFilter>;

export const ChangeLineFilter = z.object({
	keyId: IntegrationKeyId,
	filter: LineFilter,
	/** False: removes it. */
	isAccepting: z.boolean(),
});
export type ChangeLineFilter = z.infer<typeof ChangeLineFilter>;

export const CountLineFilter = z.object({ keyId: IntegrationKeyId, filter: LineFilter });
export type CountLineFilter = z.infer<typeof CountLineFilter>;

export function isSameFilter(one: LineFilter, other: LineFilter): boolean {
	return filterText(one) === filterText(other);
}

/** A filter in the form of a line: `climate,site=north* temperature`. */
export function filterText({ measurement, tags, field }: LineFilter): string {
	return `${[measurement, ...tags.map(({ key, value }) => `${key}=${value}`)].join(",")} ${field}`;
}

export function acceptsSeries({ measurement, tags, field }: LineFilter, parts: SeriesParts): boolean {
	return (
		isLike(measurement, parts.measurement) &&
		isLike(field, parts.field) &&
		tags.every(({ key, value }) => parts.tags.some(([tag, text]) => tag === key && isLike(value, text)))
	);
}

/** Each part between the stars is found in turn, so that no pattern is slow. */
function isLike(pattern: string, text: string): boolean {
	if (pattern === "*") return true;
	const [first = "", ...others] = pattern.split("*");
	const last = others.pop();
	if (last === undefined) return text === first;
	if (!text.startsWith(first)) return false;
	let at = first.length;
	for (const part of others) {
		const found = text.indexOf(part, at);
		if (found === -1) return false;
		at = found + part.length;
	}
	return text.length >= at + last.length && text.endsWith(last);
}

/** The first of each list, by name, with the number of all that match. */
export const LineSource = z.object({
	last: z.nullable(LastLines),
	waiting: z.array(WaitingSeries),
	waitingCount: z.number(),
	chosen: z.array(ChosenSeries),
	chosenCount: z.number(),
	/** Newest first. */
	notStored: z.array(LineNotStored),
	/** Absent: the backend is of an earlier release. */
	filters: z.optional(z.array(LineFilter)),
});
export type LineSource = z.infer<typeof LineSource>;

const Find = z.string().check(z.maxLength(limits.logSearchLength));

export const GetLineSource = z.object({ keyId: IntegrationKeyId, find: Find });
export type GetLineSource = z.infer<typeof GetLineSource>;

const Series = z.string().check(z.minLength(1), z.maxLength(limits.lineSeriesLength), z.refine(isDrawn));

const SeriesChannel = z.object({
	series: Series,
	channel: z.union([z.object({ channelId: ChannelId }), z.object({ name: ChannelName })]),
});

export const ChooseLineSeries = z.object({
	keyId: IntegrationKeyId,
	device: z.union([z.object({ deviceId: DeviceId }), z.object({ name: DeviceName })]),
	series: z
		.array(SeriesChannel)
		.check(
			z.minLength(1, errorKey("lines.chooseOne")),
			z.maxLength(limits.channelsPerDevice, errorKey("channel.tooMany", { most: limits.channelsPerDevice })),
		),
});
export type ChooseLineSeries = z.infer<typeof ChooseLineSeries>;

export const ReleaseLineSeries = z.object({
	keyId: IntegrationKeyId,
	series: setOf(Series, limits.channelsPerDevice, { none: errorKey("lines.chooseOne") }),
});
export type ReleaseLineSeries = z.infer<typeof ReleaseLineSeries>;

/** The first of these names a device best. */
const deviceTags = ["device", "host", "entity_id", "agent_host", "name"];

/** Tags about a series' transport, not its measurement. */
const otherTags = new Set(["domain", "source", "topic", "host"]);

function deviceTag({ tags }: SeriesParts): SeriesParts["tags"][number] | undefined {
	const named = new Set(tags.map(([key]) => key));
	const tag = deviceTags.find((each) => named.has(each));
	return tags.find(([key]) => key === tag);
}

/** Null: no tag names a device. */
export function proposedDevice(parts: SeriesParts): string | null {
	return deviceTag(parts)?.[1] ?? null;
}

/** The measurement, the field and the tags that distinguish sensors of a device. */
export function proposedChannel(parts: SeriesParts): string {
	const { measurement, field, tags } = parts;
	const ofDevice = deviceTag(parts);
	const words = [
		knownUnit(measurement) === null ? measurement : "",
		field === "value" ? "" : field,
		...tags.flatMap((tag) => (tag === ofDevice || otherTags.has(tag[0]) ? [] : tag[1])),
	].filter(Boolean);
	return words.length === 0 ? measurement : words.join(" ");
}

/** Suffixes of fields that are words at least as often as units. */
const noUnits = new Set(["in", "min", "deg", "count"]);

/** The unit that the measurement is, or that the field's name ends in. Null: none. */
export function namedUnit({ measurement, field }: SeriesParts): string | null {
	const [suffix = ""] = /(?<=[a-z0-9][_-])[a-z]{2,}$/i.exec(field) ?? [];
	return knownUnit(measurement) ?? (noUnits.has(suffix.toLowerCase()) ? null : knownUnit(suffix));
}
