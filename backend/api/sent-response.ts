import * as z from "zod/mini";
import { rejectionLabels } from "../../shared/ingest/device-rejections";
import { RejectReason } from "../../shared/ingest/ingest";
import { readingsPerCall, type SentResult } from "../../shared/ingest/send-readings";
import { quotaRejections } from "../ingest/rejections";
import { type ErrorOfRow, type Problem, problems } from "./problems";

const SentReading = z.object({
	device: z.string(),
	channel: z.string(),
	at: z.union([z.iso.datetime({ offset: true }), z.int()]),
	value: z.union([z.number(), z.boolean()]),
});

export const SentBody = z.object({
	readings: z.array(SentReading).check(z.minLength(1), z.maxLength(readingsPerCall)),
});

export const SentResponse = z.object({
	/** New or changed. */
	accepted: z.number(),
	duplicates: z.number(),
	rejected: z.array(z.object({ pointer: z.string(), title: RejectReason, detail: z.string() })),
});

type Reply =
	| { data: z.infer<typeof SentResponse> }
	| { problem: Problem; errors?: ErrorOfRow[]; retryAfterSeconds?: number };

export function sentResult(result: SentResult): Reply {
	if ("refusal" in result) {
		const { refusal: denial, retryAfterSeconds } = result;
		const { status, name, message } = quotaRejections[isQuotaRejection(denial) ? denial : "too-many-uploads"];
		return { problem: { status, name, detail: message }, retryAfterSeconds };
	}
	const { accepted, duplicates } = result;
	const rejected = result.rejected.map(({ index, reason }) => {
		return { pointer: `#/readings/${index}`, title: reason, detail: detailOf(reason) };
	});
	if (accepted + duplicates > 0) return { data: { accepted, duplicates, rejected } };
	return { problem: problems.nothingStored, errors: rejected };
}

function isQuotaRejection(denial: string): denial is keyof typeof quotaRejections {
	return Object.hasOwn(quotaRejections, denial);
}

function detailOf(reason: RejectReason): string {
	if (reason === "unknown-device") return "No device that the key may write to has this id or serial number.";
	const label = rejectionLabels[reason];
	return `${label.slice(0, 1).toUpperCase()}${label.slice(1)}.`;
}
