import { GetOverview } from "../../shared/fleet-overview";
import { procedureFor, router } from "../base/trpc";
import { getOverview } from "./get-overview";

export const overviewRouter = router({
	getOverview: procedureFor("viewFleet").input(GetOverview).query(getOverview),
});
