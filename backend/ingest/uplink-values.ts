import { dayMs } from "../../shared/base/durations";
import { channelNameKey } from "../../shared/device/device-terms";
import { unitDimension, unitKey } from "../../shared/formats/unit-spellings";
import type { IngestResult, RejectReason } from "../../shared/ingest/ingest";
import type { AccountContext } from "../base/context";
import { type ChannelRow, listChannels } from "../db/channel-rows";
import { insertSentUnit, listSentUnits, type SentUnitRow, unitsCheckedFrom } from "../db/sent-unit-rows";
import type { RejectedEntries } from "../device/status/record-rejections";
import { pickReadings } from "./parse-readings";
import { countRejected } from "./rejected-entries";
import { inChannelUnit, inKnownUnit, quantityOfUnit } from "./sent-units";
import { type SentColumns, sampleAt } from "./store-upload";

/** A column for each channel and unit of the message. Releases before sent neither `sharedUnits` nor `formerNames`. */
export type WithUnits = {
	readings: SentColumns;
	units: (string | null)[];
	sharedUnits?: boolean[];
	formerNames?: (string | null)[];
};

type Ids = ReadonlyMap<string, string>;

/** Continues channels that an earlier release named otherwise, unless two names of the message would share one. */
export function withKnownNames({ readings, formerNames = [] }: WithUnits, ids: Ids): SentColumns {
	const found = readings.channels.map((word, index) => {
		if (idOf(ids, word) !== undefined) return word;
		const former = [`${word}.value`, formerNames[index] ?? word];
		return former.find((name) => idOf(ids, name) !== undefined) ?? word;
	});
	const sharers = Map.groupBy(readings.channels.keys(), (index) => channelNameKey(found[index] ?? ""));
	const channels = readings.channels.map((word, index) => {
		const name = found[index] ?? word;
		const words = sharers.get(channelNameKey(name))?.map((each) => channelNameKey(readings.channels[each] ?? ""));
		return new Set(words).size === 1 ? name : word;
	});
	return { ...readings, channels };
}

function idOf(ids: Ids, word: string): string | undefined {
	return ids.get(word) ?? ids.get(channelNameKey(word));
}

type Kept = {
	readings: SentColumns;
	rejected: IngestResult["rejected"];
	denied: RejectedEntries[];
	excluded: RejectedEntries[];
};

type UnitStore = Pick<AccountContext, "db" | "readingStore" | "invalidations" | "now">;

/** Converts values to their channels' units. Rejects other quantities, and two values of a channel at one time. */
export async function inOwnUnits(store: UnitStore, deviceId: string, sent: WithUnits): Promise<Kept> {
	const { readings, units } = sent;
	const rows = listChannels(store.db, [deviceId]);
	const own = readings.channels.map((word) => channelOf(rows, word));
	const reasons = new Map<number, RejectReason>();
	const doubtful = new Set<number>();
	const excluded = new Set<number>();
	const value = [...readings.value];
	if (units.some((unit) => unit !== null)) {
		const steps = await unitSteps(store, deviceId, { sent, own });
		for (const [position, index] of readings.channel.entries()) {
			const read = steps[index]?.(value[position] ?? 0);
			if (typeof read === "number") value[position] = read;
			else if (read === "unknown-unit") doubtful.add(position);
			else if (read !== undefined) reasons.set(position, "other-unit");
			if (read === "excluded") excluded.add(position);
		}
	}
	const isConverted = value.some((read, position) => read !== readings.value[position]);
	const whole = {
		...readings,
		value,
		...(doubtful.size > 0 && { doubtful }),
		...(isConverted && { asSent: readings.value }),
	};
	for (const position of sameTimes(whole, own)) reasons.set(position, "same-time");
	if (reasons.size === 0) return { readings: whole, rejected: [], denied: [], excluded: [] };
	const rejected = [...reasons].map(([index, reason]) => ({ index, reason }));
	const counted = (some: IngestResult["rejected"]) => countRejected(some, (position) => sampleAt(readings, position));
	return {
		readings: pickReadings(
			whole,
			[...readings.at.keys()].filter((position) => !reasons.has(position)),
		),
		rejected: rejected.map(({ index, reason }) => ({ index: readings.index[index] ?? index, reason })),
		denied: counted(rejected.filter(({ index }) => !excluded.has(index))),
		excluded: counted(rejected.filter(({ index }) => excluded.has(index))),
	};
}

