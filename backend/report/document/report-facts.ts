import { countDigits, counted } from "../../../shared/formats/display-formats";
import { quantityInSentence } from "../../../shared/formats/quantity-titles";
import { readingUnits, unitChoices } from "../../../shared/formats/reading-units";
import { shownNumber } from "../../../shared/formats/shown-numbers";
import { readIn } from "../../../shared/formats/units";
import { holdingMethod } from "../../../shared/log/holding";
import { gasConstant } from "../../../shared/log/mean-kinetic-temperature";
import { type AggregateFunction, type ReportDefinition, standardActivationEnergy } from "../../../shared/report/report";
import {
	fieldsOf,
	hasDistribution,
	isJudging,
	isOfRows,
	isSummed,
	reportTypes,
} from "../../../shared/report/report-types";
import { layoutStyle, limitsText } from "../figures/report-channel";
import { functionLabels, stepLabels } from "../figures/report-steps";
import { deviceClockText, momentText, wholeDays, zoneClock } from "../source/report-clock";
import { limitSpansOf, type ReportDevice, type ReportHead } from "../source/report-source";
import { isJudged, limitsOverTime } from "./limit-texts";
import { hasPeriod } from "./report-size";

const mostNamed = 20;

const distributionText =
	"Percentiles, histograms and duration curves weigh each reading by the time it holds; a percentile is a value that was read.";

type FactsRequest = { head: ReportHead; devices: ReportDevice[]; groupName: string | null };

export function factsOf({ head, devices, groupName }: FactsRequest): [label: string, value: string][] {
	const { definition, companyName, productName, now } = head;
	const { label, text, isOfHeldTime, hasReadings } = reportTypes[definition.type];
	const fields = fieldsOf(definition);
	const { aggregation, activationEnergy } = definition;
	const isRequested = (field: (typeof fields)[number]) => fields.includes(field);
	const all: [string, string | null][] = [
		["Company", companyName],
		["Report", definition.name],
		["Group", groupName],
		["Description", definition.description],
		["What it holds", `${label}. ${text}${isSummed(definition) ? " With the summary of each device." : ""}`],
		["Distribution", hasDistribution(definition) ? distributionText : null],
		["Period", hasPeriod(definition) ? periodText(head) : null],
		[
			"Counted until",
			now < head.to && hasPeriod(definition) ? momentText(now, zoneClock(definition.zone), definition.layout) : null,
		],
		["As of", hasPeriod(definition) ? null : momentText(now, zoneClock(definition.zone), definition.layout)],
		["Times", clockText(head, devices)],
		["Devices", namesText(devices)],
		["Channels", isRequested("channels") ? channelsText(definition) : null],
		["Limits", isRequested("limits") ? limitsOfReport(definition) : null],
		["Values", isRequested("aggregation") ? valuesText(aggregation) : null],
		["Activation energy", isRequested("activationEnergy") ? energyText(activationEnergy) : null],
		["Method", isOfHeldTime ? methodText : null],
		["Units", unitsText(definition)],
		["Calibrations", hasReadings ? "Applied from the time on that each was set for." : null],
		["Made", `${momentText(now, zoneClock(definition.zone), definition.layout)}, by ${productName}`],
	];
	return all.flatMap(([name, value]) => (value === null || value === "" ? [] : [[name, value] as [string, string]]));
}

export function periodText(head: Pick<ReportHead, "definition" | "from" | "to">): string {
	const { zone, layout } = head.definition;
	const days = wholeDays(head);
	if (days === null) {
		const clock = zoneClock(zone);
		return `${momentText(head.from, clock, layout)} up to, not including, ${momentText(head.to, clock, layout)}, ${zone}`;
	}
	const [first, last] = days;
	return `${first === last ? first : `${first} to ${last}`}, whole days of ${zone}`;
}

export function clockText(
	{ definition: { zone, layout } }: Pick<ReportHead, "definition">,
	devices: ReportDevice[],
): string {
	if (layout.clock === "zone") return `By the clock of ${zone}`;
	const clocks = new Set(devices.map(deviceClockText));
	const [only] = clocks;
	if (clocks.size === 1 && only !== undefined) return `By the devices’ own clock, ${only}; days are those of ${zone}`;
	return `By each device’s own clock; days are those of ${zone}`;
}

