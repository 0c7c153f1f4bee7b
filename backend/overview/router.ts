import { GetCourses } from "../../shared/device/device-courses";
import { GetOverview } from "../../shared/overview/fleet-overview";
import { procedureFor, router } from "../base/trpc";
import { getCourses } from "./get-courses";
import { getOverview } from "./get-overview";

export const overviewRouter = router({
	getOverview: procedureFor("viewFleet").input(GetOverview).query(getOverview),
	getCourses: procedureFor("viewFleet").input(GetCourses).query(getCourses),
});
