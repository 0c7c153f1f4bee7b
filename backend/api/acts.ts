import * as z from "zod/mini";
import { AlertEventsTarget } from "../../shared/alert/alert";
import { Instant } from "../../shared/base/instant";
import { SendReadings, type SentResult } from "../../shared/ingest/send-readings";
import { AddNote } from "../../shared/log/log";
import { Moment } from "./parameters";
import type { ErrorOfRow, Problem } from "./problems";
import { SentBody, SentResponse, sentResult } from "./sent-response";

/** What a key with the right to write may do: the procedure, and the body that it takes. */
export type Act = { procedure: string; summary: string; body: z.ZodMiniType; mostBytes?: number } & {
	/** The body as the document has it, where entries are looked at one by one. */
	described?: z.ZodMiniType;
	/** What is sent again is known by what it says, so that it needs no key of its own. */
	isKnownAgain?: true;
	/** What is answered, where it is not the procedure's answer. */
	result?: z.ZodMiniType;
	responseOf?: (result: unknown) => ActResponse;
};

type ActResponse = { data: unknown } | { problem: Problem; errors?: ErrorOfRow[]; retryAfterSeconds?: number };

export const acts: Record<string, Act> = {
	/** The same path as the list, by POST. */
	readings: {
		procedure: "log.sendReadings",
		summary: "Sends readings of any devices, each with its device's id or serial number",
		body: SendReadings,
		described: SentBody,
		mostBytes: 1_000_000,
		isKnownAgain: true,
		result: SentResponse,
		// As the procedure answers it.
		responseOf: (result) => sentResult(result as SentResult),
	},
	notes: {
		procedure: "log.addNote",
		summary: "Writes a note into the log",
		body: z.extend(AddNote, { at: z.union([Instant, Moment]) }),
	},
	"events/acknowledge": {
		procedure: "alert.acknowledgeEvents",
		summary: "Acknowledges events of alerts",
		body: AlertEventsTarget,
	},
};
