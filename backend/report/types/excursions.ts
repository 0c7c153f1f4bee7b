import { appendAll } from "../../../shared/base/lists";
import { ownValue } from "../../../shared/base/own-value";
import { countDigits } from "../../../shared/formats/display-formats";
import type { ReportDefinition } from "../../../shared/report/report";
import { ReportDenial } from "../document/report-denial";
import type { ReportPart, ReportSection } from "../document/report-document";
import { batches, columnsOf, length, moment, table } from "../document/report-table";
import { type ReportMaker, type ReportWork, section } from "../document/report-work";
import type { ChannelFigures } from "../figures/channel-figures";
import { limitsText } from "../figures/report-channel";
import type { Excursion } from "../figures/report-excursions";
import { type Clock, momentText } from "../source/report-clock";
import { limitOf } from "../source/report-limits";
import type { ReportDevice, RuleInForce } from "../source/report-source";
import { type EventRow, eventPages } from "./alert-history";
import { deviceText, figureCharts, figuresOf } from "./summary";

const mostEvents = 50_000;

const noteTitles: Record<string, string> = {
	opened: "Alert",
	rose: "Severity rose",
	askedAgain: "Not acknowledged any more",
	ruleChanged: "Rule changed",
	readingsChanged: "Readings changed",
	ended: "Over",
	acknowledged: "Acknowledged",
	cleared: "Cleared",
	comment: "Comment",
	muted: "Messages",
	notified: "Message sent",
	notNotified: "Message not sent",
	nobodyReached: "Nobody reached",
};

export const excursions: ReportMaker = {
	async *sections(work) {
		const events = await eventsByDevice(work);
		yield rulesSection(work, [...events.values()].flat());
		for (const device of work.devices) {
			yield await deviceSection(work, device, events.get(device.id) ?? []);
			work.isDone(device);
		}
		const ofAccount = events.get("") ?? [];
		if (ofAccount.length > 0) yield section("The whole account", [storyTable(storyOf(work, null, ofAccount))]);
		yield section("Signatures", [{ kind: "signatures", roles: ["Made by", "Reviewed by", "Approved by"] }]);
	},
};

async function eventsByDevice(work: ReportWork): Promise<Map<string, EventRow[]>> {
	const all: EventRow[] = [];
	for await (const page of eventPages(work)) {
		appendAll(all, page);
		if (all.length > mostEvents) {
			const most = countDigits(mostEvents);
			throw new ReportDenial(`More than ${most} alerts in this period. Split the report by group or week.`);
		}
	}
	return Map.groupBy(all, ({ deviceId }) => deviceId ?? "");
}

type LimitRow = { device: ReportDevice; channel: ReportDevice["channels"][number] };
type RuleRow = { name: string; severity: string; sentence: string; source: string; alerts: number };

function rulesSection(work: ReportWork, events: EventRow[]): ReportSection {
	const limits = columnsOf<LimitRow>();
	const rules = columnsOf<RuleRow>();
	const rows = work.devices.flatMap((device) => device.channels.map((channel) => ({ device, channel })));
	return section("Limits and rules", [
		table({
			name: "Limits",
			columns: [
				limits.text("Device", ({ device }) => device.name),
				limits.text("Serial number", ({ device }) => device.serialNumber),
				limits.text("Channel", ({ channel }) => channel.name),
				limits.text("Limits", ({ channel }) => limitsText(work.shown(channel))),
				limits.text("Set by", ({ channel }) => sourceOfLimits(work.definition, channel)),
			],
			rows: batches(rows),
			emptyText: "No channel of these devices was chosen.",
		}),
		table({
			name: "Rules",
			columns: [
				rules.text("Rule", ({ name }) => name),
				rules.text("Severity", ({ severity }) => severity, { width: 1.5 }),
				rules.text("What it watches for", ({ sentence }) => sentence, { width: 6 }),
				rules.text("In force", ({ source }) => source, { width: 4 }),
				rules.number("Alerts", ({ alerts }) => alerts, { digits: 0 }),
			],
			rows: batches(ruleRows(work, events)),
			emptyText: "No alert rule watches these devices, and none raised an alert in this period.",
		}),
	]);
}

function sourceOfLimits(definition: ReportDefinition, channel: LimitRow["channel"]): string {
	if (limitOf(definition, channel)) return "This report";
	return channel.min === null && channel.max === null ? "" : "The channel's own range";
}

function ruleRows(work: ReportWork, events: EventRow[]): RuleRow[] {
	const { rules } = work;
	const rows = new Map<string, RuleRow>();
	for (const { name, sentence, severity, ...stood } of rules) {
		const key = `${name}\n${sentence}`;
		const before = rows.get(key);
		const source = before ? `${before.source}; ${forceText(work, stood)}` : forceText(work, stood);
		rows.set(key, { name, severity, sentence, source, alerts: 0 });
	}
	for (const { ruleName, sentence, severity } of events) {
		const key = `${ruleName}\n${sentence}`;
		const known = rows.get(key) ?? { name: ruleName, severity, sentence, source: "When its alerts began", alerts: 0 };
		rows.set(key, { ...known, alerts: known.alerts + 1 });
	}
	return [...rows.values()];
}

