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
import { listNoticesAbout } from "../db/notice-rows";
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
	const counts = new Map<DeliveryChannel, number>();
	for (const { channel } of recipients) counts.set(channel, (counts.get(channel) ?? 0) + (channel === "call" ? 2 : 1));
	return {
		people: new Set(recipients.map(personOf)).size,
		messages: Array.from(counts, ([channel, count]) => ({ channel, count })),
		lastsMs: (steps.at(-1)?.afterSeconds ?? 0) * 1000,
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
		const complaint = complaintAgainst(ctx, rule);
		if (complaint !== null) throw new InputError({ alertId: complaint });
		const row = drillOf(ctx, rule, example);
		insertAlertEvent(ctx.db, row);
		ctx.audit.made({ alertEvent: [row.id] });
		addNote(ctx.db, row.id, { at: ctx.now, kind: "opened", author: ctx.user.name, text: row.said ?? row.sentence });
		const recipients = firstRecipients(ctx, rule, row.deviceId);
		const facts = factsOf(ctx.db, row, { kind: "first", value: example.value });
		queueAll(ctx, row.id, { step: 0, facts, recipients });
		planFollowUps(ctx, row);
		const { steps } = planOf(ctx.db, row);
		const dueAt = ctx.now + (steps.at(-1)?.afterSeconds ?? 0) * 1000 + lastPressMs;
		saveFollowUp(ctx.db, { eventId: row.id, kind: "drillEnd", recipientKey: "", recipient: null, done: 0, dueAt });
		if (recipients.length === 0) escalate(ctx, row);
		return row.id;
	});
	invalidateEvent(ctx, null);
	ctx.invalidations.changed("messages", "all");
	return { eventId };
}

const listedMs = 90 * dayMs;
const mostListed = 20;

/** The rule's latest drills, each with what people got. */
export function getDrills({ ctx, input }: Call<GetAlert>): PastDrill[] {
	const rule = editableOrThrow(ctx, input.alertId);
	const drills = listDrills(ctx.db, ctx.now - listedMs).filter(({ alertId }) => alertId === rule.id);
	const seen = visibleContactIds(ctx);
	return drills.toReversed().slice(0, mostListed).map(toPast);

	function toPast({ id, startedAt, endedAt, acknowledgedBy }: AlertEventRow): PastDrill {
		const known = listNoticesAbout(ctx.db, { about: id, cause: "alert" });
		const messages = known.map(({ recipient, channel, state, droppedFor, outcome }) => ({
			name: nameOf(recipient),
			channel,
			state: droppedFor === null ? state : ("suppressed" as const),
			...(outcome !== null && { outcome }),
		}));
		return { eventId: id, startedAt, startedBy: starterOf(ctx.db, id), endedAt, acknowledgedBy, messages };
	}

	function nameOf(recipient: Recipient): string | null {
		if (recipient.to === "user") return findUser(ctx.db, recipient.userId)?.name ?? null;
		if (recipient.to !== "contact") return null;
		const isSeen = seen === "all" || seen.has(recipient.contactId);
		return isSeen ? (findContact(ctx.db, recipient.contactId)?.fullName ?? null) : null;
	}
}

function complaintAgainst({ db, now }: MemberContext, rule: AlertRow): string | null {
	if (!rule.isEnabled) return errorKey("drill.ruleOff");
	if (!namesAnybody({ ...rule, ...rule.notification })) return errorKey("drill.nobody");
	const drills = listDrills(db, now - dayMs);
	if (drills.some(({ alertId, endedAt }) => alertId === rule.id && endedAt === null)) return errorKey("drill.underWay");
	const most = serverLimits.drillsPerDay;
	return drills.length >= most ? errorKey("drill.tooMany", { most }) : null;
}

function drillOf(
	{ now, newId }: MemberContext,
	rule: AlertRow,
	{ deviceId, channelId, value }: RuleExample,
): AlertEventRow {
	const measured = value ?? 0;
	return {
		...untouched,
		id: newId("alertEvent"),
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
		startedAt: now,
		firedAt: now,
		firedValue: measured,
		count: 1,
		peak: measured,
		peakAt: now,
		lastAt: now,
		lastValue: measured,
		isDrill: true,
	};
}
