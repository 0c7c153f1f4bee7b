import type { GetAlert, TestedAlert } from "../../shared/alert/alert";
import { channelsOf } from "../../shared/alert/alert-rule";
import { comparedAs, eventValueText, ruleSentence } from "../../shared/alert/alert-sentence";
import { isChosenChannel } from "../../shared/alert/conditions/terms";
import { hourMs } from "../../shared/base/durations";
import { valueStyleOf } from "../../shared/formats/reading-units";
import type { SuppressionReason } from "../../shared/message/message";
import { suppressionText } from "../../shared/message/suppression-text";
import type { Call, MemberContext } from "../base/context";
import { accountOrThrow } from "../db/account-rows";
import type { AlertRow } from "../db/alert-rows";
import { type ChannelRow, listChannels } from "../db/channel-rows";
import { findDeliveryChannel } from "../db/contact-rows";
import { findDevice } from "../db/device-rows";
import { hasRuleOptOut } from "../db/follow-up-rows";
import type { Recipient } from "../db/message-schema";
import { findAddressee } from "../message/addressee";
import type { CauseFacts } from "../message/causes";
import { queueMessage, whyNotSent } from "../message/queue-message";
import { firstRecipients } from "./alert-recipients";
import { withoutPoint } from "./alert-texts";
import { editableOrThrow } from "./edit-alerts";
import { watchedIds } from "./rehearsal-source";

const devicesRequested = 50;

/** Sends the rule's message, marked as a test, without an event. Throws ALERT_NOT_FOUND, NOT_PERMITTED. */
export async function testAlert({ ctx, input }: Call<GetAlert>): Promise<TestedAlert> {
	const rule = editableOrThrow(ctx, input.alertId);
	const facts = await factsOfTest(ctx, rule);
	return ctx.db.transaction(() => {
		const results = firstRecipients(ctx, rule, facts.deviceId).map((recipient) =>
			sendTo(ctx, { rule, recipient, facts }),
		);
		ctx.audit.act({ alert: [rule.id] }, { sent: results.filter(({ refusal: denial }) => denial === null).length });
		ctx.invalidations.changed("messages", "all");
		return { recipients: results };
	});
}

type Test = { rule: AlertRow; recipient: Recipient; facts: CauseFacts["alertTest"] };

function sendTo(ctx: MemberContext, { rule, recipient, facts }: Test): TestedAlert["recipients"][number] {
	const requestedBy = ctx.user.id;
	const reason = isRuleStopped(ctx, rule, recipient)
		? "optedOut"
		: whyNotSent(ctx, { cause: "alertTest", recipient, requestedBy });
	const about = facts.alert.eventId;
	if (reason === null) queueMessage(ctx, { cause: "alertTest", about, recipient, facts, requestedBy });
	const contactId = recipient.to === "contact" ? recipient.contactId : null;
	const found = findAddressee(ctx.db, recipient, ctx.now);
	const name = "missing" in found ? "" : found.name;
	return { contactId, name, channel: recipient.channel, refusal: reason && denialText(reason) };
}

function denialText(reason: SuppressionReason): string {
	return suppressionText[reason];
}

function isRuleStopped({ db }: MemberContext, { id }: AlertRow, recipient: Recipient): boolean {
	if (recipient.to !== "contact") return false;
	const found = findDeliveryChannel(db, recipient.contactId, recipient.channel, recipient.addressId);
	return found !== null && hasRuleOptOut(db, { alertId: id, channel: found.channel, address: found.address });
}

/** The watched device that was read last; `value` null: the rule compares none. */
export type RuleExample = { deviceId: string | null; channelId: string | null; value: number | null };

export async function exampleOf(ctx: MemberContext, rule: AlertRow): Promise<RuleExample> {
	const example = await newestOf(ctx, rule);
	const hasValue = example !== null && comparedAs(rule.rule.condition) === "value";
	const [watched = null] = watchedIds(ctx, rule);
	const { deviceId = watched, id: channelId = null } = example?.channel ?? {};
	return { deviceId, channelId, value: hasValue ? example.value : null };
}

async function factsOfTest(ctx: MemberContext, rule: AlertRow): Promise<CauseFacts["alertTest"]> {
	const { db, now } = ctx;
	const example = await newestOf(ctx, rule);
	const { condition } = rule.rule;
	const style = valueStyleOf(accountOrThrow(db));
	const hasValue = example !== null && comparedAs(condition) === "value";
	const device = example && findDevice(db, example.channel.deviceId);
	return {
		alert: {
			eventId: ctx.newId("notice"),
			ruleId: rule.id,
			kind: "first",
			severity: rule.severity,
			ruleName: rule.name,
			deviceName: device?.name ?? null,
			instruction: rule.description,
			sentence: withoutPoint(ruleSentence(rule.rule, style)),
			value: hasValue ? eventValueText(condition, example.value, style) : null,
			...(hasValue && { measured: example.value }),
			startedAt: now,
			endedAt: null,
			path: device ? `/log/?device=${device.id}&from=${now - hourMs}&to=${now + hourMs}` : "/devices",
		},
		requestedBy: ctx.user.name,
		deviceId: device?.id ?? null,
		channelId: example?.channel.id ?? null,
	};
}

async function newestOf(ctx: MemberContext, rule: AlertRow): Promise<{ channel: ChannelRow; value: number } | null> {
	const ids = watchedIds(ctx, rule).slice(0, devicesRequested);
	const [choice] = channelsOf(rule.rule.condition);
	const latest = await ctx.readingStore.latest(ids);
	const read = listChannels(ctx.db, ids).flatMap((channel) => {
		const found = latest.get(channel.deviceId)?.values.get(channel.id);
		return found && (!choice || isChosenChannel(choice, channel)) ? [{ channel, ...found }] : [];
	});
	const [newest = null] = read.sort((one, other) => other.at - one.at);
	return newest;
}
