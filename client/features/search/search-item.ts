import { serialKey } from "../../../shared/device-filter";
import { foldText } from "./fold-text";

/** What can be found, in the order in which equally good finds stand. */
export const searchKinds = ["page", "action", "device", "group", "alert", "contact", "report", "user"] as const;
export type SearchKind = (typeof searchKinds)[number];

/** Something that can be found and opened. */
export type SearchItem = {
	/** An entity's id, or the kind and a name of its own. */
	id: string;
	kind: SearchKind;
	title: string;
	/** What stands under the title. */
	note: string;
	/** An address of this console, or what an action does. */
	target: string | (() => void);
	/** The texts as they are compared, made once since there may be thousands. */
	keys: { title: string; others: string[]; serial: string; sort: string };
};

type NewItem = Omit<SearchItem, "keys"> & { keywords?: string[]; serialNumber?: string | null };

export function searchItem({ keywords = [], serialNumber = null, ...item }: NewItem): SearchItem {
	const title = foldText(item.title);
	return {
		...item,
		keys: {
			title,
			others: keywords.filter(Boolean).map(foldText),
			serial: serialNumber === null ? "" : serialKey(serialNumber),
			// Cold room 2 before Cold room 10.
			sort: title.replace(/\d+/g, (digits) => digits.padStart(10, "0")),
		},
	};
}
