import { dayMs, hourMs, minuteMs } from "../../../shared/base/durations";
import { said } from "../../../shared/log/said";
import type { ReportLayout } from "../../../shared/report/report";
import type { Zone } from "../../../shared/time/time-zones";
import type { AccountDb } from "../../base/context";
import type { Job } from "../../base/job";
import { accountOrThrow } from "../../db/account-rows";
import { findReport, findVersion } from "../../db/report-rows";
import { deleteGarbage, type FileRow, findFile, findRun, insertFile, putGarbage } from "../../db/report-run-rows";
import {
	findEdition,
	firstEditionDueAt,
	forgetEdition,
	listEditionsDue,
	listFileSignatures,
	tryEditionAgainAt,
} from "../../db/report-signature-rows";
import { periodText } from "../document/report-facts";
import type { SignaturePage } from "../formats/signed-pdf";
import type { RunStore } from "../run/run-hooks";
import { momentText, zoneClock } from "../source/report-clock";
import { recordHash } from "./file-hashes";

/** Queue message for a signed copy; the claim reads the rest. */
export type EditionHandOver = { accountId: string; editionOf: string; attempt: number };

type Attempt = Pick<EditionHandOver, "editionOf" | "attempt">;

export type ClaimedEdition = {
	sourceKey: string;
	objectKey: string;
	kind: "edition" | "certificate";
	/** The company allows checks of its files. */
	isCheckable: boolean;
	page: Omit<SignaturePage, "verifyUrl">;
};

export type EditionClaim = { status: "ignored" } | { status: "make"; edition: ClaimedEdition };

export type MadeEdition = { objectKey: string; bytes: number; sha256: string };

export type EditionCalls = {
	claimEdition(attempt: Attempt, now: number): Promise<EditionClaim>;
	finishEdition(attempt: Attempt, made: MadeEdition, now: number): Promise<void>;
};

type WorkParts = { db: AccountDb; queue: { send(body: EditionHandOver): Promise<unknown> } };

const firstWaitMs = minuteMs;

/** Queues signed files until a copy is made. Subject: the file's id. */
export function editionsWork({ db, queue }: WorkParts): Job {
	return {
		name: "signed copies",
		title: said("work.is.signedCopies"),
		isUrgent: true,
		describe: (fileId) => ({ name: findFile(db, fileId)?.name ?? fileId, deviceId: null }),
		nextDueAt: () => firstEditionDueAt(db),
		due: (now, limit) => listEditionsDue(db, now, limit),
		run: async (fileId, now) => {
			const edition = findEdition(db, fileId);
			if (!edition || edition.dueAt > now) return;
			const attempt = edition.attempt + 1;
			// Each wait doubles, to an hour.
			tryEditionAgainAt(db, edition, now + Math.min(firstWaitMs * 2 ** Math.min(edition.attempt, 6), hourMs));
			await queue.send({ accountId: accountOrThrow(db).id, editionOf: fileId, attempt });
		},
	};
}

type FileAbout = { zone: Zone; layout: ReportLayout; reportName: string; periodText: string };

type Store = RunStore & {
	reportPrefix: string;
	/** Describes a file that no report run made. */
	otherAbout(db: AccountDb, id: string): FileAbout | null;
};

export function claimEdition(store: Store, { editionOf, attempt }: Attempt): EditionClaim {
	const { db, now, newId, reportPrefix } = store;
	if (findEdition(db, editionOf)?.attempt !== attempt) return { status: "ignored" };
	const file = findFile(db, editionOf);
	const page = file && pageOf(db, file, store.otherAbout);
	if (!file || !page) {
		forgetEdition(db, editionOf);
		return { status: "ignored" };
	}
	// Attempts are counted anew after a copy is made, which must keep its object.
	const objectKey = `${reportPrefix}/${file.runId}/signed-${newId("reportFile")}`;
	putGarbage(db, { objectKey, uploadId: null, dueAt: now + dayMs });
	const isCheckable = accountOrThrow(db).fileCheck === "on";
	return { status: "make", edition: { sourceKey: file.objectKey, objectKey, kind: kindOf(file), isCheckable, page } };
}

function kindOf({ mediaType }: FileRow): ClaimedEdition["kind"] {
	return mediaType === "application/pdf" ? "edition" : "certificate";
}

function pageOf(db: AccountDb, file: FileRow, otherAbout: Store["otherAbout"]): ClaimedEdition["page"] | null {
	const about = runAbout(db, file.runId) ?? otherAbout(db, file.runId);
	if (!about) return null;
	const { companyName, productName } = accountOrThrow(db);
	const { zone, layout } = about;
	const signatures = listFileSignatures(db, file.id).map(({ name, email, meaning, reason, at, proof }) => {
		const moment = momentText(at, zoneClock(zone), layout);
		const timeText = zone === "UTC" ? moment : `${moment}, ${zone}`;
		return { name, email: email ?? "", meaning, reason, timeText, proof };
	});
	return {
		companyName,
		productName,
		fileName: file.name,
		sha256: file.sha256,
		runId: file.runId,
		signatures,
		reportName: about.reportName,
		periodText: about.periodText,
		paper: layout.paper,
		language: layout.language,
	};
}

function runAbout(db: AccountDb, runId: string): FileAbout | null {
	const run = findRun(db, runId);
	const definition = run && findVersion(db, run.reportId, run.definitionVersion);
	if (!run || !definition) return null;
	const { zone, layout, name } = definition;
	const reportName = findReport(db, run.reportId)?.name ?? name;
	return { zone, layout, reportName, periodText: periodText({ definition, from: run.from, to: run.to }) };
}

/** Ignores a copy that lacks a later signature: another is being made. */
export function finishEdition(
	store: Omit<Store, "otherAbout">,
	{ editionOf, attempt }: Attempt,
	made: MadeEdition,
): void {
	const { db, now, newId, invalidations } = store;
	db.transaction(() => {
		const source = findFile(db, editionOf);
		if (!source || findEdition(db, editionOf)?.attempt !== attempt) return;
		const file: FileRow = {
			id: newId("reportFile"),
			runId: source.runId,
			kind: kindOf(source),
			name: nameOf(db, source),
			mediaType: "application/pdf",
			...made,
			groupId: source.groupId,
			groupName: source.groupName,
			createdAt: new Date(now),
		};
		insertFile(db, file);
		deleteGarbage(db, made.objectKey);
		forgetEdition(db, editionOf);
		recordHash(store, file, source);
	});
	invalidations.changed("reports", "all");
	invalidations.changed("account", "all");
}

function nameOf(db: AccountDb, source: FileRow): string {
	const signatures = listFileSignatures(db, source.id).length;
	const count = signatures > 1 ? ` ${signatures}` : "";
	if (kindOf(source) === "certificate") return `${source.name} signatures${count}.pdf`;
	return `${source.name.replace(/\.pdf$/i, "")} signed${count}.pdf`;
}
