import type { Role } from "./account/permissions";
import type { Alert } from "./alert/alert";
import type { KeptStateAct } from "./base/kept-state";
import type { ContactText } from "./base/plain-fields";
import type { CreateDevice } from "./device/device-inputs";
import type { Group } from "./device/group";
import type { IngestResult } from "./ingest/ingest";
import type { UploadSlots } from "./ingest/upload-slots";
import type { LogEvent } from "./log/log";
import type { Contact } from "./message/contact";
import type { ReportDefinition, ReportDelivery } from "./report/report";
import type { DeviceClock } from "./time/time-zones";

export type SeedMember = {
	sub: string;
	email: string;
	name: string;
	role: Role;
	scope: "all" | { groupNames: string[] };
	/** Removed from the account, while the directory still lists it. */
	isRemoved: boolean;
};

export type SeedInvitation = { sub: string; email: string; role: Role };

export type SeedAccount = {
	seedName: string;
	companyName: string;
	timeZone: string;
	hostname?: string;
	/** A domain whose people sign in at a provider of the emulated user pool. */
	sso?: { domain: string; token: string; provider: string };
	members: SeedMember[];
	groups: SeedGroup[];
};

export type SeedGroup = Pick<Group, "name" | "description"> & Partial<Pick<Group, "colour" | "filter" | "defaults">>;

export type SeedDevice = Omit<CreateDevice, "groupIds" | keyof DeviceClock> &
	DeviceClock & {
		groupNames: string[];
		site: string;
		model: string;
		uploadIntervalSeconds: number;
	};

/** `values` has one column per channel, as long as `at`. Times are epoch ms. */
export type SeedUpload = { receivedAt: number; channels: string[]; at: number[]; values: number[][] };

export type SeedContact = Pick<
	Contact,
	| "fullName"
	| ContactText
	| "timeZone"
	| "email"
	| "emailStatus"
	| "phone"
	| "phoneStatus"
	| "lastNotifiedAt"
	| "createdAt"
>;

export type SeedAlert = Pick<Alert, "name" | "isEnabled" | "severity" | "description" | "rule" | "createdAt"> & {
	scope: "all" | { serialNumbers: string[] } | { groupNames: string[] };
	contactNames: string[];
};

export type SeedReport = Omit<ReportDefinition, "scope" | "delivery"> & {
	scope: "all" | { groupNames: string[] };
	contactNames: string[];
	onlyIf: ReportDelivery["onlyIf"];
	message: string;
	createdAt: Date;
	pastRuns: number;
};

export type SeedLogEvent = Omit<LogEvent, "id" | "deviceId"> & {
	serialNumber: string | null;
	/** A later seed updates its time: one event per device and text. */
	isMoving: boolean;
};

/** Epoch ms. `onlineAt` null: still offline. */
export type SeedSilence = { serialNumber: string; offlineAt: number; onlineAt: number | null };

export type SeedRoster = {
	name: string;
	zone: string;
	contactNames: string[];
	fallbackNames: string[];
	/** `YYYY-MM-DD`. */
	startDay: string;
	createdAt: Date;
};

export type SeedRecords = {
	contacts: SeedContact[];
	rosters?: SeedRoster[];
	alerts: SeedAlert[];
	reports: SeedReport[];
	events: SeedLogEvent[];
	silences: SeedSilence[];
};

/** Entrypoint of the backend in local runs only. Methods are idempotent. `now` is epoch ms. */
export type LocalSeedApi = {
	ensureAccount(account: SeedAccount, now: number): Promise<{ accountId: string; isNew: boolean }>;
	/** Expires seven days after `now`, or when the user joins an account. */
	ensureInvitation(accountId: string, invitation: SeedInvitation, now: number): Promise<void>;
	/** Finds the device by serial number. `key` is null for an existing device. */
	ensureDevice(accountId: string, device: SeedDevice, now: number): Promise<{ deviceId: string; key: string | null }>;
	/** One result per upload, oldest first. Null: the device's key was replaced. */
	ingest(deviceKey: string, slots: UploadSlots, uploads: SeedUpload[]): Promise<IngestResult[] | null>;
	/** Delivers a mail as Cloudflare does. Returns null if it is accepted, else the reason. */
	receiveMail(mail: { from: string; to: string; raw: ArrayBuffer }): Promise<string | null>;
	/** Adds what is missing. Only updates the times of existing events. */
	ensureRecords(accountId: string, records: SeedRecords, now: number): Promise<void>;
	/** Acts on the directory and all accounts. Throws if `restore` finds nothing kept. */
	keptState(act: KeptStateAct): Promise<void>;
};