function namesText(devices: readonly ReportDevice[]): string {
	if (devices.length === 0) return "None";
	return `${countDigits(devices.length)}: ${listText(devices.map(({ name }) => name))}`;
}

export function listText(names: readonly string[]): string {
	const more = names.length - mostNamed;
	return names.slice(0, mostNamed).join(", ") + (more > 0 ? ` and ${countDigits(more)} more` : "");
}

function channelsText({ channels }: ReportDefinition): string {
	if (channels === null) return "All";
	return listText(
		channels.map(({ name, quantity, unit }) => `${name ?? `any ${quantity}`}${unit === "" ? "" : ` (${unit})`}`),
	);
}

const byRules =
	"the tightest of the alert rules at each time, by today’s groups; without one, the channel’s own range of that time. Hours, delays and hysteresis of rules do not count, so excursions can differ from alerts";

function limitsOfReport({ limits, limitsFrom, layout }: ReportDefinition): string {
	const style = layoutStyle(layout);
	const others = limitsFrom === "rules" ? byRules : "each channel’s own range";
	if (limits.length === 0) return `${others[0]?.toUpperCase()}${others.slice(1)}`;
	const named = limits.map(({ channel, min, max }) => {
		const shown = readIn(channel, style);
		const read = (limit: number | null) => (limit === null ? null : shownNumber(limit, shown));
		const text = { limits: { min: read(min), max: read(max) }, unit: shown.unit, decimalSign: layout.csv.decimalSign };
		return `${channel.name ?? `Any ${channel.quantity}`}: ${limitsText(text)}`;
	});
	return `${listText(named)}; else ${others}`;
}

function valuesText({ minutes, ...aggregation }: ReportDefinition["aggregation"]): string {
	if (minutes === null) return "Single readings";
	const others = aggregation.byChannel.map(({ channel, function: own }) => {
		return `${channel.name ?? `any ${channel.quantity}`}: ${functionText(own)}`;
	});
	return `${stepLabels[minutes]}: ${[functionText(aggregation.function), ...others].join("; ")}`;
}

/** The other figures of a report weigh by time, so people would expect it of these. */
function functionText(own: AggregateFunction): string {
	return own === "mean" ? "plain mean of its readings, not weighted by time" : functionLabels[own];
}

const methodText = [
	`${holdingMethod}: a reading holds until the next one.`,
	"If the next is further away than three usual intervals, and than 30 minutes, it holds one usual interval; the rest is unknown.",
	"Within limits, out of limits, not judged and unknown add up to the period.",
].join(" ");

function energyText(energy: number): string {
	const usual = energy === standardActivationEnergy ? ", the usual one of the United States Pharmacopeia" : "";
	return `${energy} kJ/mol${usual}; R = ${gasConstant} J/(mol·K). Each reading weighs as long as it holds; unknown time is left out.`;
}

function unitsText({ layout: { temperature, units } }: ReportDefinition): string | null {
	const chosen = unitChoices({ temperatureUnit: temperature, units });
	const named = readingUnits.flatMap(({ name, title }) => (chosen[name] ? `${title} in ${chosen[name]}` : []));
	return named.length === 0 ? null : `${listText(named)}. Others as measured.`;
}

