import { toast } from "sonner";
import type { GetReportFiles, GetYearOfFiles, ReportFile } from "../../../shared/report/report";
import { failureSentence } from "../../api/failure-sentences";
import { startDownload } from "../../api/start-download";
import { trpcClient } from "../../api/trpc";
import { useRun } from "../../forms/action-dialog";
import { toastFailure } from "../../forms/toast-failure";
import { t } from "../../words/made/reports";
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
				toastFailure(error);
			} finally {
				await refresh();
			}
		});
	return { isBusy, run: action };
}

export function downloadFile({ id }: Pick<ReportFile, "id">): Promise<void> {
	return download(fileAddress(id), t("thisFileIsGoneRunThe"));
}

export function downloadRuns(runs: GetReportFiles | GetYearOfFiles): Promise<void> {
	return download(filesAddress(runs), t("noneOfTheseRunsHasA"));
}

async function download(address: string, goneText: string): Promise<void> {
	try {
		const denial = await startDownload(address);
		if (denial !== null) toast.error(downloadSentence(denial.httpStatus, goneText));
	} catch {
		toast.error(t("download.noConnection"));
	}
}

export async function downloadLast(runId: string, onSeveral: () => void): Promise<void> {
	try {
		const { files } = await trpcClient.report.getRun.query({ runId });
		const made = files.filter(({ kind }) => kind === "report");
		const [only] = made;
		if (only === undefined) toast.error(t("thisRunHasNoFile"));
		else if (made.length > 1) onSeveral();
		else await downloadFile(only);
	} catch (error) {
		toastFailure(error);
	}
}

function downloadSentence(httpStatus: number, goneText: string): string {
	if (httpStatus === 401) return t("youAreSignedOutSignIn");
	if (httpStatus === 403) return t("yourRoleDoesNotOpenFiles");
	if (httpStatus === 404 || httpStatus === 410) return goneText;
	if (httpStatus === 409) return failureSentence("OTHER_PERSON");
	if (httpStatus === 413) return failureSentence("REPORT_FILES_TOO_MANY");
	if (httpStatus === 429) return t("tooManyRequestsWaitAMoment");
	if (httpStatus === 501) return t("thisBackendKeepsNoFilesOf");
	return t("download.failed");
}
