import { useSyncExternalStore } from "react";
import { appConstants } from "../base/app-constants";

export type ConnectionState = {
	isLost: boolean;
	/** The failure that revealed the lost connection. Null without one, such as when the browser goes offline. */
	failure: unknown;
	isLate: boolean;
	lastGoodAt: number | null;
};

function createConnection(now: () => number) {
	let state: ConnectionState = { isLost: false, failure: null, isLate: false, lastGoodAt: null };
	const listeners = new Set<() => void>();
	const retryListeners = new Set<() => void>();
	const late = new Set<symbol>();

	function become(change: Partial<ConnectionState>): void {
		const before = state;
		state = { ...state, ...change, isLate: late.size > 0 };
		const isNews = state.isLost !== before.isLost || state.failure !== before.failure || state.isLate !== before.isLate;
		if (isNews) for (const listener of listeners) listener();
	}

	return {
		reached: () => become({ isLost: false, failure: null, lastGoodAt: now() }),
		lost: (failure: unknown = null) => become({ isLost: true, failure }),
		/** Returns a function to call with any result, even a failure. */
		awaitResult(): () => void {
			const call = Symbol();
			const timer = setTimeout(() => {
				late.add(call);
				become({});
			}, appConstants.results.lateAfterMs);
			return () => {
				clearTimeout(timer);
				if (late.delete(call)) become({});
			};
		},
		/** Forgets pending responses: the retry requests them again. */
		retry(): void {
			late.clear();
			become({});
			for (const listener of retryListeners) listener();
		},
		onRetry(listener: () => void): () => void {
			retryListeners.add(listener);
			return () => void retryListeners.delete(listener);
		},
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
