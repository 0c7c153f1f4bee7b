import { secondMs } from "../../../shared/base/durations";
import { said } from "../../../shared/log/said";
import { type Statement, storedOf } from "../../../shared/log/said-text";
import type { AccountObjects } from "../../base/context";
import { recordFault } from "../../base/event-log";
import { faultText } from "../../base/report-error";
import { type Taken, takeMessage, withRetries } from "../../base/take-message";
import { ChannelsChangedError, ReportDenial } from "../document/report-denial";
import type { ReadFont } from "../formats/render-options";
import type { EditionCalls, EditionHandOver } from "../proof/editions";
import { makeEdition } from "../proof/make-edition";
import { makeRun } from "./make-run";
import { type RunCalls, type RunHandOver, RunLostError, type RunNews } from "./run-calls";

const reportAgainMs = [200, secondMs, 5 * secondMs];

export type ReportHandOver = RunHandOver | EditionHandOver;

export type RunConsumerParts = {
	accounts: AccountObjects<RunCalls & EditionCalls>;
	bucket: R2Bucket;
	verifyUrlOf: (accountId: string) => Promise<string | null>;
	clock: () => number;
	readFont?: ReadFont | undefined;
};

export function createRunConsumer(parts: RunConsumerParts) {
	return async function consumeRuns({ messages }: Pick<MessageBatch<ReportHandOver>, "messages">): Promise<void> {
		for (const message of messages) await consume(message);
	};

	function consume(message: Taken<ReportHandOver>): Promise<void> {
		const { body } = message;
		const isEdition = "editionOf" in body;
		const runId = isEdition ? body.editionOf : body.runId;
		return takeMessage(message, {
			name: isEdition ? "report edition" : "report",
			work: () => (isEdition ? makeEdition(parts, body) : make(parts, body)),
			faultOf: (error) => ({ event: "report-retried", runId, ...faultText(error) }),
		});
	}
}

async function make(parts: RunConsumerParts, { accountId, runId, attempt }: RunHandOver): Promise<void> {
	const { accounts, clock } = parts;
	const object = () => accounts.get(accounts.idFromName(accountId));
	const claim = await object().claimRun({ runId, attempt }, clock());
	if (claim.status === "ignored") return;
	const news = await outcome(parts, { object, accountId, runId, attempt, claim });
	if (news === null) return;
	// A lost outcome makes the whole report again.
	await withRetries(reportAgainMs, () => object().tellRun({ runId, attempt }, news, clock()));
}

type Making = {
	accountId: string;
	object: () => RunCalls;
	runId: string;
	attempt: number;
	claim: Extract<Awaited<ReturnType<RunCalls["claimRun"]>>, { status: "make" }>;
};

async function outcome(
	parts: RunConsumerParts,
	{ accountId, object, runId, attempt, claim }: Making,
): Promise<RunNews | null> {
	try {
		const { bucket, clock, verifyUrlOf, readFont } = parts;
		// An object of the release before does not send it.
		const verifyUrl = claim.run.isCheckable === false ? null : await verifyUrlOf(accountId);
		const made = await makeRun({ bucket, clock, object, verifyUrl, readFont }, { runId, attempt }, claim.run);
		return { kind: "made", made };
	} catch (error) {
		if (error instanceof RunLostError) return null;
		if (error instanceof ReportDenial) return failed(error.statement, true);
		if (error instanceof ChannelsChangedError) return failed(said("run.channelsChanged"), false);
		recordFault(error, "backend", { event: "report-failed", runId, ...faultText(error) });
		return failed(said("run.notNow"), false);
	}
}

function failed(statement: Statement, isFinal: boolean): RunNews {
	const { text: error, said: data } = storedOf(statement);
	return { kind: "failed", error, ...(data && { said: data }), isFinal };
}
