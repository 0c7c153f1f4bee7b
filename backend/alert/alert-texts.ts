import { crossingsText, eventValueText, ruleSentence } from "../../shared/alert/alert-sentence";
import { isSilence } from "../../shared/alert/conditions/no-data";
import type { EventCondition } from "../../shared/alert/conditions/registry";
import { saidText } from "../../shared/log/said-text";
import { wordsIn as linesIn } from "../../shared/words/made/lines-in";
import type { MessagesTranslate } from "../../shared/words/made/messages";
import { wordsIn } from "../../shared/words/made/messages-in";
import type { AccountDb } from "../base/context";
import { accountOrThrow } from "../db/account-rows";
import { type AlertEventRow, findAlertEvents } from "../db/alert-event-rows";
import { findAlert } from "../db/alert-rows";
import type { CauseFacts, CauseNotice } from "../message/causes";
import { recipientStyle } from "../message/recipient-style";

type AlertFacts = CauseFacts["alert"];
type AlertTexts = Pick<AlertFacts, "sentence" | "value">;

/** `measured`: the value that the message names; null: none. */
type TextOptions = { measured: number | null; hasEnded: boolean; language: string };

/** An event's sentence and value in a language, without the point at the end. */
export function alertTexts(
	db: AccountDb,
	row: AlertEventRow,
	{ measured, hasEnded, language }: TextOptions,
): AlertTexts {
	const say = wordsIn(language);
	const style = recipientStyle(accountOrThrow(db), language);
	const { deviceId, count, crossings, condition } = row;
	const notified =
		deviceId === null && !row.isDrill ? say("alert.manySilent", { count }) : sentenceOf(db, row, language);
	const sentence = withoutPoint(notified);
	const text = condition && measured !== null ? eventValueText(condition, measured, style) : null;
	return {
		sentence:
			crossings === null
				? sentence
				: say("alert.sentenceCrossings", { sentence, crossings: crossingsText(crossings, style) }),
		value: condition && text !== null ? valueIn(say, condition, { text, hasEnded }) : null,
	};
}

export function withoutPoint(sentence: string): string {
	return sentence.replace(/[.。]$/, "");
}

type Value = { text: string; hasEnded: boolean };

function valueIn(say: MessagesTranslate, condition: EventCondition, { text: value, hasEnded }: Value): string {
	if (condition.kind === "sensorFault") return say("alert.value.sent", { value });
	if (isSilence(condition)) return say("alert.value.lasting", { value });
	return hasEnded ? say("alert.value.worst", { value }) : value;
}

/** Formats the rule by the company's formats; if the rule changed since, returns the stored sentence. */
export function sentenceOf(
	db: AccountDb,
	{ alertId, ruleVersion, sentence, said }: Pick<AlertEventRow, "alertId" | "ruleVersion" | "sentence" | "said">,
	language = "en",
): string {
	const alert = alertId === null ? null : findAlert(db, alertId);
	const style = recipientStyle(accountOrThrow(db), language);
	if (alert?.ruleVersion === ruleVersion) return ruleSentence(alert.rule, style);
	return language === "en" || !said ? sentence : saidText(said, { ...style, lines: linesIn(language) });
}

/** The notices with their alerts in the recipient's language. The facts are in English. */
export function noticesIn(db: AccountDb, notices: CauseNotice[], language: string): CauseNotice[] {
	if (language === "en") return notices;
	const ids = notices.flatMap(({ cause, facts }) => (cause === "alert" ? facts.eventId : []));
	const rows = new Map(findAlertEvents(db, [...new Set(ids)]).map((row) => [row.id, row]));
	return notices.map((notice) => {
		if (notice.cause === "alertTest") {
			return { ...notice, facts: { ...notice.facts, alert: testIn(db, notice.facts.alert, language) } };
		}
		const row = notice.cause === "alert" ? rows.get(notice.facts.eventId) : undefined;
		if (notice.cause !== "alert" || !row) return notice;
		const { measured = null, endedAt, value } = notice.facts;
		const texts = alertTexts(db, row, { measured, hasEnded: endedAt !== null, language });
		return { ...notice, facts: { ...notice.facts, ...texts, value: texts.value ?? value } };
	});
}

/** A test has no event. */
function testIn(db: AccountDb, alert: AlertFacts, language: string): AlertFacts {
	const rule = alert.ruleId === null ? null : (findAlert(db, alert.ruleId)?.rule ?? null);
	if (!rule) return alert;
	const style = recipientStyle(accountOrThrow(db), language);
	const { measured } = alert;
	const value = measured == null ? alert.value : eventValueText(rule.condition, measured, style);
	return { ...alert, sentence: withoutPoint(ruleSentence(rule, style)), value };
}
