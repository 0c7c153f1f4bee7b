import * as z from "zod/mini";
import { User } from "../../shared/account/account";
import { AuditEntry, AuditKind, type AuditPage, auditEntriesPerPage } from "../../shared/account/audit";
import { type BillingSummary, DeviceStorage, type StorageDetails, UsageMeter } from "../../shared/account/billing";
import {
	AlertEvent,
	AlertEventDetail,
	type AlertEventPage,
	AlertEventState,
	AlertListRow,
	AlertWhy,
} from "../../shared/alert/alert";
import { AlertCoverage } from "../../shared/alert/alert-coverage";
import { AlertSeverity } from "../../shared/alert/conditions/terms";
import { dayMs } from "../../shared/base/durations";
import {
	AlertEventId,
	AlertId,
	ChannelId,
	ContactId,
	DeviceId,
	GroupId,
	InvitationId,
	ReportId,
	UserId,
} from "../../shared/base/ids";
import { limits } from "../../shared/base/limits";
import { ArchivedFilter, DeviceListRow } from "../../shared/device/device";
import { DeviceStatus } from "../../shared/device/device-terms";
import { GroupListRow } from "../../shared/device/group";
import { LogChannel, LogEntryKind, LogEvent, LogLevel, type LogPage } from "../../shared/log/log";
import type { LogExportHead } from "../../shared/log/log-export";
import { ReadingChange, type ReadingChangePage } from "../../shared/log/reading-changes";
import { mostSteps, SeriesStatistic, StepName, StepPosition, type StepSeriesPage } from "../../shared/log/step-series";
import { Contact } from "../../shared/message/contact";
import {
	DeliveryChannel,
	MessageClass,
	MessageListRow,
	type MessagePage,
	MessageState,
} from "../../shared/message/message";
import { JustifiedSpan } from "../../shared/report/justified-span";
import { ReportListRow, ReportRun, type ReportRunPage } from "../../shared/report/report";
import { type StudyResult, StudyResultRow, StudyView } from "../../shared/report/study-view";
import { Zone } from "../../shared/time/time-zones";
import { listOf, Moment, someOf } from "./parameters";
import { ReadingRow, readingRows } from "./reading-rows";
import { StepRow, stepRows } from "./step-rows";

/** `after` null: the last page. `since`: only for followed lists. */
export type Page = { rows: readonly object[]; after: string | null; since?: string };

/** `after` and `since` null: from the beginning. `ids`: only these of a whole list; null: all. */
export type Wanted = { after: string | null; since: string | null; limit: number; ids: ReadonlySet<string> | null };

export type Resource = {
	procedure: string;
	summary: string;
	parameters: z.ZodMiniObject;
	row: z.ZodMiniObject;
	inputOf(given: Record<string, unknown>, requested: Wanted): unknown;
	pageOf(result: unknown, requested: Wanted): Page;
	isFollowed?: true;
	/** Descriptions of parameters that mean something else in other lists. */
	describes?: Record<string, string>;
	rows: { usual: number; most: number };
};

/** Ties the types of parameters, input and result together. The router checks the input again. */
function resource<Parameters extends z.ZodMiniObject, Reply>(
	parts: Omit<Resource, "parameters" | "inputOf" | "pageOf"> & {
		parameters: Parameters;
		inputOf(given: z.output<Parameters>, requested: Wanted): unknown;
		pageOf(response: Reply, requested: Wanted): Page;
	},
): Resource {
	return parts as unknown as Resource;
}

function slicePage<Row extends { id: string }>(list: Row[], requested: Wanted): Page {
	return sliceById(list, ({ id }) => id, requested);
}

function sliceById<Row extends object>(list: Row[], idOf: (row: Row) => string, { after, limit, ids }: Wanted): Page {
	const rows = list
		.filter((row) => (after === null || idOf(row) > after) && (ids === null || ids.has(idOf(row))))
		.sort((one, other) => (idOf(one) < idOf(other) ? -1 : 1));
	const page = rows.slice(0, limit);
	const last = page.at(-1);
	return { rows: page, after: rows.length > limit && last !== undefined ? idOf(last) : null };
}

const onlyRow = <Row extends object>(row: Row): Page => ({ rows: [row], after: null });

