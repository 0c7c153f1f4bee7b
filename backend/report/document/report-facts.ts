import { countDigits } from "../../../shared/formats/display-formats";
import { quantityInSentence, quantityTitle } from "../../../shared/formats/quantity-titles";
import { readingUnits, unitChoices } from "../../../shared/formats/reading-units";
import { shownNumber } from "../../../shared/formats/shown-numbers";
import { type Quantity, readIn } from "../../../shared/formats/units";
import { holdingMethod } from "../../../shared/log/holding";
import { gasConstant } from "../../../shared/log/mean-kinetic-temperature";
import { languageName } from "../../../shared/message/language";
import { type AggregateFunction, type ReportDefinition, standardActivationEnergy } from "../../../shared/report/report";
import {
	fieldsOf,
	hasDistribution,
	isJudging,
	isOfRows,
	isSummed,
	reportTypes,
} from "../../../shared/report/report-types";
import { wordsIn } from "../../../shared/words/made/report-file-in";
import { wordsIn as typesIn } from "../../../shared/words/made/report-types-in";
import { wordsIn as sentencesIn } from "../../../shared/words/made/sentences-in";
import { layoutStyle } from "../figures/report-channel";
import { deviceClockText, momentText, wholeDays, zoneClock } from "../source/report-clock";
import { limitSpansOf, type ReportDevice, type ReportHead } from "../source/report-source";
import { isJudged, limitsOverTime, limitsText } from "./limit-texts";
import { hasPeriod } from "./report-size";
import { listText, mostNamed } from "./report-texts";

type Layout = ReportDefinition["layout"];

type FactsRequest = { head: ReportHead; devices: ReportDevice[]; groupName: string | null };

export function factsOf({ head, devices, groupName }: FactsRequest): [label: string, value: string][] {
	const { definition, companyName, productName, now } = head;
	const { type, layout } = definition;
	const { language } = layout;
	const { isOfHeldTime, hasReadings } = reportTypes[type];
	const [say, sayType] = [wordsIn(language), typesIn(language)];
	const fields = fieldsOf(definition);
	const { aggregation, activationEnergy } = definition;
	const isRequested = (field: (typeof fields)[number]) => fields.includes(field);
	const made = momentText(now, zoneClock(definition.zone), layout);
	const all: [string, string | null][] = [
		[say("fact.company"), companyName],
		[say("fact.report"), definition.name],
		[say("fact.group"), groupName],
		[say("fact.description"), definition.description],
		[
			say("fact.holds"),
			say(isSummed(definition) ? "holds.withSummary" : "holds", {
				type: sayType(`type.${type}`),
				about: sayType(`type.${type}.about`),
			}),
		],
		[say("fact.language"), language === undefined || language === "en" ? null : languageName(language)],
		[say("fact.distribution"), hasDistribution(definition) ? say("fact.distribution.text") : null],
		[say("fact.period"), hasPeriod(definition) ? periodText(head) : null],
		[say("fact.countedUntil"), now < head.to && hasPeriod(definition) ? made : null],
		[say("fact.asOf"), hasPeriod(definition) ? null : made],
		[say("fact.times"), clockText(head, devices)],
		[say("fact.devices"), devicesText(devices, layout)],
		[say("fact.channels"), isRequested("channels") && !definition.study ? channelsText(definition) : null],
		[say("fact.limits"), isRequested("limits") ? limitsOfReport(definition) : null],
		[say("fact.values"), isRequested("aggregation") ? valuesText(aggregation, layout) : null],
		[say("fact.activationEnergy"), isRequested("activationEnergy") ? energyText(activationEnergy, layout) : null],
		[say("fact.method"), isOfHeldTime ? say("method.text", { method: holdingMethod }) : null],
		[say("fact.units"), unitsText(definition)],
		[say("fact.calibrations"), hasReadings ? say("calibrations.text") : null],
		[say("fact.made"), say("made.text", { time: made, product: productName })],
	];
	return all.flatMap(([name, value]) => (value === null || value === "" ? [] : [[name, value] as [string, string]]));
}

type Period = { definition: Pick<ReportDefinition, "zone" | "layout">; from: number; to: number };

export function periodText(head: Period): string {
	const { zone, layout } = head.definition;
	const say = wordsIn(layout.language);
	const days = wholeDays(head);
	if (days === null) {
		const [from, to] = [momentText(head.from, zoneClock(zone), layout), momentText(head.to, zoneClock(zone), layout)];
		return say("period.times", { from, to, zone });
	}
	const [first, last] = days;
	return first === last ? say("period.day", { day: first, zone }) : say("period.days", { first, last, zone });
}

export function clockText(
	{ definition: { zone, layout } }: Pick<ReportHead, "definition">,
	devices: ReportDevice[],
): string {
	const say = wordsIn(layout.language);
	if (layout.clock === "zone") return say("clock.zone", { zone });
	const clocks = new Set(devices.map((device) => deviceClockText(device, layout)));
	const [only] = clocks;
	if (clocks.size === 1 && only !== undefined) return say("clock.device", { clock: only, zone });
	return say("clock.devices", { zone });
}

