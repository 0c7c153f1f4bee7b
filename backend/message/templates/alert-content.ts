import type { RereadReason } from "../../base/context";
import { type AlertDetails, type AlertTrend, trendText } from "../alert-details";
import type { CauseFacts } from "../causes";
import { type ContentBlock, longestInstruction, type MessageContent, type Reader } from "./message-parts";
import { namePart, oneLine, paragraph } from "./plain-text";

type Alert = CauseFacts["alert"];
type Say = Pick<Reader, "say">;

const namesShown = 5;

export function alertContent(alert: Alert, reader: Reader): MessageContent {
	const content = plainContent(alert, reader);
	if (!alert.drill) return content;
	const { say } = reader;
	const name = namePart(alert.drill.startedBy);
	return {
		...content,
		blocks: [
			{ kind: "text", text: say(alert.drill.isOfRoster ? "alert.drill.roster" : "alert.drill.why", { name }) },
			...content.blocks,
		],
		short: say("alert.drill.short", { text: content.short, name }),
	};
}

function plainContent(alert: Alert, reader: Reader): MessageContent {
	const details = reader.alerts[alert.eventId];
	const { say } = reader;
	return {
		subject: alertSubject(alert, reader),
		title: alertTitle(alert, reader),
		blocks: [...alertBlocks(alert, reader, details), ...alertLinks(alert, reader)],
		short: shortText(),
		url: reader.page(alert.path),
	};

	function shortText(): string {
		const { startedAt, endedAt } = alert;
		const [head, place] = [alertHead(alert, reader), alertPlace(alert)];
		const common = { head, place, sentence: alertSentence(alert, reader) };
		const from = reader.time(startedAt);
		if (endedAt === null) return say("alert.shortOpen", { ...common, time: from });
		return say("alert.shortOver", { ...common, from, to: reader.time(endedAt) });
	}
}

/** Marks each part that can stand alone as a test. */
export function alertTestContent({ alert, requestedBy }: CauseFacts["alertTest"], reader: Reader): MessageContent {
	const { say } = reader;
	const { subject, title, blocks, short, url } = alertContent(alert, reader);
	const name = namePart(requestedBy);
	return {
		subject: say("alert.test.titled", { text: subject }),
		title: say("alert.test.titled", { text: title }),
		blocks: [{ kind: "text", text: say("alert.test.why", { name }) }, ...blocks],
		short: say("alert.test.short", { text: short, name }),
		url,
	};
}

/** Fits a phone's notification, for example `Ice cream store −9.2 °C, limit −18 °C`. */
export function alertSubject(alert: Alert, reader: Pick<Reader, "say" | "alerts">): string {
	const { kind, severity, endedAt } = alert;
	const isPlain = kind === "first" && endedAt === null && severity !== "critical";
	return isPlain ? titled(alert, reader, subjectText(alert, reader)) : headedSubject(alert, reader);
}

export function headedSubject(alert: Alert, reader: Pick<Reader, "say" | "alerts">): string {
	const text = subjectText(alert, reader);
	return titled(alert, reader, reader.say("alert.headed", { head: alertHead(alert, reader), text }));
}

function subjectText(alert: Alert, reader: Pick<Reader, "say" | "alerts">): string {
	const { say } = reader;
	const limit = reader.alerts[alert.eventId]?.limit ?? null;
	const place = alertPlace(alert);
	const { value, endedAt } = alert;
	if (value === null || limit === null) return say("alert.sentence", { place, sentence: alertSentence(alert, reader) });
	const parts = { place, value: oneLine(value, 40), limit: oneLine(limit, 60) };
	return say(endedAt === null ? "alert.valueNow" : "alert.valueThen", parts);
}

function alertLinks({ eventId, deviceName, path, drill }: Alert, { links, url, page, say }: Reader): ContentBlock[] {
	const ofNoDevice = drill?.isOfRoster ? "open.roster" : "open.devices";
	const look = { label: say(deviceName === null ? ofNoDevice : "open.log"), url: page(path) };
	const actions = links.events[eventId];
	if (!actions) return [{ kind: "link", ...look }];
	return [
		{ kind: "link", label: say("alert.acknowledge"), url: url(actions.acknowledge) },
		{ kind: "links", links: [{ label: say("alert.muteHour"), url: url(actions.mute) }, look] },
	];
}

export function alertHead(alert: Alert, { say }: Say): string {
	const { kind, severity, endedAt, isCleared, endedBy, acknowledgedBy } = alert;
	if (kind === "assigned" && endedAt === null)
		return say("alert.head.assigned", { severity, person: namePart(alert.assignedBy ?? "") });
	if (kind === "stillOut" && endedAt === null) return say("alert.head.stillOut", { severity });
	if (acknowledgedBy !== undefined && endedAt === null)
		return say("alert.head.acknowledged", { severity, person: namePart(acknowledgedBy) });
	if (kind === "recovered") return say(isCleared ? "alert.head.cleared" : "alert.head.recovered");
	if (kind === "ended") return say(endedBy ? endedKeys[endedBy] : "alert.head.ended");
	if (kind === "digest" && isCleared) return say("alert.head.clearedMeanwhile");
	if (kind === "digest") return say(endedAt === null ? "alert.head.stillOpen" : "alert.head.over", { severity });
	if (kind === "first" && endedAt !== null) return say("alert.head.over", { severity });
	return say(kind === "acknowledged" ? "alert.head.first" : `alert.head.${kind}`, { severity });
}

