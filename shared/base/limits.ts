import { dayMs, hourMs, minuteMs } from "./durations";

/** Limits that the browser also uses. Bytes unless the name has another unit. */
export const limits = {
	clientBatchCalls: 15,
	/** Longer queries use POST. Workers reject URLs over 16 kB. */
	clientUrlLength: 4_000,
	proxyBodyBytes: 1_000_000,
	ingestReadings: 20_000,
	ingestDevices: 1_000,
	/** Readings further ahead of their receipt are rejected as `future`. */
	ingestFutureMs: dayMs,
	/** 2000-01-01T00:00:00Z. Earlier times come from an unset clock. */
	ingestEarliestMs: 946_684_800_000,
	logEntriesPerPage: 20_000,
	logExtremes: 1_000,
	logSearchLength: 100,
	seriesChannels: 12,
	seriesChosen: 100,
	importFileBytes: 20_000_000,
	importListedRefusals: 100_000,
	importParts: 200,
	keyGraceSeconds: 30 * 24 * 60 * 60,
	channelsPerDevice: 32,
	calibrationsPerChannel: 100,
	devicesPerCreation: 250,
	devicesPerChange: 10_000,
	deviceFileRows: 10_000,
	groups: 1_000,
	ssoDomains: 20,
	lineSeriesLength: 300,
	plannedMutes: 1_000,
	contacts: 20_000,
	/** Above this number, contacts are added one by one, not from files. */
	contactsInFile: 10_000,
	contactsPerCreation: 250,
	contactGroups: 200,
	messagesPerPage: 500,
	/** To unverified addresses within 24 hours: per address, and per account. Invitations have a reserved part. */
	messagesPerUnverifiedAddress: 3,
	unverifiedMessagesPerDay: 50,
	unverifiedKeptForInvitations: 20,
	testsPerAddressAndHour: 5,
	testsPerUserAndHour: 20,
	testsPerDay: 100,
	codeSmsPerDay: 20,
	codeSmsPerUserAndHour: 5,
	codeSmsPerUserAndDay: 10,
	alertEventsPerChange: 1_000,
	reports: 500,
	runsPerDownload: 100,
	filesPerDownload: 400,
	bytesPerDownload: 512 * 1024 * 1024,
} as const;

/** Limits that only Workers use; pages do not load them. */
export const serverLimits = {
	batchCalls: 20,
	proxyUrlLength: 16_000,
	/** Files and forms are streamed, so the backend may receive this much. */
	proxyUploadBytes: 20_000_000,
	/** One envelope. The first replay snapshot of a large screen is about 200 kB compressed. */
	monitoringBodyBytes: 2_000_000,
	/** Limit of buffered responses: above it the proxy returns 502. A list of 10,000 devices is about 6 MB. */
	upstreamBodyBytes: 10_000_000,
	/** To the end of a response, the headers of a stream, or from the last chunk of an upload. */
	upstreamDeadlineMs: 10_000,
	upstreamIdleMs: minuteMs,
	procedureNameLength: 100,
	ingestBodyBytes: 4_000_000,
	/** A larger page occupies the account object longer. A smaller one repeats the list of devices more often. */
	logEntriesPerExportPage: 10_000,
	devices: 10_000,
	derivedChannels: 20_000,
	/** Above it, the backend searches instead of the page, and pages of the log are shorter. */
	devicesSearchedInPage: 1_000,
	ingestUploadsPerMinute: 120,
	/** Wholly rejected uploads, per key, or per address for invalid keys. */
	ingestRefusalsPerMinute: 120,
	ingestReadingsPerDay: 1_000_000,
	/** Per device and UTC month. Above it, events within one upload are merged. */
	eventsPerDeviceMonth: 5_000,
	accountUploadsPerMinute: 12_000,
	importReadings: 500_000,
	importUndoMs: dayMs,
	/** Unmerged imports per device. Each is read with the days it covers. */
	importsApart: 100,
	verdictsPerChannel: 200,
	memberships: 100,
	integrationKeys: 100,
	apiKeys: 100,
	apiCallsPerMinute: 120,
	walls: 100,
	/** Per token, for all its screens. Each sends two requests a minute. */
	wallCallsPerMinute: 60,
	tilesPerWall: 100,
	dotsPerWall: 200,
	publicLinks: 100,
	/** Per link, for all its visitors. A page requests once a minute. */
	publicLinkCallsPerMinute: 60,
	calendarCallsPerHour: 60,
	integrationMessages: 20,
	integrationMessageMs: dayMs,
	integrationMessageLength: 32_000,
	pinnedMessages: 3,
	/** Per integration. The oldest are deleted. */
	recipeVersions: 100,
	/** Waiting series of one integration, and series that are chosen. */
	lineSeries: 5_000,
	linesNotStored: 200,
	lineFilters: 50,
	/** Per device. Senders of lines collect readings and send them each minute. */
	lineUploadsPerMinute: 2,
	deletionGraceMs: 7 * dayMs,
	undoMs: hourMs,
	/** Storage of one Durable Object, set by the platform. */
	objectBytes: 10_000_000_000,
	/** Mutes and pauses. Longer silence needs the rule switched off. */
	longestMuteMs: 366 * dayMs,
	codeMs: 15 * minuteMs,
	/** Codes that confirm a person again, for as long: how many are sent, and `codeTries` for all of them. */
	proofCodeMs: 10 * minuteMs,
	proofCodes: 3,
	verifyingLinkMs: 7 * dayMs,
	codeTries: 5,
	sendsPerMessage: 10,
	/** Per address and UTC day, for all accounts together. */
	messagesPerUnverifiedAddressOfAll: { email: 10, sms: 5, call: 5 },
	/** Per confirmed number and UTC day, for all accounts. Carriers block a sender above it. */
	smsPerNumberOfAll: 50,
	callsPerNumberOfAll: 30,
	drillsPerDay: 20,
	/** A day, of an account in its first week. */
	callsOfNewAccount: 20,
	invitationMs: 7 * dayMs,
	invitations: 200,
	alertRules: 1_000,
	alertNames: 100_000,
	commentsPerEvent: 200,
	openReportRuns: 500,
	assessments: 1_000,
	mappingStudies: 500,
	proposals: 100,
	filesPerRun: 200,
	sendsPerReportFile: 10,
} as const;
