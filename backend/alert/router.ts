import { GetAlert } from "../../shared/alert";
import { procedureFor, router } from "../trpc";
import { getAlert } from "./get-alert";
import { getAlerts } from "./get-alerts";

export const alertRouter = router({
	getAlerts: procedureFor("viewFleet").query(({ ctx }) => getAlerts({ ctx, input: undefined })),
	getAlert: procedureFor("viewFleet").input(GetAlert).query(getAlert),
});
