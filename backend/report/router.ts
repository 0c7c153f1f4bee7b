import { GetAssessment, PreviewAssessment, SaveAssessment } from "../../shared/report/assessment";
import { EndJustifiedSpan, GetJustifiedSpans, JustifySpan } from "../../shared/report/justified-span";
import { GetStudies, PreviewStudy, RecordStudy, SaveStudy, StudyTarget } from "../../shared/report/mapping-study";
import {
	DeleteReports,
	GetReport,
	GetReportFile,
	GetReportFiles,
	GetReportRuns,
	GetYearOfFiles,
	type Report,
	ReportInput,
	type ReportListRow,
	ReportRunTarget,
	ResendReport,
	RevokeReportLink,
	RunReport,
	SetReportEnabled,
	SignReport,
	UpdateReport,
} from "../../shared/report/report";
import { type Call, inTurns } from "../base/context";
import { procedureFor, router } from "../base/trpc";
import { listReports } from "../db/report-rows";
import { getAssessment, previewAssessment, saveAssessment } from "./assess-event";
import { resendReport, revokeReportLink } from "./delivery/resend-report";
import { createReport, deleteReports, duplicateReport, setReportEnabled, updateReport } from "./edit-reports";
import { endJustifiedSpan, getJustifiedSpans, justifySpan } from "./justify-span";
import { endStudy, getStudies, previewStudy, recordStudy, saveStudy, startStudy } from "./mapping-studies";
import { getPreview } from "./preview-resolver";
import { signReport } from "./proof/sign-report";
import { isListed, reportOrThrow } from "./report-scope";
import { toListRows, toReport } from "./run/run-projection";
import { cancelRun, getFile, getRun, getRuns, runReport } from "./run/run-resolvers";
import { getFiles, getYearOfFiles } from "./run/several-files";

export const reportRouter = router({
	getReports: procedureFor("viewFleet").query(({ ctx }) => getReports({ ctx, input: undefined })),
	getReport: procedureFor("viewFleet").input(GetReport).query(getReport),
	createReport: procedureFor("editReports").input(ReportInput).mutation(inTurns(createReport)),
	updateReport: procedureFor("editReports").input(UpdateReport).mutation(inTurns(updateReport)),
	setReportEnabled: procedureFor("editReports").input(SetReportEnabled).mutation(setReportEnabled),
	deleteReports: procedureFor("editReports").input(DeleteReports).mutation(deleteReports),
	duplicateReport: procedureFor("editReports").input(GetReport).mutation(duplicateReport),
	runReport: procedureFor("editReports").input(RunReport).mutation(runReport),
	cancelRun: procedureFor("editReports").input(ReportRunTarget).mutation(cancelRun),
	previewReport: procedureFor("editReports").input(ReportInput).query(inTurns(getPreview)),
	getRuns: procedureFor("viewFleet").input(GetReportRuns).query(getRuns),
	getRun: procedureFor("viewFleet").input(ReportRunTarget).query(getRun),
	resendReport: procedureFor("editReports").input(ResendReport).mutation(resendReport),
	revokeLink: procedureFor("editReports").input(RevokeReportLink).mutation(revokeReportLink),
	signReport: procedureFor("signReports").input(SignReport).mutation(signReport),
	getFile: procedureFor("viewFleet").input(GetReportFile).query(getFile),
	getFiles: procedureFor("viewFleet").input(GetReportFiles).query(getFiles),
	getYearOfFiles: procedureFor("viewFleet").input(GetYearOfFiles).query(getYearOfFiles),
	getAssessment: procedureFor("viewFleet").input(GetAssessment).query(getAssessment),
	previewAssessment: procedureFor("editReports").input(PreviewAssessment).query(inTurns(previewAssessment)),
	saveAssessment: procedureFor("editReports").input(SaveAssessment).mutation(inTurns(saveAssessment)),
	getStudies: procedureFor("viewFleet").input(GetStudies).query(getStudies),
	previewStudy: procedureFor("viewFleet").input(PreviewStudy).query(inTurns(previewStudy)),
	saveStudy: procedureFor("editGroups").input(SaveStudy).mutation(saveStudy),
	startStudy: procedureFor("editGroups").input(StudyTarget).mutation(startStudy),
	endStudy: procedureFor("editGroups").input(StudyTarget).mutation(endStudy),
	recordStudy: procedureFor("editGroups").input(RecordStudy).mutation(recordStudy),
	getJustifiedSpans: procedureFor("viewFleet").input(GetJustifiedSpans).query(getJustifiedSpans),
	justifySpan: procedureFor("editReports").input(JustifySpan).mutation(justifySpan),
	endJustifiedSpan: procedureFor("editReports").input(EndJustifiedSpan).mutation(endJustifiedSpan),
});

function getReports({ ctx }: Call): ReportListRow[] {
	return toListRows(ctx, listReports(ctx.db).filter(isListed(ctx)));
}

function getReport({ ctx, input }: Call<GetReport>): Report {
	return toReport(ctx, reportOrThrow(ctx, input.reportId));
}
