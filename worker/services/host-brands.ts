import { HostBrandResult, hostBrandPath, type ShownBrand } from "../../shared/account/brand";
import { minuteMs, secondMs } from "../../shared/base/durations";
import { createExpiringMap } from "../../shared/base/expiring-map";
import { type RequestLog, reasonOf } from "../base/event-log";

const mostHostnames = 1_000;
/** Age at which the next page renews a cached brand. */
const retryMs = minuteMs;
const keptMs = 24 * 60 * minuteMs;
const patienceMs = 1_500;
const failedMs = 5 * secondMs;

const hostnamePattern = /^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)*$/;

type Parts = {
	backend: Pick<Fetcher, "fetch">;
	now: () => number;
};

type SessionRequest = {
	keepAlive: (work: Promise<unknown>) => void;
	log: RequestLog;
};

export type HostBrands = {
	of(hostname: string, requesting: SessionRequest): Promise<ShownBrand | null>;
};

/** Caches the brands of hostnames. Returns a cached one at once and renews it afterwards. */
export function createHostBrands({ backend, now }: Parts): HostBrands {
	const known = createExpiringMap<string, { brand: ShownBrand | null; requestAt: number }>({
		most: mostHostnames,
		now,
	});

	function keep(hostname: string, brand: ShownBrand | null, requestAt: number): void {
		known.set(hostname, { brand, requestAt }, now() + keptMs);
	}

	async function request(hostname: string, log: RequestLog): Promise<ShownBrand | null> {
		try {
			const url = `https://backend${hostBrandPath}?hostname=${encodeURIComponent(hostname)}`;
			const response = await backend.fetch(url, { signal: AbortSignal.timeout(patienceMs) });
			if (!response.ok) throw new Error(`HTTP ${response.status}`);
			const { brand } = HostBrandResult.parse(await response.json());
			keep(hostname, brand, now() + retryMs);
			return brand;
		} catch (error) {
			log({ event: "brand-unknown", reason: reasonOf(error) });
			const brand = known.get(hostname)?.brand ?? null;
			keep(hostname, brand, now() + failedMs);
			return brand;
		}
	}

	return {
		async of(requested, { keepAlive, log }) {
			// DNS also writes the host with a trailing dot.
			const hostname = requested.replace(/\.$/, "");
			if (!hostnamePattern.test(hostname)) return null;
			const found = known.get(hostname);
			if (!found) return request(hostname, log);
			if (now() >= found.requestAt) {
				keep(hostname, found.brand, now() + patienceMs);
				keepAlive(request(hostname, log));
			}
			return found.brand;
		},
	};
}
