import * as z from "zod/mini";
import { User } from "../../shared/account";
import { AlertEvent, type AlertEventPage, AlertEventState, AlertEventsTarget, AlertListRow } from "../../shared/alert";
import { AuditEntry, AuditKind, type AuditPage, auditEntriesPerPage } from "../../shared/audit";
import { AlertSeverity } from "../../shared/conditions/terms";
import { Contact } from "../../shared/contact";
import { ArchivedFilter, DeviceListRow } from "../../shared/device";
import { DeviceStatus } from "../../shared/device-terms";
import { GroupListRow } from "../../shared/group";
import { AlertId, ChannelId, DeviceId, GroupId, ReportId } from "../../shared/ids";
import { Instant } from "../../shared/instant";
import { limits } from "../../shared/limits";
import { AddNote, LogEntryKind, LogEvent, LogLevel, type LogPage } from "../../shared/log";
import { ReportListRow, ReportRun, type ReportRunPage } from "../../shared/report";
import { listOf, Moment } from "./parameters";
import { ReadingRow, readingRows } from "./reading-rows";

/** One page of a list; `after`: where the next begins, null: this is the last. */
export type Page = { rows: readonly object[]; after: string | null };

/** `after`: the place of the page before, null: from the beginning. */
export type Asked = { after: string | null; limit: number };

/** A list that a key may read: the procedure that answers, and how its input and answer look from outside. */
export type Resource = {
	procedure: string;
	summary: string;
	parameters: z.ZodMiniObject;
	row: z.ZodMiniObject;
	inputOf(given: Record<string, unknown>, asked: Asked): unknown;
	pageOf(answer: unknown, asked: Asked): Page;
	/** Rows of a page, where the caller names no number; and at most. */
	rows: { usual: number; most: number };
};

/** The schemas tie parameters, input and answer together; the table forgets them, as the router checks the input again. */
function resource<Parameters extends z.ZodMiniObject, Answer>(
	parts: Omit<Resource, "parameters" | "inputOf" | "pageOf"> & {
		parameters: Parameters;
		inputOf(given: z.output<Parameters>, asked: Asked): unknown;
		pageOf(answer: Answer, asked: Asked): Page;
	},
): Resource {
	return parts as unknown as Resource;
}

