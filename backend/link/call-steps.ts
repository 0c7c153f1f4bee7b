import { minuteMs } from "../../shared/base/durations";
import { createAudit } from "../activity/audit";
import { noticesIn } from "../alert/alert-texts";
import { acknowledgeByLink } from "../alert/handle-events";
import { type AlertEventRow, findAlertEvent } from "../db/alert-event-rows";
import { findContact } from "../db/contact-rows";
import { findMessage, type MessageRow, updateMessage } from "../db/message-rows";
import type { CallClaims } from "../keys/call-tokens";
import { findAddressee } from "../message/addressee";
import { messageOfCall } from "../message/claim-message";
import { endCall, type OutcomeStore, waitForCall } from "../message/message-outcome";
import type { CallEvent, CallSpeech } from "../message/senders/call-sender";
import { type CallText, callText } from "../message/templates/call-text";
import type { LinkStore } from "./link-action";

type CallStore = OutcomeStore & Pick<LinkStore, "newId" | "origin">;
type OneCall = Pick<CallClaims, "messageId" | "attempt">;

const talkMs = 5 * minuteMs;
const mostRounds = 3;

const errors = {
	voicemail: "A voice mail picked up",
	busy: "The number was busy",
	noAnswer: "No one picked up",
	failed: "The call did not come through",
	completed: "The call ended before its text was spoken",
} as const;

export function takeCallEvent(store: CallStore, call: OneCall, event: CallEvent): CallSpeech | null {
	return store.db.transaction(() => {
		const message = currentMessage(store, call);
		if (!message) return null;
		switch (event.kind) {
			case "underWay":
				if (message.state === "sending") waitForCall(store, message);
				return null;
			case "pickedUp":
				return event.isMachine ? endMissed(store, message, "voicemail") : beginTalk(store, message);
			case "pressed":
				return takePress(store, message, event);
			case "ended":
				if (event.how !== "completed") return endMissed(store, message, event.how);
				if (message.sentAt === null) return endMissed(store, message, "failed", errors.completed);
				endCall(store, message, "heard", "");
				return null;
		}
	});
}

/** Null: this call is over, or was never placed. An unknown outcome may still become a good one. */
function currentMessage({ db }: CallStore, { messageId, attempt }: OneCall): MessageRow | null {
	const message = findMessage(db, messageId);
	const isCurrent = message?.channel === "call" && message.attempt === attempt;
	return isCurrent && (message.state === "sending" || message.state === "unknown") ? message : null;
}

function endMissed(
	store: CallStore,
	message: MessageRow,
	outcome: "voicemail" | "busy" | "noAnswer" | "failed",
	error: string = errors[outcome],
): null {
	if (message.state === "sending") endCall(store, message, outcome, error);
	return null;
}

function beginTalk(store: CallStore, message: MessageRow): CallSpeech | null {
	const text = textOf(store, message);
	if (!text) return null;
	updateMessage(store.db, message.id, { sentAt: new Date(store.now) });
	if (message.state === "sending") waitForCall(store, message, talkMs);
	const { sentences, say } = text;
	if (text.eventIds.length === 0) return speechOf(text, [...sentences, ...sentences.slice(1), say("call.goodbye")]);
	const press = say("call.press");
	return speechOf(text, [...sentences, press, ...sentences.slice(1), press], { press: "first", round: 0 });
}

type Pressed = Extract<CallEvent, { kind: "pressed" }>;

/** Two presses, because a voice mail that takes itself for a person presses none. */
function takePress(store: CallStore, message: MessageRow, { press, digits, round }: Pressed): CallSpeech | null {
	const text = textOf(store, message);
	if (!text) return null;
	const { say, eventIds } = text;
	if (digits !== "1") {
		if (round + 1 >= mostRounds) return speechOf(text, [say("call.notDone")]);
		return speechOf(text, [say("call.otherKey")], { press: "first", round: round + 1 });
	}
	if (press === "first") return speechOf(text, [say("call.confirm")], { press: "second", round });
	const open = eventIds.flatMap((id) => findAlertEvent(store.db, id) ?? []).filter(isOpen);
	acknowledge(store, message, open);
	endCall(store, message, "acknowledged", "");
	return speechOf(text, [say(open.length === 0 ? "call.settled" : "call.done")]);
}

function isOpen({ endedAt, acknowledgedAt }: AlertEventRow): boolean {
	return endedAt === null && acknowledgedAt === null;
}

function acknowledge(store: CallStore, { contactId }: MessageRow, events: readonly AlertEventRow[]): void {
	const contact = contactId === null ? null : findContact(store.db, contactId);
	if (!contact || events.length === 0) return;
	const actor = { kind: "link", id: contact.id, name: contact.fullName } as const;
	const audit = createAudit(store, { action: "link.acknowledge", actor, origin: store.origin });
	const targets = { contact: [contact.id], alertEvent: events.map(({ id }) => id) };
	audit.change(targets, () => {
		const stated = { author: `${contact.fullName} (call)`, comment: "" };
		const recipient = { contactId: contact.id, channel: "call" } as const;
		for (const event of events) acknowledgeByLink(store, event, { ...stated, recipient });
		audit.act(targets, { channel: "call" });
	});
}

function textOf({ db, now }: CallStore, message: MessageRow): CallText | null {
	const addressee = findAddressee(db, message.recipient, now);
	if ("missing" in addressee) return null;
	const claimed = messageOfCall(db, message, addressee);
	return claimed && callText({ ...claimed, notices: noticesIn(db, claimed.notices, addressee.language) });
}

type Expected = { press: "first" | "second"; round: number };

function speechOf({ say }: CallText, sentences: string[], expected: Expected | null = null): CallSpeech {
	const expects = expected && { ...expected, otherwise: say("call.notDone") };
	return { language: say.language, sentences, expects };
}
