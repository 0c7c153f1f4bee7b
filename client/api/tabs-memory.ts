import { storageNames } from "../../shared/session/early-calls";

const refreshDueName = storageNames.refreshDue;
export const heardPersonName = "heard-person";
export const endingName = "session-ending";

/** Memory that the tabs of this browser share through its storage. Holds no part of a token. */
export const tabsMemory = {
	/** When the session needs a refresh, by this clock. client/public/preload.js reads it. Infinity: unknown. */
	refreshDue(): number {
		try {
			return Number(localStorage.getItem(refreshDueName)) || Number.POSITIVE_INFINITY;
		} catch {
			return Number.POSITIVE_INFINITY;
		}
	},
	/** `sub` null: there is no session. `ending`: why, which its response states to one tab alone. */
	keep(sub: string | null, refreshDue: number, ending?: string): void {
		try {
			if (sub === null) {
				localStorage.removeItem(refreshDueName);
				localStorage.removeItem(heardPersonName);
				if (ending) localStorage.setItem(endingName, ending);
			} else {
				localStorage.setItem(refreshDueName, String(refreshDue));
				localStorage.setItem(heardPersonName, sub);
				localStorage.removeItem(endingName);
			}
		} catch {
			// Without storage, each tab knows only its own checks.
		}
	},
};
