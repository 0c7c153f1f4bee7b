import type { CreateDevice } from "../../../shared/device/device-inputs";

export function device(name: string, serialNumber?: string): CreateDevice {
	return {
		name,
		...(serialNumber !== undefined && { serialNumber }),
		timezoneOffset: 0,
		timeZoneRule: 0,
		channels: [{ name: "Temperature", quantity: "temperature", unit: "°C" }],
	};
}
