import { GetReport } from "../../shared/report";
import { procedureFor, router } from "../trpc";
import { getReport } from "./get-report";
import { getReports } from "./get-reports";

export const reportRouter = router({
	getReports: procedureFor("viewFleet").query(({ ctx }) => getReports({ ctx, input: undefined })),
	getReport: procedureFor("viewFleet").input(GetReport).query(getReport),
});
