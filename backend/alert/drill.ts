import type { GetAlert } from "../../shared/alert/alert";
import { namesAnybody } from "../../shared/alert/alert-rule";
import { ruleSentence } from "../../shared/alert/alert-sentence";
import type { DrillPlan, PastDrill, StartedDrill } from "../../shared/alert/drill";
import { dayMs, minuteMs } from "../../shared/base/durations";
import { errorKey } from "../../shared/base/error-key";
import { serverLimits } from "../../shared/base/limits";
import type { DeliveryChannel } from "../../shared/message/message";
import type { Call, MemberContext } from "../base/context";
import { InputError } from "../base/errors";
import { visibleContactIds } from "../contact/contact-projection";
import { findUser } from "../db/account-rows";
import { type AlertEventRow, insertAlertEvent, listDrills } from "../db/alert-event-rows";
import type { AlertRow } from "../db/alert-rows";
import { findContact } from "../db/contact-rows";
import { saveFollowUp } from "../db/follow-up-rows";
import type { Recipient } from "../db/message-schema";
import { type KnownNotice, listNoticesAbout } from "../db/notice-rows";
import { keyOf } from "../db/recipient-key";
import { addNote, factsOf, queueAll, starterOf } from "./alert-notices";
import { firstRecipients, recipientsOf } from "./alert-recipients";
import { editableOrThrow } from "./edit-alerts";
import { escalate } from "./escalate";
import { planFollowUps, planOf } from "./follow-up-plan";
import { exampleOf, type RuleExample } from "./test-alert";
import { invalidateEvent, ruleSaid, untouched } from "./write-events";

const lastPressMs = 5 * minuteMs;

export async function getDrillPlan({ ctx, input }: Call<GetAlert>): Promise<DrillPlan> {
	const rule = editableOrThrow(ctx, input.alertId);
	const { deviceId } = await exampleOf(ctx, rule);
	const { steps } = planOf(ctx.db, { id: "", alertId: rule.id, isDrill: true });
	const recipients = [
		...firstRecipients(ctx, rule, deviceId),
		...rule.notification.escalation.flatMap((step) => recipientsOf(ctx, step, deviceId)),
	];
	return { ...planOfRecipients(recipients), lastsMs: (steps.at(-1)?.afterSeconds ?? 0) * 1000 };
}

export function planOfRecipients(recipients: readonly Recipient[]): Pick<DrillPlan, "people" | "messages"> {
	const counts = new Map<DeliveryChannel, number>();
	for (const { channel } of recipients) counts.set(channel, (counts.get(channel) ?? 0) + (channel === "call" ? 2 : 1));
	return {
		people: new Set(recipients.map(personOf)).size,
		messages: Array.from(counts, ([channel, count]) => ({ channel, count })),
	};
}

function personOf(recipient: Recipient): string {
	return recipient.to === "contact" ? recipient.contactId : keyOf(recipient);
}

/** Runs the rule's whole chain as a test, ten times as fast. Throws ALERT_NOT_FOUND, NOT_PERMITTED, and InputError at `alertId`. */
export async function startDrill({ ctx, input }: Call<GetAlert>): Promise<StartedDrill> {
	const rule = editableOrThrow(ctx, input.alertId);
	const example = await exampleOf(ctx, rule);
	const eventId = ctx.audit.change({}, () => {
		if (!rule.isEnabled) throw new InputError({ alertId: errorKey("drill.ruleOff") });
		if (!namesAnybody({ ...rule, ...rule.notification })) throw new InputError({ alertId: errorKey("drill.nobody") });
		assertRoomForDrill(ctx, "alertId", ({ alertId }) => alertId === rule.id);
		const row = drillOf(ctx, rule, example);
		insertAlertEvent(ctx.db, row);
		ctx.audit.made({ alertEvent: [row.id] });
		addNote(ctx.db, row.id, { at: ctx.now, kind: "opened", author: ctx.user.name, text: row.said ?? row.sentence });
		const recipients = firstRecipients(ctx, rule, row.deviceId);
		const facts = factsOf(ctx.db, row, { kind: "first", value: example.value });
		queueAll(ctx, row.id, { step: 0, facts, recipients });
		planFollowUps(ctx, row);
		const { steps } = planOf(ctx.db, row);
		endDrillAt(ctx, row.id, ctx.now + (steps.at(-1)?.afterSeconds ?? 0) * 1000 + lastPressMs);
		if (recipients.length === 0) escalate(ctx, row);
		return row.id;
	});
	invalidateEvent(ctx, null);
	ctx.invalidations.changed("messages", "all");
	return { eventId };
}

