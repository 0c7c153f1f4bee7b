import { useSyncExternalStore } from "react";

export type ConnectionState = { isLost: boolean; lastGoodAt: number | null };

function createConnection(now: () => number) {
	let state: ConnectionState = { isLost: false, lastGoodAt: null };
	const listeners = new Set<() => void>();

	function become(next: ConnectionState): void {
		const isNews = next.isLost !== state.isLost;
		state = next;
		if (isNews) for (const listener of listeners) listener();
	}

	return {
		reached: () => become({ isLost: false, lastGoodAt: now() }),
		lost: () => become({ isLost: true, lastGoodAt: state.lastGoodAt }),
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
