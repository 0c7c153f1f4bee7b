/* What the tabs of this browser tell each other, by its storage. No part of a token. */

const refreshDueName = "refresh-due";
const heardPersonName = "heard-person";

/** When this browser's session has to be refreshed, by its clock, as any tab has heard; client/public/preload.js reads it. */
export const refreshDue = {
	/** Infinite where nobody knows. */
	read(): number {
		return Number(read(refreshDueName)) || Number.POSITIVE_INFINITY;
	},
	/** Infinite: there is no session. */
	keep: (at: number) => write(refreshDueName, Number.isFinite(at) ? String(at) : null),
};

/** The `sub` of who is signed in, as any tab has heard last; null: nobody. */
export const heardPerson = {
	/** Undefined where the browser keeps nothing. */
	read: () => read(heardPersonName),
	keep: (sub: string | null) => write(heardPersonName, sub),
	/** Calls back when another tab has heard something else. Returns the unsubscribe function. */
	onChange(listener: () => void): () => void {
		const listen = ({ key }: StorageEvent) => {
			// Null: all of it was cleared.
			if (key === heardPersonName || key === null) listener();
		};
		window.addEventListener("storage", listen);
		return () => window.removeEventListener("storage", listen);
	},
};

function read(name: string): string | null | undefined {
	try {
		return localStorage.getItem(name);
	} catch {
		return undefined;
	}
}

function write(name: string, text: string | null): void {
	try {
		if (text === null) localStorage.removeItem(name);
		else localStorage.setItem(name, text);
	} catch {
		// Each tab then knows only what it has asked for itself.
	}
}
