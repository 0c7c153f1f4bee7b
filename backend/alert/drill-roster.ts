import type {
	DrilledPeople,
	DrillPlan,
	RosterDrill,
	RosterDrillPlan,
	StartedDrill,
	StartRosterDrill,
} from "../../shared/alert/drill";
import { minuteMs } from "../../shared/base/durations";
import { errorKey } from "../../shared/base/error-key";
import { type RosterTarget, rosterLimits } from "../../shared/duty/roster";
import { dutySpans } from "../../shared/duty/turns";
import { said } from "../../shared/log/said";
import { saidText } from "../../shared/log/said-text";
import type { Call, MemberContext } from "../base/context";
import { InputError } from "../base/errors";
import { type AlertEventRow, insertAlertEvent, listAlertNotes } from "../db/alert-event-rows";
import type { Recipient } from "../db/message-schema";
import { listNoticesAbout } from "../db/notice-rows";
import type { RosterRecord } from "../db/roster-rows";
import { rosterOrThrow } from "../duty/edit-rosters";
import { dutiesOf, historyOf } from "../duty/on-duty";
import { assertWholeScope } from "../group/scope";
import { addNote, factsOf, queueAll, starterOf } from "./alert-notices";
import { recipientsOf } from "./alert-recipients";
import {
	assertRoomForDrill,
	drillMessages,
	drillRow,
	endDrillAt,
	listedDrills,
	namesOfDrill,
	planOfRecipients,
} from "./drill";
import { invalidateEvent } from "./write-events";

/** People at work read a mail later than a call, and no step follows that would remind them. */
const openMs = 30 * minuteMs;

/** Throws NOT_PERMITTED and ROSTER_NOT_FOUND. */
export function getRosterDrillPlan({ ctx, input }: Call<RosterTarget>): RosterDrillPlan {
	assertWholeScope(ctx);
	const roster = rosterOrThrow(ctx, input.rosterId);
	const plan = (people: DrilledPeople): DrillPlan => {
		return { ...planOfRecipients(recipientsFor(ctx, contactsOf(ctx, roster, people))), lastsMs: 0 };
	};
	return { now: plan("now"), ahead: plan("ahead") };
}

/** Sends a test to people of a roster at once. Throws NOT_PERMITTED, ROSTER_NOT_FOUND, and InputError at `people`. */
export function startRosterDrill({ ctx, input }: Call<StartRosterDrill>): StartedDrill {
	assertWholeScope(ctx);
	const { rosterId, people } = input;
	const eventId = ctx.audit.change({ roster: [rosterId] }, () => {
		const roster = rosterOrThrow(ctx, rosterId);
		assertRoomForDrill(ctx, "people", (drill) => drill.rosterId === rosterId);
		const contactIds = contactsOf(ctx, roster, people);
		const recipients = recipientsFor(ctx, contactIds);
		if (recipients.length === 0) throw new InputError({ people: errorKey("drill.reachesNobody") });
		const row = rowOf(ctx, roster);
		insertAlertEvent(ctx.db, row);
		ctx.audit.made({ alertEvent: [row.id] });
		const opened = { at: ctx.now, kind: "opened", author: ctx.user.name, text: row.said ?? row.sentence } as const;
		addNote(ctx.db, row.id, { ...opened, contactIds });
		queueAll(ctx, row.id, { step: 0, facts: factsOf(ctx.db, row, { kind: "first", value: null }), recipients });
		endDrillAt(ctx, row.id, ctx.now + openMs);
		return row.id;
	});
	invalidateEvent(ctx, null);
	ctx.invalidations.changed("messages", "all");
	return { eventId };
}

/** The roster's latest drills, each with what its people got and did. Throws NOT_PERMITTED and ROSTER_NOT_FOUND. */
export function getRosterDrills({ ctx, input }: Call<RosterTarget>): RosterDrill[] {
	assertWholeScope(ctx);
	const { id } = rosterOrThrow(ctx, input.rosterId);
	const nameOf = namesOfDrill(ctx);
	return listedDrills(ctx, ({ rosterId }) => rosterId === id).map((drill) => {
		const notices = listNoticesAbout(ctx.db, { about: drill.id, cause: "alert" });
		const notes = listAlertNotes(ctx.db, drill.id);
		const named = notes.find(({ kind }) => kind === "opened")?.contactIds ?? [];
		const byPerson = Map.groupBy(notices, ({ recipient }) => personKey(recipient));
		const people = [...new Set([...named, ...byPerson.keys()])].map((key) => {
			const own = byPerson.get(key) ?? [];
			const recipient = own[0]?.recipient ?? ({ to: "contact", contactId: key, channel: "email" } as const);
			const name = nameOf(recipient);
			const isTheirs = ({ contactIds, author }: (typeof notes)[number]) =>
				recipient.to === "contact" ? contactIds?.includes(key) === true : author === name;
			const acknowledged = notes.find((note) => note.kind === "acknowledged" && isTheirs(note));
			return { name, acknowledgedAt: acknowledged?.at ?? null, messages: drillMessages(own, nameOf) };
		});
		return {
			eventId: drill.id,
			startedAt: drill.startedAt,
			startedBy: starterOf(ctx.db, drill.id),
			endedAt: drill.endedAt,
			people,
		};
	});
}

function personKey(recipient: Recipient): string {
	if (recipient.to === "contact") return recipient.contactId;
	return recipient.to === "user" ? recipient.userId : "";
}

function contactsOf(ctx: MemberContext, roster: RosterRecord, people: DrilledPeople): string[] {
	if (people === "now") return dutiesOf(ctx, [roster.id]).flatMap(({ notifiedIds }) => notifiedIds);
	const ahead = dutySpans(historyOf(roster), { from: ctx.now, to: ctx.now + rosterLimits.aheadMs });
	return [...new Set(ahead.flatMap(({ contactId }) => contactId ?? []))];
}

function recipientsFor(ctx: MemberContext, contactIds: string[]): Recipient[] {
	return recipientsOf(ctx, { contactIds, contactGroupIds: [], channels: null }, null);
}

function rowOf(ctx: MemberContext, roster: RosterRecord): AlertEventRow {
	const text = said("alert.rosterDrill", { roster: roster.name });
	return {
		...drillRow(ctx),
		rosterId: roster.id,
		ruleName: roster.name,
		sentence: saidText(text),
		said: text,
		severity: "warning",
		worstSeverity: "warning",
	};
}
