/** A message as chat services and incident tools show it, in the recipient's language. All texts are plain. */
export type AlertCard = {
	/** The id of the event, or of a message about none or several. */
	key: string;
	state: "open" | "acknowledged" | "over" | "none";
	severity: "critical" | "warning" | "info" | null;
	title: string;
	thing: string;
	value: string | null;
	limit: string | null;
	time: string;
	sections: CardSection[];
	links: CardLink[];
	company: string;
};

export type CardSection = { title: string | null; texts: string[]; rows: [label: string, value: string][] };

export type CardLink = { label: string; url: string; isAction: boolean };
