import { and, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { AuditKind } from "../../shared/account/audit";
import type { AlertRule } from "../../shared/alert/alert-rule";
import { limitLines } from "../../shared/alert/alert-sentence";
import { type MuteWindows, muteWindowsText } from "../../shared/alert/planned-mute";
import { ownValue } from "../../shared/base/own-value";
import { recordOf } from "../../shared/base/plain-fields";
import type { Certificate } from "../../shared/device/certificate";
import type { DerivedDefinition } from "../../shared/device/derived/definition";
import { definitionText } from "../../shared/device/derived/registry";
import { positionMost } from "../../shared/device/floor-plan";
import { layerText, type RosterPlan } from "../../shared/duty/roster";
import { maskedAddress } from "../../shared/message/contact";
import { type RoundPlace, type RoundSchedule, roundPlaceText } from "../../shared/round/round";
import type { AccountDb } from "../base/context";
import { isOneOf, prepared } from "./queries";
import {
	account,
	alertEvents,
	alerts,
	apiKeys,
	brandDrafts,
	calibrationCertificates,
	calibrations,
	channels,
	contactDeliveryChannels,
	contactGroupMembers,
	contactGroups,
	contacts,
	derivedChannels,
	devices,
	dutyCalendars,
	fileFormats,
	floorPlanDevices,
	floorPlans,
	groupDevices,
	groups,
	integrationKeys,
	invitations,
	justifiedSpans,
	lakes,
	messages,
	plannedMutes,
	proposals,
	publicLinks,
	readingImports,
	readingVerdicts,
	reports,
	reportVersions,
	rosterOverrides,
	rosterPlans,
	rosterSwaps,
	rosters,
	rounds,
	savedViews,
	sentUnits,
	sessions,
	users,
	walls,
	webhooks,
} from "./schema";

export type AuditedState = { name: string; deviceId?: string; values: Record<string, unknown> };

/** Addresses of people are masked. A device's `address` and a company's e-mail are not. */
export function isMasked(kind: AuditKind, field: string): boolean {
	return kind !== "device" && kind !== "account" && /^(.+\.)?(email|address)$/.test(field);
}

type Row = Record<string, unknown>;

type Query = (db: AccountDb) => { all(values: { ids: string }): Row[] };

type Part = {
	rows: Query;
	add(values: Record<string, unknown>, row: Row): void;
};

type AuditedTable = SQLiteTable & { id: SQLiteColumn };
type Audited = {
	table: AuditedTable;
	name: (row: Row) => string;
	parts?: Part[];
	words?: (row: Row) => Row;
};

const ignored = new Set([
	...["id", "version", "ruleVersion", "createdAt", "createdBy", "serialKey", "nameKey", "identityIssuedAt"],
	...["keptDays", "settledDays", "notifiedPercent", "fullSince", "fullNotifiedAt", "objectNotifiedPercent"],
	...["receipt", "receiptFloor", "unitsCheckedFrom", "unreachableSince", "fault"],
	...[
		"lastSeenAt",
		"lastSignInAt",
		"secondStep",
		"hasShownSecondStep",
		"lastNotifiedAt",
		"lastUsedAt",
		"lastUsedFrom",
		"keyUsedAt",
		"previousKeyUsedAt",
		"dueAt",
		"requestKey",
		"nextRunAt",
		"lastRunAt",
		"savedAt",
		"savedBy",
	],
	...["openCount", "opens"],
	"assessedFrom",
	...["lastSentAt", "failingSince", "waiting", "leftOut", "minuteFrom", "minuteCount"],
	...[
		"handOvers",
		"lookedTo",
		"lookAt",
		"since",
		"leaseUntil",
		"begunAt",
		"giveUpAt",
		"claims",
		"claimedAt",
		"recipientKey",
		"addressKey",
		"recipient",
		"deviceId",
		"owner",
	],
]);

/** The audit log records that a secret changed, never its value. */
const secretColumn = /digest|secret|token|^sub$|^signIn$|^authTime$/i;

export function isSecret(field: string): boolean {
	return field.split(".").some((part) => secretColumn.test(part));
}

const named = ({ name }: Row) => String(name);

const limitPart: Part = {
	rows: rowsOf(alerts, alerts.id),
	add: (values, { rule }) => {
		const { condition } = rule as AlertRule;
		const texts = limitLines(condition).map(({ limit }) => limit);
		if (texts.length > 0) values.limit = texts.join(", ");
	},
};

const plannedPart: Part = {
	rows: rowsOf(plannedMutes, plannedMutes.targetId),
	add: (values, { windows, reason, skippedUntil }) => {
		const skipped = skippedUntil === null ? "" : `, not before ${new Date(Number(skippedUntil)).toISOString()}`;
		const why = reason === "" ? "" : ` (${reason})`;
		append(values, "plannedMutes", `${muteWindowsText(windows as MuteWindows)}${why}${skipped}`);
	},
};

const audited: Record<AuditKind, Audited> = {
	account: {
		table: account,
		name: ({ companyName }) => String(companyName),
		parts: [
			{
				rows: rowsOf(brandDrafts, brandDrafts.id),
				add: (values, { brand }) => {
					for (const [field, value] of Object.entries(Object(brand))) values[`draft.${field}`] = value;
				},
			},
			{
				rows: rowsOf(lakes, lakes.id),
				add: (values, { isOn, since, endpoint, bucket, prefix, region, keyId, secret }) => {
					const own = { isOn, since, endpoint, bucket, prefix, region, keyId, secret };
					for (const [field, value] of Object.entries(own)) if (value !== null) values[`lake.${field}`] = value;
				},
			},
		],
	},
	user: {
		table: users,
		name: named,
		parts: [
			{
				rows: rowsOf(dutyCalendars, dutyCalendars.userId),
				add: (values, { createdAt }) => {
					values.dutyCalendar = createdAt;
				},
			},
		],
	},
	invitation: { table: invitations, name: ({ email }) => maskedAddress(String(email)) },
	session: { table: sessions, name: ({ browser }) => String(browser) },
	contact: {
		table: contacts,
		name: ({ fullName }) => String(fullName),
		parts: [
			{
				rows: rowsOf(contactDeliveryChannels, contactDeliveryChannels.contactId),
				add: (values, { channel, id, label, address, status, isDefault, secret }) => {
					const at = id === "" ? channel : `${channel}.${id}`;
					values[`${at}.address`] = address;
					values[`${at}.status`] = status;
					values[`${at}.isDefault`] = isDefault;
					if (label !== "") values[`${at}.label`] = label;
					if (secret !== null) values[`${at}.secret`] = secret;
				},
			},
			{
				rows: rowsOf(contactGroupMembers, contactGroupMembers.contactId),
				add: (values, { groupId }) => append(values, "contactGroups", groupId),
			},
		],
	},
	contactGroup: { table: contactGroups, name: named },
	device: {
		table: devices,
		name: named,
		parts: [
			{
				rows: rowsOf(channels, channels.deviceId),
				add: (values, { id, nameKey: _, deviceId: __, owner: ___, position: ____, ...channel }) => {
					for (const [field, value] of Object.entries(channel)) values[`channels.${id}.${field}`] = value;
				},
			},
			{
				rows: prepared((db) => {
					const { channelId, from, scale, offset } = calibrations;
					const columns = { owner: channels.deviceId, channelId, from, scale, offset };
					const joined = db.select(columns).from(calibrations).innerJoin(channels, eq(channels.id, channelId));
					return joined.where(isOneOf(channels.deviceId, sql.placeholder("ids"))).prepare();
				}),
				add: (values, { channelId, from, scale, offset }) => {
					const at = new Date(Number(from)).toISOString();
					append(values, `channels.${channelId}.calibrations`, `from ${at}: × ${scale} + ${offset}`);
				},
			},
			{
				rows: rowsOf(derivedChannels, derivedChannels.deviceId),
				add: (values, { channelId, definition }) => {
					const nameOf = (id: string) => String(ownValue(values, `channels.${id}.name`) ?? id);
					values[`channels.${channelId}.definition`] = definitionText(definition as DerivedDefinition, nameOf);
				},
			},
			{
				rows: rowsOf(sentUnits, sentUnits.deviceId),
				add: (values, { channelId, unit, meaning }) => {
					if (meaning !== null) values[`channels.${channelId}.sentUnits.${unit}`] = meaning;
				},
			},
			{
				rows: prepared((db) => {
					const { deviceId, endedAt } = readingVerdicts;
					const isOfThem = isOneOf(deviceId, sql.placeholder("ids"));
					const rows = db.select({ owner: deviceId, ...getTableColumns(readingVerdicts) }).from(readingVerdicts);
					return rows.where(and(isOfThem, isNull(endedAt))).prepare();
				}),
				add: (values, { channelId, from, to, verdict, reason }) => {
					const span = [from, to].map((at) => new Date(Number(at)).toISOString()).join(" to ");
					append(values, `channels.${channelId}.readings`, `${verdict} from ${span}: ${reason}`);
				},
			},
			{
				rows: prepared((db) => {
					const { deviceId, endedAt } = justifiedSpans;
					const isOfThem = isOneOf(deviceId, sql.placeholder("ids"));
					const rows = db.select({ owner: deviceId, ...getTableColumns(justifiedSpans) }).from(justifiedSpans);
					return rows.where(and(isOfThem, isNull(endedAt))).prepare();
				}),
				add: (values, { channelId, from, to, reason }) => {
					const span = [from, to].map((at) => new Date(Number(at)).toISOString()).join(" to ");
					append(values, `channels.${channelId}.justified`, `${span}: ${reason}`);
				},
			},
			{
				rows: rowsOf(calibrationCertificates, calibrationCertificates.deviceId),
				add: (values, { channelId, ...certificate }) => {
					append(values, `channels.${channelId}.certificates`, certificateText(certificate as CertificateFacts));
				},
			},
			{
				rows: rowsOf(groupDevices, groupDevices.deviceId),
				add: (values, { groupId }) => append(values, "groups", groupId),
			},
			plannedPart,
		],
	},
	group: {
		table: groups,
		name: named,
		parts: [
			{
				rows: prepared((db) => {
					const { groupId, deviceId } = groupDevices;
					// One row a group, since a group may hold thousands of devices.
					const deviceIds = sql<string>`json_group_array(${deviceId} order by ${deviceId})`;
					const isChosen = and(isOneOf(groupId, sql.placeholder("ids")), eq(groups.kind, "static"));
					const columns = { owner: groupId, deviceIds };
					const joined = db.select(columns).from(groupDevices).innerJoin(groups, eq(groups.id, groupId));
					return joined.where(isChosen).groupBy(groupId).prepare();
				}),
				add: (values, { deviceIds }) => {
					values.devices = JSON.parse(String(deviceIds));
				},
			},
			plannedPart,
			{
				rows: rowsOf(floorPlans, floorPlans.groupId),
				add: (values, { name, altText, attachmentId, width, height }) => {
					append(values, "floorPlans", `${name} (${altText}), ${attachmentId}, ${width} × ${height}`);
				},
			},
			{
				rows: prepared((db) => {
					const { groupId: owner, name: plan } = floorPlans;
					const { x, y, planId, deviceId } = floorPlanDevices;
					return db
						.select({ owner, plan, device: devices.name, x, y })
						.from(floorPlanDevices)
						.innerJoin(floorPlans, eq(floorPlans.id, planId))
						.innerJoin(devices, eq(devices.id, deviceId))
						.where(isOneOf(owner, sql.placeholder("ids")))
						.orderBy(planId, deviceId)
						.prepare();
				}),
				add: (values, { plan, device, x, y }) => {
					const [across, down] = [x, y].map((part) => `${((Number(part) / positionMost) * 100).toFixed(1)} %`);
					append(values, "placements", `${device} on ${plan}: ${across}, ${down}`);
				},
			},
		],
		// A default of "for ever" and no default would both be empty.
		words: ({ defaults, ...row }) => {
			const isForEver = Object(defaults).retentionDays === null;
			return { ...row, defaults: isForEver ? { ...Object(defaults), retentionDays: "for ever" } : defaults };
		},
	},
	alert: { table: alerts, name: named, parts: [limitPart, plannedPart] },
	alertEvent: { table: alertEvents, name: ({ ruleName }) => String(ruleName) },
	report: {
		table: reports,
		name: named,
		parts: [
			{
				rows: prepared((db) => {
					const isPresent = and(eq(reportVersions.reportId, reports.id), eq(reportVersions.version, reports.version));
					const columns = { owner: reports.id, definition: reportVersions.definition };
					const joined = db.select(columns).from(reports).innerJoin(reportVersions, isPresent);
					return joined.where(isOneOf(reports.id, sql.placeholder("ids"))).prepare();
				}),
				add: (values, { definition }) => {
					for (const [field, value] of Object.entries(Object(definition))) {
						if (!(field in values)) values[field] = value;
					}
				},
			},
		],
	},
	integrationKey: { table: integrationKeys, name: named },
	apiKey: { table: apiKeys, name: named },
	wall: { table: walls, name: named },
	publicLink: { table: publicLinks, name: named },
	roster: {
		table: rosters,
		name: named,
		parts: [
			{
				// In the order of time: the last one is the present plan.
				rows: prepared((db) => {
					const { rosterId: owner, plan, from } = rosterPlans;
					const rows = db.select({ owner, plan }).from(rosterPlans);
					return rows
						.where(isOneOf(owner, sql.placeholder("ids")))
						.orderBy(from)
						.prepare();
				}),
				add: (values, { plan }) => {
					const { zone, layers } = plan as RosterPlan;
					values.timeZone = zone;
					values.layers = layers.map(layerText);
				},
			},
			{
				rows: rowsOf(rosterSwaps, rosterSwaps.rosterId),
				add: (values, { giverId, takerId, from, to, state }) => {
					const span = [from, to].map((at) => new Date(Number(at)).toISOString()).join(" to ");
					append(values, "swaps", `${giverId} to ${takerId} from ${span}: ${state}`);
				},
			},
			{
				rows: rowsOf(rosterOverrides, rosterOverrides.rosterId),
				add: (values, { contactId, from, to }) => {
					const span = [from, to].map((at) => new Date(Number(at)).toISOString()).join(" to ");
					append(values, "overrides", `${contactId} from ${span}`);
				},
			},
		],
	},
	round: {
		table: rounds,
		name: named,
		words: ({ plan, places, people, ...row }) => {
			const { times, ...schedule } = plan as RoundSchedule;
			const when = times.map(({ days, time }) => `${days.join(",")} ${time}`);
			return {
				...row,
				...schedule,
				times: when,
				places: (places as RoundPlace[]).map(roundPlaceText),
				...Object(people),
			};
		},
	},
	readingImport: { table: readingImports, name: ({ fileName }) => String(fileName) },
	savedView: { table: savedViews, name: named },
	fileFormat: { table: fileFormats, name: named },
	webhook: { table: webhooks, name: named },
	proposal: {
		table: proposals,
		name: ({ subjectName }) => String(subjectName),
		words: ({ input: _, before: __, subjectName: ___, proposerId: ____, ...row }) => row,
	},
	message: { table: messages, name: ({ address }) => (address === null ? "" : maskedAddress(String(address))) },
};

const queries = recordOf(AuditKind.options, (kind) => rowsOf(audited[kind].table, audited[kind].table.id));

/** Omits missing entities. Includes secrets and whole addresses: callers check `isSecret` and `isMasked`. */
export function auditedStates(db: AccountDb, kind: AuditKind, ids: string[]): Map<string, AuditedState> {
	if (ids.length === 0) return new Map();
	const { name, parts = [], words = (row) => row } = audited[kind];
	const states = new Map<string, AuditedState>();
	const requested = { ids: JSON.stringify(ids) };
	for (const row of queries[kind](db).all(requested)) {
		const values = Object.fromEntries(Object.entries(words(row)).filter(([field]) => !ignored.has(field)));
		const device = typeof row.deviceId === "string" ? { deviceId: row.deviceId } : {};
		states.set(String(row.id), { name: name(row), ...device, values });
	}
	for (const { rows: rowsOfPart, add } of parts) {
		for (const row of rowsOfPart(db).all(requested)) {
			const state = states.get(String(row.owner));
			if (state) add(state.values, row);
		}
	}
	return states;
}

export function auditedNames(db: AccountDb, kind: AuditKind, ids: string[]): Map<string, string> {
	if (ids.length === 0) return new Map();
	const { name } = audited[kind];
	const rows = queries[kind](db).all({ ids: JSON.stringify(ids) });
	return new Map(rows.map((row) => [String(row.id), name(row)]));
}

export function channelNames(db: AccountDb, ids: string[]): Map<string, string> {
	const { id, name } = channels;
	const rows = ids.length === 0 ? [] : db.select({ id, name }).from(channels).where(isOneOf(id, ids)).all();
	return new Map(rows.map((row) => [row.id, row.name]));
}

function rowsOf(table: SQLiteTable, owner: SQLiteColumn): Query {
	return prepared((db) => {
		const columns = { ...getTableColumns(table), owner };
		return db
			.select(columns)
			.from(table)
			.where(isOneOf(owner, sql.placeholder("ids")))
			.prepare();
	});
}

function append(values: Record<string, unknown>, field: string, item: unknown): void {
	const list = ownValue(values, field);
	if (Array.isArray(list)) list.push(item);
	else values[field] = [item];
}

type CertificateFacts = Omit<Certificate, "attachment"> & { attachmentId: string | null };

function certificateText({ id, laboratory, number, calibratedOn, dueOn, asFound, ...more }: CertificateFacts): string {
	const { unit, points, attachmentId, note } = more;
	return [
		`${calibratedOn} ${laboratory} ${number}`.trim(),
		`due ${dueOn ?? "never"}`,
		`as found ${asFound}`,
		...points.map(({ reference, reading, uncertainty, result }) => {
			const range = uncertainty === null ? "" : ` ± ${uncertainty}`;
			return `${reference} ${unit} read ${reading}${range} ${result}`;
		}),
		...(attachmentId === null ? [] : [attachmentId]),
		...(note === "" ? [] : [note]),
		id,
	].join(", ");
}
