import { GetTrends } from "../../shared/device/device-trends";
import { GetKineticMeans } from "../../shared/device/kinetic-means";
import { GetOverview } from "../../shared/overview/fleet-overview";
import { procedureFor, router } from "../base/trpc";
import { getKineticMeans } from "./get-kinetic-means";
import { getOverview } from "./get-overview";
import { getTrends } from "./get-trends";

export const overviewRouter = router({
	getOverview: procedureFor("viewFleet").input(GetOverview).query(getOverview),
	getKineticMeans: procedureFor("viewFleet").input(GetKineticMeans).query(getKineticMeans),
	getCourses: procedureFor("viewFleet").input(GetTrends).query(getTrends),
});
