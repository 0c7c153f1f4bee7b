import * as z from "zod/mini";
import { AlertEventsTarget } from "../../shared/alert/alert";
import { Instant } from "../../shared/base/instant";
import { SendReadings, type SentResult } from "../../shared/ingest/send-readings";
import { sentNote } from "../../shared/log/log";
import { Moment } from "./parameters";
import type { ErrorOfRow, Problem } from "./problems";
import { SentBody, SentResponse, sentResult } from "./sent-response";

export type Act = { procedure: string; summary: string; body: z.ZodMiniType; mostBytes?: number } & {
	/** The body in the OpenAPI document, if the procedure checks entries one by one. */
	described?: z.ZodMiniType;
	/** Repeats are detected by content, so the call needs no request key. */
	isKnownAgain?: true;
	result?: z.ZodMiniType;
	responseOf?: (result: unknown) => ActResponse;
};

type ActResponse = { data: unknown } | { problem: Problem; errors?: ErrorOfRow[]; retryAfterSeconds?: number };

export const acts: Record<string, Act> = {
	readings: {
		procedure: "log.sendReadings",
		summary: "Sends readings of any devices, each with its device's id or serial number",
		body: SendReadings,
		described: SentBody,
		mostBytes: 1_000_000,
		isKnownAgain: true,
		result: SentResponse,
		responseOf: (result) => sentResult(result as SentResult),
	},
	notes: {
		procedure: "log.addNote",
		summary: "Writes a note into the log",
		body: sentNote(z.union([Instant, Moment])),
	},
	"events/acknowledge": {
		procedure: "alert.acknowledgeEvents",
		summary: "Acknowledges events of alerts",
		body: AlertEventsTarget,
	},
};
