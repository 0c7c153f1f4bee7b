import { AlertNoteKind } from "../../../shared/alert/alert";
import type { AlertSeverity } from "../../../shared/alert/conditions/terms";
import { positionMost } from "../../../shared/device/floor-plan";
import { isSummed } from "../../../shared/report/report-types";
import { wordsIn } from "../../../shared/words/made/report-file-in";
import { boundsText, isJudged } from "../document/limit-texts";
import type { PlanShape, ReportPart, ReportSection } from "../document/report-document";
import { batches, columnsOf, moment, table } from "../document/report-table";
import { type ReportMaker, type ReportWork, section, signatureSection } from "../document/report-work";
import { isSilent, silentSection } from "../document/silent-devices";
import type { ChannelLimits } from "../source/limit-history";
import { type Clock, momentText, spanText } from "../source/report-clock";
import {
	limitSpansOf,
	type ReportChannel,
	type ReportDevice,
	type ReportNote,
	type RuleInForce,
} from "../source/report-source";
import type { EventRow } from "./alert-history";
import { eventsByDevice, excursionTable } from "./excursion-table";
import { deviceText, figureCharts, figuresOf, figureTables, gapTables, justifiedTables } from "./summary";

export const excursions: ReportMaker = {
	pages: { turn: "landscape", listsLimits: true },
	async *sections(work) {
		const events = await eventsByDevice(work);
		const say = wordsIn(work.definition.layout.language);
		yield rulesSection(work, [...events.values()].flat());
		if (work.isPaged) yield* planSections(work, events);
		const silent: ReportDevice[] = [];
		const printed = new Set<string>();
		for (const device of work.devices) {
			const own = events.get(device.id) ?? [];
			const isInStory = own.length + device.notes.length > 0;
			const made = await deviceSection(work, device, { events: own, printed });
			work.isDone(device);
			if (isSilent(work, device) && !isInStory) silent.push(device);
			else yield made;
		}
		yield* silentSection(work, silent);
		const ofAccount = events.get("") ?? [];
		if (ofAccount.length > 0) yield section(say("theWholeAccount"), [storyTable(work, storyOf(work, null, ofAccount))]);
		if (work.verdict === null) yield signatureSection(say);
	},
};

/** Pictures are held in memory until the file is complete. */
const mostPlans = 8;

function* planSections(work: ReportWork, events: ReadonlyMap<string, EventRow[]>): Generator<ReportSection, void> {
	const say = wordsIn(work.definition.layout.language);
	const drawn = work.plans.slice(0, mostPlans);
	const left = work.plans.length - drawn.length;
	if (left > 0) work.note(say("note.plansLeftOut", { count: left }));
	for (const { name, altText, objectKey, width, height, devices } of drawn) {
		const placed = new Map(devices.map((device) => [device.deviceId, device]));
		const dots = work.devices.flatMap((device) => {
			const position = placed.get(device.id);
			if (!position) return [];
			const [x, y] = [position.x / positionMost, position.y / positionMost];
			const shape: PlanShape = (events.get(device.id) ?? []).length > 0 ? "diamond" : "square";
			return [{ name: device.name, x, y, shape }];
		});
		if (dots.length === 0) continue;
		const numbered = dots.map((dot, index) => ({ ...dot, number: index + 1 }));
		const legend = dots.some(({ shape }) => shape === "diamond") ? say("plan.marked") : "";
		const plan = { kind: "plan", title: name, altText, objectKey, width, height, dots: numbered, legend } as const;
		yield section(say("plan.title", { plan: name }), [plan], true);
	}
}

type LimitRow = { device: ReportDevice; channel: ReportChannel; limits: ChannelLimits };
type RuleRow = { name: string; severity: AlertSeverity; sentence: string; source: string; alerts: number };

function rulesSection(work: ReportWork, events: EventRow[]): ReportSection {
	const say = wordsIn(work.definition.layout.language);
	const limits = columnsOf<LimitRow>();
	const rules = columnsOf<RuleRow>();
	const rows = work.devices.flatMap((device) =>
		device.channels.flatMap((channel) => limitsOf(channel).map((span) => ({ device, channel, limits: span }))),
	);
	return section(say("table.limitsAndRules"), [
		table({
			name: say("table.limits"),
			columns: [
				limits.text(say("column.device"), ({ device }) => device.name),
				limits.text(say("column.serialNumber"), ({ device }) => device.serialNumber),
				limits.text(say("column.channel"), ({ channel }) => channel.name),
				limits.text(say("column.limits"), ({ channel, limits: { bounds } }) =>
					boundsText(channel, bounds, work.definition.layout),
				),
				limits.text(say("column.from"), ({ device, limits: { from } }) => beginText(work, device, from)),
				limits.text(say("column.setBy"), ({ limits: { by } }) => by),
			],
			rows: batches(rows),
			emptyText: say("none.channelsChosen"),
		}),
		table({
			name: say("table.rules"),
			columns: [
				rules.text(say("column.rule"), ({ name }) => name),
				rules.text(say("column.severity"), ({ severity }) => say(`severity.${severity}`), { width: 1.5 }),
				rules.text(say("column.whatItWatchesFor"), ({ sentence }) => sentence, { width: 6 }),
				rules.text(say("column.inForce"), ({ source }) => source, { width: 4 }),
				rules.number(say("column.alerts"), ({ alerts }) => alerts, { digits: 0 }),
			],
			rows: batches(ruleRows(work, events)),
			emptyText: say("none.rules", { span: spanText(work) }),
		}),
	]);
}

function limitsOf(channel: ReportChannel): ChannelLimits[] {
	return channel.limitSpans ?? limitSpansOf(channel).map((span) => ({ ...span, by: "" }));
}

