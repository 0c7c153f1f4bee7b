import {
	type AuditEntity,
	type AuditEntry,
	type AuditField,
	type AuditPage,
	auditEntriesPerPage,
	type GetAudit,
} from "../../shared/account/audit";
import { minuteMs } from "../../shared/base/durations";
import { appendAll } from "../../shared/base/lists";
import { zoneOffsetMinutes } from "../../shared/time/time-zones";
import type { AccountDb, Call, MemberContext } from "../base/context";
import { findUser } from "../db/account-rows";
import { type AuditRow, listAuditRows } from "../db/audit-rows";
import { auditedNames, channelNames } from "../db/audited-rows";
import { findInvitation } from "../db/invitation-rows";
import { findVersion } from "../db/report-rows";
import { findRuns } from "../db/report-run-rows";
import { auditEvidence, auditFacets, isRequestedFor } from "../evidence/audit-evidence";
import { type FoundEvidence, searchEvidence } from "../evidence/read-evidence";
import { devicesInScope, groupsInScope, isWithinScope } from "../group/scope";

const rowsAtOnce = 500;
/** Limits a search for rare entries; the cursor continues it. */
const mostRead = 5_000;

const idPattern = /\b[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}\b/g;

/** Newest first, from rows and then from the archive. A page may be empty and still have a cursor. */
export async function getAudit({ ctx, input = {} }: Call<GetAudit>): Promise<AuditPage> {
	const { limit = auditEntriesPerPage, cursor, actorId, kind, entityId, action, from, to } = input;
	const isVisible = visibility(ctx);
	const found: AuditRow[] = [];
	let beforeId = cursor;
	let isMore = true;
	for (let read = 0; found.length <= limit && isMore && read < mostRead; read += rowsAtOnce) {
		const rows = listAuditRows(ctx.db, {
			actorId,
			kind,
			entityId,
			action,
			from,
			to,
			beforeId,
			limit: Math.min(rowsAtOnce, limit + 1),
		});
		appendAll(found, rows.filter(isVisible));
		isMore = rows.length > 0;
		beforeId = rows.at(-1)?.id ?? beforeId;
	}
	if (found.length > limit || isMore) {
		const page = found.slice(0, limit);
		return pageOf(ctx, page, { nextId: (found.length > limit ? page.at(-1)?.id : beforeId) ?? null, searchedTo: null });
	}
	const requested = { actorId, kind, entityId, action, from, to };
	const older = await searchEvidence(ctx, auditEvidence, {
		beforeId,
		facets: auditFacets(requested),
		from,
		limit: limit - found.length,
		matches: (row) => isRequestedFor(row, requested) && isVisible(row),
	});
	return pageOf(ctx, [...found, ...older.rows], older);
}

type Reached = Pick<FoundEvidence<AuditRow>, "nextId" | "searchedTo">;

function pageOf(ctx: MemberContext, rows: AuditRow[], { nextId, searchedTo }: Reached): AuditPage {
	const entries = rows.map(toEntry);
	return { entries, names: namesIn(ctx, entries), nextCursor: nextId, searchedTo };
}

function toEntry({ actorKind, actorId, actorName, kinds: _, entityIds: __, ...row }: AuditRow): AuditEntry {
	return { ...row, actor: { kind: actorKind, id: actorId, name: actorName } };
}

/** A caller limited to groups sees rows whose entities are all within them. Account rows need the whole account. */
function visibility(ctx: MemberContext): (row: AuditRow) => boolean {
	const groupIds = groupsInScope(ctx);
	const deviceIds = devicesInScope(ctx);
	if (groupIds === "all" || deviceIds === "all") return () => true;
	const [groups, devices] = [new Set(groupIds), new Set(deviceIds)];
	const isVisible = ({ kind, id, deviceId }: AuditEntity) => {
		if (kind === "group") return groups.has(id);
		if (kind === "device") return devices.has(id);
		if (deviceId !== undefined) return devices.has(deviceId);
		const person = kind === "user" ? findUser(ctx.db, id) : kind === "invitation" ? findInvitation(ctx.db, id) : null;
		return person !== null && isWithinScope(ctx, person);
	};
	return ({ entities, entityCount }) => entities.length === entityCount && entities.every(isVisible);
}

type Visible = { groupIds: "all" | string[]; deviceIds: "all" | string[] };
type Named = Pick<AuditEntry, "entities">;

function namesIn(ctx: MemberContext, entries: Named[]): Record<string, string> {
	return namesOfFields(ctx, fieldsOf(entries));
}

/** Names every entity, so only for files that need the whole account. */
export function wholeNames(db: AccountDb, entries: Named[]): Record<string, string> {
	return namesFor(db, fieldsOf(entries), { groupIds: "all", deviceIds: "all" });
}

const fieldsOf = (entries: Named[]) => entries.flatMap(({ entities }) => entities.flatMap(({ fields }) => fields));

export function namesOfFields(ctx: MemberContext, fields: AuditField[]): Record<string, string> {
	return namesFor(ctx.db, fields, { groupIds: groupsInScope(ctx), deviceIds: devicesInScope(ctx) });
}

function namesFor(db: AccountDb, fields: AuditField[], { groupIds, deviceIds }: Visible): Record<string, string> {
	const ids = new Set(fields.flatMap(idsIn));
	const names: Record<string, string> = {};
	for (const kind of ["device", "group", "contact", "contactGroup", "user", "alert"] as const) {
		const visible = kind === "device" ? deviceIds : kind === "group" ? groupIds : groupIds === "all" ? "all" : [];
		const requested = visible === "all" ? [...ids] : visible.filter((id) => ids.has(id));
		for (const [id, name] of auditedNames(db, kind, requested)) names[id] = name;
	}
	for (const [id, name] of channelNames(db, [...ids])) names[id] = name;
	if (groupIds === "all") for (const [id, name] of runNames(db, [...ids])) names[id] = name;
	return names;
}

function runNames(db: AccountDb, ids: string[]): [id: string, name: string][] {
	return findRuns(db, ids).map(({ id, reportId, definitionVersion, from, to }) => {
		const zone = findVersion(db, reportId, definitionVersion)?.zone ?? "UTC";
		const day = (at: number) => new Date(at + zoneOffsetMinutes(zone, at) * minuteMs).toISOString().slice(0, 10);
		return [id, `Run of ${day(from)} to ${day(Math.max(from, to - 1))} (${zone})`];
	});
}

function idsIn({ field, before, after }: AuditEntity["fields"][number]): string[] {
	return [field, before, after].flatMap((value) => (typeof value === "string" ? (value.match(idPattern) ?? []) : []));
}
