import { GetAlert, GetAlerts } from "../../shared/alert";
import { procedureFor, router } from "../trpc";
import { getAlert } from "./get-alert";
import { getAlerts } from "./get-alerts";

export const alertRouter = router({
	getAlerts: procedureFor("viewFleet").input(GetAlerts).query(getAlerts),
	getAlert: procedureFor("viewFleet").input(GetAlert).query(getAlert),
});
