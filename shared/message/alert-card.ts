import type { AlertSeverity } from "../alert/conditions/terms";

/** A message as chat services and incident tools show it, in the recipient's language. All texts are plain. */
export type AlertCard = {
	/** The event's id, or the message's where it is not about one event. Equal in every card of an event. */
	key: string;
	/** `none`: no event, such as a test. Of several events, the one that needs most attention. */
	state: "open" | "acknowledged" | "over" | "none";
	severity: AlertSeverity | null;
	title: string;
	thing: string;
	value: string | null;
	limit: string | null;
	/** When it began, in the recipient's zone. */
	time: string;
	/** One for each event. `title` null: the card's own. */
	sections: CardSection[];
	links: CardLink[];
	company: string;
};

export type CardSection = { title: string | null; texts: string[]; rows: [label: string, value: string][] };

export type CardLink = { label: string; url: string; isAction: boolean };
