import {
	type AuditAction,
	type AuditActor,
	type AuditEntity,
	type AuditField,
	AuditKind,
	type AuditValue,
} from "../../shared/account/audit";
import { dayMs } from "../../shared/base/durations";
import { smallestOf } from "../../shared/base/lists";
import { said } from "../../shared/log/said";
import { maskedAddress } from "../../shared/message/contact";
import type { IdentityProof } from "../../shared/session/identity-confirmation";
import type { AccountDb, Audit, AuditSaved, AuditTargets, CallOrigin } from "../base/context";
import { recordFault } from "../base/event-log";
import type { NewId } from "../base/ids";
import { doneTogether, type Job } from "../base/job";
import { faultText } from "../base/report-error";
import {
	type AuditRow,
	countChanges,
	dropAuditAddresses,
	dropAuditMonths,
	listAuditRows,
	oldestAudit,
	rewriteAuditRows,
	saveAuditRow,
} from "../db/audit-rows";
import { type AuditedState, auditedStates, isMasked, isSecret } from "../db/audited-rows";
import { addErasures, endOfMonth, evidenceInRowsMs, isEvidenceArchived } from "../db/evidence-rows";

const mostEntities = 100;
const mostLength = 64_000;
const longestValue = 300;
const mostItems = 50;

const addressKeptMs = 90 * dayMs;

const erasedName = "Deleted contact";

type Store = { db: AccountDb; newId: NewId; now: number };

export type AuditCall = {
	action: AuditAction;
	actor: AuditActor;
	origin?: CallOrigin | undefined;
	/** Uses up the proof of the person's identity; null: the change needs none. */
	prove?: (() => IdentityProof | null) | undefined;
	/** Facts about its first entity, such as who approved the change. */
	stated?: Record<string, AuditValue> | undefined;
};

export const systemActor: AuditActor = { kind: "system", id: null, name: "" };

const noOrigin: CallOrigin = { address: null, browser: null, requestId: null, callerRequestId: null };

export const unaudited: Audit = {
	change: (_, act) => act(),
	made: () => {},
	act: () => {},
	makes: () => {},
	exempt: () => {},
	finish: () => {},
};

/** Writes one row for the call, in the transaction of each change. Calls `saved` in it too. */
export function createAudit({ db, newId, now }: Store, call: AuditCall, saved: AuditSaved = () => {}): Audit {
	const id = newId("audit");
	const changesBefore = countChanges(db);
	let entities: AuditEntity[] = [];
	let further = 0;
	let depth = 0;
	let isExempt = false;
	let isMaking = false;
	let proof: IdentityProof | null | undefined;

	function push(added: AuditEntity[], from: number): void {
		const isAgain = new Set(added.map(keyOf));
		const within = entities.slice(from);
		const saidWithin = new Map(within.map((entity) => [keyOf(entity), entity.fields]));
		const merged = added.map((entity) => {
			const own = new Set(entity.fields.map(({ field }) => field));
			const said = (saidWithin.get(keyOf(entity)) ?? []).filter(({ field }) => !own.has(field));
			return { ...entity, fields: [...entity.fields, ...said] };
		});
		entities = [...entities.slice(0, from), ...within.filter((entity) => !isAgain.has(keyOf(entity))), ...merged];
		further += Math.max(0, entities.length - mostEntities);
		entities = entities.slice(0, mostEntities);
	}

	function save(): void {
		if (entities.length === 0) return;
		saved({ entities, isMaking: isMaking || entities.some(({ became }) => became === "created") });
		const { action, actor, origin = noOrigin } = call;
		const { kind: actorKind, id: actorId, name: actorName } = actor;
		const { provider = null, reason = null } = origin;
		const by = { actorKind, actorId, actorName, ...origin, provider, reason, proof: proof?.by ?? null };
		const entityCount = entities.length + further;
		saveAuditRow(db, {
			id,
			at: new Date(now),
			action,
			...by,
			entityCount,
			entities: fitted(withStated(entities, call.stated)),
		});
	}

	function inTransaction<Result>(act: () => Result): Result {
		const before = { entities, further, proof };
		depth += 1;
		try {
			return db.transaction(() => {
				const result = act();
				proof ??= call.prove?.();
				if (depth === 1) save();
				return result;
			});
		} catch (error) {
			({ entities, further, proof } = before);
			throw error;
		} finally {
			depth -= 1;
		}
	}

	return {
		change: (targets, act) =>
			inTransaction(() => {
				const from = entities.length;
				const { read, left } = readable(targets, mostEntities - from);
				const before = statesOf(db, read);
				const result = act();
				push(differences(before, statesOf(db, read)), from);
				further += left;
				return result;
			}),
		made: (targets) =>
			inTransaction(() => {
				const { read, left } = readable(targets, mostEntities - entities.length);
				push(differences(new Map(), statesOf(db, read)), entities.length);
				further += left;
			}),
		act: (targets, stated = {}) =>
			inTransaction(() => {
				const { read, left } = readable(targets, mostEntities);
				const fields = Object.entries(stated).map(([field, after]) => ({ field, before: null, after: scalar(after) }));
				push(
					[...statesOf(db, read)].map(([key, { name, deviceId }]) => ({ ...entityOf(key, name, deviceId), fields })),
					entities.length,
				);
				further += left;
			}),
		makes: () => {
			isMaking = true;
		},
		exempt: () => {
			isExempt = true;
		},
		finish: () => {
			const isRecorded = isExempt || entities.length > 0 || countChanges(db) === changesBefore;
			if (isMaking && entities.length === 0) saved({ entities, isMaking });
			if (isRecorded) return;
			const error = new Error(`${call.action} changed something and recorded nothing`);
			recordFault(error, "account", { event: "not-audited", requestId: call.origin?.requestId, ...faultText(error) });
		},
	};
}

