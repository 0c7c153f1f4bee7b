import type { RereadReason } from "../../base/context";
import { type AlertDetails, type AlertTrend, trendText } from "../alert-details";
import type { CauseFacts } from "../causes";
import { type ContentBlock, longestInstruction, type MessageContent, type Reader } from "./message-parts";
import { namePart, oneLine, paragraph } from "./plain-text";

type Alert = CauseFacts["alert"];

const namesShown = 5;

export function alertContent(alert: Alert, reader: Reader): MessageContent {
	const url = reader.page(alert.path);
	const details = reader.alerts[alert.eventId];
	return {
		subject: alertSubject(alert, details),
		title: `${alertHead(alert)}: ${alertPlace(alert)}`,
		blocks: [...alertBlocks(alert, reader, details), ...alertLinks(alert, reader)],
		short: `${alertHead(alert)}: ${alertPlace(alert)}: ${alertSentence(alert)}, ${alertSpan(alert, reader)}`,
		url,
	};
}

/** Marks each part that can stand alone as a test. */
export function alertTestContent({ alert, requestedBy }: CauseFacts["alertTest"], reader: Reader): MessageContent {
	const content = alertContent(alert, reader);
	const by = namePart(requestedBy);
	const why = `This is a TEST, sent by ${by} to see whether alerts of this rule reach you. Nothing has happened.`;
	const { subject, title, blocks, short, url } = content;
	return {
		subject: `TEST: ${subject}`,
		title: `TEST: ${title}`,
		blocks: [{ kind: "text", text: why }, ...blocks],
		short: `TEST: ${short}. Sent by ${by}, nothing to do`,
		url,
	};
}

/** Fits what a phone shows, for example `Ice cream store −9.2 °C, limit −18 °C`. */
export function alertSubject(alert: Alert, details: AlertDetails | undefined): string {
	const { kind, severity, endedAt, value } = alert;
	const isPlain = kind === "first" && endedAt === null && severity !== "critical";
	const head = isPlain ? "" : `${alertHead(alert)}: `;
	const limit = details?.limit ?? null;
	if (value === null || limit === null) return `${head}${alertPlace(alert)}: ${alertSentence(alert)}`;
	const between = endedAt === null ? " " : ", ";
	return `${head}${alertPlace(alert)}${between}${oneLine(value, 40)}, ${oneLine(limit, 60)}`;
}

function alertLinks({ eventId, deviceName, path }: Alert, { links, url, page }: Reader): ContentBlock[] {
	const look = { label: deviceName === null ? "Open the devices" : "Open the log at that time", url: page(path) };
	const actions = links.events[eventId];
	if (!actions) return [{ kind: "link", ...look }];
	return [
		{ kind: "link", label: "Acknowledge", url: url(actions.acknowledge) },
		{ kind: "links", links: [{ label: "Mute for 1 hour", url: url(actions.mute) }, look] },
	];
}

const endedHeads: Record<RereadReason, string> = {
	calibrationChanged: "Calibration changed",
	readingsMarked: "Readings excluded or counted again",
	definitionChanged: "Computed otherwise",
};

export function alertHead({ kind, severity, endedAt, isCleared, endedBy }: Alert): string {
	if (kind === "recovered") return isCleared ? "Cleared by a person" : "Recovered";
	if (kind === "ended") return endedBy ? endedHeads[endedBy] : "No longer watched";
	const words = { critical: "Critical", warning: "Warning", info: "Info" };
	if (kind === "digest" && isCleared) return "Cleared by a person meanwhile";
	if (kind === "digest") return `${words[severity]}, ${endedAt === null ? "still open" : "over by now"}`;
	const prefixes = { first: "", reminder: "Reminder, ", escalation: "Nobody has answered, " };
	const prefix = prefixes[kind];
	if (kind === "first" && endedAt !== null) return `${words[severity]}, over by now`;
	return prefix === "" ? words[severity] : `${prefix}${words[severity].toLowerCase()}`;
}

export function alertPlace({ deviceName, ruleName }: Alert): string {
	return namePart(deviceName ?? ruleName);
}

function alertSentence({ sentence, value }: Alert): string {
	return `${oneLine(sentence, 200)}${value === null ? "" : ` (${oneLine(value, 40)})`}`;
}

function alertSpan({ startedAt, endedAt }: Alert, reader: Reader): string {
	if (endedAt === null) return `since ${reader.time(startedAt)}`;
	return `from ${reader.time(startedAt)} to ${reader.time(endedAt)}`;
}

function alertBlocks(alert: Alert, reader: Reader, details: AlertDetails | undefined): ContentBlock[] {
	const action = paragraph(alert.instruction, longestInstruction);
	return [
		{ kind: "text", text: alertSentence(alert) },
		...(action === "" ? [] : [{ kind: "text" as const, text: `What to do: ${action}` }]),
		...(details?.course ? [pictureOf(details.course, details)] : []),
		{ kind: "facts", rows: [...placeRows(details), ...factRows(alert, reader, details), ...othersRow(details)] },
	];
}

function placeRows(details: AlertDetails | undefined): [string, string][] {
	if (!details) return [];
	const { site, groups, channel } = details;
	const rows: [string, string][] = [];
	if (site !== "") rows.push(["Site", namePart(site, 100)]);
	if (groups.length > 0) rows.push([groups.length === 1 ? "Group" : "Groups", listed(groups)]);
	if (channel !== null) rows.push(["Channel", namePart(channel)]);
	return rows;
}

function factRows(alert: Alert, reader: Reader, details: AlertDetails | undefined): [string, string][] {
	const { ruleName, startedAt, endedAt, unread } = alert;
	const rows: [string, string][] = [
		["Rule", namePart(ruleName, 100)],
		["Since", reader.time(startedAt)],
	];
	if (endedAt !== null) rows.push(["Until", reader.time(endedAt)]);
	if (details?.peak) rows.push(["Worst so far", `${oneLine(details.peak.text, 40)}, ${reader.time(details.peak.at)}`]);
	if (unread) {
		const assumed = unread.isHeld ? "the value is taken to have stayed" : "the state is taken to have lasted";
		rows.push(["Nothing read", `from ${reader.time(unread.from)} to ${reader.time(unread.to)}: ${assumed}`]);
	}
	return rows;
}

function othersRow(details: AlertDetails | undefined): [string, string][] {
	return details && details.others.length > 0 ? [["Also notified", listed(details.others)]] : [];
}

function listed(names: readonly string[]): string {
	const shown = names.slice(0, namesShown).map((name) => namePart(name));
	const more = names.length - shown.length;
	return more === 0 ? shown.join(", ") : `${shown.join(", ")} and ${more} more`;
}

function pictureOf(trend: AlertTrend, { channel, limit }: AlertDetails): ContentBlock {
	const what = channel === null ? "Readings" : namePart(channel);
	const dashed = trend.limits.length === 0 || limit === null ? "" : ` Dashed: ${oneLine(limit, 60)}.`;
	const caption = `${what} over ${trendText(trend)}.${dashed} Shaded: the alert.`;
	return { kind: "picture", trend, caption };
}
