import type { AlertDetails, AlertTrend } from "../alert-details";
import type { MessageLinks } from "../claim-message";

/** What a message says, apart from how its channel shows it. Every text in it is safe as plain text. */
export type MessageContent = {
	subject: string;
	title: string;
	blocks: ContentBlock[];
	/** In one sentence, for channels of few characters. */
	short: string;
	/** Where more is to be seen; null: nowhere. */
	url: string | null;
};

export type ContentBlock =
	| { kind: "heading"; text: string }
	| { kind: "text"; text: string }
	| { kind: "quiet"; text: string }
	| { kind: "facts"; rows: [label: string, value: string][] }
	| { kind: "code"; code: string }
	| { kind: "link"; label: string; url: string }
	/** Smaller than a link of its own. */
	| { kind: "links"; links: { label: string; url: string }[] }
	/** `caption`: what it shows, in words; without pictures it stands for it. */
	| { kind: "picture"; trend: AlertTrend; caption: string };

/** For whom a message is written, and how they read it. */
export type Reader = {
	brand: string;
	company: string;
	name: string;
	url(path: string): string;
	/** Of a page of the console, in the account that sends the message. */
	page(path: string): string;
	time(at: number): string;
	/** With its thousands grouped as the company reads numbers. */
	count(number: number): string;
	links: MessageLinks;
	/** By the id of an event. */
	alerts: Record<string, AlertDetails>;
	/** Who may have no sign-in. */
	isContact: boolean;
};

/** Of what people typed. */
export const longestInstruction = 2_000;
