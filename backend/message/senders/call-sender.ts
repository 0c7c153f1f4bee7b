import type { SendOutcome } from "../message-outcome";

export type CallToPlace = { to: string; url: string };

export type CallPress = "first" | "second";

export type CallEvent =
	| { kind: "underWay" }
	| { kind: "pickedUp"; isMachine: boolean }
	| { kind: "pressed"; press: CallPress; digits: string; round: number }
	| { kind: "ended"; how: "completed" | "voicemail" | "busy" | "noAnswer" | "failed" };

/** A call says the sentences next. `expects` null: the call ends afterwards. */
export type CallSpeech = {
	language: string;
	sentences: string[];
	expects: { press: CallPress; round: number; otherwise: string } | null;
};

export type CallRequest = { url: string; body: string; signature: string };

export type CallSender = {
	place(call: CallToPlace): Promise<SendOutcome>;
	/** Null: not from the provider, or changed on its way. */
	readEvent(request: CallRequest): Promise<CallEvent | null>;
	/** The provider's instructions; `url` as in `place`. Null: nothing to say. */
	instructions(url: string, speech: CallSpeech | null): { contentType: string; body: string };
};
