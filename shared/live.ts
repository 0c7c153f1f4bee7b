import * as z from "zod/mini";

/** What a hint may name: whoever shows one of these asks for it again by the ordinary way. */
export const LiveTopic = z.enum(["log", "devices", "alerts", "groups", "account"]);
export type LiveTopic = z.infer<typeof LiveTopic>;

/** All a live socket ever says. It carries no data: losing it loses nothing. */
export const LiveMessage = z.object({ changed: z.array(LiveTopic) });
export type LiveMessage = z.infer<typeof LiveMessage>;

/** The one thing a page may say, and the answer, by which it tells a line that is gone from one that is quiet. */
export const livePing = "ping";
export const livePong = "pong";

/** Close codes of the live socket beside the standard ones. */
export const liveCloseCodes = {
	/** The sign-in is over or its token ran out: connect again after the next check. */
	signedOut: 4401,
	/** Membership, role or scope changed: connect again, and ask for the account anew. */
	accessChanged: 4403,
	/** The same person opened more pages than may listen; the one open longest goes on without. */
	tooMany: 4408,
	/** RFC 6455, 7.4.1: what was sent is nothing that a page of this console sends. */
	policyViolation: 1008,
} as const;

/** Where the socket is. `age` is how long ago, in ms, the page asked for what it shows: what changed since is told at once. */
export const livePath = "/api/live";
export const liveAgeParameter = "age";
export const liveRememberedMs = 60_000;