/** Of a procedure that answers the whole list: in order of creation, as ids sort by it. */
function slicePage<Row extends { id: string }>(list: Row[], { after, limit }: Asked): Page {
	const rows = list.filter(({ id }) => after === null || id > after).sort((one, other) => (one.id < other.id ? -1 : 1));
	const page = rows.slice(0, limit);
	return { rows: page, after: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}

const wholeList = { rows: { usual: 500, most: 1_000 } };
const span = { from: z.optional(Moment), to: z.optional(Moment) };
const ofDevices = { device: listOf(DeviceId), group: listOf(GroupId) };
/** `from` and `to` go before the range. Without `from`, the last 24 hours. */
const spanOf = ({ from, to }: { from?: number | undefined; to?: number | undefined }) => ({
	...{ rangeType: "24h", offset: 0 },
	...(from !== undefined && { from, to: to ?? Date.now() }),
});
const placed = ({ after, limit }: Asked) => ({ limit, ...(after !== null && { cursor: after }) });

export const resources: Record<string, Resource> = {
	devices: resource({
		procedure: "device.getDevices",
		summary: "Devices, with their status and newest readings",
		parameters: z.object({
			search: z.optional(z.string()),
			status: listOf(DeviceStatus),
			group: listOf(GroupId),
			archived: z.optional(ArchivedFilter),
		}),
		row: DeviceListRow,
		inputOf: ({ search, status, group, archived }) => ({
			...{ search, archived },
			filters: { ...(status && { statuses: status }), ...(group && { groupIds: group }) },
		}),
		pageOf: slicePage<DeviceListRow>,
		...wholeList,
	}),
	groups: resource({
		procedure: "group.getGroups",
		summary: "Groups of devices",
		parameters: z.object({}),
		row: GroupListRow,
		inputOf: () => undefined,
		pageOf: slicePage<GroupListRow>,
		...wholeList,
	}),
	readings: resource({
		procedure: "log.getLogs",
		summary: "Readings of a span, oldest first",
		parameters: z.object({ ...span, ...ofDevices, channel: listOf(ChannelId) }),
		row: ReadingRow,
		inputOf: ({ device, group, channel, ...given }, asked) => ({
			...spanOf(given),
			...{ deviceIds: device, groupIds: group, channelIds: channel },
			...{ kinds: ["reading"], order: "oldest-first", ...placed(asked) },
		}),
		pageOf: (page: LogPage) => ({ rows: readingRows(page), after: page.nextCursor }),
		rows: { usual: 1_000, most: limits.logEntriesPerPage },
	}),
	log: resource({
		procedure: "log.getLogs",
		summary: "Lines of the log that are no readings, oldest first",
		parameters: z.object({
			...span,
			...ofDevices,
			kind: listOf(z.enum(["event", "alert", "config", "note", "system"])),
			level: listOf(LogLevel),
		}),
		row: LogEvent,
		inputOf: ({ device, group, kind, level, ...given }, asked) => ({
			...spanOf(given),
			...{ deviceIds: device, groupIds: group, levels: level, order: "oldest-first", ...placed(asked) },
			kinds: kind ?? LogEntryKind.options.filter((each) => each !== "reading"),
		}),
		pageOf: ({ events, nextCursor }: LogPage) => ({ rows: events, after: nextCursor }),
		rows: { usual: 1_000, most: limits.logEntriesPerPage },
	}),
	rules: resource({
		procedure: "alert.getAlerts",
		summary: "Rules of alerts",
		parameters: z.object({}),
		row: AlertListRow,
		inputOf: () => undefined,
		pageOf: slicePage<AlertListRow>,
		...wholeList,
	}),
	events: resource({
		procedure: "alert.getEvents",
		summary: "Events of alerts: open ones first, then acknowledged ones, then those that are over",
		parameters: z.object({
			...span,
			...ofDevices,
			state: listOf(AlertEventState),
			severity: listOf(AlertSeverity),
			rule: listOf(AlertId),
		}),
		row: AlertEvent,
		inputOf: ({ device, group, state, severity, rule, from, to }, asked) => ({
			...{ deviceIds: device, groupIds: group, states: state, severities: severity, alertIds: rule, from, to },
			...placed(asked),
		}),
		pageOf: ({ events, nextCursor }: AlertEventPage) => ({ rows: events, after: nextCursor }),
		rows: { usual: 100, most: 1_000 },
	}),
	contacts: resource({
		procedure: "account.getContacts",
		summary: "Contacts, whom alerts and reports reach",
		parameters: z.object({}),
		row: Contact,
		inputOf: () => undefined,
		pageOf: slicePage<Contact>,
		...wholeList,
	}),
	users: resource({
		procedure: "account.getUsers",
		summary: "Users of the account, and who is invited; for keys that may read the audit log",
		parameters: z.object({}),
		row: User,
		inputOf: () => undefined,
		pageOf: slicePage<User>,
		...wholeList,
	}),
	reports: resource({
		procedure: "report.getReports",
		summary: "Reports, with their schedule and last run",
		parameters: z.object({}),
		row: ReportListRow,
		inputOf: () => undefined,
		pageOf: slicePage<ReportListRow>,
		...wholeList,
	}),
	runs: resource({
		procedure: "report.getRuns",
		summary: "Runs of one report, the latest first",
		parameters: z.object({ report: ReportId }),
		row: ReportRun,
		inputOf: ({ report }, asked) => ({ reportId: report, ...placed(asked) }),
		pageOf: ({ runs, nextCursor }: ReportRunPage) => ({ rows: runs, after: nextCursor }),
		rows: { usual: 100, most: 200 },
	}),
	audit: resource({
		procedure: "account.getAudit",
		summary: "The audit log, the latest first; for keys that may read it",
		parameters: z.object({ ...span, kind: z.optional(AuditKind), entity: z.optional(z.string()) }),
		row: AuditEntry,
		inputOf: ({ entity, ...given }, asked) => ({ ...given, entityId: entity, ...placed(asked) }),
		pageOf: ({ entries, nextCursor }: AuditPage) => ({ rows: entries, after: nextCursor }),
		rows: { usual: auditEntriesPerPage, most: auditEntriesPerPage },
	}),
};

/** What a key with the right to write may do: the procedure, and the body that it takes. */
export type Act = { procedure: string; summary: string; body: z.ZodMiniType };

export const acts: Record<string, Act> = {
	notes: {
		procedure: "log.addNote",
		summary: "Writes a note into the log",
		body: z.extend(AddNote, { at: z.union([Instant, Moment]) }),
	},
	"events/acknowledge": {
		procedure: "alert.acknowledgeEvents",
		summary: "Acknowledges events of alerts",
		body: AlertEventsTarget,
	},
};
