import { minuteMs, secondMs } from "../../../shared/base/durations";
import type { PrintedPages } from "../../../shared/report/verify-file";
import { zoneOffsetMinutes } from "../../../shared/time/time-zones";
import { wordsIn as typesIn } from "../../../shared/words/made/report-types-in";
import { brandImageKey } from "../../db/brand-rows";
import { makeDocument } from "../document/make-document";
import type { ReadFont, ReportLook } from "../formats/render-options";
import { renderReport } from "../formats/render-report";
import { reportFileName, reportMediaType } from "../formats/report-file";
import { sourceOf } from "../source/read-report";
import type { ReportHead, ReportSource } from "../source/report-source";
import {
	type ClaimedRun,
	type FileToMake,
	type MadeFile,
	type MadeRun,
	type RunCalls,
	type RunHandOver,
	RunLostError,
	type RunQuestion,
} from "./run-calls";
import { type StoredBytes, storeFile } from "./store-file";

const retryMs = [200, secondMs, 5 * secondMs];

export type MakingParts = {
	object: () => RunCalls;
	bucket: R2Bucket;
	verifyUrl: string | null;
	clock: () => number;
	readFont?: ReadFont | undefined;
};

type Attempt = Pick<RunHandOver, "runId" | "attempt">;

/** Makes all files of a claimed run. Throws RunLostError once the run is another consumer's. */
export async function makeRun(parts: MakingParts, attempt: Attempt, claimed: ClaimedRun): Promise<MadeRun> {
	let done = 0;
	const whole = onceRequested(sourceOf((request) => requested(parts, attempt, { ask: request, done })));
	const made: MadeRun = { rows: 0, excursions: null, isPartial: false, notes: [], files: [] };
	for (const file of claimed.files) {
		const before = done;
		const onDevice = (devices: number) => {
			done = before + devices;
		};
		const one = await makeFile(parts, attempt, { whole, file, onDevice });
		made.files.push(one.file);
		made.rows += one.rows;
		if (one.excursions !== null) made.excursions = (made.excursions ?? 0) + one.excursions;
		made.isPartial ||= one.isPartial;
		made.notes = [...new Set([...made.notes, ...one.notes])];
	}
	return made;
}

function onceRequested(source: ReportSource): ReportSource {
	let head: Promise<ReportHead> | null = null;
	return {
		...source,
		head: () => {
			head ??= source.head();
			return head;
		},
	};
}

/** Retries: an object that moves is away for some seconds. */
async function requested({ object, clock }: MakingParts, attempt: Attempt, question: RunQuestion): Promise<unknown> {
	const request = async () => {
		const responded = await object().askRun(attempt, question, clock());
		if (responded.status === "lost") throw new RunLostError();
		return responded.answer;
	};
	for (const waitMs of retryMs) {
		try {
			return await request();
		} catch (error) {
			if (error instanceof RunLostError) throw error;
			await new Promise((resolve) => setTimeout(resolve, waitMs));
		}
	}
	return request();
}

type FileRequest = { whole: ReportSource; file: FileToMake; onDevice: (done: number) => void };

async function makeFile(parts: MakingParts, attempt: Attempt, { whole, file, onDevice }: FileRequest) {
	const { bucket, object, clock, verifyUrl, readFont } = parts;
	const { objectKey, group } = file;
	const head = await whole.head();
	const { companyName, productName, definition } = head;
	const { format, layout } = definition;
	const { document, counts } = await makeDocument(whole, { groupId: group?.id ?? null, onDevice });
	let rows = 0;
	const onRows = (count: number) => {
		rows += count;
	};
	let printed: PrintedPages | undefined;
	const onPrinted = (pages: PrintedPages) => {
		printed = pages;
	};
	const mediaType = reportMediaType(format);
	const look = await lookOf(bucket, head.look);
	const readPicture = async (key: string) => {
		const object = await bucket.get(key);
		return object && new Uint8Array(await object.arrayBuffer());
	};
	const named = { runId: attempt.runId, companyName, productName, verifyUrl, ...(look && { look }) };
	const stored = await storeFile({
		bucket,
		objectKey,
		mediaType,
		bytes: renderReport(document, { format, layout, onRows, onPrinted, readFont, readPicture, ...named }),
		begun: async (uploadId) => {
			const isOurs = await object().tellRun(attempt, { kind: "upload", objectKey, uploadId }, clock());
			if (!isOurs) throw new RunLostError();
		},
	});
	const { readings, excursions, devicesWithData, notes } = counts();
	return {
		file: { ...madeFile({ stored, head, file, mediaType }), ...(printed && { printed }) },
		// Figures without readings do not count as rows.
		rows: devicesWithData === 0 ? 0 : rows,
		readings,
		excursions,
		notes,
		isPartial: head.gone.length > 0,
	};
}

async function lookOf(bucket: R2Bucket, look: ReportHead["look"]): Promise<ReportLook | null> {
	if (look === undefined) return null;
	const { logoHash, ...others } = look;
	const object = logoHash === null ? null : await bucket.get(brandImageKey(logoHash));
	return { ...others, logo: object && new Uint8Array(await object.arrayBuffer()) };
}

type Finished = { stored: StoredBytes; head: ReportHead; file: FileToMake; mediaType: string };

function madeFile({ stored, head, file, mediaType }: Finished): MadeFile {
	const { definition, companyName, from, to } = head;
	const { name, type, format, layout, zone } = definition;
	const variables = {
		name,
		company: companyName,
		group: file.group?.name ?? "",
		type: typesIn(layout.language)(`type.${type}`),
		from: dateText(zone, from),
		to: dateText(zone, to - 1),
	};
	// Files of one run need distinct names.
	const isNamed = file.group === null || layout.fileName.includes("{group}");
	const template = isNamed ? layout.fileName : `${layout.fileName} {group}`;
	return { ...file, ...stored, mediaType, name: reportFileName(template, variables, format) };
}

function dateText(zone: string, at: number): string {
	return new Date(at + zoneOffsetMinutes(zone, at) * minuteMs).toISOString().slice(0, 10);
}
