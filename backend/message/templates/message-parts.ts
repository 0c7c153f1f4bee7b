import type { MessagesTranslate } from "../../../shared/words/made/messages";
import type { AlertDetails, AlertTrend } from "../alert-details";
import type { MessageLinks } from "../claim-message";

/** A message's content for all channels. Each text is safe as plain text. */
export type MessageContent = {
	subject: string;
	title: string;
	blocks: ContentBlock[];
	short: string;
	url: string | null;
};

export type ContentBlock =
	| { kind: "heading"; text: string }
	| { kind: "text"; text: string }
	| { kind: "quiet"; text: string }
	| { kind: "facts"; rows: [label: string, value: string][] }
	| { kind: "code"; code: string }
	| { kind: "link"; label: string; url: string }
	| { kind: "links"; links: { label: string; url: string }[] }
	/** `caption` replaces the picture where pictures are off. */
	| { kind: "picture"; trend: AlertTrend; caption: string };

export type Reader = {
	say: MessagesTranslate;
	brand: string;
	company: string;
	name: string;
	url(path: string): string;
	page(path: string): string;
	time(at: number): string;
	count(number: number): string;
	links: MessageLinks;
	alerts: Record<string, AlertDetails>;
	/** A contact may have no sign-in. */
	isContact: boolean;
};

export const longestInstruction = 2_000;
