import { channelsOf } from "../../../shared/alert/alert-rule";
import { crossingsText, eventValueText } from "../../../shared/alert/alert-sentence";
import type { Said } from "../../../shared/log/said";
import { saidText } from "../../../shared/log/said-text";
import { wordsIn as linesIn } from "../../../shared/words/made/lines-in";
import { wordsIn } from "../../../shared/words/made/messages-in";
import { visibleNotes } from "../../alert/alert-notices";
import { toAlertEvents } from "../../alert/alert-projection";
import { withoutPoint } from "../../alert/alert-texts";
import { BadCursorError } from "../../base/reading-store";
import { listAlertNotes, listEventsTouching } from "../../db/alert-event-rows";
import { listChannels } from "../../db/channel-rows";
import { isGone } from "../../db/deletion-rows";
import { findDevices } from "../../db/device-rows";
import { layoutStyle } from "../figures/report-channel";
import { devicesOfReport } from "./report-devices";
import type { ReportedRun, ReportParts } from "./report-run";
import type { ReportEvent } from "./report-source";

const eventsPerPage = 200;

const cursorForm = /^(-?\d{1,16})\.(evt_\w{26})$/;

export type EventsPage = { events: ReportEvent[]; nextCursor: string | null };

/** Omits deleted devices; account events need a whole scope. */
export function readReportEvents(parts: ReportParts, run: ReportedRun, cursor: string | null): EventsPage {
	const { db } = parts;
	const { definition, from, to, deviceScope } = run;
	const isWhole = definition.scope === "all" && deviceScope === "all";
	const ofScope = isWhole ? null : devicesOfReport(parts, run).devices;
	const deviceIds = ofScope ? ofScope.map(({ id }) => id) : ("all" as const);
	const rows = listEventsTouching(db, { deviceIds, from, to, after: positionOf(cursor), limit: eventsPerPage });
	const named = [...new Set(rows.flatMap(({ deviceId }) => deviceId ?? []))];
	const present = ofScope ?? findDevices(db, named).filter((device) => !isGone(device, run.now));
	const known = new Map(present.map((device) => [device.id, device]));
	const own = rows.filter(({ deviceId }) => deviceId === null || known.has(deviceId));
	const channels = new Map(listChannels(db, named).map((channel) => [channel.id, channel]));
	const namedContacts = run.mayName === "all" ? run.mayName : run.mayName.contactIds();
	const { language } = definition.layout;
	const style = layoutStyle(definition.layout);
	const say = wordsIn(language);
	const reading = { ...style, lines: linesIn(language) };
	const textIn = (text: string, data: Said | null | undefined) => (data ? saidText(data, reading) : text);
	const events = toAlertEvents(parts, own).map((event): ReportEvent => {
		const { id, deviceId, channelId, ruleName, sentence, said, condition, startedAt, endedAt, peak, peakAt } = event;
		const [watched] = condition ? channelsOf(condition) : [];
		const notified = textIn(sentence, said);
		return {
			id,
			deviceId,
			ruleName,
			startedAt,
			endedAt,
			peak,
			peakAt,
			sentence: event.crossings
				? `${say("alert.sentenceCrossings", {
						sentence: withoutPoint(notified),
						crossings: crossingsText(event.crossings, style),
					})}.`
				: notified,
			deviceName: known.get(deviceId ?? "")?.name ?? "",
			channelName: channels.get(channelId ?? "")?.name ?? null,
			severity: event.worstSeverity,
			unit: watched?.unit ?? "",
			peakText: condition ? eventValueText(condition, peak, style) : "",
			acknowledgedAt: event.acknowledgedAt,
			acknowledgedBy: event.acknowledgedBy,
			notes: visibleNotes(listAlertNotes(db, id), namedContacts).map(({ at, kind, author, ...note }) => {
				return { at, kind, author, text: textIn(note.text, note.said) };
			}),
		};
	});
	const last = rows.length === eventsPerPage ? rows.at(-1) : undefined;
	return { events, nextCursor: last ? `${last.startedAt}.${last.id}` : null };
}

function positionOf(cursor: string | null): { startedAt: number; id: string } | null {
	if (cursor === null) return null;
	const [, startedAt, id] = cursorForm.exec(cursor) ?? [];
	if (startedAt === undefined || id === undefined) throw new BadCursorError();
	return { startedAt: Number(startedAt), id };
}