const LogSearch = z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.logSearchLength)));
const Flag = z.optional(z.enum(["true"]));
const isSet = (flag: "true" | undefined) => (flag === undefined ? undefined : true);

const wholeList = { rows: { usual: 500, most: 1_000 } };
const span = { from: z.optional(Moment), to: z.optional(Moment) };
const ofDevices = { device: listOf(DeviceId), group: listOf(GroupId) };
type Span = { from?: number | undefined; to?: number | undefined };
/** `from` and `to` take precedence over the range. Without `from`: the 24 hours before `to`, or before now. */
const spanOf = ({ from, to }: Span) => ({
	rangeType: "24h",
	offset: 0,
	...(from !== undefined && { from, to: to ?? Date.now() }),
	...(from === undefined && to !== undefined && { from: to - dayMs, to }),
});
const placed = ({ after, limit }: Wanted) => ({ limit, ...(after !== null && { cursor: after }) });

/** The log may hold times in the future, from fast clocks and notes. */
const aheadMs = limits.ingestFutureMs;
/** A request with `since` gets rows of any time. */
const followedSpan = ({ from, to }: Span, { since }: Wanted) => ({
	rangeType: "24h",
	offset: 0,
	from: from ?? (since === null ? (to ?? Date.now()) - dayMs : limits.ingestEarliestMs),
	to: to ?? Date.now() + aheadMs,
});

const byReceipt = ({ after, since, limit }: Wanted) => {
	const place = after === null ? null : ReceivedPlace.parse(JSON.parse(after));
	const until = place && { until: place.until };
	return {
		limit,
		byReceipt: { ...(since !== null && { since: Number(since) }), ...until },
		...(place && { cursor: place.cursor }),
	};
};
const ReceivedPlace = z.object({ until: z.int(), cursor: z.string() });

function receivedPage(
	rows: readonly object[],
	result: { nextCursor: string | null; receivedUntil?: number | undefined },
): Page {
	const { nextCursor: cursor, receivedUntil: until = 0 } = result;
	return { rows, since: String(until), after: cursor === null ? null : JSON.stringify({ until, cursor }) };
}

/** Audit rows are written when they happen, so `since` and `from` mean the same. */
function latest(from: number | undefined, since: number | undefined): number | undefined {
	return from === undefined || since === undefined ? (from ?? since) : Math.max(from, since);
}

/** `min` and `max`: the expected range. `formula`: of a channel computed from others. */
const ApiChannel = z.extend(z.omit(LogChannel, { colour: true, isSummed: true }), { deviceName: z.string() });

