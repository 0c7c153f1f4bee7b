import * as z from "zod/mini";
import { errorKey } from "../../shared/base/error-key";
import { RosterId, RosterOverrideId } from "../../shared/base/ids";
import type { Undone } from "../../shared/device/device-inputs";
import {
	type AddOverride,
	type CreateRoster,
	type EndOverride,
	type RosterDetails,
	type RosterTarget,
	rosterLimits,
	type UpdateRoster,
} from "../../shared/duty/roster";
import { said } from "../../shared/log/said";
import { createUndo } from "../activity/create-undo";
import { addConfigEvent } from "../activity/log-events";
import type { Call, MemberContext } from "../base/context";
import { assertToCome, domainError, InputError } from "../base/errors";
import { createNewId, timeOfId } from "../base/ids";
import { replaceInRounds, replaceInRules } from "../contact/rule-contacts";
import { findContact, findContacts } from "../db/contact-rows";
import { isSameValue } from "../db/device-rows";
import {
	deleteOverrideRow,
	deletePastTurns,
	deleteRosterRows,
	findOverride,
	findRoster,
	insertOverride,
	insertRoster,
	listRosters,
	type RosterOverrideRow,
	type RosterRecord,
	recordTurnsChange,
	saveRosterPlan,
	updateOverride,
	updateRosterRow,
} from "../db/roster-rows";
import { assertWholeScope } from "../group/scope";
import { visibleRoster } from "./roster-projection";

/** Throws NOT_PERMITTED, ROSTER_LIMIT, and InputError for a taken name or unknown contacts. */
export function createRoster({ ctx, input }: Call<CreateRoster>): RosterDetails {
	assertWholeScope(ctx);
	const { name, zone, layers, fallbackContactIds } = input;
	const id = ctx.newId("roster");
	ctx.audit.change({ roster: [id] }, () => {
		if (listRosters(ctx.db).length >= rosterLimits.rosters) {
			throw domainError("ROSTER_LIMIT", { most: rosterLimits.rosters });
		}
		assertAcceptable(ctx, input, null);
		recordTurnsChange(ctx.db, id, ctx.now, null);
		insertRoster(ctx.db, { id, name, fallbackContactIds, createdAt: new Date(ctx.now) });
		saveRosterPlan(ctx.db, { rosterId: id, from: ctx.now, plan: { zone, layers } });
		addConfigEvent(ctx, null, said("roster.added", { name }));
	});
	rostersChanged(ctx);
	return visibleRoster(ctx, id);
}

/** Turns before now stay as they were. Throws CHANGED_MEANWHILE, NOT_PERMITTED, ROSTER_NOT_FOUND and InputError. */
export function updateRoster({ ctx, input }: Call<UpdateRoster>): RosterDetails {
	assertWholeScope(ctx);
	const { rosterId, version, name, zone, layers, fallbackContactIds } = input;
	ctx.audit.change({ roster: [rosterId] }, () => {
		const before = rosterOrThrow(ctx, rosterId);
		if (before.version !== version) throw domainError("CHANGED_MEANWHILE", { rosterId });
		assertAcceptable(ctx, input, before);
		const plan = { zone, layers };
		const isPlanSame = isSameValue(plan, before.plan);
		if (isPlanSame && before.name === name && isSameValue(fallbackContactIds, before.fallbackContactIds)) return;
		if (!isPlanSame) {
			recordTurnsChange(ctx.db, rosterId, ctx.now, before);
			saveRosterPlan(ctx.db, { rosterId, from: ctx.now, plan });
		}
		deletePastTurns(ctx.db, rosterId, ctx.now - rosterLimits.pastMs);
		updateRosterRow(ctx.db, rosterId, { name, fallbackContactIds, version: version + 1 });
		addConfigEvent(ctx, null, said("roster.changed", { name }));
	});
	rostersChanged(ctx);
	return visibleRoster(ctx, rosterId);
}

/** Throws NOT_PERMITTED, ROSTER_NOT_FOUND, and CONTACT_NEEDED if a rule would notify no one. */
export function deleteRoster({ ctx, input }: Call<RosterTarget>): string {
	assertWholeScope(ctx);
	const { rosterId } = input;
	ctx.audit.change({ roster: [rosterId] }, () => {
		const { name } = rosterOrThrow(ctx, rosterId);
		const none = new Set<string>();
		const going = { contactIds: none, contactGroupIds: none, rosterIds: new Set([rosterId]), successorId: null };
		replaceInRules(ctx, going);
		replaceInRounds(ctx, going);
		deleteRosterRows(ctx.db, rosterId);
		addConfigEvent(ctx, null, said("roster.deleted", { name }));
	});
	rostersChanged(ctx);
	return rosterId;
}

/** Throws NOT_PERMITTED, ROSTER_NOT_FOUND, CONTACT_NOT_FOUND, and InputError for its time. */
export function addOverride({ ctx, input }: Call<AddOverride>): RosterDetails {
	assertWholeScope(ctx);
	const { rosterId, contactId, to } = input;
	let undoId = "";
	ctx.audit.change({ roster: [rosterId] }, () => {
		const roster = rosterOrThrow(ctx, rosterId);
		const { name, overrides } = roster;
		const contact = findContact(ctx.db, contactId);
		if (!contact) throw domainError("CONTACT_NOT_FOUND", { contactId });
		assertAhead(to, ctx.now);
		if (overrides.filter((each) => each.to > ctx.now).length >= rosterLimits.overridesAhead) {
			throw new InputError({ from: errorKey("roster.overridesTooMany", { most: rosterLimits.overridesAhead }) });
		}
		const from = Math.max(input.from, ctx.now);
		recordTurnsChange(ctx.db, rosterId, ctx.now, roster);
		deletePastTurns(ctx.db, rosterId, ctx.now - rosterLimits.pastMs);
		const id = idAfter(ctx, overrides.at(-1));
		insertOverride(ctx.db, { id, rosterId, contactId, from, to, createdBy: ctx.user.name });
		undoId = createUndo(ctx, { kind: "overrides", entries: [{ added: id }] });
		ctx.audit.makes();
		addConfigEvent(ctx, null, said("roster.override", { name, contact: contact.fullName }));
	});
	rostersChanged(ctx);
	return { ...visibleRoster(ctx, rosterId), undoId };
}

