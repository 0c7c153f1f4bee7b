import { GetTrends } from "../../shared/device/device-trends";
import { GetOverview } from "../../shared/overview/fleet-overview";
import { procedureFor, router } from "../base/trpc";
import { getOverview } from "./get-overview";
import { getTrends } from "./get-trends";

export const overviewRouter = router({
	getOverview: procedureFor("viewFleet").input(GetOverview).query(getOverview),
	getCourses: procedureFor("viewFleet").input(GetTrends).query(getTrends),
});