function devicesText(devices: readonly ReportDevice[], layout: Layout): string {
	const say = wordsIn(layout.language);
	if (devices.length === 0) return say("devices.none");
	const names = devices.map(({ name }) => name);
	return say("devices.named", { count: countDigits(devices.length), names: listText(names, layout) });
}

function quantityText(quantity: Quantity, { language }: Layout): string {
	return quantityInSentence(quantity, sentencesIn(language));
}

function channelsText({ channels, layout }: ReportDefinition): string {
	const say = wordsIn(layout.language);
	if (channels === null) return say("channels.all");
	const texts = channels.map(({ name, quantity, unit }) => {
		const channel = name ?? say("channel.any", { quantity: quantityText(quantity, layout) });
		return unit === "" ? channel : say("channel.inUnit", { channel, unit });
	});
	return listText(texts, layout);
}

function limitsOfReport({ limits, limitsFrom, layout }: ReportDefinition): string {
	const style = layoutStyle(layout);
	const say = wordsIn(layout.language);
	const from = limitsFrom === "rules" ? "rules" : "ranges";
	if (limits.length === 0) return say(`limitsFrom.${from}`);
	const named = limits.map(({ channel, min, max }) => {
		const shown = readIn(channel, style);
		const read = (limit: number | null) => (limit === null ? null : shownNumber(limit, shown));
		const text = { limits: { min: read(min), max: read(max) }, unit: shown.unit, decimalSign: layout.csv.decimalSign };
		const values = {
			channel: channel.name ?? quantityText(channel.quantity, layout),
			limits: limitsText(text, layout),
		};
		return say(channel.name === null ? "limitOfAny" : "limitOf", values);
	});
	return say(`limitsFrom.${from}.named`, { limits: listText(named, layout) });
}

function valuesText({ minutes, ...aggregation }: ReportDefinition["aggregation"], layout: Layout): string {
	const say = wordsIn(layout.language);
	if (minutes === null) return say("values.single");
	/** The other figures of a report weigh by time, so people would expect it of these. */
	const functionText = (own: AggregateFunction) => (own === "mean" ? say("values.plainMean") : say(`function.${own}`));
	const others = aggregation.byChannel.map(({ channel, function: own }) => {
		const name = channel.name ?? say("channel.any", { quantity: quantityText(channel.quantity, layout) });
		return say("values.ofChannel", { channel: name, function: functionText(own) });
	});
	const values = [functionText(aggregation.function), ...others].join("; ");
	return say("values.each", { step: say(`step.${minutes}`), values });
}

function energyText(energy: number, { language }: Layout): string {
	const key = energy === standardActivationEnergy ? "energy.usual" : "energy.other";
	return wordsIn(language)(key, { energy: String(energy), gasConstant: String(gasConstant) });
}

function unitsText({ layout }: ReportDefinition): string | null {
	const say = wordsIn(layout.language);
	const chosen = unitChoices({ temperatureUnit: layout.temperature, units: layout.units });
	const named = readingUnits.flatMap(({ name, title }) => {
		const unit = chosen[name];
		if (!unit) return [];
		const quantity =
			"own" in title ? say(`units.of.${title.own}`) : quantityTitle(title.quantity, sentencesIn(layout.language));
		return [say("units.one", { quantity, unit })];
	});
	return named.length === 0 ? null : say("units.all", { units: listText(named, layout) });
}

function meanNotes(definition: ReportDefinition, devices: ReportDevice[]): string[] {
	if (!showsMeans(definition)) return [];
	const measured = new Set(devices.flatMap(({ channels }) => channels.map(({ quantity }) => quantity)));
	const plain = (["sound", "ph"] as const).filter((quantity) => measured.has(quantity));
	const { layout } = definition;
	const say = wordsIn(layout.language);
	const quantities = listText(
		plain.map((quantity) => quantityInSentence(quantity, sentencesIn(layout.language))),
		layout,
	);
	return [
		...(measured.has("windDirection") ? [say("note.vectorMeans")] : []),
		...(plain.length > 0 ? [say("note.plainMeans", { quantities })] : []),
	];
}

function showsMeans(definition: ReportDefinition): boolean {
	const { type, aggregation } = definition;
	if (type === "summary" || isSummed(definition)) return true;
	if (type !== "readings" || aggregation.minutes === null) return false;
	return aggregation.function === "mean" || aggregation.byChannel.some(({ function: own }) => own === "mean");
}

