/** Chooses the sentences of a list. A `thing` is any other entity. */
export type ListNoun =
	| "alert"
	| "change"
	| "contact"
	| "device"
	| "event"
	| "group"
	| "message"
	| "report"
	| "thing"
	| "user";
