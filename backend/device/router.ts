import { CreateDevice, GetDevice, GetDevices } from "../../shared/device";
import { procedureFor, router } from "../trpc";
import { createDevice } from "./create-device";
import { getDevice } from "./get-device";
import { getDevices } from "./get-devices";

export const deviceRouter = router({
	getDevices: procedureFor("viewFleet").input(GetDevices).query(getDevices),
	getDevice: procedureFor("viewFleet").input(GetDevice).query(getDevice),
	createDevice: procedureFor("editDevices").input(CreateDevice).mutation(createDevice),
});
