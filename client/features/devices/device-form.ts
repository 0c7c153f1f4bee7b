import type { UseFormReturnType } from "@mantine/form";
import type { NewDeviceValues } from "./new-device";

/** The fields of a new device. */
export type DeviceForm = UseFormReturnType<NewDeviceValues>;