function meanNotes(definition: ReportDefinition, devices: ReportDevice[]): string[] {
	if (!showsMeans(definition)) return [];
	const measured = new Set(devices.flatMap(({ channels }) => channels.map(({ quantity }) => quantity)));
	const plain = (["sound", "ph"] as const).filter((quantity) => measured.has(quantity));
	const named = listText(plain.map((quantity) => quantityInSentence(quantity)));
	return [
		...(measured.has("windDirection") ? ["Means of wind directions are those of vectors of equal length."] : []),
		...(plain.length > 0 ? [`Means of ${named} are arithmetic means of the values as they are read.`] : []),
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
	if (devices.length === 0) return [...gone, "No device matches what this report is about."];
	const stopped = hasPeriod(definition) ? devices.flatMap((device) => stoppedText(head, device) ?? []) : [];
	const isOfReadings = reportTypes[definition.type].hasReadings;
	const leaving = devices.flatMap((device) => leavingText(definition, device) ?? []);
	const silent = devices.filter(({ channels }) => channels.every(({ readings }) => readings === 0));
	return [
		...unjudgedNotes(definition, devices),
		...meanNotes(definition, devices),
		...stopped.slice(0, mostNamed),
		...(stopped.length > mostNamed ? [`${counted(stopped.length - mostNamed, "more device")} stopped reporting.`] : []),
		...gone,
		...leaving.slice(0, mostNamed),
		...(leaving.length > mostNamed
			? [`${counted(leaving.length - mostNamed, "more device")} of it were deleted.`]
			: []),
		...(isOfReadings && silent.length === devices.length ? ["There are no readings in this period."] : []),
		...(isOfReadings && silent.length > 0 && silent.length < devices.length
			? [`No readings in this period: ${listText(silent.map(({ name }) => name))}.`]
			: []),
		...(isOfReadings ? derivedNotes(devices) : []),
		...(head.limitNotes ?? []),
		...changedLimits(definition, devices),
		...(definition.layout.showsSent && isOfRows(definition) && definition.aggregation.minutes !== null
			? ["What was sent before calibration is shown with single readings only."]
			: []),
	];
}

function derivedNotes(devices: readonly ReportDevice[]): string[] {
	const formulas = devices.flatMap(({ channels }) =>
		channels.flatMap(({ name, formula }) => (formula === undefined ? [] : `“${name}”: ${formula}`)),
	);
	const all = [...new Set(formulas)];
	if (all.length === 0) return [];
	const more = all.length > mostNamed ? [`${countDigits(all.length - mostNamed)} more`] : [];
	return [`Computed from other channels: ${[...all.slice(0, mostNamed), ...more].join("; ")}.`];
}

type NamedChannel = { channel: ReportDevice["channels"][number]; name: string };

function judgedChannels(definition: ReportDefinition, devices: readonly ReportDevice[]): NamedChannel[] {
	if (!isJudging(definition)) return [];
	return devices.flatMap((device) => {
		return device.channels.map((channel) => ({ channel, name: `“${channel.name}” of “${device.name}”` }));
	});
}

function unjudgedNotes(definition: ReportDefinition, devices: readonly ReportDevice[]): string[] {
	const all = judgedChannels(definition, devices);
	const unjudged = all.filter(({ channel }) => !isJudged(channel));
	if (unjudged.length === 0) return [];
	if (unjudged.length < all.length)
		return [`Not judged, without limits: ${listText(unjudged.map(({ name }) => name))}.`];
	return ["Not judged: no channel has a limit. Set limits in the report, alert rules, or the channels’ own ranges."];
}

function changedLimits(definition: ReportDefinition, devices: readonly ReportDevice[]): string[] {
	const shown = { layout: definition.layout, clock: zoneClock(definition.zone) };
	const changed = judgedChannels(definition, devices).filter(({ channel }) => limitSpansOf(channel).length > 1);
	const more = changed.length - mostNamed;
	return [
		...changed
			.slice(0, mostNamed)
			.map(({ channel, name }) => `Limits of ${name} changed: ${limitsOverTime(channel, shown)}.`),
		...(more > 0 ? [`Limits of ${counted(more, "more channel")} changed.`] : []),
	];
}

function leavingText({ zone, layout }: ReportDefinition, { name, goesAt }: ReportDevice): string | null {
	if (goesAt === null) return null;
	return `“${name}” was deleted; what it sent is kept until ${momentText(goesAt, zoneClock(zone), layout)}.`;
}

/** Null if the device was reporting or archived at the end of the period, or now. */
export function stoppedText(head: Pick<ReportHead, "definition" | "to" | "now">, device: ReportDevice): string | null {
	const { name, lastReceivedAt, offlineAfterMs, archivedAt, silences, channels } = device;
	const { definition, to, now } = head;
	const until = Math.min(to, now);
	if (archivedAt !== null && archivedAt <= until) return null;
	// Its readings came from files.
	if (lastReceivedAt === null)
		return channels.some(({ readings }) => readings > 0) ? null : `“${name}” has never sent anything.`;
	const since = (at: number) => momentText(at, zoneClock(definition.zone), definition.layout);
	if (until - lastReceivedAt >= (offlineAfterMs ?? Number.POSITIVE_INFINITY)) {
		return `“${name}” stopped reporting: nothing came after ${since(lastReceivedAt)}.`;
	}
	const silence = silences.find((one) => one.to === null);
	return silence
		? `“${name}” was not reporting at the end of the period: it was offline from ${since(silence.from)} on.`
		: null;
}
