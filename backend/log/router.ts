import { GetLogs } from "../../shared/log";
import { procedureFor, router } from "../trpc";
import { getLogs } from "./get-logs";

export const logRouter = router({
	getLogs: procedureFor("viewFleet").input(GetLogs).query(getLogs),
});
