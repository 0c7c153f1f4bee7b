import { deleteAllBy, findBy, saveInto } from "./queries";
import { deviceUplinks } from "./schema";

export const findDeviceUplinks = findBy(deviceUplinks, deviceUplinks.deviceId);

export const saveDeviceUplinks = saveInto(deviceUplinks, deviceUplinks.deviceId);

export const deleteDeviceUplinks = deleteAllBy(deviceUplinks, deviceUplinks.deviceId);
