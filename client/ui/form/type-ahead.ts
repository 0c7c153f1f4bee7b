const pauseMs = 1_000;
const nothing = { text: "", at: Number.NEGATIVE_INFINITY };
const leaving = ["Enter", "Escape", "Tab"];

type Key = Pick<KeyboardEvent, "key" | "timeStamp" | "ctrlKey" | "metaKey" | "altKey">;

/** Like the browser's own lists: finds the label that begins with the typed text; one letter again finds the next. */
export function createTypeAhead() {
	let typed = nothing;
	return {
		hasTaken({ key, timeStamp, ctrlKey, metaKey, altKey }: Key): boolean {
			if (leaving.includes(key)) typed = nothing;
			if (key.length !== 1 || ctrlKey || metaKey || altKey) return false;
			const text = (timeStamp - typed.at < pauseMs ? typed.text : "") + key.toLowerCase();
			if (text === " ") return false;
			typed = { text, at: timeStamp };
			return true;
		},
		/** The index of the match, starting at `chosen`. Null labels cannot be chosen. */
		find(labels: readonly (string | null)[], chosen: number): number {
			const { text } = typed;
			const isOneLetter = text.replaceAll(text.charAt(0), "") === "";
			const beginning = isOneLetter ? text.charAt(0) : text;
			const from = Math.max(chosen + (isOneLetter ? 1 : 0), 0);
			const begins = (label: string | null) => label?.trim().toLowerCase().startsWith(beginning) ?? false;
			const after = labels.findIndex((label, index) => index >= from && begins(label));
			return after >= 0 ? after : labels.findIndex(begins);
		},
	};
}
