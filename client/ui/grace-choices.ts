const daySeconds = 24 * 60 * 60;

/** How long a replaced key may go on working, as a choice; the values are seconds. */
export const graceChoices = [
	{ value: "0", label: "Stops at once" },
	{ value: String(daySeconds), label: "Works for 1 day more" },
	{ value: String(7 * daySeconds), label: "Works for 7 days more" },
	{ value: String(30 * daySeconds), label: "Works for 30 days more" },
];

export const usualGrace = String(7 * daySeconds);