export function endDrillAt({ db }: Pick<MemberContext, "db">, eventId: string, dueAt: number): void {
	saveFollowUp(db, { eventId, kind: "drillEnd", recipientKey: "", recipient: null, done: 0, dueAt });
}

const listedMs = 90 * dayMs;
const mostListed = 20;

export function listedDrills({ db, now }: MemberContext, isOfIt: (drill: AlertEventRow) => boolean): AlertEventRow[] {
	return listDrills(db, now - listedMs)
		.filter(isOfIt)
		.toReversed()
		.slice(0, mostListed);
}

/** The rule's latest drills, each with what people got. */
export function getDrills({ ctx, input }: Call<GetAlert>): PastDrill[] {
	const rule = editableOrThrow(ctx, input.alertId);
	const nameOf = namesOfDrill(ctx);
	return listedDrills(ctx, ({ alertId }) => alertId === rule.id).map(({ id, startedAt, endedAt, acknowledgedBy }) => {
		const messages = drillMessages(listNoticesAbout(ctx.db, { about: id, cause: "alert" }), nameOf);
		return { eventId: id, startedAt, startedBy: starterOf(ctx.db, id), endedAt, acknowledgedBy, messages };
	});
}

type NameOf = (recipient: Recipient) => string | null;

export function drillMessages(notices: readonly KnownNotice[], nameOf: NameOf): PastDrill["messages"] {
	return notices.map(({ recipient, channel, state, droppedFor, outcome }) => ({
		name: nameOf(recipient),
		channel,
		state: droppedFor === null ? state : ("suppressed" as const),
		...(outcome !== null && { outcome }),
	}));
}

/** Returns the names of recipients; null: the caller cannot see the contact, or the recipient is gone. */
export function namesOfDrill(ctx: MemberContext): NameOf {
	const seen = visibleContactIds(ctx);
	return (recipient) => {
		if (recipient.to === "user") return findUser(ctx.db, recipient.userId)?.name ?? null;
		if (recipient.to !== "contact") return null;
		const isSeen = seen === "all" || seen.has(recipient.contactId);
		return isSeen ? (findContact(ctx.db, recipient.contactId)?.fullName ?? null) : null;
	};
}

/** Throws InputError at `field` while a drill of the same subject runs, or after the drills of a day. */
export function assertRoomForDrill(
	{ db, now }: MemberContext,
	field: "alertId" | "people",
	isOfIt: (drill: AlertEventRow) => boolean,
): void {
	const drills = listDrills(db, now - dayMs);
	const most = serverLimits.drillsPerDay;
	if (drills.some((drill) => drill.endedAt === null && isOfIt(drill))) {
		throw new InputError({ [field]: errorKey(field === "people" ? "drill.rosterUnderWay" : "drill.underWay") });
	}
	if (drills.length >= most) throw new InputError({ [field]: errorKey("drill.tooMany", { most }) });
}

function drillOf(ctx: MemberContext, rule: AlertRow, { deviceId, channelId, value }: RuleExample): AlertEventRow {
	const measured = value ?? 0;
	return {
		...drillRow(ctx),
		alertId: rule.id,
		deviceId,
		channelId,
		ruleVersion: rule.ruleVersion,
		ruleName: rule.name,
		sentence: ruleSentence(rule.rule),
		said: ruleSaid(rule.rule),
		condition: rule.rule.condition,
		severity: rule.severity,
		worstSeverity: rule.severity,
		firedValue: measured,
		peak: measured,
		lastValue: measured,
	};
}

type RowOfDrill = Omit<AlertEventRow, "ruleName" | "sentence" | "said" | "severity" | "worstSeverity">;

export function drillRow({ now, newId }: MemberContext): RowOfDrill {
	return {
		...untouched,
		id: newId("alertEvent"),
		alertId: null,
		deviceId: null,
		channelId: null,
		ruleVersion: 0,
		condition: null,
		startedAt: now,
		firedAt: now,
		firedValue: 0,
		count: 1,
		peak: 0,
		peakAt: now,
		lastAt: now,
		lastValue: 0,
		isDrill: true,
	};
}
