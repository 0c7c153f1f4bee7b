import { toast } from "sonner";
import type { GetReportFiles, GetYearOfFiles, ReportFile } from "../../../shared/report/report";
import { sentenceFor } from "../../api/api-error";
import { reportQueryFailure } from "../../api/error-funnel";
import { failureSentence } from "../../api/failure-sentences";
import { startDownload } from "../../api/start-download";
import { trpcClient } from "../../api/trpc";
import { useRun } from "../../forms/action-dialog";
import { fileAddress, filesAddress } from "./report-labels";
import { useRefreshReports } from "./report-queries";

export function useReportRun() {
	const refresh = useRefreshReports();
	const { isBusy, run } = useRun();
	const action = (doing: () => Promise<unknown>, done: string | null) =>
		run(async () => {
			try {
				await doing();
				if (done !== null) toast.success(done);
			} catch (error) {
				reportQueryFailure(error, true);
				toast.error(sentenceFor(error));
			} finally {
				await refresh();
			}
		});
	return { isBusy, run: action };
}

export function downloadFile({ id }: Pick<ReportFile, "id">): Promise<void> {
	return download(fileAddress(id), "This file is gone. Run the report again for its period.");
}

export function downloadRuns(runs: GetReportFiles | GetYearOfFiles): Promise<void> {
	return download(filesAddress(runs), "None of these runs has a file any more.");
}

async function download(address: string, goneText: string): Promise<void> {
	try {
		const denial = await startDownload(address);
		if (denial !== null) toast.error(downloadSentence(denial.httpStatus, goneText));
	} catch {
		toast.error("The file could not be downloaded. Check your connection and try again.");
	}
}

export async function downloadLast(runId: string, onSeveral: () => void): Promise<void> {
	try {
		const { files } = await trpcClient.report.getRun.query({ runId });
		const made = files.filter(({ kind }) => kind === "report");
		const [only] = made;
		if (only === undefined) toast.error("This run has no file.");
		else if (made.length > 1) onSeveral();
		else await downloadFile(only);
	} catch (error) {
		reportQueryFailure(error, true);
		toast.error(sentenceFor(error));
	}
}

function downloadSentence(httpStatus: number, goneText: string): string {
	if (httpStatus === 401) return "You are signed out. Sign in to continue.";
	if (httpStatus === 403) return "Your role does not open files of reports.";
	if (httpStatus === 404 || httpStatus === 410) return goneText;
	if (httpStatus === 409) return failureSentence("OTHER_PERSON");
	if (httpStatus === 413) return failureSentence("REPORT_FILES_TOO_MANY");
	if (httpStatus === 429) return "Too many requests. Wait a moment and try again.";
	if (httpStatus === 501) return "This backend keeps no files of reports.";
	return "The file could not be downloaded. Try again in a moment.";
}
