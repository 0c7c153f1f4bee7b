const storageName = "refresh-due";

/** When this browser's session has to be refreshed, by its clock, as any tab has heard; client/public/preload.js reads it. */
export const refreshDue = {
	/** Infinite where nobody knows. */
	read(): number {
		try {
			return Number(localStorage.getItem(storageName)) || Number.POSITIVE_INFINITY;
		} catch {
			return Number.POSITIVE_INFINITY;
		}
	},
	/** Infinite: there is no session. */
	keep(at: number): void {
		try {
			if (Number.isFinite(at)) localStorage.setItem(storageName, String(at));
			else localStorage.removeItem(storageName);
		} catch {
			// A tab that opens when it is due then asks without waiting for its turn.
		}
	},
};
