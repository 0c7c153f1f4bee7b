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
	/** A buffered upstream answer; past it the proxy answers 502. */
	upstreamBodyBytes: 5_000_000,
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
	logEntriesPerPage: 5_000,
	channelsPerDevice: 32,
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