function channelOf(rows: readonly ChannelRow[], word: string): ChannelRow | undefined {
	return rows.find(({ id }) => id === word) ?? rows.find(({ name }) => channelNameKey(name) === channelNameKey(word));
}

function sameTimes({ channel, at, value }: SentColumns, own: readonly (ChannelRow | undefined)[]): Set<number> {
	const firsts = new Map<string, number>();
	const found = new Set<number>();
	for (const [position, time] of at.entries()) {
		const id = own[channel[position] ?? -1]?.id;
		if (id === undefined) continue;
		const first = firsts.get(`${id} ${time}`);
		if (first === undefined) firsts.set(`${id} ${time}`, position);
		else if (value[first] !== value[position]) found.add(first).add(position);
	}
	return found;
}

type Step = (value: number) => ReturnType<typeof inChannelUnit> | "excluded";
type Columns = { sent: WithUnits; own: readonly (ChannelRow | undefined)[] };

async function unitSteps(store: UnitStore, deviceId: string, { sent, own }: Columns): Promise<(Step | null)[]> {
	const { units, sharedUnits = [], readings } = sent;
	const known = listSentUnits(store.db, deviceId);
	const checkedFrom = unitsCheckedFrom(store.db, store.now);
	const steps: (Step | null)[] = [];
	for (const [index, row] of own.entries()) {
		const unit = units[index] ?? null;
		if (unit === null || row === undefined || row.unit === "") steps.push(null);
		else if (sharedUnits[index] && isOther(unit, row)) steps.push(null);
		else if (inChannelUnit(0, unit, row.unit) !== "unknown-unit")
			steps.push((value) => inChannelUnit(value, unit, row.unit));
		else {
			const value = readings.value[readings.channel.indexOf(index)] ?? 0;
			const found =
				known.find((each) => isOf(each, row, unit)) ??
				(await questionOf(store, { row, unit, value, known, checkedFrom }));
			steps.push(stepOf(found, row.unit));
		}
	}
	return steps;
}

function isOther(unit: string, { quantity, unit: own }: ChannelRow): boolean {
	const [sent, dimension] = [unitDimension(unit), unitDimension(own)];
	const isOfQuantity = [unit, own].every((each) => quantityOfUnit(each, quantity) === quantity);
	return sent !== null && dimension !== null && sent !== dimension && !isOfQuantity;
}

function isOf({ channelId, spelling, channelUnit }: SentUnitRow, row: ChannelRow, unit: string): boolean {
	return channelId === row.id && spelling === unitKey(unit) && channelUnit === row.unit;
}

function stepOf({ meaning }: SentUnitRow, own: string): Step {
	if (meaning === null) return () => "unknown-unit";
	if (meaning === "same") return (value) => value;
	if (meaning === "exclude") return () => "excluded";
	const { unit } = meaning;
	return (value) => inKnownUnit(value, unit, own);
}

const acceptedMs = 90 * dayMs;
const firstMessagesMs = 30 * dayMs;

type Question = { row: ChannelRow; unit: string; value: number; known: SentUnitRow[]; checkedFrom: number };

/**
 * Opens the question. The spelling that a channel sends first after units began to be checked counts as its own, if
 * the channel had readings in the 90 days before: they were accepted in it.
 */
async function questionOf(store: UnitStore, { row, unit, value, known, checkedFrom }: Question): Promise<SentUnitRow> {
	const { db, readingStore, invalidations, now } = store;
	const isFirst = now - checkedFrom <= firstMessagesMs && known.every(({ channelId }) => channelId !== row.id);
	const channels = [{ deviceId: row.deviceId, channelId: row.id }];
	const newest = isFirst ? await readingStore.newestBefore(channels, checkedFrom) : null;
	const isAccepted = newest !== null && newest >= checkedFrom - acceptedMs;
	const question: SentUnitRow = {
		channelId: row.id,
		spelling: unitKey(unit),
		channelUnit: row.unit,
		deviceId: row.deviceId,
		unit,
		value,
		firstAt: new Date(now),
		meaning: isAccepted ? "same" : null,
		decidedBy: null,
		decidedAt: isAccepted ? new Date(now) : null,
	};
	insertSentUnit(db, question);
	known.push(question);
	if (!isAccepted) invalidations.changed("devices", [row.deviceId]);
	return question;
}
