import { useEffect, useState, useSyncExternalStore } from "react";
import type { AuthConfig } from "../../shared/session/session";
import { authApi } from "./auth-api";

const patienceMs = 3_000;
let config: AuthConfig | null = null;
let loading: Promise<void> | null = null;
const listeners = new Set<() => void>();

async function load(): Promise<void> {
	const response = await authApi.config();
	if (response.ok) config = response.value;
	else loading = null;
	for (const listener of listeners) listener();
}

/** Never rejects. Delays a screen by at most `patienceMs`. */
export async function loadAuthConfig(): Promise<void> {
	loading ??= load();
	await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	void loadAuthConfig();
	return () => void listeners.delete(listener);
}

export function useAuthConfig(): AuthConfig | null {
	return useSyncExternalStore(subscribe, () => config);
}

function newestCode(body: unknown): string | null {
	if (typeof body !== "object" || body === null || !("messages" in body) || !Array.isArray(body.messages)) return null;
	const codes = body.messages.map((message: { code?: unknown } | null) => message?.code);
	return codes.find((code) => typeof code === "string") ?? null;
}

/** The newest code sent to the address `to`, in local runs only. A change of `sentCount` fetches it again. */
export function useLocalCode(to: string | null, sentCount: number): { code: string | null } | null {
	const mailboxPath = useAuthConfig()?.local?.mailboxPath;
	const [code, setCode] = useState<string | null>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: a new count means that another code was sent
	useEffect(() => {
		if (mailboxPath === undefined || to === null) return;
		const gone = new AbortController();
		const request = async () => {
			const response = await fetch(`${mailboxPath}?to=${encodeURIComponent(to)}`, {
				headers: { accept: "application/json" },
				signal: gone.signal,
			});
			setCode(response.ok ? newestCode(await response.json()) : null);
		};
		request().catch(() => {});
		return () => gone.abort();
	}, [mailboxPath, to, sentCount]);
	return mailboxPath === undefined || to === null ? null : { code };
}