/** Keeps the part that has passed. Throws NOT_PERMITTED, and ROSTER_NOT_FOUND if the override is over. */
export function endOverride({ ctx, input }: Call<EndOverride>): RosterDetails {
	assertWholeScope(ctx);
	const { overrideId } = input;
	const override = findOverride(ctx.db, overrideId);
	if (!override || override.to <= ctx.now) throw domainError("ROSTER_NOT_FOUND", { overrideId });
	let undoId = "";
	ctx.audit.change({ roster: [override.rosterId] }, () => {
		endNow(ctx, override);
		undoId = createUndo(ctx, { kind: "overrides", entries: [{ ended: override }] });
	});
	rostersChanged(ctx);
	return { ...visibleRoster(ctx, override.rosterId), undoId };
}

function endNow(ctx: MemberContext, { id, rosterId, from }: RosterOverrideRow): void {
	const roster = rosterOrThrow(ctx, rosterId);
	recordTurnsChange(ctx.db, rosterId, ctx.now, roster);
	deletePastTurns(ctx.db, rosterId, ctx.now - rosterLimits.pastMs);
	if (from >= ctx.now) deleteOverrideRow(ctx.db, id);
	else updateOverride(ctx.db, id, { to: ctx.now });
	addConfigEvent(ctx, null, said("roster.overrideEnded", { name: roster.name }));
}

const UndoneOverride = z.array(
	z.union([
		z.object({ added: RosterOverrideId }),
		z.object({
			ended: z.object({
				rosterId: RosterId,
				contactId: z.string(),
				from: z.number(),
				to: z.number(),
				createdBy: z.string(),
				acceptedBy: z.nullable(z.string()),
			}),
		}),
	]),
);

/** Keeps the past part. Skips an override that is over or whose roster or contact was deleted meanwhile. */
export function undoOverride(ctx: MemberContext, entries: unknown[], take: () => void): Undone {
	const [entry] = UndoneOverride.parse(entries);
	const added = entry && "added" in entry ? findOverride(ctx.db, entry.added) : null;
	const ended = entry && "ended" in entry ? entry.ended : null;
	const subject = added ?? ended;
	const roster = subject && subject.to > ctx.now ? findRoster(ctx.db, subject.rosterId) : null;
	const isLost = ended !== null && findContact(ctx.db, ended.contactId) === null;
	ctx.audit.change(roster ? { roster: [roster.id] } : {}, () => {
		take();
		if (!roster || isLost) return;
		if (added) endNow(ctx, added);
		if (!ended) return;
		recordTurnsChange(ctx.db, roster.id, ctx.now, roster);
		insertOverride(ctx.db, {
			...ended,
			id: idAfter(ctx, roster.overrides.at(-1)),
			from: Math.max(ended.from, ctx.now),
		});
		const contact = findContact(ctx.db, ended.contactId)?.fullName ?? "";
		addConfigEvent(ctx, null, said("roster.override", { name: roster.name, contact }));
	});
	rostersChanged(ctx);
	return roster && !isLost ? { restored: 1, skipped: 0 } : { restored: 0, skipped: 1 };
}

/** Ids order overrides by their creation, also two of one millisecond, or if the clock was turned back. */
export function idAfter({ now }: MemberContext, last: { id: string } | undefined): string {
	return createNewId(last ? Math.max(now, timeOfId(last.id) + 1) : now)("rosterOverride");
}

export function assertAhead(to: number, now: number): void {
	try {
		assertToCome(to, now);
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		throw new InputError({ to: error.fields.until ?? errorKey("time.toCome") });
	}
}

export function rosterOrThrow({ db }: MemberContext, rosterId: string): RosterRecord {
	const roster = findRoster(db, rosterId);
	if (!roster) throw domainError("ROSTER_NOT_FOUND", { rosterId });
	return roster;
}

function assertAcceptable({ db }: MemberContext, input: CreateRoster, before: RosterRecord | null): void {
	const { name, layers, fallbackContactIds } = input;
	const key = name.normalize("NFC").toLowerCase();
	const isTaken = listRosters(db).some(
		(roster) => roster.id !== before?.id && roster.name.normalize("NFC").toLowerCase() === key,
	);
	if (isTaken) throw new InputError({ name: errorKey("roster.nameTaken") });
	const lists = [fallbackContactIds, ...layers.map(({ contactIds }) => contactIds)];
	const known = new Set(findContacts(db, [...new Set(lists.flat())]).map(({ id }) => id));
	// A deleted person stays in the order until replaced.
	const gone = new Set(before?.plan.layers.flatMap(({ contactIds }) => contactIds));
	for (const [index, contactIds] of lists.entries()) {
		if (contactIds.every((id) => known.has(id) || (index > 0 && gone.has(id)))) continue;
		const field = index === 0 ? "fallbackContactIds" : `layers.${index - 1}.contactIds`;
		throw new InputError({ [field]: errorKey("contact.gone") });
	}
}

export function rostersChanged({ invalidations }: Pick<MemberContext, "invalidations">): void {
	invalidations.changed("account", "all");
	invalidations.changed("alerts", "all");
}
