import { RemoveCalibration, SetCalibration } from "../../shared/calibration";
import { GetDevice, GetDevices, RotateDeviceKey } from "../../shared/device";
import {
	ChangeDevices,
	CreateDevice,
	CreateDevices,
	DevicesTarget,
	GetFleetTrend,
	MuteDevices,
	ReplaceLogger,
	UpdateDevice,
} from "../../shared/device-inputs";
import { procedureFor, router } from "../trpc";
import { archiveDevices } from "./archive-devices";
import { removeCalibration } from "./calibration/remove-calibration";
import { setCalibration } from "./calibration/set-calibration";
import { changeDevices } from "./change-devices";
import { createDevice } from "./create-device";
import { createDevices } from "./create-devices";
import { deleteDevices } from "./deletion/delete-devices";
import { getDeletionPreview } from "./deletion/get-deletion-preview";
import { restoreDevices } from "./deletion/restore-devices";
import { getFleetTrend } from "./fleet-trend/get-fleet-trend";
import { getDevice } from "./get-device";
import { getDeviceFacts } from "./get-device-facts";
import { getDevices } from "./get-devices";
import { muteDevices } from "./mute-devices";
import { replaceLogger } from "./replace-logger";
import { rotateDeviceKey } from "./rotate-device-key";
import { updateDevice } from "./update-device";

export const deviceRouter = router({
	getDevices: procedureFor("viewFleet").input(GetDevices).query(getDevices),
	getDevice: procedureFor("viewFleet").input(GetDevice).query(getDevice),
	getDeviceFacts: procedureFor("viewFleet").query(({ ctx }) => getDeviceFacts({ ctx, input: undefined })),
	createDevice: procedureFor("editDevices").input(CreateDevice).mutation(createDevice),
	createDevices: procedureFor("editDevices").input(CreateDevices).mutation(createDevices),
	updateDevice: procedureFor("editDevices").input(UpdateDevice).mutation(updateDevice),
	changeDevices: procedureFor("editDevices").input(ChangeDevices).mutation(changeDevices),
	muteDevices: procedureFor("muteDevices").input(MuteDevices).mutation(muteDevices),
	archiveDevices: procedureFor("editDevices").input(DevicesTarget).mutation(archiveDevices),
	restoreDevices: procedureFor("editDevices").input(DevicesTarget).mutation(restoreDevices),
	getDeletionPreview: procedureFor("editDevices").input(DevicesTarget).query(getDeletionPreview),
	deleteDevices: procedureFor("editDevices").input(DevicesTarget).mutation(deleteDevices),
	replaceLogger: procedureFor("editDevices").input(ReplaceLogger).mutation(replaceLogger),
	setCalibration: procedureFor("editDevices").input(SetCalibration).mutation(setCalibration),
	removeCalibration: procedureFor("editDevices").input(RemoveCalibration).mutation(removeCalibration),
	getFleetTrend: procedureFor("viewFleet").input(GetFleetTrend).query(getFleetTrend),
	rotateDeviceKey: procedureFor("editKeys").input(RotateDeviceKey).mutation(rotateDeviceKey),
});