export const resources: Record<string, Resource> = {
	devices: resource({
		procedure: "device.getDevices",
		summary: "Devices, with their status and newest readings",
		parameters: z.object({
			search: z.optional(z.string()),
			id: listOf(DeviceId),
			status: listOf(DeviceStatus),
			group: listOf(GroupId),
			archived: z.optional(ArchivedFilter),
		}),
		row: DeviceListRow,
		inputOf: ({ search, status, group, archived }) => ({
			search,
			archived,
			filters: { ...(status && { statuses: status }), ...(group && { groupIds: group }) },
		}),
		pageOf: slicePage<DeviceListRow>,
		...wholeList,
	}),
	groups: resource({
		procedure: "group.getGroups",
		summary: "Groups of devices",
		parameters: z.object({ id: listOf(GroupId) }),
		row: GroupListRow,
		inputOf: () => undefined,
		pageOf: slicePage<GroupListRow>,
		...wholeList,
	}),
	channels: resource({
		procedure: "log.getExportHead",
		summary: "Channels of devices, with the unit in which each is stored",
		parameters: z.object({ ...ofDevices, id: listOf(ChannelId) }),
		row: ApiChannel,
		inputOf: ({ device, group }) => ({ rangeType: "hour", offset: 0, deviceIds: device, groupIds: group }),
		pageOf: ({ devices, channels }: LogExportHead, requested) => {
			const names = new Map(devices.map(({ id, name }) => [id, name]));
			const rows = channels.map(({ deviceId, id, name, quantity, unit, decimals, min, max, formula }) => {
				const deviceName = names.get(deviceId) ?? "";
				return { id, name, deviceId, deviceName, quantity, unit, decimals, min, max, formula };
			});
			return slicePage(rows, requested);
		},
		...wholeList,
	}),
	readings: resource({
		procedure: "log.getLogs",
		summary: "Readings of a span, oldest first",
		parameters: z.object({
			...span,
			...ofDevices,
			channel: listOf(ChannelId),
			search: LogSearch,
			outOfLimits: Flag,
			late: Flag,
			afterGap: Flag,
		}),
		row: ReadingRow,
		inputOf: ({ device, group, channel, search, outOfLimits, late, afterGap, ...given }, requested) => ({
			...spanOf(given),
			deviceIds: device,
			groupIds: group,
			channelIds: channel,
			text: search,
			isOutOfLimits: isSet(outOfLimits),
			isLate: isSet(late),
			isAfterGap: isSet(afterGap),
			kinds: ["reading"],
			order: "oldest-first",
			...placed(requested),
		}),
		pageOf: (page: LogPage) => ({ rows: readingRows(page), after: page.nextCursor }),
		rows: { usual: 1_000, most: limits.logEntriesPerPage },
	}),
	series: resource({
		procedure: "log.getStepSeries",
		summary: "Figures of up to 12 channels in equal steps of time, for charts",
		parameters: z.object({
			channel: someOf(ChannelId),
			...span,
			step: z.optional(StepName),
			statistic: listOf(SeriesStatistic),
			unit: listOf(z.string().check(z.maxLength(20))),
			zone: z.optional(Zone),
		}),
		describes: {
			channel: "Ids of up to 12 channels, parted by commas.",
			from: "The beginning of the span, ISO 8601 with an offset or epoch milliseconds; the step in which it lies is whole. Absent: 24 hours before its end.",
			to: "Its end. Absent: now.",
			step: "Absent or `auto`: the finest that takes no more steps than `limit`.",
			statistic:
				"Parted by commas. Absent: `mean`. `use`: the sum of a channel that computes the use of a counter. Percentiles, the mean of directions, and the lowest and highest of channels computed from several are of single readings, and of 31 days at most.",
			unit: "Units, parted by commas, such as `°F,bar`: channels that one of them measures are converted. Absent: as stored.",
			zone: "The IANA time zone whose days and hours the steps follow. Absent: that of the devices, or of the account if they differ.",
			limit: "Steps of a page, for each channel.",
		},
		row: StepRow,
		inputOf: ({ channel, step = "auto", statistic = ["mean"], unit, zone, ...given }, { after, limit }) => ({
			channel,
			from: given.from ?? (given.to ?? Date.now()) - dayMs,
			to: given.to ?? Date.now(),
			step,
			statistic,
			unit,
			zone,
			points: limit,
			...(after !== null && { after: StepPosition.parse(JSON.parse(after)) }),
		}),
		pageOf: (page: StepSeriesPage) => ({ rows: stepRows(page), after: page.after && JSON.stringify(page.after) }),
		rows: { usual: mostSteps, most: mostSteps },
	}),
	changes: resource({
		procedure: "log.getChanges",
		summary: "Days of devices whose readings have changed since the last answer, by receipt",
		parameters: z.object({ ...ofDevices }),
		row: ReadingChange,
		isFollowed: true,
		inputOf: ({ device, group }, { after, since, limit }) => ({
			deviceIds: device,
			groupIds: group,
			limit,
			...(since !== null && { since: JSON.parse(since) }),
			...(after !== null && { after: JSON.parse(after) }),
		}),
		pageOf: ({ changes, until, lastDeviceId: deviceId }: ReadingChangePage) => ({
			rows: changes,
			since: JSON.stringify(until),
			after: deviceId === null ? null : JSON.stringify({ until, deviceId }),
		}),
		rows: { usual: 1_000, most: 10_000 },
	}),
	log: resource({
		procedure: "log.getLogs",
		summary: "Lines of the log that are no readings, oldest first; with `since` as they were written",
		parameters: z.object({
			...span,
			...ofDevices,
			kind: listOf(z.enum(["event", "alert", "config", "note", "system"])),
			level: listOf(LogLevel),
			search: LogSearch,
		}),
		row: z.omit(LogEvent, { said: true }),
		isFollowed: true,
		inputOf: ({ device, group, kind, level, search, ...given }, requested) => ({
			...followedSpan(given, requested),
			text: search,
			deviceIds: device,
			groupIds: group,
			levels: level,
			order: "oldest-first",
			...byReceipt(requested),
			kinds: kind ?? LogEntryKind.options.filter((each) => each !== "reading"),
		}),
		pageOf: (page: LogPage) =>
			receivedPage(
				page.events.map(({ said: _, ...event }) => event),
				page,
			),
		rows: { usual: 1_000, most: limits.logEntriesPerPage },
	}),
	justified: resource({
		procedure: "report.getJustifiedSpans",
		summary: "Spans of a device's true readings that do not count against compliance, in the order of their making",
		parameters: z.object({ device: DeviceId, channel: z.optional(ChannelId) }),
		row: JustifiedSpan,
		inputOf: ({ device, channel }) => ({ deviceId: device, channelId: channel }),
		pageOf: (spans: JustifiedSpan[], requested) =>
			sliceById(spans, ({ seq }) => String(seq).padStart(12, "0"), requested),
		...wholeList,
	}),
	rules: resource({
		procedure: "alert.getAlerts",
		summary: "Rules of alerts; with `device` those that watch it, with what is true but not yet for long enough",
		parameters: z.object({ id: listOf(AlertId), device: z.optional(DeviceId) }),
		describes: { device: "Id of a device: only the rules that watch it." },
		row: AlertListRow,
		inputOf: ({ device }) => ({ deviceId: device }),
		pageOf: slicePage<AlertListRow>,
		...wholeList,
	}),
	events: resource({
		procedure: "alert.getEvents",
		summary:
			"Events of alerts: open ones first, then acknowledged ones, then those that are over; with `since` as they changed",
		parameters: z.object({
			...span,
			...ofDevices,
			state: listOf(AlertEventState),
			severity: listOf(AlertSeverity),
			rule: listOf(AlertId),
			partOf: z.optional(AlertEventId),
			folded: Flag,
			unreached: Flag,
		}),
		row: AlertEvent,
		isFollowed: true,
		inputOf: ({ device, group, state, severity, rule, from, to, partOf, folded, unreached }, requested) => ({
			partOf,
			isFolded: isSet(folded),
			isUnreached: isSet(unreached),
			deviceIds: device,
			groupIds: group,
			states: state,
			severities: severity,
			alertIds: rule,
			from,
			to,
			...byReceipt(requested),
		}),
		pageOf: (page: AlertEventPage) => receivedPage(page.events, page),
		rows: { usual: 100, most: 1_000 },
	}),
	"events/story": resource({
		procedure: "alert.getEvent",
		summary: "What happened in one event: why it fired, who was notified, and who did what",
		parameters: z.object({ event: AlertEventId }),
		describes: { event: "Id of the event." },
		row: AlertEventDetail,
		inputOf: ({ event }) => ({ eventId: event }),
		pageOf: onlyRow<AlertEventDetail>,
		...wholeList,
	}),
	"events/why": resource({
		procedure: "alert.getWhy",
		summary: "Why one event did or did not reach a contact",
		parameters: z.object({ event: AlertEventId, contact: ContactId }),
		describes: { event: "Id of the event.", contact: "Id of the contact." },
		row: AlertWhy,
		inputOf: ({ event, contact }) => ({ eventId: event, contactId: contact }),
		pageOf: onlyRow<AlertWhy>,
		...wholeList,
	}),
	coverage: resource({
		procedure: "alert.getCoverage",
		summary: "What no rule watches, and which rules reach no one; at most 100 named of each",
		parameters: z.object({}),
		row: AlertCoverage,
		inputOf: () => undefined,
		pageOf: onlyRow<AlertCoverage>,
		...wholeList,
	}),
	contacts: resource({
		procedure: "account.getContacts",
		summary: "Contacts, whom alerts and reports reach",
		parameters: z.object({ id: listOf(ContactId) }),
		row: Contact,
		inputOf: () => undefined,
		pageOf: slicePage<Contact>,
		...wholeList,
	}),
	users: resource({
		procedure: "account.getUsers",
		summary: "Users of the account, and who is invited; for keys that may read the audit log",
		parameters: z.object({ id: listOf(z.union([UserId, InvitationId])) }),
		row: User,
		inputOf: () => undefined,
		pageOf: slicePage<User>,
		...wholeList,
	}),
	reports: resource({
		procedure: "report.getReports",
		summary: "Reports, with their schedule and last run",
		parameters: z.object({ id: listOf(ReportId) }),
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
		inputOf: ({ report }, requested) => ({ reportId: report, ...placed(requested) }),
		pageOf: ({ runs, nextCursor }: ReportRunPage) => ({ rows: runs, after: nextCursor }),
		rows: { usual: 100, most: 200 },
	}),
	studies: resource({
		procedure: "report.getStudies",
		summary: "Mapping studies of groups: positions, criteria, signature, conditions and decision",
		parameters: z.object({ id: listOf(ReportId), group: z.optional(GroupId) }),
		describes: { group: "Id of a group: only its studies." },
		row: StudyView,
		inputOf: ({ group }) => ({ groupId: group }),
		pageOf: slicePage<StudyView>,
		...wholeList,
	}),
	"studies/result": resource({
		procedure: "report.previewStudy",
		summary: "The result of one mapping study, from the readings as they are now",
		parameters: z.object({ study: ReportId }),
		describes: { study: "Id of the study." },
		row: StudyResultRow,
		inputOf: ({ study }) => ({ reportId: study }),
		pageOf: ({ id, name, stage, study, figures }: StudyResult) => {
			const { startedAt, endedAt, quantity, unit } = study;
			const { criteria = null, positions = null } = figures ?? {};
			const row: StudyResultRow = { id, name, stage, startedAt, endedAt, quantity, unit, criteria, positions };
			return onlyRow(row);
		},
		...wholeList,
	}),
	storage: resource({
		procedure: "billing.getStorageDetails",
		summary: "What each device's readings take, of which time they are",
		parameters: z.object({ id: listOf(DeviceId) }),
		row: DeviceStorage,
		inputOf: () => undefined,
		pageOf: ({ devices }: StorageDetails, requested) => sliceById(devices, ({ deviceId }) => deviceId, requested),
		...wholeList,
	}),
	usage: resource({
		procedure: "billing.getBillingSummary",
		summary: "What is used of the plan by now, and when it begins anew; for keys that may read the audit log",
		parameters: z.object({}),
		// The ETag would change at every call with this time.
		row: z.omit(UsageMeter, { countedAt: true }),
		inputOf: () => undefined,
		pageOf: ({ usage }: BillingSummary, requested) => {
			const rows = usage.map(({ countedAt: _, ...meter }) => meter);
			return sliceById(rows, ({ meter }) => meter, requested);
		},
		...wholeList,
	}),
	deliveries: resource({
		procedure: "message.getMessages",
		summary:
			"The delivery log: messages and what became of them, the latest first; for keys that may read the audit log",
		parameters: z.object({
			...span,
			state: listOf(MessageState),
			channel: listOf(DeliveryChannel),
			class: listOf(MessageClass),
			contact: z.optional(ContactId),
		}),
		row: MessageListRow,
		inputOf: ({ state, channel, class: classes, contact, from, to }, requested) => ({
			states: state,
			channels: channel,
			classes,
			contactId: contact,
			from,
			to,
			...placed(requested),
		}),
		pageOf: ({ messages, nextCursor }: MessagePage) => ({ rows: messages, after: nextCursor }),
		rows: { usual: 100, most: limits.messagesPerPage },
	}),
	audit: resource({
		procedure: "account.getAudit",
		summary: "The audit log, the latest first; for keys that may read it",
		parameters: z.object({
			...span,
			since: z.optional(Moment),
			kind: z.optional(AuditKind),
			entity: z.optional(z.string()),
			action: z.optional(z.string()),
			actor: z.optional(z.string()),
		}),
		row: AuditEntry,
		inputOf: ({ entity, actor, from, since, ...given }, requested) => ({
			...given,
			from: latest(from, since),
			entityId: entity,
			actorId: actor,
			...placed(requested),
		}),
		pageOf: ({ entries, nextCursor }: AuditPage) => ({ rows: entries, after: nextCursor }),
		rows: { usual: auditEntriesPerPage, most: auditEntriesPerPage },
	}),
};
