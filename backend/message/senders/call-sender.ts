import type { CallSettings } from "../../base/message-settings";
import type { SendOutcome } from "../message-outcome";
import { twilioCalls } from "./twilio-calls";
import type { NetworkSend } from "./webhook-sender";

/** `url`: where the provider reports, in the address space of this console. */
export type CallToPlace = { to: string; url: string };

/** `first`: the press that begins an acknowledgement; `second`: the one that confirms it. */
export type CallPress = "first" | "second";

/** `round`: how often the keypad was explained before. */
export type CallEvent =
	| { kind: "underWay" }
	| { kind: "answered"; isMachine: boolean }
	| { kind: "pressed"; press: CallPress; digits: string; round: number }
	| { kind: "ended"; how: "completed" | "voicemail" | "busy" | "noAnswer" | "failed" };

/** What a person hears next. `expects` null: the call ends afterwards. */
export type CallSpeech = {
	language: string;
	sentences: string[];
	expects: { press: CallPress; round: number; otherwise: string } | null;
};

/** `url`: as the provider was given it, with its query. */
export type CallRequest = { url: string; body: string; signature: string };

/** A provider of phone calls. */
export type CallSender = {
	place(call: CallToPlace): Promise<SendOutcome>;
	/** Null: not from the provider, or changed on its way. */
	readEvent(request: CallRequest): Promise<CallEvent | null>;
	/** The provider's instructions; `url` as in `place`. Null: nothing to say. */
	instructions(url: string, speech: CallSpeech | null): { contentType: string; body: string };
};

export function createCallSender(settings: CallSettings, send: NetworkSend): CallSender {
	return twilioCalls(settings, send);
}
