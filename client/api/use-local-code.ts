import { useEffect, useState } from "react";
import { useAuthConfig } from "./auth-config";

function newestCode(body: unknown): string | null {
	if (typeof body !== "object" || body === null || !("messages" in body) || !Array.isArray(body.messages)) return null;
	const newest: unknown = body.messages[0];
	if (typeof newest !== "object" || newest === null || !("code" in newest)) return null;
	return typeof newest.code === "string" ? newest.code : null;
}

/**
 * The newest code sent to an address, in local runs only; null where there is none to see.
 * `sentCount` is how many codes this screen has asked for: each time it changes, the mailbox is asked again.
 */
export function useLocalCode(to: string | null, sentCount: number): string | null {
	const mailboxPath = useAuthConfig()?.local?.mailboxPath;
	const [code, setCode] = useState<string | null>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: a new count means that another code was sent
	useEffect(() => {
		if (mailboxPath === undefined || to === null) return;
		const gone = new AbortController();
		const ask = async () => {
			const response = await fetch(`${mailboxPath}?to=${encodeURIComponent(to)}`, {
				headers: { accept: "application/json" },
				signal: gone.signal,
			});
			setCode(response.ok ? newestCode(await response.json()) : null);
		};
		// Without the mailbox the person reads the code there by hand.
		ask().catch(() => {});
		return () => gone.abort();
	}, [mailboxPath, to, sentCount]);
	return code;
}
