import { DataExportTarget, GetArchiveFiles, RequestDeletion } from "../../shared/account/leaving";
import { procedureFor, router } from "../base/trpc";
import { cancelDataExport, getArchiveFiles, startDataExport } from "./export/export-resolvers";
import { getLeaving } from "./get-leaving";
import { requestDeletion, takeBackDeletion } from "./plan-deletion";

export const leavingRouter = router({
	getLeaving: procedureFor("deleteAccount").query(({ ctx }) => getLeaving({ ctx, input: undefined })),
	requestDeletion: procedureFor("deleteAccount").input(RequestDeletion).mutation(requestDeletion),
	takeBackDeletion: procedureFor("deleteAccount").mutation(({ ctx }) => takeBackDeletion({ ctx, input: undefined })),
	cancelDataExport: procedureFor("exportAccount").input(DataExportTarget).mutation(cancelDataExport),
	startDataExport: procedureFor("exportAccount").mutation(({ ctx }) => startDataExport({ ctx, input: undefined })),
	getArchiveFiles: procedureFor("exportAccount").input(GetArchiveFiles).query(getArchiveFiles),
});