const mostLooked = 20;
/** A form may be open for hours; a deleted entity may have been on screen for weeks. */
const lookedBackMs = { changed: dayMs, deleted: 31 * dayMs };

/** Searches calls that name the entity. Null: none, or the system. `now` is epoch ms. */
export function lastAuthor(
	{ db, now }: Pick<Store, "db" | "now">,
	entityId: string,
	did: "changed" | "deleted",
	field?: string,
): AuditActor | null {
	const about = { entityId, from: now - lookedBackMs[did], limit: mostLooked };
	const none = { actorId: undefined, kind: undefined, action: undefined, to: undefined, beforeId: undefined };
	const isMeant = ({ became, fields }: AuditEntity): boolean => {
		if (did === "deleted") return became === "deleted";
		if (field !== undefined) return fields.some((one) => one.field === field);
		return became !== undefined || fields.some(({ before }) => before !== null);
	};
	for (const { entities, actorKind: kind, actorId: id, actorName: name } of listAuditRows(db, { ...none, ...about })) {
		const isIt = entities.some((entity) => entity.id === entityId && isMeant(entity));
		if (isIt) return kind === "system" ? null : { kind, id, name };
	}
	return null;
}

function keyOf({ kind, id }: AuditEntity): string {
	return `${kind} ${id}`;
}

function entityOf(key: string, name: string, deviceId: string | undefined) {
	const [kind = "", id = ""] = key.split(" ");
	return { kind: AuditKind.parse(kind), id, name, ...(deviceId !== undefined && { deviceId }) };
}

function withStated(entities: AuditEntity[], stated: AuditCall["stated"] = {}): AuditEntity[] {
	const fields = Object.entries(stated).map(([field, after]) => ({ field, before: null, after }));
	return entities.map((entity, index) => (index === 0 ? { ...entity, fields: [...entity.fields, ...fields] } : entity));
}

function readable(targets: AuditTargets, most: number): { read: AuditTargets; left: number } {
	const read: AuditTargets = {};
	let room = Math.max(0, most);
	let left = 0;
	for (const kind of AuditKind.options) {
		const ids = [...new Set(targets[kind])];
		read[kind] = ids.slice(0, room);
		left += Math.max(0, ids.length - room);
		room -= read[kind].length;
	}
	return { read, left };
}

function statesOf(db: AccountDb, targets: AuditTargets): Map<string, AuditedState> {
	const states = new Map<string, AuditedState>();
	for (const kind of AuditKind.options) {
		for (const [id, state] of auditedStates(db, kind, targets[kind] ?? [])) states.set(`${kind} ${id}`, state);
	}
	return states;
}

function differences(before: Map<string, AuditedState>, after: Map<string, AuditedState>): AuditEntity[] {
	return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
		const [was, is] = [before.get(key), after.get(key)];
		const { name, deviceId } = is ?? was ?? { name: "" };
		const found = entityOf(key, name, deviceId);
		const changed = fieldsOf(flat(was?.values ?? {}), flat(is?.values ?? {}));
		if (was && is && changed.length === 0) return [];
		const fields = changed.map((field) => (isMasked(found.kind, field.field) ? masked(field) : field));
		const became = was ? (is ? {} : { became: "deleted" as const }) : { became: "created" as const };
		const entity = { ...found, ...became, fields };
		return entity.kind === "contact" && !is ? erased(entity) : entity;
	});
}

function masked({ field, before, after }: AuditField): AuditField {
	const mask = (value: AuditValue) => (typeof value === "string" ? maskedAddress(value) : value);
	return { field, before: mask(before), after: mask(after) };
}

export function changedFields(before: object, after: object): AuditField[] {
	return fieldsOf(flat(before), flat(after));
}

type Flat = Map<string, AuditValue | AuditValue[]>;

