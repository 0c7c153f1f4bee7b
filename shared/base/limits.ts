import { dayMs, hourMs, minuteMs } from "./durations";

/** Limits that the browser knows too. Sizes are bytes unless the name says otherwise. */
export const limits = {
	clientBatchCalls: 15,
	/** Longer queries are sent by POST. Workers deny URLs over 16 kB. */
	clientUrlLength: 4_000,
	proxyBodyBytes: 1_000_000,
	ingestReadings: 20_000,
	/** Readings further ahead of their receipt are denied as `future`. */
	ingestFutureMs: dayMs,
	/** 2000-01-01T00:00:00Z: an earlier time means an unset clock. */
	ingestEarliestMs: 946_684_800_000,
	logEntriesPerPage: 20_000,
	logExtremes: 1_000,
	logSearchLength: 100,
	/** Lines in one chart. */
	seriesChannels: 12,
	/** Channels that a user may choose for charts, of all quantities together. */
	seriesChosen: 100,
	importFileBytes: 20_000_000,
	/** In the file of what an import denies: about 10 MB of JSON. */
	importListedRefusals: 100_000,
	/** Devices, sensors or channels that an imported file may be divided into. */
	importParts: 200,
	keyGraceSeconds: 30 * 24 * 60 * 60,
	channelsPerDevice: 32,
	calibrationsPerChannel: 100,
	devicesPerCreation: 250,
	devicesPerChange: 10_000,
	deviceFileRows: 10_000,
	groups: 1_000,
	/** Of devices, groups and rules together. */
	plannedMutes: 1_000,
	contacts: 20_000,
	/** At this number, contacts can only be added one by one, not from files. */
	contactsInFile: 10_000,
	contactsPerCreation: 250,
	contactGroups: 200,
	messagesPerPage: 500,
	/** To addresses that no one has confirmed, within 24 hours: to each, and of an account; invitations have a part of their own. */
	messagesPerUnverifiedAddress: 3,
	unverifiedMessagesPerDay: 50,
	unverifiedKeptForInvitations: 20,
	/** Requested by people to see whether they arrive: within an hour, and of an account within 24 hours. */
	testsPerAddressAndHour: 5,
	testsPerUserAndHour: 20,
	testsPerDay: 100,
	/** Codes by SMS: of an account within 24 hours, and requested by one user within an hour. */
	codeSmsPerDay: 20,
	codeSmsPerUserAndHour: 5,
	/** So that one user leaves some of the account's for others. */
	codeSmsPerUserAndDay: 10,
	alertEventsPerChange: 1_000,
	reports: 500,
	/** Chosen one by one: their ids stand in an address. */
	runsPerDownload: 100,
	/** Of runs that are downloaded together, as one archive is packed in one request. */
	filesPerDownload: 400,
	bytesPerDownload: 512 * 1024 * 1024,
} as const;

/** Limits that only Workers apply. They are no part of a page. */
export const serverLimits = {
	/** Per batch; enforced by the proxy and by the backend's router. */
	batchCalls: 20,
	proxyUrlLength: 16_000,
	/** Files and forms are streamed, so this bounds what the backend receives. */
	proxyUploadBytes: 20_000_000,
	/** One envelope; a first replay snapshot of a large screen is about 200 kB compressed. */
	monitoringBodyBytes: 2_000_000,
	/** For buffered answers; above it the proxy answers 502. A list of 10,000 devices is about 6 MB. */
	upstreamBodyBytes: 10_000_000,
	/** To the end of a response, the headers of a stream, or from the last piece of an upload. */
	upstreamDeadlineMs: 10_000,
	upstreamIdleMs: minuteMs,
	procedureNameLength: 100,
	ingestBodyBytes: 4_000_000,
	/** Of an export. A larger page holds the account's thread longer; of a large fleet each begins with all its devices. */
	logEntriesPerExportPage: 10_000,
	ingestFileDevices: 1_000,
	/** That are not archived, however they are added: docs/scale.md states what bears so many. */
	devices: 10_000,
	/** From more of them on, search asks the account's object rather than load the list, and a page of the log is shorter. */
	devicesSearchedInPage: 1_000,
	/** Per device, or per integration key for files. */
	ingestUploadsPerMinute: 120,
	/** Uploads denied as a whole, per key, or per address for invalid keys. */
	ingestRefusalsPerMinute: 120,
	ingestReadingsPerDay: 1_000_000,
	/** Stored as they are, of a device in a UTC month: from then on all that begin and end in one upload are one. */
	eventsPerDeviceMonth: 5_000,
	accountUploadsPerMinute: 12_000,
	importReadings: 500_000,
	/** An import is stored separately for this long, so that it can be undone. */
	importUndoMs: dayMs,
	/** Not yet merged imports per device: each is read with the days it covers. */
	importsApart: 100,
	/** Accounts that one person belongs to. */
	memberships: 100,
	integrationKeys: 100,
	apiKeys: 100,
	/** Of one key. */
	apiCallsPerMinute: 120,
	walls: 100,
	/** Of one token, by all screens that have it: each asks twice. */
	wallCallsPerMinute: 60,
	tilesPerWall: 100,
	/** Of each integration, and for how long. */
	integrationMessages: 20,
	integrationMessageMs: dayMs,
	/** In characters. Longer ones are listed without their body. */
	integrationMessageLength: 32_000,
	deletionGraceMs: 7 * dayMs,
	undoMs: hourMs,
	/** Of one account's object, set by the platform. */
	objectBytes: 10_000_000_000,
	/** Of mutes and of pauses: what must stay silent longer is switched off. */
	longestMuteMs: 366 * dayMs,
	codeMs: 15 * minuteMs,
	/** Of a link that confirms a mailbox. */
	verifyingLinkMs: 7 * dayMs,
	/** Wrong entries until a code is worth nothing. */
	codeTries: 5,
	/** How often people may have one sent, the first time included: no one has confirmed where a webhook leads. */
	sendsPerMessage: 10,
	/** To each of these addresses from all accounts together, on a day of UTC. */
	messagesPerUnverifiedAddressOfAll: { email: 10, sms: 5 },
	/** To a confirmed number, likewise: carriers block a sender for more. */
	smsPerNumberOfAll: 50,
	invitationMs: 7 * dayMs,
	/** Open at the same time. */
	invitations: 200,
	alertRules: 1_000,
	/** Devices, groups and contacts that all rules name, in sum. */
	alertNames: 100_000,
	/** Comments and mutes of one event together. */
	commentsPerEvent: 200,
	/** Queued or being made at the same time. */
	openReportRuns: 500,
	/** Where each group gets its own. */
	filesPerRun: 200,
	/** How often one contact may be sent one file of a run, the first time included. */
	sendsPerReportFile: 10,
} as const;
