import { useSyncExternalStore } from "react";
import type { AuthConfig } from "../../shared/session";
import { authApi } from "./auth-api";

const patienceMs = 3_000;
let config: AuthConfig | null = null;
let loading: Promise<void> | null = null;
const listeners = new Set<() => void>();

async function load(): Promise<void> {
	const answer = await authApi.config();
	if (answer.ok) config = answer.value;
	else loading = null;
	for (const listener of listeners) listener();
}

/** Loads what signed-out screens show of this deployment. Never rejects, and never holds a screen back for long. */
export async function loadAuthConfig(): Promise<void> {
	loading ??= load();
	await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	void loadAuthConfig();
	return () => void listeners.delete(listener);
}

/** Null until it is known, and while nobody answers. */
export function useAuthConfig(): AuthConfig | null {
	return useSyncExternalStore(subscribe, () => config);
}