function forceText(
	{ clockOf, definition }: ReportWork,
	stood: Omit<RuleInForce, "name" | "sentence" | "severity">,
): string {
	const { since, until, changedAt } = stood;
	if (changedAt !== null) return "When the report was made; it has changed since the period began";
	const text = (at: number) => momentText(at, clockOf(null), definition.layout);
	if (since === null && until === null) return "The whole period";
	if (since === null) return `Until ${text(until ?? 0)}`;
	return until === null ? `From ${text(since)} on` : `From ${text(since)} until ${text(until)}`;
}

async function deviceSection(work: ReportWork, device: ReportDevice, events: EventRow[]): Promise<ReportSection> {
	const figures = await figuresOf(work, device);
	const limited = figures.filter(({ summary }) => summary.outMs !== null);
	const parts: ReportPart[] = [
		...(work.isPaged ? [deviceText(device), ...figureCharts(work, device, limited)] : []),
		excursionTable(work, { device, figures: limited, events }),
		storyTable(storyOf(work, device, events)),
	];
	return section(work.isPaged ? device.name : "", parts, work.isPaged);
}

type ExcursionRow = Excursion & { device: ReportDevice; figures: ChannelFigures; clock: Clock; events: EventRow[] };
type DeviceParts = { device: ReportDevice; figures: ChannelFigures[]; events: EventRow[] };

function excursionTable(work: ReportWork, { device, figures, events }: DeviceParts): ReportPart {
	const { text, number, time, duration } = columnsOf<ExcursionRow>();
	const clock = work.clockOf(device);
	const rows = figures
		.flatMap((one) => one.excursions.map((excursion) => ({ ...excursion, device, figures: one, clock, events })))
		.sort((a, b) => a.from - b.from);
	return table({
		name: "Excursions",
		columns: [
			text("Device", () => device.name),
			text("Channel", (row) => row.figures.channel.name),
			text("Limits", (row) => limitsText(row.figures.shown)),
			time("Began", (row) => moment(row.from, clock)),
			time("Ended", (row) => (row.isOpen ? null : moment(row.to, clock))),
			duration("Length", (row) => length(row.to - row.from)),
			number("Peak", (row) => row.figures.shown.reading(row.peak)),
			text("Unit", (row) => row.figures.shown.unit, { width: 1 }),
			time("Peak at", (row) => moment(row.peakAt, clock)),
			text("Alerts", alertsDuring, { width: 4 }),
		],
		rows: batches(rows),
		emptyText: emptyTextOf(device, figures),
	});
}

function emptyTextOf({ name }: ReportDevice, limited: ChannelFigures[]): string {
	if (limited.length === 0) return `No channel of “${name}” has limits, or none has readings in this period.`;
	return `“${name}” was within its limits at every reading.`;
}

function alertsDuring({ from, to, events, figures }: ExcursionRow): string {
	const overlapping = events.filter(({ startedAt, endedAt, channelName }) => {
		const isOfChannel = channelName === null || channelName === figures.channel.name;
		return isOfChannel && startedAt < to && (endedAt ?? Number.POSITIVE_INFINITY) >= from;
	});
	if (overlapping.length === 0) return "No alert";
	return overlapping
		.map(
			({ ruleName, acknowledgedBy }) =>
				`${ruleName} (${acknowledgedBy === null ? "not acknowledged" : `acknowledged by ${acknowledgedBy}`})`,
		)
		.join("; ");
}

type StoryRow = {
	at: number;
	clock: Clock;
	device: string;
	what: string;
	rule: string;
	author: string | null;
	text: string;
};

function storyOf(work: ReportWork, device: ReportDevice | null, events: EventRow[]): StoryRow[] {
	const clock = work.clockOf(device);
	const name = device?.name ?? "The whole account";
	const ofAlerts = events.flatMap(({ notes, ruleName }) =>
		notes.map(({ at, kind, author, text }) => {
			return { at, clock, device: name, what: ownValue(noteTitles, kind) ?? kind, rule: ruleName, author, text };
		}),
	);
	const written = (device?.notes ?? []).map((note) => ({ ...note, clock, device: name, what: "Note", rule: "" }));
	return [...ofAlerts, ...written].sort((a, b) => a.at - b.at);
}

function storyTable(rows: StoryRow[]): ReportPart {
	const { text, time } = columnsOf<StoryRow>();
	return table({
		name: "Alerts and notes",
		columns: [
			time("Time", ({ at, clock }) => moment(at, clock)),
			text("Device", ({ device }) => device),
			text("What", ({ what }) => what, { width: 2 }),
			text("Rule", ({ rule }) => rule),
			text("Who", ({ author }) => author, { width: 2 }),
			text("Text", (row) => row.text, { width: 6 }),
		],
		rows: batches(rows),
		emptyText: "No alert and no note in this period.",
	});
}
