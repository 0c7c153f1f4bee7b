/** Numbers that both ends of a wire must agree on. Sizes are bytes unless the name says otherwise. */
export const limits = {
	/** Calls in one batch the proxy lets through; the backend's router has the same cap. */
	batchCalls: 20,
	/** Calls the client puts into one batch; below the proxy's cap. */
	clientBatchCalls: 15,
	/** Past this the client sends a query by POST. Workers refuse URLs over 16 kB. */
	clientUrlLength: 4_000,
	proxyUrlLength: 16_000,
	proxyBodyBytes: 1_000_000,
	/** A file or a form: it passes as it comes, so this bounds what the backend has to take. */
	proxyUploadBytes: 20_000_000,
	/** One envelope of a page's reports; a first picture of a large screen takes some 200 kB packed. */
	monitoringBodyBytes: 2_000_000,
	/** A buffered upstream answer; past it the proxy answers 502. A list of 10,000 devices takes some 6 MB where it is not packed. */
	upstreamBodyBytes: 10_000_000,
	/** For an answer to its end; of a stream, to its headers; of an upload, from its last piece on. */
	upstreamDeadlineMs: 10_000,
	/** A stream that says nothing for so long is ended. */
	upstreamIdleMs: 60_000,
	procedureNameLength: 100,
	ingestBodyBytes: 4_000_000,
	ingestReadings: 20_000,
	/** A reading may be this far ahead of its receipt before it is refused as `future`. */
	ingestFutureMs: 24 * 60 * 60 * 1000,
	/** 2000-01-01T00:00:00Z: no logger of ours is older, so an earlier time is an unset clock. */
	ingestEarliestMs: 946_684_800_000,
	logEntriesPerPage: 20_000,
	/** Of the text that the log is searched for. */
	logSearchLength: 100,
	/** Lines in one chart: what is measured alike and looked at together. */
	seriesChannels: 12,
	/** Devices in one CSV file posted by an integration. */
	ingestFileDevices: 1_000,
	/** With so many devices an account gets no more by itself or from a file, but only one by one. */
	sentDevices: 10_000,
	/** Uploads of one device, or files by one integration key, within a minute. */
	ingestUploadsPerMinute: 120,
	/** Uploads with one key that are refused as a whole within a minute, or of one address with keys that are none. */
	ingestRefusalsPerMinute: 120,
	/** Readings of one device received on one UTC day. */
	ingestReadingsPerDay: 1_000_000,
	/** Uploads of a whole account within a minute. */
	accountUploadsPerMinute: 12_000,
	/** A file of readings, and the readings in it. */
	importFileBytes: 20_000_000,
	importReadings: 500_000,
	/** An import stays apart for this long, so that it can be undone. */
	importUndoMs: 24 * 60 * 60 * 1000,
	/** Imports of a device that are apart at once: each is looked through wherever its days are read. */
	importsApart: 100,
	/** Keys of integrations that are not revoked. */
	integrationKeys: 100,
	/** A replaced key still works for this long at most. */
	keyGraceSeconds: 30 * 24 * 60 * 60,
	channelsPerDevice: 32,
	calibrationsPerChannel: 100,
	/** Devices in one call that creates, and in one that changes: all of a large account. */
	devicesPerCreation: 250,
	devicesPerChange: 10_000,
	/** Lines of a file of devices. */
	deviceFileRows: 10_000,
	/** A deleted device can be restored for so long. */
	deletionGraceMs: 7 * 24 * 60 * 60 * 1000,
	/** A change can be taken back for so long. */
	undoMs: 60 * 60 * 1000,
	groups: 1_000,
} as const;

/** Sent by the client with every call and by the Worker with every answer; a page that is behind offers to reload. */
export const contractVersion = "1";
/** The oldest version of the client that is still answered: that of the release before. */
export const oldestContractVersion = "1";

export const headerNames = {
	requestedBy: "x-requested-by",
	requestId: "x-request-id",
	contractVersion: "x-aqlcloud-contract",
	idToken: "x-aqlcloud-id-token",
	/** `ended` on an upstream 401: the backend has ended this session itself. */
	session: "x-session",
} as const;
export const requestedByValue = "aqlcloud";
