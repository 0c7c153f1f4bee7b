import { useForm } from "@mantine/form";
import { CreateDevice } from "../../../shared/device";
import { errorsFrom } from "../../ui/schema-errors";
import { viewerZone } from "../../ui/time-display";
import { emptyDevice, type NewDeviceValues, toCreateDevice } from "./new-device";

/** The fields of a new device, checked by the schema the backend checks them with. */
export function useDeviceForm() {
	return useForm({
		initialValues: emptyDevice(viewerZone, Date.now()),
		validate: (values: NewDeviceValues) => errorsFrom(CreateDevice, toCreateDevice(values)),
	});
}
export type DeviceForm = ReturnType<typeof useDeviceForm>;
