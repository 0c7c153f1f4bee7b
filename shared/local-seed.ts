import type { Alert } from "./alert";
import type { Contact } from "./contact";
import type { CreateDevice } from "./device-inputs";
import type { Group } from "./group";
import type { IngestResult } from "./ingest";
import type { KeptStateAct } from "./kept-state";
import type { LogEvent } from "./log";
import type { Role } from "./permissions";
import type { Report } from "./report";
import type { DeviceClock } from "./time-zones";
import type { UploadSlots } from "./upload-slots";

/** One person of a seeded account; `sub` is the emulated user pool's. */
export type SeedMember = {
	sub: string;
	email: string;
	name: string;
	role: Role;
	/** Of the account's groups. */
	scope: "all" | { groupNames: string[] };
	/** Was a member once: the directory still leads here, the account lets nobody in. */
	isRemoved: boolean;
};

/** Somebody asked to join a seeded account. `sub` tells whether they have meanwhile. */
export type SeedInvitation = { sub: string; email: string; role: Role; companyName: string; inviterName: string };

export type SeedAccount = {
	/** Names the account across restarts; the same name is the same account. */
	seedName: string;
	companyName: string;
	timeZone: string;
	members: SeedMember[];
	groups: SeedGroup[];
};

/** With a filter: a group of the devices that meet it. */
export type SeedGroup = Pick<Group, "name" | "description"> & Partial<Pick<Group, "colour" | "filter" | "defaults">>;

export type SeedDevice = Omit<CreateDevice, "groupIds" | keyof DeviceClock> &
	DeviceClock & {
		groupNames: string[];
		site: string;
		model: string;
		uploadIntervalSeconds: number;
	};

/** One upload of a device, in columns: `values` holds one for each channel, as long as `at`. Times are epoch ms. */
export type SeedUpload = { receivedAt: number; channels: string[]; at: number[]; values: number[][] };

/** Contacts, alerts and reports are known by their names; they name one another likewise. */
export type SeedContact = Omit<Contact, "id">;

export type SeedAlert = Omit<Alert, "id" | "openEvents" | "scope" | "contactIds"> & {
	scope: "all" | { serialNumbers: string[] } | { groupNames: string[] };
	contactNames: string[];
};

export type SeedReport = Omit<Report, "id" | "contactIds"> & { contactNames: string[] };

export type SeedLogEvent = Omit<LogEvent, "id" | "deviceId"> & {
	/** Null: it concerns the account and no device. */
	serialNumber: string | null;
	/** There is one of this text for its device at a time: a later seed moves it. */
	isMoving: boolean;
};

/** From when to when a device was offline, epoch ms; `onlineAt` null: it still is. */
export type SeedSilence = { serialNumber: string; offlineAt: number; onlineAt: number | null };

export type SeedRecords = {
	contacts: SeedContact[];
	alerts: SeedAlert[];
	reports: SeedReport[];
	events: SeedLogEvent[];
	silences: SeedSilence[];
};

/**
 * The backend's named entrypoint `LocalSeed`, bound in local runs only. Every method is
 * idempotent and goes through the code that people and devices use; `now` is epoch ms.
 */
export type LocalSeedApi = {
	ensureAccount(account: SeedAccount, now: number): Promise<{ accountId: string; isNew: boolean }>;
	/** Open for seven days from `now`, until its person belongs to an account. */
	ensureInvitation(accountId: string, invitation: SeedInvitation, now: number): Promise<void>;
	/** By serial number. The key is null for a device that exists: it is shown once. */
	ensureDevice(accountId: string, device: SeedDevice, now: number): Promise<{ deviceId: string; key: string | null }>;
	/**
	 * What the ingest door does for each of the uploads, oldest first; one result for each. Each reading counts as
	 * received in the first of the device's slots after it. Null: the device's key was replaced, and this one is
	 * accepted no longer.
	 */
	ingest(deviceKey: string, slots: UploadSlots, uploads: SeedUpload[]): Promise<IngestResult[] | null>;
	/** Adds what is missing. Of what exists only the times that pass are written: last fired, last and next run. */
	ensureRecords(accountId: string, records: SeedRecords, now: number): Promise<void>;
	/** Of the directory and of every account it names. Throws where `restore` finds nothing that was kept. */
	keptState(act: KeptStateAct): Promise<void>;
};