function flat(values: object, path = ""): Flat {
	const found: Flat = new Map();
	for (const [name, value] of Object.entries(values)) {
		const field = `${path}${name}`;
		if (isPlain(value)) found.set(field, scalar(value));
		else if (Array.isArray(value) && value.every(isPlain)) found.set(field, value.map(scalar));
		else for (const [inner, held] of flat(Object(value), `${field}.`)) found.set(inner, held);
	}
	return found;
}

function isPlain(value: unknown): boolean {
	return value === null || value === undefined || typeof value !== "object" || value instanceof Date;
}

function scalar(value: unknown): AuditValue {
	if (value === null || value === undefined) return null;
	if (typeof value === "number" || typeof value === "boolean") return value;
	if (value instanceof Date) return value.toISOString();
	const text = String(value);
	return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

function fieldsOf(before: Flat, after: Flat): AuditField[] {
	return [...new Set([...before.keys(), ...after.keys()])].flatMap((field): AuditField[] => {
		const [was = null, is = null] = [before.get(field), after.get(field)];
		if (isEmpty(was) && isEmpty(is)) return [];
		if (JSON.stringify(was) === JSON.stringify(is)) return [];
		if (isSecret(field)) return [{ field, before: null, after: null, as: "hidden" }];
		if (!Array.isArray(was) && !Array.isArray(is)) return [{ field, before: was, after: is }];
		const [left, joined] = [listed(was), listed(is)];
		return [{ field, before: text(without(left, joined)), after: text(without(joined, left)), as: "list" }];
	});
}

function isEmpty(value: AuditValue | AuditValue[]): boolean {
	return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

function listed(value: AuditValue | AuditValue[]): AuditValue[] {
	if (Array.isArray(value)) return value;
	return value === null ? [] : [value];
}

function without(some: AuditValue[], others: AuditValue[]): AuditValue[] {
	const known = new Set(others);
	return some.filter((item) => !known.has(item));
}

function text(items: AuditValue[]): string | null {
	if (items.length === 0) return null;
	const shown = items.slice(0, mostItems).join(", ");
	return items.length > mostItems ? `${shown} and ${items.length - mostItems} more` : shown;
}

/** Omits the fields of entities that do not fit, but keeps their names. */
function fitted(entities: AuditEntity[]): AuditEntity[] {
	let length = 0;
	return entities.map((entity) => {
		length += new TextEncoder().encode(JSON.stringify(entity)).length;
		return length > mostLength ? { ...entity, name: entity.name.slice(0, 100), fields: [] } : entity;
	});
}

function erased(entity: AuditEntity): AuditEntity {
	const fields = entity.fields.map(({ field }) => ({ field, before: null, after: null, as: "hidden" as const }));
	return { ...entity, name: erasedName, fields };
}

export function eraseFromAudit(db: AccountDb, contactIds: string[]): void {
	for (const id of contactIds) {
		rewriteAuditRows(db, id, (row) => {
			const { actorName, entities } = withoutContacts(row, [id]);
			return { actorName, entities };
		});
	}
	addErasures(db, contactIds);
}

export function withoutContacts(row: AuditRow, contactIds: string[]): AuditRow {
	const isErased = (id: string | null) => id !== null && contactIds.includes(id);
	if (!isErased(row.actorId) && !row.entities.some(({ id }) => isErased(id))) return row;
	return {
		...row,
		actorName: isErased(row.actorId) ? erasedName : row.actorName,
		entities: row.entities.map((entity) => (isErased(entity.id) ? erased(entity) : entity)),
	};
}

/** Drops IP addresses after 90 days, and months after 400 days unless they are archived. A subject is the day. */
export function oldAuditWork(db: AccountDb): Job {
	let known: number | null = null;
	let knownOf: boolean | null = null;
	const dueAt = () => {
		const isArchived = isEvidenceArchived(db);
		if (isArchived !== knownOf) known = null;
		knownOf = isArchived;
		known ??= firstDueAt(isArchived);
		return known;
	};
	// At most once a day, not for each row.
	const firstDueAt = (isArchived: boolean) => {
		const { addressAt, monthAt } = oldestAudit(db);
		const times = [
			...(addressAt === null ? [] : [addressAt + addressKeptMs]),
			...(monthAt === null || isArchived ? [] : [endOfMonth(monthAt) + evidenceInRowsMs]),
		];
		return times.length === 0 ? null : smallestOf(times) + dayMs;
	};
	return {
		name: "old audit",
		title: said("work.is.oldAudit"),
		...doneTogether(dueAt, dayMs),
		run: async (_, now) => {
			dropAuditAddresses(db, now - addressKeptMs);
			if (!isEvidenceArchived(db)) dropAuditMonths(db, now - evidenceInRowsMs);
			known = null;
		},
	};
}