export function notesOf(head: ReportHead, devices: ReportDevice[]): string[] {
	const { definition, gone } = head;
	const { layout } = definition;
	const say = wordsIn(layout.language);
	if (devices.length === 0) return [...gone, say("note.noDevice")];
	const stopped = hasPeriod(definition) ? devices.flatMap((device) => stoppedText(head, device) ?? []) : [];
	const isOfReadings = reportTypes[definition.type].hasReadings && hasPeriod(definition);
	const leaving = devices.flatMap((device) => leavingText(definition, device) ?? []);
	const silent = devices.filter(({ channels }) => channels.every(({ readings }) => readings === 0));
	return [
		...unjudgedNotes(definition, devices),
		...meanNotes(definition, devices),
		...stopped.slice(0, mostNamed),
		...(stopped.length > mostNamed ? [say("note.moreStopped", { count: stopped.length - mostNamed })] : []),
		...gone,
		...leaving.slice(0, mostNamed),
		...(leaving.length > mostNamed ? [say("note.moreDeleted", { count: leaving.length - mostNamed })] : []),
		...(isOfReadings && silent.length === devices.length ? [say("note.noReadings")] : []),
		...(isOfReadings && silent.length > 0 && silent.length < devices.length
			? [say("note.silent", { devices: listText(namesOf(silent), layout) })]
			: []),
		...(isOfReadings ? derivedNotes(devices, layout) : []),
		...(head.limitNotes ?? []),
		...changedLimits(definition, devices),
		...(definition.layout.showsSent && isOfRows(definition) && definition.aggregation.minutes !== null
			? [say("note.sentOnlySingle")]
			: []),
	];
}

function namesOf(named: readonly { name: string }[]): string[] {
	return named.map(({ name }) => name);
}

function derivedNotes(devices: readonly ReportDevice[], { language }: Layout): string[] {
	const say = wordsIn(language);
	const formulas = devices.flatMap(({ channels }) =>
		channels.flatMap(({ name, formula }) =>
			formula === undefined ? [] : say("formulaOf", { channel: name, formula }),
		),
	);
	const all = [...new Set(formulas)];
	if (all.length === 0) return [];
	const more = all.length > mostNamed ? [say("formulas.more", { count: countDigits(all.length - mostNamed) })] : [];
	return [say("note.formulas", { formulas: [...all.slice(0, mostNamed), ...more].join("; ") })];
}

type NamedChannel = { channel: ReportDevice["channels"][number]; name: string };

function judgedChannels(definition: ReportDefinition, devices: readonly ReportDevice[]): NamedChannel[] {
	if (!isJudging(definition)) return [];
	const say = wordsIn(definition.layout.language);
	return devices.flatMap((device) => {
		return device.channels.map((channel) => ({
			channel,
			name: say("channelOfDevice", { channel: channel.name, device: device.name }),
		}));
	});
}

function unjudgedNotes(definition: ReportDefinition, devices: readonly ReportDevice[]): string[] {
	const all = judgedChannels(definition, devices);
	const unjudged = all.filter(({ channel }) => !isJudged(channel));
	if (unjudged.length === 0) return [];
	const { layout } = definition;
	const say = wordsIn(layout.language);
	if (unjudged.length === all.length) return [say("note.noLimits")];
	return [say("note.unjudged", { channels: listText(namesOf(unjudged), layout) })];
}

function changedLimits(definition: ReportDefinition, devices: readonly ReportDevice[]): string[] {
	const say = wordsIn(definition.layout.language);
	const shown = { layout: definition.layout, clock: zoneClock(definition.zone) };
	const changed = judgedChannels(definition, devices).filter(({ channel }) => limitSpansOf(channel).length > 1);
	const more = changed.length - mostNamed;
	return [
		...changed
			.slice(0, mostNamed)
			.map(({ channel, name }) => say("note.limitsChanged", { channel: name, limits: limitsOverTime(channel, shown) })),
		...(more > 0 ? [say("note.moreLimitsChanged", { count: more })] : []),
	];
}

function leavingText({ zone, layout }: ReportDefinition, { name, goesAt }: ReportDevice): string | null {
	if (goesAt === null) return null;
	const until = momentText(goesAt, zoneClock(zone), layout);
	return wordsIn(layout.language)("note.deleted", { device: name, until });
}

/** Null if the device was reporting or archived at the end of the period, or now. */
export function stoppedText(head: Pick<ReportHead, "definition" | "to" | "now">, device: ReportDevice): string | null {
	const { name, lastReceivedAt, offlineAfterMs, archivedAt, silences, channels } = device;
	const { definition, to, now } = head;
	const until = Math.min(to, now);
	const say = wordsIn(definition.layout.language);
	if (archivedAt !== null && archivedAt <= until) return null;
	// Its readings came from files.
	if (lastReceivedAt === null)
		return channels.some(({ readings }) => readings > 0) ? null : say("note.neverSent", { device: name });
	const since = (at: number) => momentText(at, zoneClock(definition.zone), definition.layout);
	if (until - lastReceivedAt >= (offlineAfterMs ?? Number.POSITIVE_INFINITY)) {
		return say("note.stopped", { device: name, since: since(lastReceivedAt) });
	}
	const silence = silences.find((one) => one.to === null);
	return silence ? say("note.offline", { device: name, since: since(silence.from) }) : null;
}
