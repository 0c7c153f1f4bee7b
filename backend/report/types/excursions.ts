import { ownValue } from "../../../shared/base/own-value";
import { isSummed } from "../../../shared/report/report-types";
import { boundsText, isJudged } from "../document/limit-texts";
import type { ReportPart, ReportSection } from "../document/report-document";
import { batches, columnsOf, moment, table } from "../document/report-table";
import { type ReportMaker, type ReportWork, section } from "../document/report-work";
import { isSilent, silentSection } from "../document/silent-devices";
import type { ChannelLimits } from "../source/limit-history";
import { type Clock, momentText, spanText } from "../source/report-clock";
import { limitSpansOf, type ReportChannel, type ReportDevice, type RuleInForce } from "../source/report-source";
import type { EventRow } from "./alert-history";
import { eventsByDevice, excursionTable } from "./excursion-table";
import { deviceText, figureCharts, figuresOf, figureTables, gapTables } from "./summary";

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
		const silent: ReportDevice[] = [];
		for (const device of work.devices) {
			const own = events.get(device.id) ?? [];
			const isInStory = own.length + device.notes.length > 0;
			const made = await deviceSection(work, device, own);
			work.isDone(device);
			if (isSilent(work, device) && !isInStory) silent.push(device);
			else yield made;
		}
		yield* silentSection(work, silent);
		const ofAccount = events.get("") ?? [];
		if (ofAccount.length > 0) yield section("The whole account", [storyTable(work, storyOf(work, null, ofAccount))]);
		if (work.verdict === null)
			yield section("Signatures", [{ kind: "signatures", roles: ["Made by", "Reviewed by", "Approved by"] }]);
	},
};

type LimitRow = { device: ReportDevice; channel: ReportChannel; limits: ChannelLimits };
type RuleRow = { name: string; severity: string; sentence: string; source: string; alerts: number };

function rulesSection(work: ReportWork, events: EventRow[]): ReportSection {
	const limits = columnsOf<LimitRow>();
	const rules = columnsOf<RuleRow>();
	const rows = work.devices.flatMap((device) =>
		device.channels.flatMap((channel) => limitsOf(channel).map((span) => ({ device, channel, limits: span }))),
	);
	return section("Limits and rules", [
		table({
			name: "Limits",
			columns: [
				limits.text("Device", ({ device }) => device.name),
				limits.text("Serial number", ({ device }) => device.serialNumber),
				limits.text("Channel", ({ channel }) => channel.name),
				limits.text("Limits", ({ channel, limits: { bounds } }) => boundsText(channel, bounds, work.definition.layout)),
				limits.text("From", ({ device, limits: { from } }) => beginText(work, device, from)),
				limits.text("Set by", ({ limits: { by } }) => by),
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
			emptyText: `No alert rule watches these devices, and none raised an alert ${spanText(work)}.`,
		}),
	]);
}

function limitsOf(channel: ReportChannel): ChannelLimits[] {
	return channel.limitSpans ?? limitSpansOf(channel).map((span) => ({ ...span, by: "" }));
}

function beginText({ clockOf, definition }: ReportWork, device: ReportDevice, from: number): string {
	return Number.isFinite(from) ? momentText(from, clockOf(device), definition.layout) : "The beginning";
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
	const limited = figures.filter(({ channel }) => isJudged(channel));
	const rows = figures.map((one) => ({ ...one, device }));
	const hasSummary = isSummed(work.definition);
	const parts: ReportPart[] = [
		...(work.isPaged ? [deviceText(device), ...figureCharts(work, device, hasSummary ? figures : limited)] : []),
		...(hasSummary ? figureTables(work, rows) : []),
		excursionTable(work, { device, figures: limited, events }),
		...(hasSummary ? gapTables(work, rows) : []),
		storyTable(work, storyOf(work, device, events)),
	];
	return section(work.isPaged ? device.name : "", parts, work.isPaged);
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

function storyTable(work: ReportWork, rows: StoryRow[]): ReportPart {
	const { text, time } = columnsOf<StoryRow>();
	return table({
		name: "Alerts and notes",
		columns: [
			time("Time", ({ at, clock }) => moment(at, clock)),
			...(work.isPaged ? [] : [text("Device", ({ device }) => device)]),
			text("What", ({ what }) => what, { width: 2 }),
			text("Rule", ({ rule }) => rule),
			text("Who", ({ author }) => author, { width: 2 }),
			text("Text", (row) => row.text, { width: 6 }),
		],
		rows: batches(rows),
		emptyText: `No alerts and no notes ${spanText(work)}.`,
	});
}
