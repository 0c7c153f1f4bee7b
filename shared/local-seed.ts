import type { CreateDevice } from "./device";
import type { IngestResult } from "./ingest";
import type { Role } from "./permissions";

/** One person of a seeded account; `sub` is the emulated user pool's. */
export type SeedMember = { sub: string; email: string; name: string; role: Role };

export type SeedAccount = {
	/** Names the account across restarts; the same name is the same account. */
	seedName: string;
	companyName: string;
	timeZone: string;
	members: SeedMember[];
	groups: { name: string; description: string }[];
};

export type SeedDevice = Omit<CreateDevice, "groupIds"> & {
	groupNames: string[];
	site: string;
	model: string;
	uploadIntervalSeconds: number;
};

export type SeedReading = { channel: string; at: number; value: number };

/**
 * The backend's named entrypoint `LocalSeed`, bound in local runs only. Every method is
 * idempotent and goes through the code that people and devices use; `now` is epoch ms.
 */
export type LocalSeedApi = {
	ensureAccount(account: SeedAccount, now: number): Promise<{ accountId: string; isNew: boolean }>;
	/** By serial number. The key is null for a device that exists: it is shown once. */
	ensureDevice(accountId: string, device: SeedDevice, now: number): Promise<{ deviceId: string; key: string | null }>;
	/** What the ingest door does for an upload received at `now`. */
	ingest(deviceKey: string, readings: SeedReading[], now: number): Promise<IngestResult>;
};
