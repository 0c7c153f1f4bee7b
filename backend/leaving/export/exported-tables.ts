import { getTableColumns } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { PagerDutyKey } from "../../../shared/message/chat-address";
import { maskedAddress } from "../../../shared/message/contact";
import { isSecret } from "../../db/audited-rows";
import * as schema from "../../db/schema";

type TableName = {
	[Name in keyof typeof schema]: (typeof schema)[Name] extends SQLiteTable ? Name : never;
}[keyof typeof schema];

/**
 * `about`: text for the README. `without`: internal fields.
 * `addresses`: fields of which only the host is exported, because a webhook's path is often a secret.
 */
type Exported = { file: string; about: string; without?: readonly string[]; addresses?: readonly string[] };
type LeftOut = { leftOut: string };

const works = { leftOut: "work under way, which ends here" };
const addresses = ["address"] as const;
const derived = { leftOut: "follows from what is exported" };

/** Every table of an account. A missing one is a type error. */
export const tablesToExport: Record<TableName, Exported | LeftOut> = {
	account: {
		file: "company",
		about: "the company, its settings and its plan",
		without: ["receiptFloor", "unitsCheckedFrom"],
	},
	recoveries: { file: "recoveries", about: "a point in time that the account was set back to" },
	users: { file: "users", about: "somebody who belongs to the account, with role and groups" },
	invitations: { file: "invitations", about: "an invitation to the account" },
	departures: { file: "former-users", about: "when somebody was removed or left" },
	sessions: { file: "sign-ins", about: "a sign-in of a user, by browser" },
	sessionBounds: derived,
	savedViews: { file: "saved-views", about: "a saved view of a list" },
	groups: { file: "groups", about: "a group, by hand or by a filter, with what it gives its devices" },
	mergedGroups: { file: "merged-groups", about: "a group that another one has taken in" },
	groupDevices: { file: "group-devices", about: "that a device is in a group" },
	floorPlans: {
		file: "floor-plans",
		about: "a floor plan of a group, whose picture is an attachment",
		without: ["checkAt"],
	},
	floorPlanDevices: {
		file: "floor-plan-devices",
		about: "where a device is on a floor plan, in 65,535ths of its sides",
	},
	devices: { file: "devices", about: "a device, with its settings; archived ones too" },
	channels: { file: "channels", about: "what a device measures, with unit and limits" },
	calibrations: { file: "calibrations", about: "from when on a channel reads value × scale + offset" },
	calibrationCertificates: {
		file: "calibration-certificates",
		about: "a laboratory's certificate of a channel, whose file lies under attachments/",
		without: ["remindedDays"],
	},
	derivedChannels: { file: "derived-channels", about: "from which channels a channel is computed, and how" },
	readingVerdicts: {
		file: "excluded-readings",
		about: "a span of readings that a user excluded, or of doubtful ones that count",
	},
	justifiedSpans: {
		file: "justified-spans",
		about: "a span of true readings that does not count against compliance, and why",
	},
	retentionShortenings: { file: "shortened-retentions", about: "a shorter retention that waits" },
	statusChanges: { file: "device-status-changes", about: "a change of a device's status" },
	deviceStates: { file: "device-states", about: "the status of a device" },
	deviceRefusals: { file: "device-refusals", about: "what was last refused of a device" },
	deviceUplinks: { file: "device-uplinks", about: "the last frames of a device that a network server sends for" },
	sentUnits: { file: "sent-units", about: "an unknown unit that a channel was sent, and what it means" },
	logEvents: { file: "log-events", about: "an event or note of the log", without: ["receipt", "said"] },
	readingImports: { file: "imports", about: "a file of readings that was imported", without: ["requestKey"] },
	fileFormats: { file: "file-formats", about: "how files of one header are read" },
	alerts: { file: "alert-rules", about: "an alert rule" },
	ruleVersions: { file: "alert-rule-versions", about: "what a rule was from an instant on" },
	alertEvents: { file: "alert-events", about: "one occurrence of an alert", without: ["receipt", "said"] },
	alertNotes: { file: "alert-notes", about: "a comment on an alert", without: ["said"] },
	alertCatchUps: works,
	alertFollowUps: works,
	ruleOptOuts: { file: "rule-opt-outs", about: "an address that wants nothing of a rule", addresses },
	plannedMutes: { file: "planned-mutes", about: "a mute that is planned" },
	contacts: { file: "contacts", about: "a contact" },
	contactDeliveryChannels: { file: "contact-addresses", about: "an address of a contact", addresses },
	contactCodes: { leftOut: "codes that are sent to confirm an address" },
	optOuts: { file: "opt-outs", about: "an address that wants no messages of a kind", addresses },
	contactGroups: { file: "contact-groups", about: "a group of contacts" },
	contactGroupMembers: { file: "contact-group-members", about: "that a contact is in a contact group" },
	rosters: { file: "rosters", about: "a roster of people on duty" },
	rosterPlans: { file: "roster-plans", about: "who takes turns in a roster from an instant on" },
	rosterOverrides: { file: "roster-overrides", about: "who was on duty instead for a time" },
	rosterSwaps: { file: "roster-swaps", about: "a turn that a person offered to another one" },
	proposals: { file: "proposals", about: "a change that waits for a second person, or waited" },
	rosterWatches: works,
	rounds: { file: "rounds", about: "a round of checks that people make", without: ["lookedTo", "lookAt"] },
	roundEntries: { file: "round-checks", about: "what a person saw at a place of a round, and entered by hand" },
	roundMisses: { file: "missed-rounds", about: "a time at which a round was missed", without: ["plans"] },
	dutyCalendars: { leftOut: "addresses of calendars, which end with the account" },
	messages: {
		file: "messages",
		about: "a message of the delivery log",
		without: ["replaces", "addressKey"],
		addresses,
	},
	alertStorms: works,
	notices: { file: "notices", about: "what a message tells" },
	reports: { file: "reports", about: "a report, with its schedule" },
	reportVersions: { file: "report-versions", about: "what a report was from a version on" },
	reportRuns: {
		file: "report-runs",
		about: "a run of a report",
		without: ["uploadId", "leaseUntil", "keptFrom", "calibrated", "notesSaid", "errorSaid"],
	},
	reportFiles: { file: "report-files", about: "a file of a run, which lies under reports/", without: ["objectKey"] },
	reportGarbage: works,
	reportLinks: { file: "report-links", about: "a contact's link to a file" },
	reportSignatures: { file: "report-signatures", about: "a signature under a file" },
	proofCodes: { leftOut: "digests of codes that confirm a person again, of the last minutes" },
	identityConfirmations: { leftOut: "passwords that were entered again, of the last minutes" },
	reportEditions: works,
	fileHashes: { file: "file-hashes", about: "what is answered to whoever checks a file" },
	integrationKeys: { file: "integration-keys", about: "an integration's key, without the key itself" },
	integrationMessages: { file: "integration-messages", about: "one of the last messages of an integration" },
	lineRules: { file: "line-series", about: "a series of the line protocol that was given a channel" },
	lineParts: { leftOut: "the last lines of integrations, of a day" },
	payloadRecipes: { file: "payload-recipes", about: "a version of how an integration reads JSON of any shape" },
	pinnedMessages: { file: "pinned-messages", about: "a message that was pinned to try recipes on" },
	recipeSenders: derived,
	mailInboxes: { file: "mail-addresses", about: "who may send files to an integration by mail", without: ["address"] },
	receivedMails: { file: "received-mails", about: "a mail with files that an integration received" },
	apiKeys: { file: "api-keys", about: "an API key, without the key itself" },
	assistantUses: { leftOut: "uses of assistants today, which the audit log holds from tomorrow on" },
	webhooks: { file: "webhooks", about: "a webhook of a program, without what signs for it", addresses },
	walls: { file: "walls", about: "a screen that shows a group to whoever has its address, without the address" },
	publicLinks: {
		file: "public-links",
		about: "a link that shows a chart, device or floor plan without a sign-in, without its secret",
	},
	billing: { file: "billing", about: "the plan, and what the payment provider said", without: ["checkout"] },
	usageCounts: { file: "usage", about: "how much of something was used in a month" },
	usageStatements: { file: "usage-statements", about: "a closed month" },
	brandDrafts: { file: "brand-drafts", about: "how the console is to look" },
	brandPublications: { file: "brand-publications", about: "how the console looked from a publication on" },
	attachments: {
		file: "attachments",
		about: "a file that somebody attached, which lies under attachments/",
		without: ["objectKey"],
	},
	brandImages: { file: "brand-images", about: "an image of the brand, which lies under images/" },
	sampleFleet: { leftOut: "the sample fleet, which is no data of yours" },
	sampleThings: { leftOut: "the sample fleet, which is no data of yours" },
	evidenceParts: derived,
	trailReviews: {
		file: "audit-reviews",
		about: "a review of a month of the audit log",
		without: ["makeAt", "attempt", "reading"],
	},
	trailRemarks: { file: "audit-review-remarks", about: "a remark of a review on a row of the audit log" },
	readingChanges: derived,
	evidenceErasures: derived,
	failedJobs: works,
	runningWork: works,
	rewrites: works,
	undos: { leftOut: "what can be undone for some minutes" },
	keptRequests: { leftOut: "answers that are given again for a day" },
	bulkChanges: works,
	bulkChangeParts: works,
	accountDeletions: works,
	dataExports: works,
	dataExportFiles: works,
	lakes: {
		file: "lake",
		about: "the nightly files of readings: since when, and the bucket of yours that they go to",
		without: ["position", "isWidened", "stage", "step", "hand", "failures", "oldDays", "night"],
	},
	lakeDays: derived,
	lakeFiles: derived,
};

export type TableToExport = Omit<Exported, "addresses"> & {
	addresses: readonly string[];
	name: string;
	table: SQLiteTable;
	fields: string[];
};

const tables: Record<TableName, SQLiteTable> = schema;

export const exportedTables: TableToExport[] = Object.entries(tablesToExport).flatMap(([name, exported]) => {
	if ("leftOut" in exported) return [];
	const table = tables[name as TableName]; // a key of the list
	const { without = [], addresses = [] } = exported;
	const fields = Object.keys(getTableColumns(table)).filter((field) => !without.includes(field) && !isSecret(field));
	return [{ ...exported, addresses, name, table, fields }];
});

/** Reduces a webhook's URL to its host, and an integration key to its ends. Returns other values unchanged. */
export function withoutPath(value: unknown): unknown {
	if (typeof value !== "string") return value;
	return /^\s*[a-z][a-z0-9+.-]*:\/\//i.test(value) || PagerDutyKey.safeParse(value).success
		? maskedAddress(value)
		: value;
}