function beginText({ clockOf, definition }: ReportWork, device: ReportDevice, from: number): string {
	const { layout } = definition;
	return Number.isFinite(from) ? momentText(from, clockOf(device), layout) : wordsIn(layout.language)("theBeginning");
}

function ruleRows(work: ReportWork, events: EventRow[]): RuleRow[] {
	const { rules } = work;
	const begun = wordsIn(work.definition.layout.language)("force.whenAlertsBegan");
	const rows = new Map<string, RuleRow>();
	for (const { name, sentence, severity, ...stood } of rules) {
		const key = `${name}\n${sentence}`;
		const before = rows.get(key);
		const source = before ? `${before.source}; ${forceText(work, stood)}` : forceText(work, stood);
		rows.set(key, { name, severity, sentence, source, alerts: 0 });
	}
	for (const { ruleName, sentence, severity } of events) {
		const key = `${ruleName}\n${sentence}`;
		const known = rows.get(key) ?? { name: ruleName, severity, sentence, source: begun, alerts: 0 };
		rows.set(key, { ...known, alerts: known.alerts + 1 });
	}
	return [...rows.values()];
}

function forceText(
	{ clockOf, definition }: ReportWork,
	stood: Omit<RuleInForce, "name" | "sentence" | "severity">,
): string {
	const { since, until, changedAt } = stood;
	const say = wordsIn(definition.layout.language);
	if (changedAt !== null) return say("force.changedSince");
	const text = (at: number) => momentText(at, clockOf(null), definition.layout);
	if (since === null && until === null) return say("force.wholePeriod");
	if (since === null) return say("force.until", { until: text(until ?? 0) });
	if (until === null) return say("force.from", { from: text(since) });
	return say("force.fromUntil", { from: text(since), until: text(until) });
}

/** `printed`: pictures of notes on groups, which stand with each device, are printed once. */
type DeviceParts = { events: EventRow[]; printed: Set<string> };

async function deviceSection(
	work: ReportWork,
	device: ReportDevice,
	{ events, printed }: DeviceParts,
): Promise<ReportSection> {
	const figures = await figuresOf(work, device);
	const limited = figures.filter(({ channel }) => isJudged(channel));
	const rows = figures.map((one) => ({ ...one, device }));
	const hasSummary = isSummed(work.definition);
	const parts: ReportPart[] = [
		...(work.isPaged ? [deviceText(work, device), ...figureCharts(work, device, hasSummary ? figures : limited)] : []),
		...(hasSummary ? figureTables(work, rows) : []),
		excursionTable(work, { device, figures: limited, events }),
		...justifiedTables(work, rows),
		...(hasSummary ? gapTables(work, rows) : []),
		storyTable(work, storyOf(work, device, events)),
		...(work.isPaged ? notePictures(work, device, printed) : []),
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
	const say = wordsIn(work.definition.layout.language);
	const name = device?.name ?? say("theWholeAccount");
	const ofAlerts = events.flatMap(({ notes, ruleName }) =>
		notes.map(({ at, kind, author, text }) => {
			const known = AlertNoteKind.options.find((one) => one === kind);
			return { at, clock, device: name, what: known ? say(`story.${known}`) : kind, rule: ruleName, author, text };
		}),
	);
	const written = (device?.notes ?? []).map((note) => ({
		at: note.at,
		author: note.author,
		clock,
		device: name,
		what: note.correctedBy === undefined ? (note.noteKind ?? say("story.note")) : say("story.noteCorrected"),
		rule: "",
		text: noteText(work, note, clock),
	}));
	return [...ofAlerts, ...written].sort((a, b) => a.at - b.at);
}

function notePictures(work: ReportWork, device: ReportDevice, printed: Set<string>): ReportPart[] {
	const { layout } = work.definition;
	const clock = work.clockOf(device);
	const pictures = [...device.notes]
		.sort((one, other) => one.at - other.at)
		.flatMap((note) => {
			if (note.picture === undefined || printed.has(note.picture.objectKey)) return [];
			printed.add(note.picture.objectKey);
			const facts = [momentText(note.at, clock, layout), note.author, noteText(work, note, clock)];
			return [{ ...note.picture, caption: facts.filter(Boolean).join(" · ") }];
		});
	if (pictures.length === 0) return [];
	return [{ kind: "pictures", title: wordsIn(layout.language)("picture.title"), pictures }];
}

function noteText(work: ReportWork, { text, endsAt, groupName }: ReportNote, clock: Clock): string {
	const { layout } = work.definition;
	const say = wordsIn(layout.language);
	const placed = groupName === undefined ? text : say("story.noteOfGroup", { group: groupName, text });
	return endsAt === undefined
		? placed
		: say("story.noteUntil", { end: momentText(endsAt, clock, layout), text: placed });
}

function storyTable(work: ReportWork, rows: StoryRow[]): ReportPart {
	const { text, time } = columnsOf<StoryRow>();
	const say = wordsIn(work.definition.layout.language);
	return table({
		name: say("table.alertsAndNotes"),
		columns: [
			time(say("column.time"), ({ at, clock }) => moment(at, clock)),
			...(work.isPaged ? [] : [text(say("column.device"), ({ device }) => device)]),
			text(say("column.what"), ({ what }) => what, { width: 2 }),
			text(say("column.rule"), ({ rule }) => rule),
			text(say("column.who"), ({ author }) => author, { width: 2 }),
			text(say("column.text"), (row) => row.text, { width: 6 }),
		],
		rows: batches(rows),
		emptyText: say("none.story", { span: spanText(work) }),
	});
}
