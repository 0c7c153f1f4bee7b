import * as z from "zod/mini";

const Health = z.object({ status: z.string(), version: z.optional(z.object({ deployment: z.optional(z.string()) })) });

type Parts = {
	address: string;
	versionId: string | null;
	fetch: typeof fetch;
	pause(ms: number): Promise<void>;
};

export type Healthy = { isHealthy: boolean; said: string };

const pauseMs = 3_000;
/** A new hostname gets its certificate within minutes, a new version reaches everybody within seconds. */
const tries = 40;

export async function awaitHealth({ address, versionId, fetch, pause }: Parts): Promise<Healthy> {
	let said = "";
	for (let tried = 0; tried < tries; tried += 1) {
		if (tried > 0) await pause(pauseMs);
		try {
			const response = await fetch(`${address}/api/health`, { headers: { "cache-control": "no-cache" } });
			const text = await response.text();
			said = `${response.status} ${text.slice(0, 2_000)}`;
			const health = z.safeParse(Health, JSON.parse(text));
			const running = health.data?.version?.deployment ?? null;
			const isCurrent = versionId === null || running === versionId;
			if (response.ok && isCurrent && health.data?.status === "ok") return { isHealthy: true, said };
			// A retry does not correct wrong settings.
			if (isCurrent && health.success && response.status === 503 && said.includes('"setting"')) break;
		} catch (error) {
			said = String(error instanceof Error && error.cause ? error.cause : error); // the name or its certificate is not there yet
		}
	}
	return { isHealthy: false, said };
}