const endedKeys = {
	calibrationChanged: "alert.head.calibrationChanged",
	readingsMarked: "alert.head.readingsMarked",
	definitionChanged: "alert.head.definitionChanged",
} as const satisfies Record<RereadReason, string>;

export function alertPlace({ deviceName, ruleName }: Alert): string {
	return namePart(deviceName ?? ruleName);
}

export function alertTitle(alert: Alert, reader: Say): string {
	return titled(alert, reader, reader.say("alert.headed", { head: alertHead(alert, reader), text: alertPlace(alert) }));
}

function titled({ drill }: Alert, { say }: Say, text: string): string {
	return drill ? say("alert.test.titled", { text }) : text;
}

function alertSentence(alert: Alert, { say }: Say): string {
	const sentence = oneLine(alert.sentence, 200);
	return alert.value === null
		? sentence
		: say("alert.sentenceWithValue", { sentence, value: oneLine(alert.value, 40) });
}

function alertBlocks(alert: Alert, reader: Reader, details: AlertDetails | undefined): ContentBlock[] {
	const instruction = paragraph(alert.instruction, longestInstruction);
	return [
		{ kind: "text", text: alertSentence(alert, reader) },
		...(instruction === "" ? [] : [{ kind: "text" as const, text: reader.say("alert.whatToDo", { instruction }) }]),
		...(details?.course ? [pictureOf(details.course, details, reader)] : []),
		{
			kind: "facts",
			rows: [...placeRows(details, reader), ...factRows(alert, reader, details), ...othersRow(details, reader)],
		},
	];
}

function placeRows(details: AlertDetails | undefined, { say }: Say): [string, string][] {
	if (!details) return [];
	const { site, groups, channel } = details;
	const rows: [string, string][] = [];
	if (site !== "") rows.push([say("alert.site"), namePart(site, 100)]);
	if (groups.length > 0) rows.push([say("alert.groups", { count: groups.length }), listed(groups, say)]);
	if (channel !== null) rows.push([say("alert.channel"), namePart(channel)]);
	return rows;
}

function factRows(
	{ ruleName, startedAt, endedAt, heldBy, unread, duty, drill }: Alert,
	{ say, time }: Reader,
	details: AlertDetails | undefined,
): [string, string][] {
	const rows: [string, string][] = [
		...(drill?.isOfRoster ? [] : [[say("alert.rule"), namePart(ruleName, 100)] satisfies [string, string]]),
		[say("alert.since"), time(startedAt)],
	];
	if (endedAt !== null) rows.push([say("alert.until"), time(endedAt)]);
	if (heldBy !== undefined && endedAt === null) rows.push([say("alert.takenBy"), namePart(heldBy)]);
	if (duty) {
		const roster = namePart(duty.roster, 100);
		const { until } = duty;
		const why =
			until === null ? say("alert.duty.always", { roster }) : say("alert.duty.until", { roster, time: time(until) });
		rows.push([say("alert.duty"), why]);
	}
	if (details?.peak) {
		const worst = { value: oneLine(details.peak.text, 40), time: time(details.peak.at) };
		rows.push([say("alert.worst"), say("alert.worst.value", worst)]);
	}
	if (unread) {
		const span = { from: time(unread.from), to: time(unread.to) };
		rows.push([say("alert.unread"), say(unread.isHeld ? "alert.unread.held" : "alert.unread.lasted", span)]);
	}
	return rows;
}

function othersRow(details: AlertDetails | undefined, { say }: Say): [string, string][] {
	return details && details.others.length > 0 ? [[say("alert.others"), listed(details.others, say)]] : [];
}

function listed(all: readonly string[], say: Reader["say"]): string {
	const shown = all.slice(0, namesShown).map((name) => namePart(name));
	const names = shown.join(", ");
	const count = all.length - shown.length;
	return count === 0 ? names : say("alert.others.more", { names, count });
}

function pictureOf(trend: AlertTrend, { channel, limit }: AlertDetails, { say }: Say): ContentBlock {
	const parts = {
		channel: channel === null ? say("picture.readings") : namePart(channel),
		trend: trendText(trend, say),
	};
	const isDashed = trend.limits.length > 0 && limit !== null;
	const caption = isDashed ? say("picture.dashed", { ...parts, limit: oneLine(limit, 60) }) : say("picture", parts);
	return { kind: "picture", trend, caption };
}
