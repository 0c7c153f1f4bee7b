import * as z from "zod/mini";
import { minuteMs } from "../base/durations";

export const LiveTopic = z.enum(["log", "devices", "alerts", "groups", "account", "messages", "reports"]);
export type LiveTopic = z.infer<typeof LiveTopic>;

/** A message of a live socket. It carries no data, so a lost message loses none. */
export const LiveMessage = z.object({ changed: z.array(LiveTopic) });
export type LiveMessage = z.infer<typeof LiveMessage>;

export const livePing = "ping";
export const livePong = "pong";

export const liveCloseCodes = {
	/** The session or its token ended: reconnect after the next session check. */
	signedOut: 4401,
	/** Membership, role or scope changed: reconnect and refetch the account. */
	accessChanged: 4403,
	tooMany: 4408,
	/** RFC 6455, 7.4.1: the page sent an unexpected message. */
	policyViolation: 1008,
} as const;

/** `age`: ms since the page fetched its data. Later changes are reported at once. */
export const livePath = "/api/live";
export const liveAgeParameter = "age";
export const liveRememberedMs = minuteMs;
