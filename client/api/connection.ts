import { useSyncExternalStore } from "react";

/** `isUpdating`: it is lost because a newer release begins. */
export type ConnectionState = { isLost: boolean; isUpdating: boolean; lastGoodAt: number | null };

function createConnection(now: () => number) {
	let state: ConnectionState = { isLost: false, isUpdating: false, lastGoodAt: null };
	const listeners = new Set<() => void>();

	function become(next: ConnectionState): void {
		const isNews = next.isLost !== state.isLost || next.isUpdating !== state.isUpdating;
		state = next;
		if (isNews) for (const listener of listeners) listener();
	}

	return {
		reached: () => become({ isLost: false, isUpdating: false, lastGoodAt: now() }),
		lost: (isUpdating = false) => become({ isLost: true, isUpdating, lastGoodAt: state.lastGoodAt }),
		read: () => state,
		subscribe(listener: () => void): () => void {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
	};
}
export type Connection = ReturnType<typeof createConnection>;

export const connection = createConnection(Date.now);

export function useConnection(): ConnectionState {
	return useSyncExternalStore(connection.subscribe, connection.read);
}
